import type { Picture } from './picture.ts';
import { encodePng } from './png.ts';

/** The sizes of a macOS icon in pixels, and their type names in the file (several for one size). */
const TYPES: readonly (readonly [type: string, size: number])[] = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

export const ICNS_SIZES: readonly number[] = [...new Set(TYPES.map(([, size]) => size))];

/**
 * Encodes a macOS icon.
 * @throws if one of `ICNS_SIZES` is missing
 */
export const encodeIcns = (pictures: readonly Picture[]): Buffer => {
  const parts = TYPES.map(([type, size]) => {
    const picture = pictures.find(({ width }) => width === size);
    if (picture === undefined) throw new Error(`A macOS icon needs ${size} pixels, too.`);
    return entry(type, encodePng(picture));
  });
  return entry('icns', Buffer.concat(parts));
};

const entry = (type: string, data: Buffer): Buffer => {
  const header = Buffer.alloc(8, type, 'latin1');
  header.writeUInt32BE(data.length + 8, 4);
  return Buffer.concat([header, data]);
};
