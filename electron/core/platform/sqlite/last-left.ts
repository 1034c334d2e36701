import { readFile, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** The database file, and the file with the note of what it looked like when the app closed it. */
interface LeftFiles {
  readonly file: string;
  readonly noteFile: string;
}

const NOTE = z.object({ size: z.number(), changedAt: z.number(), unchecked: z.number().default(0) });

/** The size in bytes, and the modification time in whole ms, because some file systems store nothing finer. */
const statOf = async (file: string) => {
  const { size, mtimeMs } = await stat(file);
  return { size, changedAt: Math.floor(mtimeMs) };
};

/**
 * Returns how many times the database file was opened and closed since it was last checked; `null` if it was changed
 * meanwhile, or its state was never noted. If anybody else writes to it (a sync program, a repair tool, a copy put in its
 * place), its size or modification time differs from the note. This is no proof, but it can be read at once.
 */
export const uncheckedOpenings = async ({ file, noteFile }: LeftFiles): Promise<number | null> => {
  const noted = NOTE.safeParse(
    await readFile(noteFile, 'utf8')
      .then(JSON.parse)
      .catch(() => null),
  );
  if (!noted.success) return null;
  const { size, changedAt } = await statOf(file);
  const isAsLeft = noted.data.size === size && noted.data.changedAt === changedAt;
  return isAsLeft ? noted.data.unchecked : null;
};

/**
 * Notes what the database file looks like. Must be called when it is closed. If the note is lost, the next start only has
 * to check the file.
 */
export const noteAsLeft = async ({ file, noteFile }: LeftFiles, unchecked: number): Promise<void> => {
  const stats = await statOf(file).catch(() => null);
  if (stats === null) return;
  await writeFile(noteFile, JSON.stringify({ ...stats, unchecked }), { mode: 0o600 }).catch(() => {});
};
