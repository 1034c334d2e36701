import type { Picture } from './picture.ts';
import { encodePng } from './png.ts';

/**
 * Encodes a Windows icon. Images of up to 128 pixels are bitmaps, which every reader understands; larger ones are PNG.
 */
export const encodeIco = (pictures: readonly Picture[]): Buffer => {
  const images = pictures.map((picture) => (picture.width < 256 ? bitmap(picture) : encodePng(picture)));
  const directory = Buffer.alloc(6 + 16 * images.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(images.length, 4);
  let offset = directory.length;
  for (const [index, image] of images.entries()) {
    const at = 6 + 16 * index;
    const size = pictures[index]?.width ?? 0;
    // The value 0 means 256.
    directory.writeUInt8(size % 256, at);
    directory.writeUInt8(size % 256, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(image.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([directory, ...images]);
};

/**
 * Encodes blue, green, red and alpha from the bottom row up, then a mask of one bit per pixel. The mask is empty
 * because alpha replaces it.
 */
const bitmap = ({ width, height, rgba }: Picture): Buffer => {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  // The height counts the colours and the mask.
  header.writeInt32LE(height * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const rows = Array.from({ length: height }, (_, index) => {
    const row = Buffer.from(rgba.subarray((height - 1 - index) * width * 4, (height - index) * width * 4));
    for (let x = 0; x < row.length; x += 4) row.subarray(x, x + 3).reverse();
    return row;
  });
  const maskRow = Math.ceil(width / 32) * 4;
  return Buffer.concat([header, ...rows, Buffer.alloc(maskRow * height)]);
};
