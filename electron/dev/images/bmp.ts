import type { Picture } from './picture.ts';

const HEADER_BYTES = 54;

/** Encodes a Windows bitmap of 24 bits per pixel, the only kind that NSIS draws. Transparency is lost. */
export const encodeBmp = ({ width, height, rgba }: Picture): Buffer => {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(HEADER_BYTES + stride * height);
  file.write('BM', 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(HEADER_BYTES, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4;
      const to = HEADER_BYTES + (height - 1 - y) * stride + x * 3;
      file.writeUInt8(rgba.readUInt8(from + 2), to);
      file.writeUInt8(rgba.readUInt8(from + 1), to + 1);
      file.writeUInt8(rgba.readUInt8(from), to + 2);
    }
  }
  return file;
};
