import { qrModules } from '../vpn/qr-code.ts';
import { encodePng } from './png.ts';

/** Modules around the code that stay white: scanners need them (ISO/IEC 18004). */
const QUIET = 4;
/** Pixels a picture should have at least along its side, so that it is sharp where a messenger shows it. */
const SIDE = 640;

/** The text as a QR code in a PNG. Throws DeskError `invalid-input` (`link-too-long`). */
export const qrPng = (text: string): Buffer => {
  const modules = qrModules(text);
  const size = modules.length + 2 * QUIET;
  const empty = new Array<boolean>(size).fill(false);
  const edge = new Array<boolean>(QUIET).fill(false);
  const rows = modules.map((row) => [...edge, ...row, ...edge]);
  const border = new Array<boolean[]>(QUIET).fill(empty);
  return encodePng([...border, ...rows, ...border], Math.max(4, Math.ceil(SIDE / size)));
};
