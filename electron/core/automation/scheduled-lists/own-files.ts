import { lstat, readdir, realpath, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '#core/platform/files/file-error.ts';
import { inspectFile } from '#core/platform/files/inspect-file.ts';
import { isPlainName } from '#core/platform/files/place-in.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Schedule } from './schedule-repository.ts';

/**
 * The properties that tell a file from any other one. A copy with the same name, bytes and date differs in its inode
 * and in the time when its entry changed.
 */
interface Mark {
  readonly inode: string;
  /** The time when the content changed, in ms since the epoch. */
  readonly modifiedAt: number;
  /** The time when the entry in the file system changed, in ms since the epoch. Nobody can set it. */
  readonly changedAt: number;
}

interface OwnFile extends Mark {
  readonly exportId: number;
  readonly folder: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

const markOf = async (path: string): Promise<(Mark & { readonly bytes: number }) | null> => {
  const info = await lstat(path, { bigint: true });
  if (!info.isFile()) return null;
  const [modifiedAt, changedAt] = [Number(info.mtimeMs), Number(info.ctimeMs)];
  return { inode: String(info.ino), modifiedAt, changedAt, bytes: Number(info.size) };
};

/**
 * Returns whether two marks are those of one file. Either the inode or the change of the entry may differ on its own:
 * FAT numbers its files anew, and a backup marks the files that it has read.
 */
const isSame = (one: Mark, other: Mark): boolean =>
  one.modifiedAt === other.modifiedAt && (one.inode === other.inode || one.changedAt === other.changedAt);

/** Returns the names in a folder as they are spelled there. Some systems find `A.txt` under `a.txt`. */
const namesIn = async (folder: string): Promise<ReadonlySet<string>> =>
  new Set((await readdir(folder)).map((name) => name.normalize('NFC')));

/** Deletes a file if it is still exactly as it was written. Rejects if that cannot be found out now. */
const deleteIfOurs = async (file: OwnFile, names: ReadonlySet<string>): Promise<void> => {
  if (!isPlainName(file.name) || !names.has(file.name.normalize('NFC'))) return;
  const path = join(file.folder, file.name);
  const before = await markOf(path);
  if (before === null || before.bytes !== file.bytes || !isSame(before, file)) return;
  const { sha256 } = await inspectFile(path);
  const after = await markOf(path);
  const isUntouched = after !== null && after.inode === before.inode && after.modifiedAt === before.modifiedAt;
  if (sha256 === file.sha256 && isUntouched) await unlink(path);
};

interface Written {
  readonly exportId: number;
  readonly clientId: number | null;
  readonly path: string;
}

const put = (db: Database, scheduleId: number, written: Written, folder: string, name: string, mark: Mark): void => {
  const { exportId, clientId } = written;
  db.run(sql`INSERT OR REPLACE INTO scheduled_list_files
      (export_id, schedule_id, client_id, folder, name, inode, modified_at, changed_at)
    VALUES (${exportId}, ${scheduleId}, ${clientId}, ${folder}, ${name}, ${mark.inode}, ${mark.modifiedAt},
    ${mark.changedAt})`);
};

/** Notes the files that a run of the schedule has written since the last call. */
export const noteOwnFiles = async (db: Database, scheduleId: number, runId: number): Promise<void> => {
  const written = db.all<Written>(sql`SELECT e.id AS exportId, l.client_id, e.path FROM exports e
      JOIN run_lines l ON l.export_id = e.id AND l.run_id = ${runId}
    WHERE e.id NOT IN (SELECT export_id FROM scheduled_list_files WHERE schedule_id = ${scheduleId})
    UNION ALL SELECT e.id, NULL, e.path FROM exports e JOIN runs r ON r.export_id = e.id AND r.id = ${runId}
    WHERE e.id NOT IN (SELECT export_id FROM scheduled_list_files WHERE schedule_id = ${scheduleId})`);
  for (const one of written) {
    const folder = await realpath(dirname(one.path)).catch(() => null);
    const mark = folder === null ? null : await markOf(join(folder, basename(one.path))).catch(() => null);
    // A file that is gone already needs no deletion later.
    if (folder !== null && mark !== null) put(db, scheduleId, one, folder, basename(one.path), mark);
  }
};

/**
 * Returns the files of a schedule in this folder except the newest `keep`. Files in another folder, where the schedule
 * wrote before, are never among them.
 */
const filesBeyond = (db: Database, schedule: Schedule, clientId: number | null, folder: string, keep: number) =>
  db.all<OwnFile>(sql`SELECT f.export_id, f.folder, f.name, f.inode, f.modified_at, f.changed_at, e.bytes, e.sha256
    FROM scheduled_list_files f JOIN exports e ON e.id = f.export_id
    WHERE f.schedule_id = ${schedule.id} AND f.folder = ${folder} AND f.client_id IS ${clientId}
    ORDER BY f.export_id DESC LIMIT -1 OFFSET ${keep}`);

/**
 * Deletes all but the newest files of each client for whom the run has written a complete new one. A file that is no
 * longer as it was written belongs to somebody: it stays, and is not considered again.
 */
export const deleteOldFiles = async (db: Database, schedule: Schedule, runId: number): Promise<void> => {
  const { keep, output } = schedule;
  if (keep === null) return;
  const owners: readonly { readonly clientId: number | null }[] =
    output.mode === 'combined'
      ? db.all(sql`SELECT NULL AS clientId FROM runs
        WHERE id = ${runId} AND state = 'done' AND export_id IS NOT NULL`)
      : db.all(sql`SELECT client_id FROM run_lines
        WHERE run_id = ${runId} AND state = 'done' AND export_id IS NOT NULL AND client_id IS NOT NULL`);
  if (owners.length === 0) return;
  const folder = await realpath(schedule.folder);
  const names = await namesIn(folder);
  for (const { clientId } of owners) {
    for (const file of filesBeyond(db, schedule, clientId, folder, keep)) {
      try {
        await deleteIfOurs(file, names);
      } catch (error) {
        // The file is in use, or protected. The next run tries again.
        if (errnoOf(error) !== 'ENOENT') continue;
      }
      db.run(sql`DELETE FROM scheduled_list_files WHERE export_id = ${file.exportId}`);
    }
  }
};
