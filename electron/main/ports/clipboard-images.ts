import type { ClipboardImages } from './secret-clipboard.ts';
import { type ItemClass, secretMarks } from './secret-marks.ts';

/** Electron 33 has the first two methods for pictures, and Electron 45 has the others instead. */
interface NativeImages {
  readImage?(): { isEmpty(): boolean; toDataURL(): string };
  writeImage?(image: unknown): unknown;
  write?(items: unknown): unknown;
  read?(): unknown;
}

interface ReadItem {
  readonly types: readonly string[];
  getType(type: string): Promise<Blob>;
}

const PNG = 'image/png';

/** Creates the access to the pictures of the clipboard. `decode` makes Electron's own picture of a PNG. */
export const createClipboardImages = (
  clipboard: NativeImages,
  Item: ItemClass | undefined,
  decode: (png: Buffer) => unknown,
): ClipboardImages => ({
  write: async (png) => {
    if (Item === undefined) clipboard.writeImage?.(decode(Buffer.from(png)));
    else
      await clipboard.write?.([new Item({ [PNG]: new Blob([new Uint8Array(png)], { type: PNG }), ...secretMarks() })]);
  },
  read: async () => {
    if (Item === undefined) {
      const image = clipboard.readImage?.();
      return image === undefined || image.isEmpty() ? '' : image.toDataURL();
    }
    const items = (await clipboard.read?.()) as readonly ReadItem[] | undefined;
    const item = items?.find(({ types }) => types.includes(PNG));
    return item === undefined ? '' : Buffer.from(await (await item.getType(PNG)).arrayBuffer()).toString('base64');
  },
});
