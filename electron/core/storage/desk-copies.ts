import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DeskError } from '#shared/result.ts';
import type { Paths } from '../ports.ts';
import { isBeforeUpdate, listBackups } from './backups.ts';
import { COMPANIONS, timeOfStamp } from './file-names.ts';

/**
 * A whole desk on this computer that can be brought back: `daily`, made by itself; `before-update`, made before a new
 * version of the app changed the database; `replaced`, the desk that was open before another one took its place.
 */
export interface DeskCopy {
  readonly name: string;
  readonly kind: 'daily' | 'before-update' | 'replaced';
  /** ms since the epoch, UTC: when it was made, or set aside. */
  readonly createdAt: number;
  readonly bytes: number;
}

const REPLACED = /^desk\.replaced-(\d{8}-\d{6}-\d{3})\.db$/;

const withSize = async (folder: string, copy: Omit<DeskCopy, 'bytes'>): Promise<readonly DeskCopy[]> => {
  const info = await stat(join(folder, copy.name)).catch(() => undefined);
  return info === undefined ? [] : [{ ...copy, bytes: info.size }];
};

/** The newest first. */
export const listCopies = async ({ data, backups }: Paths): Promise<readonly DeskCopy[]> => {
  const made = (await listBackups(backups)).map(({ name, createdAt }) => {
    return withSize(backups, { name, createdAt, kind: isBeforeUpdate(name) ? 'before-update' : 'daily' });
  });
  const replaced = (await readdir(data).catch((): string[] => [])).flatMap((name) => {
    const createdAt = timeOfStamp(REPLACED.exec(name)?.[1] ?? '');
    return createdAt === null ? [] : [withSize(data, { name, createdAt, kind: 'replaced' })];
  });
  return (await Promise.all([...made, ...replaced])).flat().sort((a, b) => b.createdAt - a.createdAt);
};

/** Throws DeskError `not-found` (`no-backup`): only what is listed can be asked for, so no path gets in. */
export const findCopy = async (paths: Paths, name: string): Promise<DeskCopy & { readonly path: string }> => {
  const copy = (await listCopies(paths)).find((one) => one.name === name);
  if (copy === undefined) throw new DeskError('not-found', 'There is no such backup.', { code: 'no-backup' });
  return { ...copy, path: join(copy.kind === 'replaced' ? paths.data : paths.backups, name) };
};

/** Deletes a copy for good. Throws DeskError `not-found` (`no-backup`). */
export const removeCopy = async (paths: Paths, name: string): Promise<void> => {
  const { path } = await findCopy(paths, name);
  for (const companion of COMPANIONS) await rm(`${path}${companion}`, { force: true });
};
