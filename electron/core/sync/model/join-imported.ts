import { type TakenField, takeOverEnd, takeOverImported } from '#core/catalogue/dedicated/take-over-imported.ts';
import { markOfComputer } from '#core/money/purchases/purchase-ledger.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { JoinedField } from './doc-kind.ts';
import { type FieldTimes, timestampOf } from './field-times.ts';
import { laterOf } from './timestamps.ts';

interface SameRow extends Pick<FieldTimes, 'timestamps'> {
  readonly id: number;
  /** Whether a standing order names it. */
  readonly isNamed: boolean;
}

interface Joined {
  /** The fields that the bought proxy has taken over. */
  readonly fields: readonly JoinedField[];
  readonly archivedIds: readonly number[];
}

/**
 * Puts the imported proxies of this computer into the archive that are the same as a bought one, `proxyId`, which has just
 * arrived from another computer of the shared desk (`takeOverImported`).
 *
 * Only the computer that imported the proxy does this, so that no two computers write the same fields. It leaves both rows if
 * a standing order names the imported one, because another computer may be changing what the order names. Then the bought
 * one takes over a later end alone, by which the order prolongs the proxy.
 *
 * The bought proxy may arrive long after it was bought, for example at a computer that was away, or whose desk was restored
 * from a copy. Each value that it takes over is as old as in the imported row, so it does not overrule what a colleague has
 * chosen for the bought proxy since then. A client or a protocol that a colleague removed later stays removed.
 */
export const joinImportedProxies = (db: Database, proxyId: number, times: FieldTimes): Joined => {
  const same = sql`FROM dedicated_proxies d JOIN dedicated_proxies came ON came.id = ${proxyId}
    AND d.account_id = came.account_id AND d.service_id = came.service_id`;
  // The service may have given two proxies of one answer the same id. Then nothing tells which one was imported.
  const [bought, other] = db.values<number>(sql`SELECT d.id ${same} WHERE d.imported = 0 AND d.archived = 0 LIMIT 2`);
  if (bought !== proxyId || other !== undefined) return { fields: [], archivedIds: [] };
  const imported = db.all<SameRow>(sql`SELECT d.id, doc.timestamps AS "timestamps:json",
      EXISTS (SELECT 1 FROM standing_proxies s WHERE s.proxy_id = d.id) AS "isNamed:flag" ${same}
    JOIN shared_docs doc ON doc.account_id = d.account_id AND doc.kind = 'proxy' AND doc.local_id = d.id
    JOIN shared_desks desk ON desk.account_id = d.account_id
    WHERE d.imported = 1 AND d.archived = 0 AND substr(doc.timestamps ->> '$.made', 17) = ${markOfComputer(sql`desk.computer_id`)}
    ORDER BY d.id`);
  const idsOf = (isNamed: boolean): number[] => imported.flatMap((one) => (one.isNamed === isNamed ? [one.id] : []));
  const isLater = (field: TakenField, id: number): boolean =>
    imported.some((row) => row.id === id && timestampOf(row, field) > timestampOf(times, field));
  const { changed, archivedIds } = takeOverImported(db, bought, idsOf(false), isLater);
  const taken = new Set<TakenField>(changed);
  if (takeOverEnd(db, bought, idsOf(true))) taken.add('end');
  const fields = [...taken].map((field) => ({
    field,
    writtenAt: imported.map((row) => timestampOf(row, field)).reduce(laterOf, ''),
  }));
  return { fields, archivedIds };
};
