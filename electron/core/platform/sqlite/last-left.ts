import { readFile, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/**
 * Remembers what the database file was like when the app closed it: whoever else writes to it (a sync program, a copy put
 * in its place, a repair tool) leaves another size or time of change. Not a proof, but what the disk can tell at once.
 */
export const createLastLeft = (file: string, noteFile: string) => ({
  /**
   * How many times the file was opened and closed since it was last checked; `null` when it is not as it was left, or
   * that was never noted.
   */
  uncheckedOpenings: async (): Promise<number | null> => {
    const noted = NOTE.safeParse(
      await readFile(noteFile, 'utf8')
        .then(JSON.parse)
        .catch(() => null),
    );
    if (!noted.success) return null;
    const { size, changedAt } = await lookOf(file);
    const isAsLeft = noted.data.size === size && noted.data.changedAt === changedAt;
    return isAsLeft ? noted.data.unchecked : null;
  },
  /** To be called when the file is closed. Losing the note costs the next start a check and nothing else. */
  note: async (unchecked: number): Promise<void> => {
    const look = await lookOf(file).catch(() => null);
    if (look === null) return;
    await writeFile(noteFile, JSON.stringify({ ...look, unchecked }), { mode: 0o600 }).catch(() => {});
  },
});

const NOTE = z.object({ size: z.number(), changedAt: z.number(), unchecked: z.number().default(0) });

/** Whole milliseconds: not every file system keeps more. */
const lookOf = async (file: string) => {
  const { size, mtimeMs } = await stat(file);
  return { size, changedAt: Math.floor(mtimeMs) };
};
