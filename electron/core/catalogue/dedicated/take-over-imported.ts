import type { Database } from '#core/platform/sqlite/database.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';
import { storeSearchText } from './search-text.ts';

/** The fields of a bought proxy that it may take over from imported ones, by their names in the shared records. */
type TakenField = 'client' | 'note' | 'port' | 'end';

interface ProxyRow {
  readonly id: number;
  readonly clientId: number | null;
  readonly note: string;
  readonly portType: string | null;
  readonly dateSource: string;
  readonly wallEnd: number | null;
}

const rowsOf = (db: Database, ids: readonly number[]): ProxyRow[] =>
  db.all<ProxyRow>(sql`SELECT id, client_id, note, port_type, date_source, wall_end FROM dedicated_proxies
    WHERE id IN ${among(ids)} ORDER BY archived, id`);

/**
 * Puts imported proxies into the archive that are the same as a bought one. The bought proxy keeps the address and the
 * login, because its answer names what was paid for. It takes over what it does not have itself (client and protocol), the
 * notes, and a later end that the service has stated. Standing orders that name an imported proxy name the bought one
 * from then on, so they go on prolonging it. Returns the fields that changed. Joins the caller's transaction.
 */
export const takeOverImported = (
  db: Database,
  boughtId: number,
  importedIds: readonly number[],
): readonly TakenField[] => {
  const [bought] = rowsOf(db, [boughtId]);
  const imported = rowsOf(db, importedIds);
  if (bought === undefined || imported.length === 0) return [];
  const changed: TakenField[] = [];
  const clientId = imported.find((one) => one.clientId !== null)?.clientId ?? null;
  if (bought.clientId === null && clientId !== null) {
    db.run(sql`UPDATE dedicated_proxies SET client_id = ${clientId} WHERE id = ${boughtId}`);
    changed.push('client');
  }
  const notes = imported.map(({ note }) => note).filter((note) => note !== '' && !bought.note.includes(note));
  if (notes.length > 0) {
    const note = [bought.note, ...new Set(notes)].filter((text) => text !== '').join('\n');
    db.run(sql`UPDATE dedicated_proxies SET note = ${note} WHERE id = ${boughtId}`);
    changed.push('note');
  }
  const switched = imported.find(({ portType }) => portType !== null);
  if (bought.portType === null && switched !== undefined) {
    db.run(sql`UPDATE dedicated_proxies SET (port_type, port_type_sure) =
      (SELECT port_type, port_type_sure FROM dedicated_proxies WHERE id = ${switched.id}) WHERE id = ${boughtId}`);
    changed.push('port');
  }
  const prolonged = imported.find(
    ({ dateSource, wallEnd }) => dateSource === 'service' && wallEnd !== null && wallEnd > (bought.wallEnd ?? 0),
  );
  if (prolonged !== undefined) {
    db.run(sql`UPDATE dedicated_proxies SET (date_end, date_source, wall_end) =
      (SELECT date_end, date_source, wall_end FROM dedicated_proxies WHERE id = ${prolonged.id}) WHERE id = ${boughtId}`);
    changed.push('end');
  }
  storeSearchText(db, boughtId);
  const replaced = among(importedIds);
  db.run(sql`INSERT INTO standing_proxies (order_id, proxy_id)
    SELECT order_id, ${boughtId} FROM standing_proxies WHERE proxy_id IN ${replaced} ON CONFLICT DO NOTHING`);
  db.run(sql`DELETE FROM standing_proxies WHERE proxy_id IN ${replaced}`);
  db.run(sql`UPDATE dedicated_proxies SET archived = 1 WHERE id IN ${replaced}`);
  return changed;
};
