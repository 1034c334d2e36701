import { DeskError } from '#shared/result.ts';
import { EMPTY_HASH, FORMAT } from './schema.ts';
import type { DatabaseSession } from './session.ts';
import type { Head, SealedChange, SharedStore } from './shared-store.ts';
import { asBytes, asInteger, type PostgresSql, postgresSql, type Row } from './sql.ts';
import { storeError } from './store-error.ts';

type Run = DatabaseSession['run'];

/** The largest sealed change or part of a snapshot, in bytes. */
export const MAX_SEALED = 8 * 1024 * 1024;
/** How many sealed bytes one request asks for. They arrive as base64, which an answer can hold. */
const MAX_READ = 16 * 1024 * 1024;
const MAX_CHANGES = 1_000;
/** After a timeout on a slow connection, smaller pieces are asked for, down to this size. */
const LEAST_READ = 64 * 1024;

/**
 * Returns the channel on which the computers of a desk listen. The name reveals only what the database knows anyway.
 */
export const channelOf = (deskId: string): string => `reseller_desk_${deskId.replaceAll('-', '')}`;

export const headOf = (deskId: string): PostgresSql =>
  postgresSql`SELECT format, seq, encode(head, 'base64') FROM reseller_desk.desks WHERE id = ${deskId}`;

const TIME = postgresSql`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** Returns `null` if there is no such desk. */
export const readHead = ([row]: readonly Row[] = []): Head | null => {
  if (row === undefined) return null;
  if (asInteger(row[0]) !== FORMAT) throw storeError(asInteger(row[0]) > FORMAT ? 'store-newer' : 'store-answer');
  return { seq: asInteger(row[1]), hash: asHash(row[2]) };
};

export const asHash = (value: string | null | undefined): Uint8Array => {
  const hash = asBytes(value, EMPTY_HASH.length);
  if (hash.length !== EMPTY_HASH.length) throw storeError('store-answer');
  return hash;
};

/** Returns `null` instead of failing with `store-gone`, because without the tables there is no desk either. */
export const orNull = async <T>(read: Promise<T>): Promise<T | null> => {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DeskError && error.details?.code === 'store-gone') return null;
    throw error;
  }
};

export const changesOf = (
  run: Run,
  deskId: string,
  computerId: string,
  onTime: (serverMs: number) => void = () => {},
): Pick<SharedStore, 'head' | 'append' | 'changesAfter' | 'oldestSeq'> => {
  const head = async (): Promise<Head | null> => {
    const [heads, times] = await run(headOf(deskId), TIME);
    onTime(asInteger(times?.[0]?.[0]));
    return readHead(heads);
  };

  /**
   * Compares and swaps in one statement. If another computer does the same, the statement waits for its end and then
   * sees the result.
   */
  const append = async (known: Head, sealed: Uint8Array, next: Head) => {
    const moved = postgresSql`UPDATE reseller_desk.desks SET seq = ${next.seq}, head = ${next.hash}
      WHERE id = ${deskId} AND format = ${FORMAT} AND seq = ${known.seq} AND head = ${known.hash} RETURNING id, seq`;
    const added = postgresSql`INSERT INTO reseller_desk.changes (desk, seq, sealed)
      SELECT id, seq, ${sealed} FROM moved RETURNING desk`;
    const [, heads] = await run(
      postgresSql`WITH moved AS (${moved}), added AS (${added})
        SELECT pg_notify(${channelOf(deskId)}, ${computerId}) FROM added`,
      headOf(deskId),
    );
    const now = readHead(heads);
    const isThere = now !== null && now.seq === next.seq && Buffer.compare(now.hash, next.hash) === 0;
    return isThere ? { appended: true as const } : { appended: false as const, head: now };
  };

  let atOnce = MAX_READ;
  const changesAfter = async (seq: number, maxBytes: number): Promise<readonly SealedChange[]> => {
    const limit = Math.min(maxBytes, atOnce);
    // PostgreSQL knows the size of a value without reading the value.
    const sized = postgresSql`SELECT seq, sealed, coalesce(octet_length(sealed), 0) AS size FROM reseller_desk.changes
      WHERE desk = ${deskId} AND seq > ${seq} ORDER BY seq LIMIT ${MAX_CHANGES}`;
    const summed = postgresSql`SELECT seq, sealed, size, sum(size) OVER (ORDER BY seq) AS total FROM (${sized}) AS sized`;
    const [rows = []] = await run(
      postgresSql`SELECT seq, encode(sealed, 'base64') FROM (${summed}) AS summed
        WHERE total <= ${limit} OR total = size ORDER BY seq`,
    ).catch((error: unknown) => {
      const isSlow = error instanceof DeskError && error.details?.code === 'store-timeout';
      if (isSlow) atOnce = Math.max(LEAST_READ, Math.floor(limit / 4));
      throw error;
    });
    return inOrder(rows, seq);
  };

  const oldestSeq = async (): Promise<number> => {
    const oldest = postgresSql`SELECT min(seq) FROM reseller_desk.changes WHERE desk = ${deskId}`;
    const [rows] = await run(
      postgresSql`SELECT coalesce((${oldest}), seq + 1) FROM reseller_desk.desks WHERE id = ${deskId}`,
    );
    if (rows?.[0] === undefined) throw storeError('store-gone');
    return asInteger(rows[0][0]);
  };

  return { head: () => orNull(head()), append, changesAfter, oldestSeq };
};

const inOrder = (rows: readonly Row[], after: number): readonly SealedChange[] => {
  let last = after;
  return rows.map((row) => {
    const seq = asInteger(row[0]);
    if (seq <= last) throw storeError('store-answer');
    last = seq;
    return { seq, sealed: asBytes(row[1], MAX_SEALED) };
  });
};
