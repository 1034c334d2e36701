import { readdir } from 'node:fs/promises';
import { toFileError } from '#core/platform/files/file-error.ts';
import { MAX_FILE_NAME_BYTES } from '#shared/domain/file-name.ts';

export interface FreeNames {
  /** The name itself, or with the first number that is free: `a.txt`, `a (2).txt`… */
  take(name: string): string;
}

/** Windows and macOS take `A.txt` and `a.txt` for one file, and macOS two spellings of `й` too. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

const numbered = (name: string, number: number): string => {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  const mark = ` (${number})`;
  let room = stem;
  while (Buffer.byteLength(room + mark + extension) > MAX_FILE_NAME_BYTES + mark.length) {
    room = [...room].slice(0, -1).join('');
  }
  return `${room}${mark}${extension}`;
};

/** Names that no file in the folder has and none was given before. Throws DeskError `file`. */
export const openFreeNames = async (folder: string): Promise<FreeNames> => {
  const names = await readdir(folder).catch((error: unknown) => {
    throw toFileError(error);
  });
  const taken = new Set(names.map(folded));
  /** The last number used for a name: for a thousand clients of one name, counting must not start over each time. */
  const counted = new Map<string, number>();
  return {
    take: (name) => {
      const key = folded(name);
      let free = name;
      let number = counted.get(key) ?? 1;
      while (taken.has(folded(free))) {
        number += 1;
        free = numbered(name, number);
      }
      counted.set(key, number);
      taken.add(folded(free));
      return free;
    },
  };
};
