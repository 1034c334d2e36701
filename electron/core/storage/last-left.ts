import { readFile, stat, writeFile } from 'node:fs/promises';

/**
 * Remembers what the database file was like when the app closed it: whoever else writes to it (a sync program, a copy put
 * in its place, a repair tool) leaves another size or time of change. Not a proof, but what the disk can tell at once.
 */
export interface LastLeft {
  /** Whether the file is as it was left. `false` when that was never noted. */
  isAsLeft(): Promise<boolean>;
  /** To be called when the file is closed. Losing the note costs the next start a check and nothing else. */
  note(): Promise<void>;
}

export const createLastLeft = (file: string, noteFile: string): LastLeft => ({
  isAsLeft: async () => {
    const noted = await readFile(noteFile, 'utf8').catch(() => null);
    return noted !== null && noted === (await lookOf(file));
  },
  note: async () => {
    const look = await lookOf(file).catch(() => null);
    if (look !== null) await writeFile(noteFile, look, { mode: 0o600 }).catch(() => {});
  },
});

/** Whole milliseconds: not every file system keeps more. */
const lookOf = async (file: string): Promise<string> => {
  const { size, mtimeMs } = await stat(file);
  return JSON.stringify({ size, changedAt: Math.floor(mtimeMs) });
};
