import { DeskError } from '#shared/result.ts';

/** SQLite's primary result codes (sqlite3.h) that are distinguished. */
const ERROR = 1;
const BUSY = 5;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const CONSTRAINT = 19;
const NOT_A_DATABASE = 26;

/** Returns the primary code of an SQLite error, or `null` for any other error. */
export const sqliteCode = (error: unknown): number | null => {
  if (!(error instanceof Error)) return null;
  const code: unknown = 'errcode' in error ? error.errcode : 'sqliteCode' in error ? error.sqliteCode : undefined;
  return typeof code === 'number' ? code & 0xff : null;
};

/** Whether the file itself is broken, so that opening it again cannot help. */
export const isBrokenFile = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return code === CORRUPT || code === NOT_A_DATABASE;
};

export const isBusy = (error: unknown): boolean => sqliteCode(error) === BUSY;

/** Whether SQLite refused the content: a broken page, or a statement of a migration that does not fit the data. */
export const isBrokenContent = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return isBrokenFile(error) || code === ERROR || code === CONSTRAINT;
};

/** Whether the disk or its permissions, not the file's content, are the problem. Nothing may be set aside for that. */
export const isDiskTrouble = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return code === READ_ONLY || code === IO_ERROR || code === FULL || code === CANNOT_OPEN;
};

/** Errors of the system (errno.h) by which SQLite is kept from writing. It reports some of them as faults of the disk. */
const PERMISSION = new Set([1 /* EPERM */, 13 /* EACCES */, 30 /* EROFS */]);

/** Whether the system keeps SQLite from writing, because the disk or the folder is read-only. */
const isKeptFromWriting = (error: unknown): boolean =>
  error instanceof Error &&
  'systemErrno' in error &&
  typeof error.systemErrno === 'number' &&
  PERMISSION.has(error.systemErrno);

const FILE_CODES: Readonly<Record<string, string>> = {
  EACCES: 'data-folder-not-writable',
  EPERM: 'data-folder-not-writable',
  EROFS: 'data-folder-not-writable',
  ENOSPC: 'database-full',
  EDQUOT: 'database-full',
  EBUSY: 'database-in-use',
};

/**
 * Converts an error of SQLite or of the file system into a DeskError `storage` whose `code` selects the text shown to
 * the user: `database-full`, `data-folder-not-writable`, `database-broken`, `database-busy`, `database-in-use` or
 * `disk-error`. A DeskError is returned unchanged.
 */
export const storageError = (error: unknown): DeskError => {
  if (error instanceof DeskError) return error;
  const code = storageCode(error);
  return new DeskError('storage', `The local database cannot be used (${code}).`, { code });
};

/**
 * Returns trouble with the disk or with the file as `storageError` does, so that the user learns of it. Every other error
 * is returned unchanged: a statement that SQLite refuses is a fault of the app.
 */
export const withStorageTrouble = (error: unknown): unknown =>
  isDiskTrouble(error) || isBrokenFile(error) || isBusy(error) ? storageError(error) : error;

/** Returns an error whose message can be shown. Errors that say nothing to the user become `internal`. */
export const toDeskError = (error: unknown): DeskError => {
  const known = withStorageTrouble(error);
  return known instanceof DeskError ? known : new DeskError('internal', 'Something in the app went wrong.');
};

const storageCode = (error: unknown): string => {
  switch (sqliteCode(error)) {
    case FULL:
      return 'database-full';
    case READ_ONLY:
    case CANNOT_OPEN:
      return 'data-folder-not-writable';
    case IO_ERROR:
      return isKeptFromWriting(error) ? 'data-folder-not-writable' : 'disk-error';
    case CORRUPT:
    case NOT_A_DATABASE:
      return 'database-broken';
    case BUSY:
      return 'database-busy';
    default: {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      return FILE_CODES[code] ?? 'disk-error';
    }
  }
};
