import { crc32, inflateSync } from 'node:zlib';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel: red, green, blue, alpha. */
  readonly pixels: Uint8ClampedArray;
}

/** Reads the pictures that the app makes, strictly by the standard: PNGs of one bit, grey, without filters. */
export const readPng = (bytes: Buffer): Picture => {
  if (!bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) throw new Error('no PNG');
  const blocks = new Map<string, Buffer>();
  let end = 8;
  while (end < bytes.length) {
    const length = bytes.readUInt32BE(end);
    const body = bytes.subarray(end + 4, end + 8 + length);
    if (bytes.readUInt32BE(end + 8 + length) !== crc32(body)) throw new Error('a block is damaged');
    blocks.set(body.toString('latin1', 0, 4), body.subarray(4));
    end += 12 + length;
  }
  const header = blocks.get('IHDR');
  const data = blocks.get('IDAT');
  if (header === undefined || data === undefined || !blocks.has('IEND')) throw new Error('a block is missing');
  if (header.subarray(8).toString('hex') !== '0100000000') throw new Error('another kind of PNG');
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const raw = inflateSync(data);
  const stride = 1 + Math.ceil(width / 8);
  if (raw.length !== stride * height) throw new Error('not as large as it says');
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    if (raw.readUInt8(y * stride) !== 0) throw new Error('filtered');
    for (let x = 0; x < width; x += 1) {
      const isWhite = (raw.readUInt8(y * stride + 1 + (x >> 3)) & (0x80 >> (x & 7))) !== 0;
      if (!isWhite) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { width, height, pixels };
};
