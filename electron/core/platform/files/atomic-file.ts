import { createHash, randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { link, lstat, open, readdir, readlink, realpath, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DeskError } from '#shared/result.ts';
import { exists } from './exists.ts';
import { errnoOf, toFileError } from './file-error.ts';
import { countLineFeeds } from './inspect-file.ts';
import type { PartialBook } from './partial-book.ts';
import { renamePatiently, unlinkPatiently } from './rename-patiently.ts';
import { syncIfItCan } from './sync-folder.ts';
import { createBlockWriter, differs, inBlocks } from './written-blocks.ts';

export interface WrittenFile {
  /** The real path of the file: the target itself, or what a link led to. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the bytes handed to the disk, in hex, to be compared with what is read back. */
  readonly sha256: string;
  /** Number of line feeds. Each line ends with one, also the last. */
  readonly lines: number;
}

export interface AtomicWriteOptions {
  readonly signal?: AbortSignal;
  /** Whether to look for what a crash left in the folder. `false` after the first of many files in one folder. */
  readonly tidy?: boolean;
  /** The number of line feeds that the file must have to get its name. */
  readonly lines?: number;
  /**
   * Where the path is noted while the file is half written, so that the next start removes what a crash leaves. `null`
   * only in a folder that is deleted as a whole: one of the app's own, or one that has no name yet.
   */
  readonly partials: PartialBook | null;
  /** Inspects the file on the disk before it gets its name, and refuses it by throwing; then the old file stays. */
  readonly check?: (written: WrittenFile) => Promise<void>;
  /** Refuses with `file-exists` if anything has this name already, also if it appeared in the meantime. */
  readonly isNew?: boolean;
}

/** The size and checksum of the written bytes, as confirmed by reading them back. */
interface WrittenBytes {
  readonly bytes: number;
  readonly sha256: string;
  readonly lines: number;
}

const TEMP_NAME = /^\.reseller-desk-[0-9a-f]{16}\.tmp$/;
const LEFTOVER_AGE_MS = 60 * 60 * 1000;

/**
 * Writes a file so that the old one stays whole until the new one is complete: a temporary file beside the target,
 * fsync, rename, fsync of the folder. The file's mode is 0600. The content is read back and compared before the file
 * gets its name. Nothing is left behind when it fails. A symbolic link stays a link: its target is replaced.
 *
 * Throws DeskError `file` with a `details.code` (`disk-full`, `no-permission`, `read-only`, `folder-missing`,
 * `is-a-folder`, `name-too-long`, `file-in-use`, `read-back-differs`…), or the signal's reason when aborted.
 */
export const writeFileAtomically = async (
  target: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options: AtomicWriteOptions,
): Promise<WrittenFile> => {
  let temp: string | undefined;
  let strikeOut = async (): Promise<void> => {};
  try {
    const path = options.isNew === true ? await freeTarget(target) : await resolveTarget(target);
    const folder = dirname(path);
    temp = join(folder, `.reseller-desk-${randomBytes(8).toString('hex')}.tmp`);
    strikeOut = (await options.partials?.note(temp)) ?? strikeOut;
    const written = await writeTemp(temp, chunks, options.signal);
    if (options.lines !== undefined && written.lines !== options.lines) throw differs();
    await options.check?.({ path: temp, ...written });
    options.signal?.throwIfAborted();
    await (options.isNew === true ? renameToNew : renamePatiently)(temp, path);
    // Another program may still have the second name of a new file open: the record stays, and the next start removes it.
    if (await isGone(temp)) await strikeOut();
    temp = undefined;
    await syncIfItCan(folder);
    if (options.tidy !== false) await removeLeftovers(folder);
    return { path, ...written };
  } catch (error) {
    if (temp !== undefined && (await isGone(temp))) await strikeOut();
    if (options.signal?.aborted === true) throw options.signal.reason;
    throw toFileError(error);
  }
};

/** Removes the temporary file. Returns `false` if it is still there, or is in a place that cannot be reached now. */
const isGone = (temp: string): Promise<boolean> =>
  unlink(temp).then(
    () => true,
    (error: unknown) => errnoOf(error) === 'ENOENT',
  );

/** Returns what has this name, a link itself and not its target; `undefined` if nothing has it. */
const infoOf = (path: string): Promise<Stats | undefined> =>
  lstat(path).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** Returns the path that links lead to, also when there is no file at their end yet. */
const resolveTarget = async (target: string): Promise<string> => {
  const info = await infoOf(target);
  if (info === undefined) return target;
  if (info.isSymbolicLink()) {
    const end = await realpath(target).catch(async (error: unknown) => {
      if (errnoOf(error) !== 'ENOENT') throw error;
      return resolve(dirname(target), await readlink(target));
    });
    if (end !== target) return resolveTarget(end);
  }
  if (info.isDirectory()) throw new DeskError('file', 'There is a folder of that name.', { code: 'is-a-folder' });
  return target;
};

const fileExists = (): DeskError => new DeskError('file', 'There is a file of that name.', { code: 'file-exists' });

const freeTarget = async (target: string): Promise<string> => {
  if ((await infoOf(target)) !== undefined) throw fileExists();
  return target;
};

/** The errors of file systems that know no second name of a file, such as FAT. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL']);

/** Renames a file, but never over another one. A second name fails if there is a file, whereas a rename replaces it. */
const renameToNew = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to);
  } catch (error) {
    const errno = errnoOf(error) ?? '';
    if (errno === 'EEXIST') throw fileExists();
    if (!NO_LINKS.has(errno)) throw error;
    if (await exists(to)) throw fileExists();
    return renamePatiently(from, to);
  }
  // The file is complete under its name, whatever another program does with the other one.
  await unlinkPatiently(from).catch(() => undefined);
};

/**
 * Writes the temporary file. While the disk takes a block, the block is hashed, its lines are counted and the next one
 * is fetched; then it is read back and compared. So hash and count are those of the file's content, at the price of one
 * hash instead of two.
 */
const writeTemp = async (
  temp: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<WrittenBytes> => {
  const hash = createHash('sha256');
  let bytes = 0;
  let lines = 0;
  const file = await open(temp, 'wx+', 0o600);
  const writer = createBlockWriter(file);
  try {
    for await (const block of inBlocks(chunks, signal)) {
      await writer.add(block);
      for (const part of block.parts) {
        hash.update(part);
        lines += countLineFeeds(part);
      }
      bytes += block.size;
    }
    await writer.end();
  } finally {
    await writer.settled();
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex'), lines };
};

/**
 * Removes what a crash left in this folder during an earlier write. Young files may belong to a write that is running.
 */
const removeLeftovers = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => TEMP_NAME.test(one))) {
    const path = join(folder, name);
    const info = await stat(path).catch(() => undefined);
    if (info !== undefined && Date.now() - info.mtimeMs > LEFTOVER_AGE_MS) await unlink(path).catch(() => undefined);
  }
};
