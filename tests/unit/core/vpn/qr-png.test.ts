import jsqr from 'jsqr';
import { describe, expect, it } from 'vitest';
import { encodeQrPng, qrPng } from '#core/catalogue/vpn/qr-png.ts';
import { QR_LINKS } from '../../../support/qr-links.ts';
import { readPng } from '../../../support/read-png.ts';

const scan = (png: Buffer): string | undefined => {
  const { pixels, width, height } = readPng(png);
  return jsqr(pixels, width, height, { inversionAttempts: 'dontInvert' })?.data;
};

describe('the picture of a QR code', () => {
  it.each(QR_LINKS)('reads back as the link: %s', (link) => {
    expect(scan(qrPng(link))).toBe(link);
  });

  it('is square, large enough to be sharp, and has a white margin', () => {
    const { width, height, pixels } = readPng(qrPng('https://sub.example/s/abc'));
    expect(width).toBe(height);
    expect(width).toBeGreaterThanOrEqual(640);
    const edge = [...pixels.subarray(0, width * 4 * 8)];
    expect(edge.every((value) => value === 255)).toBe(true);
  });
});

describe('a picture', () => {
  it('has each point in its place, at widths that end within a byte', () => {
    for (const width of [1, 7, 8, 9, 13]) {
      const rows = [0, 1, 2].map((y) => Array.from({ length: width }, (_, x) => (x * 7 + y * 3) % 4 === 0));
      for (const scale of [1, 3]) {
        const { pixels, ...size } = readPng(encodeQrPng(rows, scale));
        expect(size).toEqual({ width: width * scale, height: 3 * scale });
        for (let y = 0; y < size.height; y += 1) {
          for (let x = 0; x < size.width; x += 1) {
            const isBlack = rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true;
            expect(pixels[(y * size.width + x) * 4]).toBe(isBlack ? 0 : 255);
          }
        }
      }
    }
  });
});
