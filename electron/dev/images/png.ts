import { pngOf } from '#core/platform/files/png.ts';
import type { Picture } from './picture.ts';

/** Encodes a PNG with 8 bits per channel. Each row uses the filter whose differences have the smallest sum. */
export const encodePng = ({ width, height, rgba }: Picture): Buffer => {
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
  return pngOf({ width, height, depth: 8, colours: 'rgba' }, rows);
};

const smallest = (candidates: readonly Buffer[]): Buffer => {
  const weight = (row: Buffer): number =>
    row.reduce((sum, value, x) => sum + (x === 0 ? 0 : Math.min(value, 256 - value)), 0);
  const [first = Buffer.alloc(0), ...others] = candidates;
  return others.reduce((best, row) => (weight(row) < weight(best) ? row : best), first);
};
