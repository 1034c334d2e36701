import type { SharedChange, SharedKind } from '#shared/contract/shared-desk.ts';
import type { Database } from '../../storage/database.ts';
import { KINDS } from './kinds.ts';
import { bare, type Stamp, timeOf } from './stamps.ts';

interface StampedChange extends Pick<SharedChange, 'id' | 'field'> {
  readonly stamp: Stamp;
}

/** What people changed of these things last, field by field; of each thing the newest first. */
export const changesByHand = (
  db: Database,
  accountId: string,
  { kind: name, localIds }: { readonly kind: SharedKind; readonly localIds: readonly number[] },
): readonly StampedChange[] => {
  const byHand = new Set(KINDS.find((kind) => kind.name === name)?.byHand);
  return db
    .all<{ id: number; stamps: string }>(
      `SELECT local_id AS id, stamps FROM shared_docs
       WHERE account_id = ? AND kind = ? AND local_id IN (SELECT value FROM json_each(?)) ORDER BY local_id`,
      accountId,
      name,
      JSON.stringify(localIds),
    )
    .flatMap(({ id, stamps }) =>
      Object.entries(JSON.parse(stamps) as Record<string, string>)
        .map(([field, kept]) => ({ id, field, stamp: bare(kept) }))
        // Nobody has ever written what was empty from the beginning.
        .filter(({ field, stamp }) => byHand.has(field.split('/', 1)[0] ?? '') && timeOf(stamp) > 0)
        .toSorted((one, other) => (one.stamp < other.stamp ? 1 : -1)),
    );
};
