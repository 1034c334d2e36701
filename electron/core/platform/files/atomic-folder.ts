import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type WrittenFile, writeFileAtomically } from './atomic-file.ts';
import { exists } from './exists.ts';
import { toFileError } from './file-error.ts';
import type { PartialBook } from './partial-book.ts';
import { renamePatiently } from './rename-patiently.ts';
import { syncIfItCan } from './sync-folder.ts';

export interface FolderFile {
  readonly name: string;
  /** The number of line feeds that the file must have; not checked if missing. */
  readonly lines?: number;
  readonly chunks: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export interface WrittenFolder {
  readonly path: string;
  /** In the order of the input, with their final paths. */
  readonly files: readonly WrittenFile[];
}

/** The number of names that are tried: `name`, `name (2)`, and so on. */
const MAX_TRIES = 1_000;

/**
 * Creates a new folder in `parent` with all its files, or nothing: the folder is filled under a temporary name, and
 * renamed when everything is on the disk. An existing folder is never touched: the new one gets a number. The folder's
 * mode is 0700, that of the files 0600; each file is read back and compared before it counts as written
 * (atomic-file.ts).
 *
 * `partials`: where the path is noted while the folder is half written. Throws DeskError `file`.
 */
export const writeFolderAtomically = async (
  parent: string,
  name: string,
  files: readonly FolderFile[],
  partials: PartialBook,
): Promise<WrittenFolder> => {
  const temp = join(parent, `.reseller-desk-${randomBytes(8).toString('hex')}.partial`);
  const strikeOut = await partials.note(temp, { durable: true });
  try {
    await mkdir(temp, { mode: 0o700 });
    const written: WrittenFile[] = [];
    for (const { name: fileName, chunks, lines } of files) {
      const options = { partials: null, ...(lines === undefined ? {} : { lines }) };
      written.push(await writeFileAtomically(join(temp, fileName), chunks(), options));
    }
    const path = await freePath(parent, name);
    await renamePatiently(temp, path);
    await syncIfItCan(parent);
    await strikeOut();
    return { path, files: written.map((file, index) => ({ ...file, path: join(path, files[index]?.name ?? '') })) };
  } catch (error) {
    await rm(temp, { recursive: true, force: true }).then(strikeOut, () => {});
    throw toFileError(error);
  }
};

const freePath = async (parent: string, name: string): Promise<string> => {
  for (let number = 1; number < MAX_TRIES; number += 1) {
    const path = join(parent, number === 1 ? name : `${name} (${number})`);
    if (!(await exists(path))) return path;
  }
  return join(parent, `${name} ${randomBytes(4).toString('hex')}`);
};
