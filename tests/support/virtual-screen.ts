import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A picture of a screen, with four bytes a pixel: blue, green, red and one unused. */
interface ScreenPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/**
 * Takes a picture of a display that was started with this folder (startVirtualDisplay), as a person in front of it sees it.
 */
export const readScreen = async (folder: string): Promise<ScreenPicture> => {
  const file = await readFile(join(folder, 'Xvfb_screen0'));
  const word = (index: number): number => file.readUInt32BE(index * 4);
  const [headerBytes, version, width, height, bitsPerPixel, bytesPerLine, colours] = [
    word(0),
    word(1),
    word(4),
    word(5),
    word(11),
    word(12),
    word(19),
  ] as const;
  if (version !== 7 || bitsPerPixel !== 32 || bytesPerLine !== (width ?? 0) * 4)
    throw new Error('Xvfb draws in a format that is not read here.');
  const start = (headerBytes ?? 0) + (colours ?? 0) * 12;
  return { width, height: height ?? 0, pixels: file.subarray(start, start + width * (height ?? 0) * 4) };
};

/** Counts the pixels of each colour; the key is 0xRRGGBB. */
export const coloursOf = ({ pixels }: ScreenPicture): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (let offset = 0; offset < pixels.length; offset += 4) {
    const colour = pixels.readUIntLE(offset, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
};
