import { readFile, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/**
 * Remembers what the database file was like when the app closed it: whoever else writes to it (a sync program, a copy put
 * in its place, a repair tool) leaves another size or time of change. Not a proof, but what the disk can tell at once.
 */
interface LastLeft {
  /**
   * How many times the file was opened and closed since it was last checked; `null` when it is not as it was left, or
   * that was never noted.
   */
  uncheckedOpenings(): Promise<number | null>;
  /** To be called when the file is closed. Losing the note costs the next start a check and nothing else. */
  note(uncheckedOpenings: number): Promise<void>;
}

interface Look {
  readonly size: number;
  readonly changedAt: number;
}

export const createLastLeft = (file: string, noteFile: string): LastLeft => ({
  uncheckedOpenings: async () => {
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
  note: async (unchecked) => {
    const look = await lookOf(file).catch(() => null);
    if (look === null) return;
    await writeFile(noteFile, JSON.stringify({ ...look, unchecked }), { mode: 0o600 }).catch(() => {});
  },
});

const NOTE = z.object({ size: z.number(), changedAt: z.number(), unchecked: z.number().default(0) });

/** Whole milliseconds: not every file system keeps more. */
const lookOf = async (file: string): Promise<Look> => {
  const { size, mtimeMs } = await stat(file);
  return { size, changedAt: Math.floor(mtimeMs) };
};
