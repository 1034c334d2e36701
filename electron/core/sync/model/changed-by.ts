import type { Database } from '#core/platform/sqlite/database.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';
import type { SharedChange, SharedKind } from '#shared/contract/shared-desk.ts';
import { KINDS } from './kinds.ts';
import { plainTimestamp, type Timestamp, timeOf } from './timestamps.ts';

interface TimestampedChange extends Pick<SharedChange, 'id' | 'field'> {
  readonly stamp: Timestamp;
  /** The mark of the computer, where it is known better than by the stamp. */
  readonly by: string | null;
}

/** What people changed of these things last, field by field; of each thing the newest first. `own`: the mark of this computer. */
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
  // The stamps of a computer that left and has joined again are its own: who paid stands in the purchase itself.
  const paid =
    name !== 'purchase'
      ? []
      : db.all<{ id: number; by: string | null }>(sql`SELECT id, computer AS by FROM purchases
        WHERE id IN ${among(localIds)}`);
  const payers = new Map(paid.map((one) => [one.id, one.by ?? own]));
  return db
    .all<{ id: number; stamps: string }>(sql`SELECT local_id AS id, stamps FROM shared_docs
      WHERE account_id = ${accountId} AND kind = ${name} AND local_id IN ${among(localIds)} ORDER BY local_id`)
    .flatMap(({ id, stamps }) =>
      Object.entries(JSON.parse(stamps) as Record<string, string>)
        .map(([field, kept]) => ({
          id,
          field,
          stamp: plainTimestamp(kept),
          by: field === 'made' ? (payers.get(id) ?? null) : null,
        }))
        // Nobody has ever written what was empty from the beginning.
        .filter(({ field, stamp }) => byHand.has(field.split('/', 1)[0] ?? '') && timeOf(stamp) > 0)
        .toSorted((one, other) => (one.stamp < other.stamp ? 1 : -1)),
    );
};
