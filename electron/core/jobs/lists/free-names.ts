import { readdir } from 'node:fs/promises';
import { toFileError } from '#core/platform/files/file-error.ts';
import { placeIn } from '#core/platform/files/place-in.ts';
import { MAX_FILE_NAME_BYTES } from '#shared/domain/file-name.ts';
import { DeskError } from '#shared/result.ts';

export interface FreeNames {
  /** Returns the name itself or, if it is taken, the name with the first free number: `a.txt`, `a (2).txt`… */
  take(name: string): string;
}

/** Windows and macOS treat `A.txt` and `a.txt` as one file, and macOS also two spellings of `й`. */
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

/** Creates a source of names that no file in the folder has and that were not returned before. Throws `file`. */
export const openFreeNames = async (folder: string): Promise<FreeNames> => {
  const names = await readdir(folder).catch((error: unknown) => {
    throw toFileError(error);
  });
  const taken = new Set(names.map(folded));
  /**
   * The last number used for each name, so that counting does not restart for a thousand clients with the same name.
   */
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

/**
 * Calls `write` with the path of a free name in the folder until it does not throw `file-exists`, because another program
 * may have used a name since the folder was read.
 */
export const writeAtFreeName = async <T>(
  folder: string,
  names: FreeNames,
  wanted: string,
  write: (path: string) => Promise<T>,
): Promise<T> => {
  for (;;) {
    try {
      return await write(placeIn(folder, names.take(wanted)));
    } catch (error) {
      if (!(error instanceof DeskError) || error.details?.code !== 'file-exists') throw error;
    }
  }
};
