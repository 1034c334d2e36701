import { storeSearchText } from '#core/catalogue/dedicated/search-text.ts';
import { markOfComputer } from '#core/money/purchases/purchase-ledger.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';

/** The fields of a proxy, by their names in the shared records, that joining two rows may change. */
type JoinedField = 'client' | 'note' | 'port' | 'end' | 'archived';
interface FieldOfProxy {
  readonly proxyId: number;
  readonly field: JoinedField;
}

interface BoughtRow {
  readonly id: number;
  readonly clientId: number | null;
  readonly note: string;
  readonly portType: string | null;
  readonly wallEnd: number | null;
}

interface ImportedRow extends BoughtRow {
  readonly dateSource: string;
}

/**
 * Puts the imported proxies of this computer into the archive that are the same as a bought one, `proxyId`, which has just
 * arrived from another computer of the shared desk. As on one computer alone, the bought proxy takes over client and note;
 * it also takes over the protocol, and a later end that the service has stated. Returns the fields that changed.
 *
 * Only the computer that imported the proxy does this, so that no two computers write the same fields. It leaves both rows if
 * the purchase brought less than everything, because the imported row may have the rest, and if a standing order names the
 * imported row, because the order would stop paying for the proxy.
 */
export const joinImportedProxies = (db: Database, proxyId: number): readonly FieldOfProxy[] => {
  const same = sql`FROM dedicated_proxies d JOIN dedicated_proxies came ON came.id = ${proxyId}
    AND d.account_id = came.account_id AND d.service_id = came.service_id`;
  const columns = sql`d.id, d.client_id, d.note, d.port_type, d.wall_end`;
  // The service may have given two proxies of one answer the same id. Then nothing tells which one was imported.
  const [bought, other] = db.all<BoughtRow & { readonly isComplete: boolean }>(sql`SELECT ${columns},
    d.complete AS "isComplete:flag" ${same} WHERE d.imported = 0 AND d.archived = 0 LIMIT 2`);
  if (bought?.id !== proxyId || !bought.isComplete || other !== undefined) return [];
  const imported = db.all<ImportedRow>(sql`SELECT ${columns}, d.date_source ${same}
    JOIN shared_docs doc ON doc.account_id = d.account_id AND doc.kind = 'proxy' AND doc.local_id = d.id
    JOIN shared_desks desk ON desk.account_id = d.account_id
    WHERE d.imported = 1 AND d.archived = 0 AND substr(doc.timestamps ->> '$.made', 17) = ${markOfComputer(sql`desk.computer_id`)}
      AND NOT EXISTS (SELECT 1 FROM standing_proxies s WHERE s.proxy_id = d.id)
    ORDER BY d.id`);
  if (imported.length === 0) return [];

  const changed: JoinedField[] = [];
  const clientId = imported.find((one) => one.clientId !== null)?.clientId ?? null;
  if (bought.clientId === null && clientId !== null) {
    db.run(sql`UPDATE dedicated_proxies SET client_id = ${clientId} WHERE id = ${bought.id}`);
    changed.push('client');
  }
  const notes = imported.map(({ note }) => note).filter((note) => note !== '' && !bought.note.includes(note));
  if (notes.length > 0) {
    const note = [bought.note, ...new Set(notes)].filter((text) => text !== '').join('\n');
    db.run(sql`UPDATE dedicated_proxies SET note = ${note} WHERE id = ${bought.id}`);
    changed.push('note');
  }
  const switched = imported.find(({ portType }) => portType !== null);
  if (bought.portType === null && switched !== undefined) {
    db.run(sql`UPDATE dedicated_proxies SET (port_type, port_type_sure) =
      (SELECT port_type, port_type_sure FROM dedicated_proxies WHERE id = ${switched.id}) WHERE id = ${bought.id}`);
    changed.push('port');
  }
  const prolonged = imported.find(
    ({ dateSource, wallEnd }) => dateSource === 'service' && wallEnd !== null && wallEnd > (bought.wallEnd ?? 0),
  );
  if (prolonged !== undefined) {
    db.run(sql`UPDATE dedicated_proxies SET (date_end, date_source, wall_end) =
      (SELECT date_end, date_source, wall_end FROM dedicated_proxies WHERE id = ${prolonged.id}) WHERE id = ${bought.id}`);
    changed.push('end');
  }
  storeSearchText(db, bought.id);
  const importedIds = imported.map(({ id }) => id);
  db.run(sql`UPDATE dedicated_proxies SET archived = 1 WHERE id IN ${among(importedIds)}`);
  return [
    ...changed.map((field) => ({ proxyId: bought.id, field })),
    ...importedIds.map((id) => ({ proxyId: id, field: 'archived' as const })),
  ];
};
