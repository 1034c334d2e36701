import { lstat, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const isWindows = process.platform === 'win32';

/**
 * The rights of a file and of a folder that are their owner's alone, as Node reports them. Windows has access lists
 * instead, which Node neither reads nor sets (docs/decisions/044-windows-under-wine.md).
 */
export const OWN_FILE = isWindows ? 0o666 : 0o600;
export const OWN_FOLDER = isWindows ? 0o666 : 0o700;

/** Returns the rights of a file or a folder, or of the end of a link. */
export const rightsOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

/** Returns whether this system lets this user make symbolic links. Windows asks for a right, and Wine 10 makes none. */
export const makesLinks = async (): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), 'links-'));
  const link = join(folder, 'link');
  try {
    await symlink(join(folder, 'nowhere'), link);
    return (await lstat(link)).isSymbolicLink();
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
