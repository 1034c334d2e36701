import { DeskError } from '#shared/result.ts';

const CODES: Readonly<Record<string, string>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'file-too-big',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EROFS: 'read-only',
  ENOENT: 'folder-missing',
  ENOTDIR: 'folder-missing',
  EISDIR: 'is-a-folder',
  ENAMETOOLONG: 'name-too-long',
  EBUSY: 'file-in-use',
  ETXTBSY: 'file-in-use',
  EIO: 'disk-fault',
  ENXIO: 'disk-fault',
  ENODEV: 'disk-fault',
};

/** Reasons that need other words, and another remedy, when a file that the user chose is only read. */
const READ_CODES: Readonly<Record<string, string>> = {
  EACCES: 'no-read-permission',
  EPERM: 'no-read-permission',
  ENOENT: 'no-such-file',
  ENOTDIR: 'no-such-file',
  EISDIR: 'not-a-file',
};

/** Returns the code of a Node error, such as `ENOENT`; `undefined` if the error has none. */
export const errnoOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
};

/**
 * Converts an error that Node threw while a file was written into a DeskError `file` whose `details.code` names the reason.
 * A DeskError is returned unchanged.
 */
export const toFileError = (error: unknown): DeskError => withReason(error, CODES);

/** Does the same for a file that the user chose to be read, where the texts about writing would be wrong. */
export const toReadError = (error: unknown): DeskError => withReason(error, { ...CODES, ...READ_CODES });

const withReason = (error: unknown, codes: Readonly<Record<string, string>>): DeskError => {
  if (error instanceof DeskError) return error;
  const errno = errnoOf(error);
  const code = errno === undefined ? undefined : codes[errno];
  return new DeskError('file', `The file could not be used (${errno ?? 'unknown reason'}).`, {
    code: code ?? 'file-fault',
    params: { errno: errno ?? '?' },
  });
};
