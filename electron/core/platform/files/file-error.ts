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

/** Returns the code of a Node error, such as `ENOENT`; `undefined` if the error has none. */
export const errnoOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
};

/**
 * Converts an error thrown by Node into a DeskError `file` whose `details.code` names the reason. A DeskError is
 * returned unchanged.
 */
export const toFileError = (error: unknown): DeskError => {
  if (error instanceof DeskError) return error;
  const errno = errnoOf(error);
  const code = errno === undefined ? undefined : CODES[errno];
  return new DeskError('file', `The file could not be used (${errno ?? 'unknown reason'}).`, {
    code: code ?? 'file-fault',
    params: { errno: errno ?? '?' },
  });
};
