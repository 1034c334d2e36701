import { describe, expect, it } from 'vitest';
import { createClipboardImages } from '../../../electron/main/ports/clipboard-images.ts';
import type { ItemClass } from '../../../electron/main/ports/secret-marks.ts';

const PNG = new Uint8Array([137, 80, 78, 71]);

class Item {
  readonly entries: Readonly<Record<string, string | Blob>>;
  constructor(entries: Record<string, string | Blob>) {
    this.entries = entries;
  }
  get types(): readonly string[] {
    return Object.keys(this.entries);
  }
  getType(type: string): Promise<Blob> {
    return Promise.resolve(this.entries[type] as Blob);
  }
}

describe('a picture on the clipboard', () => {
  it('is written and read as Electron 33 does', async () => {
    let held: string | null = null;
    const native = {
      writeImage: (image: unknown) => {
        held = String(image);
      },
      readImage: () => ({ isEmpty: () => held === null, toDataURL: () => `data:${held}` }),
    };
    const images = createClipboardImages(native, undefined, (png) => png.toString('hex'));
    expect(await images.read()).toBe('');
    await images.write(PNG);
    expect(await images.read()).toBe('data:89504e47');
  });

  it('is written and read as Electron 45 does', async () => {
    let held: readonly Item[] = [new Item({ 'text/plain': 'a text' })];
    const native = {
      write: async (items: unknown) => {
        held = items as readonly Item[];
      },
      read: async () => held,
    };
    const images = createClipboardImages(native, Item as ItemClass, () => null);
    expect(await images.read()).toBe('');
    await images.write(PNG);
    expect(held[0]?.types).toContain('image/png');
    expect(await images.read()).toBe(Buffer.from(PNG).toString('base64'));
  });
});
