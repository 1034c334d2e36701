import jsqr from 'jsqr';
import { describe, expect, it } from 'vitest';
import { type QrCode, qrCodeOf } from '#core/catalogue/vpn/qr-code.ts';
import { DeskError } from '#shared/result.ts';
import { QR_LINKS } from '../../../support/qr-links.ts';

const SCALE = 4;
const QUIET = 4;

/** Draws the path as a browser would, with a white margin, and reads it as a phone would. */
const scan = ({ size, path }: QrCode): string | undefined => {
  const side = (size + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = 0; row < SCALE; row += 1) {
      const from = ((Number(y) + QUIET) * SCALE + row) * side + (Number(x) + QUIET) * SCALE;
      for (let pixel = from; pixel < from + Number(width) * SCALE; pixel += 1) pixels.set([0, 0, 0], pixel * 4);
    }
  }
  return jsqr(pixels, side, side, { inversionAttempts: 'dontInvert' })?.data;
};

describe('the QR code of a link', () => {
  it.each(QR_LINKS)('reads back as the link: %s', (link) => {
    expect(scan(qrCodeOf(link))).toBe(link);
  });

  it('consists only of rectangles of one module’s height inside its square', () => {
    const { size, path } = qrCodeOf('https://sub.example/s/abc');
    const rest = path.replace(/M\d+ \d+h\d+v1h-\d+z/g, '');
    expect(rest).toBe('');
    for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      expect(Number(x) + Number(width)).toBeLessThanOrEqual(size);
      expect(Number(y)).toBeLessThan(size);
    }
  });

  it('is refused with a reason when the link cannot fit, and fits up to the last byte', () => {
    expect(scan(qrCodeOf('x'.repeat(2_953)))).toBe('x'.repeat(2_953));
    expect(() => qrCodeOf('x'.repeat(2_954))).toThrow(DeskError);
    expect(() => qrCodeOf('я'.repeat(1_477))).toThrow('too long');
  });
});
