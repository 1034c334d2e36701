import { crc32, deflateSync } from 'node:zlib';
import type { Picture } from './picture.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** PNG, 8 bits a channel. Of each row the simplest filter is taken whose differences sum up to the least. */
export const encodePng = ({ width, height, rgba }: Picture): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const stride = width * 4;
  const rows = Array.from({ length: height }, (_, y) => {
    const row = rgba.subarray(y * stride, (y + 1) * stride);
    const above = y === 0 ? Buffer.alloc(stride) : rgba.subarray((y - 1) * stride, y * stride);
    return smallest([
      Buffer.from([0, ...row]),
      Buffer.from([1, ...row.map((value, x) => value - (row[x - 4] ?? 0))]),
      Buffer.from([2, ...row.map((value, x) => value - (above[x] ?? 0))]),
    ]);
  });
  const data = deflateSync(Buffer.concat(rows), { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
};

const smallest = (candidates: readonly Buffer[]): Buffer => {
  const weight = (row: Buffer): number =>
    row.reduce((sum, value, x) => sum + (x === 0 ? 0 : Math.min(value, 256 - value)), 0);
  const [first = Buffer.alloc(0), ...others] = candidates;
  return others.reduce((best, row) => (weight(row) < weight(best) ? row : best), first);
};
