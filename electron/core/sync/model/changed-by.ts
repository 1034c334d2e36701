import type { Database } from '#core/platform/sqlite/database.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';
import type { SharedChange, SharedKind } from '#shared/contract/shared-desk.ts';
import { KINDS } from './kinds.ts';
import { type Timestamp, timeOf } from './timestamps.ts';

interface TimestampedChange extends Pick<SharedChange, 'id' | 'field'> {
  readonly timestamp: Timestamp;
  /** The mark of the computer, where it is known more reliably than from the timestamp. */
  readonly by: string | null;
}

/**
 * Returns the latest change that people made to each field of these records, the newest first for each record. `own` is
 * the mark of this computer.
 */
export const changesByHand = (
  db: Database,
  accountId: string,
  {
    kind: name,
    localIds,
    own,
  }: { readonly kind: SharedKind; readonly localIds: readonly number[]; readonly own: string },
): readonly TimestampedChange[] => {
  const byHand = new Set(KINDS.find((kind) => kind.name === name)?.byHand);
  // A computer that left and joined again has put its own mark into all of its timestamps, so only the purchase itself
  // says who paid.
  const paid =
    name !== 'purchase'
      ? []
      : db.all<{ id: number; by: string | null }>(sql`SELECT id, computer AS by FROM purchases
        WHERE id IN ${among(localIds)}`);
  const payers = new Map(paid.map((one) => [one.id, one.by ?? own]));
  return db
    .all<{ id: number; timestamps: string }>(sql`SELECT local_id AS id, timestamps FROM shared_docs
      WHERE account_id = ${accountId} AND kind = ${name} AND local_id IN ${among(localIds)} ORDER BY local_id`)
    .flatMap(({ id, timestamps }) =>
      Object.entries(JSON.parse(timestamps) as Record<string, string>)
        .map(([field, timestamp]) => ({
          id,
          field,
          timestamp,
          by: field === 'made' ? (payers.get(id) ?? null) : null,
        }))
        // Time 0 means that nobody has ever written the field: it was empty from the beginning.
        .filter(({ field, timestamp }) => byHand.has(field.split('/', 1)[0] ?? '') && timeOf(timestamp) > 0)
        .toSorted((one, other) => (one.timestamp < other.timestamp ? 1 : -1)),
    );
};
