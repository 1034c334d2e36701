import { encode } from 'uqr';
import { DeskError } from '#shared/result.ts';

export interface QrCode {
  /** The number of modules per side, without a quiet zone. */
  readonly size: number;
  /** An SVG path over `size` × `size` units. It fills the dark modules. */
  readonly path: string;
}

/** The capacity of version 40 at the lowest correction level (ISO/IEC 18004), in bytes of UTF-8. */
const MAX_BYTES = 2_953;
/** Longer texts would make the modules too small for a phone, so they get a lower correction level. */
const ROOMY_BYTES = 500;

/**
 * Returns the modules row by row, `true` for dark, without a quiet zone. The code is made here so that the text never
 * leaves this computer. Throws `invalid-input` (`link-too-long`).
 */
export const qrModules = (text: string): readonly (readonly boolean[])[] => {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) {
    throw new DeskError('invalid-input', 'The link is too long for a QR code.', { code: 'link-too-long' });
  }
  return encode(text, { ecc: bytes <= ROOMY_BYTES ? 'M' : 'L', border: 0 }).data;
};

/** Returns the same as an SVG path. */
export const qrCodeOf = (text: string): QrCode => {
  const modules = qrModules(text);
  return { size: modules.length, path: modules.map(rowPath).join('') };
};

/** Returns one rectangle per run of dark modules, so that no gaps appear between them at any zoom. */
const rowPath = (row: readonly boolean[], y: number): string => {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue;
    const from = x;
    while (row[x + 1] === true) x += 1;
    const width = x - from + 1;
    path += `M${from} ${y}h${width}v1h-${width}z`;
  }
  return path;
};
