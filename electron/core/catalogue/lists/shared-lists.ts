import type { Database } from '#core/platform/sqlite/database.ts';
import { ofRow, sql } from '#core/platform/sqlite/sql.ts';
import { storedPlain, storedTextUpTo } from '#core/platform/text/stored-lines.ts';
import { proxyList } from '#shared/contract/lists.ts';
import { hasControl } from '#shared/domain/control-characters.ts';
import { readList } from './list-repository.ts';
import { packAgainFrom } from './pack-old-lists.ts';

/**
 * The maximum size in bytes of lines stored together: far more than lines of proxies need, and less than one change may
 * contain.
 */
const MAX_TOLD = 2 * 1024 ** 2;

/** Returns stored lines as text, whether compressed or not; `null` if they are too large for a change. */
export const publishedLines = (stored: Uint8Array): string | null => storedTextUpTo(stored, MAX_TOLD);

export const toStoredLines = (text: string): Uint8Array => storedPlain(text);

/**
 * Marks the lines of a list that another computer has sent as missing until they arrive. Throws if the list is invalid.
 * Call it in the transaction that stores the list.
 */
export const noteArrivedList = (db: Database, listId: number): void => {
  proxyList.parse(readList(db, listId));
  db.run(
    ofRow(
      'lists',
      listId,
      sql`UPDATE lists SET missing_lines = max(0, domain_lines + ip_lines -
    (SELECT coalesce(sum(line_count), 0) FROM list_chunks WHERE list_id = lists.id)) WHERE id = ${listId}`,
    ),
  );
};

interface ChunkRow {
  readonly listId: number;
  readonly variant: string;
  readonly firstLine: number;
  readonly lineCount: number;
  readonly lines: Uint8Array;
  readonly createdAt: number;
}

/** Returns whether the text has this many lines, and each will be one line in a file. */
const areLines = (text: string | null, count: number): boolean => {
  if (text?.endsWith('\n') !== true) return false;
  const joined = text.replaceAll('\n', '');
  return text.length - joined.length === count && !hasControl(joined);
};

/**
 * Handles lines of a list that have arrived. Throws if they are invalid. Call it in the transaction that stores them.
 */
export const noteArrivedLines = (db: Database, chunkId: number): void => {
  const chunk = db.get<ChunkRow>(sql`SELECT c.list_id, c.variant, c.first_line, c.line_count, c.lines,
    l.created_at FROM list_chunks c JOIN lists l ON l.id = c.list_id
    WHERE c.id = ${chunkId}`);
  if (chunk === undefined) return;
  const { listId, variant, firstLine, lineCount, lines, createdAt } = chunk;
  if (!['domain', 'ip'].includes(variant) || firstLine < 0 || !areLines(publishedLines(lines), lineCount))
    throw new TypeError('These are not lines of a list.');
  db.run(
    ofRow(
      'lists',
      listId,
      sql`UPDATE lists SET missing_lines = max(0, missing_lines - ${lineCount}) WHERE id = ${listId}`,
    ),
  );
  packAgainFrom(db, createdAt);
};
