import type { Database } from '#core/platform/sqlite/database.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';
import { storeSearchText } from './search-text.ts';

/** The fields of a bought proxy that it may take over from imported ones, by their names in the shared records. */
export type TakenField = 'client' | 'note' | 'port' | 'end';

interface ProxyRow {
  readonly id: number;
  readonly isComplete: boolean;
  readonly isArchived: boolean;
  readonly clientId: number | null;
  readonly note: string;
  readonly portType: string | null;
  readonly dateSource: string;
  readonly wallEnd: number | null;
}

const rowsOf = (db: Database, ids: readonly number[]): ProxyRow[] =>
  db.all<ProxyRow>(sql`SELECT id, complete AS "isComplete:flag", archived AS "isArchived:flag", client_id, note,
    port_type, date_source, wall_end FROM dedicated_proxies WHERE id IN ${among(ids)} ORDER BY archived, id`);

/** The outcome of taking over. */
interface TakenOver {
  /** The fields of the bought proxy that changed. */
  readonly changed: readonly TakenField[];
  /** The imported proxies that are in the archive now. */
  readonly archivedIds: readonly number[];
}
/** The usual outcome: nobody has imported the proxy. */
const NOTHING_TAKEN: TakenOver = { changed: [], archivedIds: [] };

const takeLaterEnd = (db: Database, bought: ProxyRow, same: readonly ProxyRow[]): boolean => {
  const prolonged = same.find(
    ({ dateSource, wallEnd }) => dateSource === 'service' && wallEnd !== null && wallEnd > (bought.wallEnd ?? 0),
  );
  if (prolonged === undefined) return false;
  db.run(sql`UPDATE dedicated_proxies SET (date_end, date_source, wall_end) =
    (SELECT date_end, date_source, wall_end FROM dedicated_proxies WHERE id = ${prolonged.id}) WHERE id = ${bought.id}`);
  return true;
};

/**
 * Takes over a later end of imported proxies that the service has stated, as it does after a prolongation. Returns whether
 * there was one. Joins the caller's transaction.
 */
export const takeOverEnd = (db: Database, boughtId: number, importedIds: readonly number[]): boolean => {
  if (importedIds.length === 0) return false;
  const [bought] = rowsOf(db, [boughtId]);
  return bought !== undefined && takeLaterEnd(db, bought, rowsOf(db, importedIds));
};

/**
 * Puts imported proxies into the archive that are the same as a bought one. The bought proxy keeps the address and the
 * login, because its answer names what was paid for. It takes over what it does not have itself (client and protocol), the
 * notes, and a later end that the service has stated. Standing orders that name an imported proxy name the bought one
 * from then on, so they go on prolonging it. Joins the caller's transaction.
 *
 * Both stay if the purchase brought less than everything, because the imported one may have the rest. Imported ones that
 * are in the archive already give nothing but a later end: they may be those of an import that was undone. `mayTake` says
 * whether a client, a protocol or a note that the bought proxy lacks may come from an imported one.
 */
export const takeOverImported = (
  db: Database,
  boughtId: number,
  sameIds: readonly number[],
  mayTake: (field: TakenField, importedId: number) => boolean = () => true,
): TakenOver => {
  if (sameIds.length === 0) return NOTHING_TAKEN;
  const [bought] = rowsOf(db, [boughtId]);
  if (bought === undefined) return NOTHING_TAKEN;
  const same = rowsOf(db, sameIds);
  const imported = same.filter(({ isArchived }) => !isArchived);
  const changed: TakenField[] = takeLaterEnd(db, bought, same) ? ['end'] : [];
  if (!bought.isComplete || imported.length === 0) return { changed, archivedIds: [] };
  const archivedIds = imported.map(({ id }) => id);
  const clientId = imported.find((one) => one.clientId !== null && mayTake('client', one.id))?.clientId ?? null;
  if (bought.clientId === null && clientId !== null) {
    db.run(sql`UPDATE dedicated_proxies SET client_id = ${clientId} WHERE id = ${boughtId}`);
    changed.push('client');
  }
  const notes = imported
    .filter(({ id }) => bought.note !== '' || mayTake('note', id))
    .map(({ note }) => note)
    .filter((note) => note !== '' && !bought.note.includes(note));
  if (notes.length > 0) {
    const note = [bought.note, ...new Set(notes)].filter((text) => text !== '').join('\n');
    db.run(sql`UPDATE dedicated_proxies SET note = ${note} WHERE id = ${boughtId}`);
    changed.push('note');
  }
  const switched = imported.find(({ id, portType }) => portType !== null && mayTake('port', id));
  if (bought.portType === null && switched !== undefined) {
    db.run(sql`UPDATE dedicated_proxies SET (port_type, port_type_sure) =
      (SELECT port_type, port_type_sure FROM dedicated_proxies WHERE id = ${switched.id}) WHERE id = ${boughtId}`);
    changed.push('port');
  }
  storeSearchText(db, boughtId);
  const replaced = among(archivedIds);
  db.run(sql`INSERT INTO standing_proxies (order_id, proxy_id)
    SELECT order_id, ${boughtId} FROM standing_proxies WHERE proxy_id IN ${replaced} ON CONFLICT DO NOTHING`);
  db.run(sql`DELETE FROM standing_proxies WHERE proxy_id IN ${replaced}`);
  db.run(sql`UPDATE dedicated_proxies SET archived = 1 WHERE id IN ${replaced}`);
  return { changed, archivedIds };
};
