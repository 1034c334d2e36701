import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeBmp } from '../../../electron/dev/images/bmp.ts';
import { encodeIcns } from '../../../electron/dev/images/icns.ts';
import { encodePng } from '../../../electron/dev/images/png.ts';

const resources = resolve(import.meta.dirname, '..', '..', '..', 'resources');
const file = (name: string): Buffer => readFileSync(join(resources, name));

const pngSize = (png: Buffer): readonly [number, number] => {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
};

describe('the committed icons', () => {
  it('have on Linux the sizes that their names say, from a list entry to an overview', () => {
    const names = readdirSync(join(resources, 'icons'));
    for (const name of names) {
      const [width, height] = pngSize(file(join('icons', name)));
      expect(`${width}x${height}.png`).toBe(name);
    }
    expect(names).toEqual(
      expect.arrayContaining(['16x16.png', '32x32.png', '48x48.png', '256x256.png', '512x512.png']),
    );
  });

  it('are whole on Windows: every picture lies inside the file and has its size', () => {
    const ico = file('icon.ico');
    const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
      const at = 6 + 16 * index;
      const bytes = ico.readUInt32LE(at + 8);
      const image = ico.subarray(ico.readUInt32LE(at + 12), ico.readUInt32LE(at + 12) + bytes);
      expect(image.length).toBe(bytes);
      const size = ico.readUInt8(at) || 256;
      if (size === 256) expect(pngSize(image)).toEqual([256, 256]);
      else expect([image.readInt32LE(4), image.readInt32LE(8)]).toEqual([size, 2 * size]);
      return size;
    });
    expect(sizes).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256]);
  });

  it('are whole on macOS: the parts fill the file, and retina has twice the pixels', () => {
    const icns = file('icon.icns');
    expect(icns.toString('latin1', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const parts = new Map<string, number>();
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
      parts.set(icns.toString('latin1', at, at + 4), pngSize(icns.subarray(at + 8))[0]);
    expect(Object.fromEntries(parts)).toMatchObject({ ic11: 32, ic07: 128, ic13: 256, ic09: 512, ic10: 1024 });
  });

  it('fit the installers, which do not scale them', () => {
    const bmpSize = (name: string) => [
      file(name).readInt32LE(18),
      file(name).readInt32LE(22),
      file(name).readUInt16LE(28),
    ];
    expect(bmpSize('installer/sidebar.bmp')).toEqual([164, 314, 24]);
    expect(bmpSize('installer/header.bmp')).toEqual([150, 57, 24]);
    expect(pngSize(file('installer/dmg-background@2x.png'))).toEqual([1080, 760]);
  });
});

describe('writing pictures', () => {
  const dot = { width: 1, height: 1, rgba: Buffer.from([1, 2, 3, 255]) };

  it('gives the same bytes for the same picture', () => {
    expect(encodePng(dot)).toEqual(encodePng({ ...dot, rgba: Buffer.from(dot.rgba) }));
  });

  it('reorders red, green, blue for Windows, and pads each row to four bytes', () => {
    expect([...encodeBmp(dot).subarray(54)]).toEqual([3, 2, 1, 0]);
  });

  it('refuses a macOS icon that lacks a size', () => {
    expect(() => encodeIcns([dot])).toThrow('32 pixels');
  });
});
