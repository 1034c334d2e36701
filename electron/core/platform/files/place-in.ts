import { join } from 'node:path';
import { sanitizeFileName } from '#shared/domain/file-name.ts';
import { DeskError } from '#shared/result.ts';

/**
 * Characters that the app never puts into a file's name, because they would lead out of the folder, hide the file, or name
 * another file on some systems.
 */
const NOT_PLAIN = /^[.\s]|[.\s]$|[<>:"/\\|?*]|\p{Cc}|\p{Cs}/u;
/** UTF-16 units: no file system takes more. */
const MAX_LENGTH = 255;

/** The name of a file in its folder, and of nothing above, below or beside it. */
export const isPlainName = (name: string): boolean =>
  name !== '' &&
  name.length <= MAX_LENGTH &&
  !NOT_PLAIN.test(name) &&
  // A device of Windows gets a sign in front.
  sanitizeFileName(name).startsWith('_') === name.startsWith('_');

/** Where a file lies in a folder that the user has chosen. Throws DeskError `file` (`name-not-plain`). */
export const placeIn = (folder: string, name: string): string => {
  if (!isPlainName(name)) throw new DeskError('file', 'This is no name of a file.', { code: 'name-not-plain' });
  return join(folder, name);
};
