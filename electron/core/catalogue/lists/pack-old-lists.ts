import type { CommonDeps } from '#core/context.ts';
import { inTurns } from '#core/platform/async/slices.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { packStored } from '#core/platform/text/stored-lines.ts';

/** If a list is saved as a file at all, then usually in the first days. */
const NEW_FOR_MS = 3 * 24 * 3_600_000;
/** An internal setting: every list made before this time (ms since the epoch, UTC) is compressed. */
const PACKED_BEFORE = 'lists.packedBefore';

type PackDeps = CommonDeps<'db' | 'clock' | 'closing'>;

const packedBefore = (db: Database): number =>
  Number(db.value<string>(sql`SELECT value FROM settings WHERE key = ${PACKED_BEFORE}`) ?? '0');

const setPackedBefore = (db: Database, at: number): void => {
  db.run(sql`INSERT INTO settings (key, value) VALUES (${PACKED_BEFORE}, ${String(at)})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
};

/**
 * Notes that lines arrived of a list made elsewhere at this time (ms since the epoch, UTC), which may need compression.
 */
export const packAgainFrom = (db: Database, at: number): void => {
  if (at < packedBefore(db)) setPackedBefore(db, at);
};

/**
 * Compresses lists that are some days old, chunk by chunk. If the app closes meanwhile, finished chunks stay
 * compressed.
 */
export const packOldLists = async ({ db, clock, closing }: PackDeps): Promise<void> => {
  const since = packedBefore(db);
  const before = clock.now() - NEW_FOR_MS;
  const last = db.value<number>('SELECT max(id) FROM list_chunks');
  const chunks = db.values<number>(sql`SELECT list_chunks.id FROM lists
    JOIN list_chunks ON list_chunks.list_id = lists.id
    WHERE lists.created_at >= ${since} AND lists.created_at < ${before} AND lists.state <> 'running'`);
  for await (const id of inTurns(chunks)) {
    if (closing.aborted) return;
    const stored = db.value<Uint8Array>(sql`SELECT lines FROM list_chunks WHERE id = ${id}`);
    if (stored === null) continue;
    const packed = await packStored(stored);
    if (closing.aborted) return;
    if (packed !== stored) db.run(sql`UPDATE list_chunks SET lines = ${packed} WHERE id = ${id}`);
    await db.settled();
  }
  // Lines of old lists may have arrived meanwhile.
  const come = db.value<number>(sql`SELECT min(l.created_at) FROM list_chunks c
    JOIN lists l ON l.id = c.list_id WHERE c.id > ${last ?? 0}`);
  setPackedBefore(db, Math.min(before, come ?? before));
};
