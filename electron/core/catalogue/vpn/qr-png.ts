import { pngOf } from '#core/platform/files/png.ts';
import { qrModules } from './qr-code.ts';

/** The white margin in modules that scanners need (ISO/IEC 18004). */
const QUIET = 4;
/** The minimum width of the image in pixels, so that messengers show it sharply. */
const SIDE = 640;

/** Returns the text as a QR code in a PNG. Throws `invalid-input` (`link-too-long`). */
export const qrPng = (text: string): Buffer => {
  const modules = qrModules(text);
  const size = modules.length + 2 * QUIET;
  const empty = new Array<boolean>(size).fill(false);
  const edge = new Array<boolean>(QUIET).fill(false);
  const rows = modules.map((row) => [...edge, ...row, ...edge]);
  const border = new Array<boolean[]>(QUIET).fill(empty);
  return encodeQrPng([...border, ...rows, ...border], Math.max(4, Math.ceil(SIDE / size)));
};

/**
 * Encodes a black-and-white image as PNG (W3C PNG: one bit per pixel, grey, no filter). In `rows`, `true` is black, and
 * all rows have the same length. Every point becomes a square of `scale` pixels.
 */
export const encodeQrPng = (rows: readonly (readonly boolean[])[], scale: number): Buffer => {
  const width = (rows[0]?.length ?? 0) * scale;
  const bytes = Math.ceil(width / 8);
  const lines = rows.flatMap((row) => {
    // The first byte is the filter: none. White is 1.
    const line = Buffer.alloc(1 + bytes, 0xff);
    line.writeUInt8(0, 0);
    for (let x = 0; x < width; x += 1) {
      if (row[Math.floor(x / scale)] !== true) continue;
      const at = 1 + (x >> 3);
      line.writeUInt8(line.readUInt8(at) & ~(0x80 >> (x & 7)), at);
    }
    return Array.from({ length: scale }, () => line);
  });
  return pngOf({ width, height: lines.length, depth: 1, colours: 'grey' }, lines);
};
