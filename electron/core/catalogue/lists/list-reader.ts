import { createLru } from '#core/platform/async/lru.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { linesOf, storedText } from '#core/platform/text/stored-lines.ts';
import type { HostVariant } from '#shared/contract/lists.ts';
import { noList } from './list-repository.ts';

interface ChunkRow {
  readonly firstLine: number;
  readonly lineCount: number;
}

/** The number of unpacked chunks kept: a few screens around the visible ones, for a couple of lists. */
const KEPT_CHUNKS = 24;
/** The number of chunks unpacked ahead of the one being written. */
const READ_AHEAD = 3;

export type ListReader = ReturnType<typeof createListReader>;

/** Creates the reader of stored lines. It keeps the latest unpacked chunks. */
export const createListReader = (db: Database) => {
  const kept = createLru<Promise<readonly string[]>>(KEPT_CHUNKS);

  /**
   * Rejects with `not-found` if the list was permanently deleted since it was found, because the rest of it is not the list.
   */
  const unpack = async (listId: number, variant: HostVariant, firstLine: number): Promise<Buffer> => {
    const lines = db.value<Uint8Array>(sql`SELECT lines FROM list_chunks
      WHERE list_id = ${listId} AND variant = ${variant} AND first_line = ${firstLine}`);
    if (lines === null) throw noList();
    return storedText(lines);
  };

  const chunkLines = (listId: number, variant: HostVariant, firstLine: number): Promise<readonly string[]> => {
    const key = `${listId} ${variant} ${firstLine}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const lines = unpack(listId, variant, firstLine).then(linesOf);
    lines.catch(() => kept.delete(key));
    kept.set(key, lines, 1);
    return lines;
  };

  return {
    /** Returns a window of lines as the service sent them. */
    lines: async (listId: number, variant: HostVariant, offset: number, limit: number): Promise<string[]> => {
      const chunks = db.all<ChunkRow>(sql`SELECT first_line, line_count FROM list_chunks
        WHERE list_id = ${listId} AND variant = ${variant} AND first_line < ${offset + limit}
        AND first_line + line_count > ${offset} ORDER BY first_line`);
      const found: string[] = [];
      for (const { firstLine } of chunks) {
        const lines = await chunkLines(listId, variant, firstLine);
        found.push(...lines.slice(Math.max(0, offset - firstLine), offset + limit - firstLine));
      }
      return found;
    },
    /**
     * Yields the whole variant as UTF-8, each line ending with a line feed. Chunks are unpacked ahead. Throws `not-found` if
     * the list is permanently deleted meanwhile.
     */
    texts: async function* (listId: number, variant: HostVariant): AsyncGenerator<Buffer> {
      const chunks = db.all<ChunkRow>(sql`SELECT first_line, line_count FROM list_chunks
        WHERE list_id = ${listId} AND variant = ${variant} ORDER BY first_line`);
      const ahead: Promise<Buffer>[] = [];
      const startNext = (index: number) => {
        const chunk = chunks[index];
        if (chunk === undefined) return;
        const text = unpack(listId, variant, chunk.firstLine);
        // The error is thrown when the chunk's turn comes, or never if the reader has stopped by then.
        text.catch(() => undefined);
        ahead.push(text);
      };
      for (let index = 0; index < READ_AHEAD; index += 1) startNext(index);
      for (let index = READ_AHEAD; ahead.length > 0; index += 1) {
        const text = ahead.shift();
        startNext(index);
        if (text !== undefined) yield await text;
      }
    },
  };
};
