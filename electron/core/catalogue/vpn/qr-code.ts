import { encode } from 'uqr';
import { DeskError } from '#shared/result.ts';

export interface QrCode {
  /** Modules along each side, without a quiet zone. */
  readonly size: number;
  /** An SVG path over `size` × `size` units; what it fills is dark. */
  readonly path: string;
}

/** What version 40 holds at the lowest correction level (ISO/IEC 18004), in bytes of UTF-8. */
const MAX_BYTES = 2_953;
/** With more, the modules would become too small for a phone; the correction gives way first. */
const ROOMY_BYTES = 500;

/**
 * The modules, row by row, `true` is dark; without a quiet zone. Made here: the text never leaves this computer. Throws
 * DeskError `invalid-input` (`link-too-long`).
 */
export const qrModules = (text: string): readonly (readonly boolean[])[] => {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) {
    throw new DeskError('invalid-input', 'The link is too long for a QR code.', { code: 'link-too-long' });
  }
  return encode(text, { ecc: bytes <= ROOMY_BYTES ? 'M' : 'L', border: 0 }).data;
};

/** The same as a path. */
export const qrCodeOf = (text: string): QrCode => {
  const modules = qrModules(text);
  return { size: modules.length, path: modules.map(rowPath).join('') };
};

/** One rectangle for each run of dark modules: no hairlines between them at any zoom. */
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
