import { join } from 'node:path';
import { sanitizeFileName } from '#shared/domain/file-name.ts';
import { DeskError } from '#shared/result.ts';

/**
 * Characters that the app never puts into a file name, because they would lead out of the folder, hide the file, or
 * name another file on some systems.
 */
const NOT_PLAIN = /^[.\s]|[.\s]$|[<>:"/\\|?*]|\p{Cc}|\p{Cs}/u;
/** In UTF-16 units: no file system allows more. */
const MAX_LENGTH = 255;

/**
 * Whether the text is the name of a file directly in its folder, and cannot name anything above, below or beside it.
 */
export const isPlainName = (name: string): boolean =>
  name !== '' &&
  name.length <= MAX_LENGTH &&
  !NOT_PLAIN.test(name) &&
  // `sanitizeFileName` puts an underscore in front of names that Windows reserves for devices.
  sanitizeFileName(name).startsWith('_') === name.startsWith('_');

/** Returns the path of a file in a folder that the user chose. Throws DeskError `file` (`name-not-plain`). */
export const placeIn = (folder: string, name: string): string => {
  if (!isPlainName(name)) throw new DeskError('file', 'This is not a valid file name.', { code: 'name-not-plain' });
  return join(folder, name);
};
