import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabasePool } from '@photostructure/sqlite/experimental';
import type { Paths } from '#core/ports.ts';
import type { BackupCopy } from '#shared/contract/backup.ts';
import { DeskError } from '#shared/result.ts';
import { isBeforeUpdate, listBackups } from './backups.ts';
import { COMPANIONS, timeOfStamp } from './file-names.ts';

const SET_ASIDE = /^desk\.(replaced|broken)-(\d{8}-\d{6}-\d{3})\.db$/;

const withSize = async (folder: string, copy: Omit<BackupCopy, 'bytes'>): Promise<readonly BackupCopy[]> => {
  const info = await stat(join(folder, copy.name)).catch(() => undefined);
  return info === undefined ? [] : [{ ...copy, bytes: info.size }];
};

/** Lists the copies and the desks that were set aside, newest first. */
export const listCopies = async ({ data, backups }: Paths): Promise<readonly BackupCopy[]> => {
  const made = (await listBackups(backups)).map(({ name, createdAt }) => {
    return withSize(backups, { name, createdAt, kind: isBeforeUpdate(name) ? 'before-update' : 'daily' });
  });
  const setAside = (await readdir(data).catch((): string[] => [])).flatMap((name) => {
    const [, why, stamp = ''] = SET_ASIDE.exec(name) ?? [];
    const createdAt = timeOfStamp(stamp);
    return createdAt === null ? [] : [withSize(data, { name, createdAt, kind: why === 'broken' ? why : 'replaced' })];
  });
  return (await Promise.all([...made, ...setAside])).flat().sort((a, b) => b.createdAt - a.createdAt);
};

const pathOf = ({ data, backups }: Paths, { kind, name }: BackupCopy): string =>
  join(kind === 'replaced' || kind === 'broken' ? data : backups, name);

/**
 * Finds a copy by its name. Only listed names are found, so that no path gets in. Throws DeskError `not-found`
 * (`no-backup`).
 */
export const findCopy = async (paths: Paths, name: string): Promise<BackupCopy & { readonly path: string }> => {
  const copy = (await listCopies(paths)).find((one) => one.name === name);
  if (copy === undefined) throw new DeskError('not-found', 'There is no such backup.', { code: 'no-backup' });
  return { ...copy, path: pathOf(paths, copy) };
};

/** Deletes a copy for good. Throws DeskError `not-found` (`no-backup`). */
export const removeCopy = async (paths: Paths, name: string): Promise<void> => {
  const { path } = await findCopy(paths, name);
  for (const companion of COMPANIONS) await rm(`${path}${companion}`, { force: true });
};

/** Lists the copies that contain an account, removed or not, and those that may because they cannot be read. */
export const copiesWith = async (paths: Paths, accountId: string): Promise<readonly BackupCopy[]> => {
  const found: BackupCopy[] = [];
  for (const copy of await listCopies(paths)) if (await mayHold(pathOf(paths, copy), accountId)) found.push(copy);
  return found;
};

const mayHold = async (path: string, accountId: string): Promise<boolean> => {
  let pool: DatabasePool | undefined;
  try {
    pool = await DatabasePool.open(path, { connections: 1, authorizer: 'none', connectionSetup: [UNTRUSTED] });
    return (await pool.get('SELECT 1 FROM accounts WHERE id = ?', [accountId])) !== undefined;
  } catch {
    return true;
  } finally {
    await pool?.close().catch(() => {});
  }
};

const UNTRUSTED = { sql: 'PRAGMA trusted_schema = OFF' };
