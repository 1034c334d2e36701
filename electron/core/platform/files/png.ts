import { crc32, deflateSync } from 'node:zlib';

interface PngShape {
  readonly width: number;
  readonly height: number;
  /** Bits per channel. */
  readonly depth: 1 | 8;
  readonly colours: 'grey' | 'rgba';
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** Encodes a PNG (W3C). Each row holds its pixels behind the byte that names its filter. */
export const pngOf = ({ width, height, depth, colours }: PngShape, rows: readonly Buffer[]): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colours === 'grey' ? 0 : 6], 8);
  const data = deflateSync(Buffer.concat(rows), { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
};
