import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createSecretClipboard,
  type NativeClipboard,
  type SecretClipboard,
} from '../../../electron/main/ports/secret-clipboard.ts';
import { createSecretWriter, type ItemClass } from '../../../electron/main/ports/secret-marks.ts';

const MINUTE = 60_000;

class Item {
  readonly entries: Readonly<Record<string, string | Blob>>;
  constructor(entries: Record<string, string | Blob>) {
    this.entries = entries;
  }
}

describe.each(['Electron 33', 'Electron 45'])('the clipboard, as %s has it', (runtime) => {
  let held: string;
  let picture: string;
  let clipboard: SecretClipboard;
  const isNew = runtime === 'Electron 45';

  beforeEach(() => {
    vi.useFakeTimers();
    held = '';
    picture = '';
    const images = {
      // A system encodes a picture anew.
      write: async (png: Uint8Array) => {
        picture = `anew ${png.join()}`;
      },
      read: async () => picture,
    };
    const native: NativeClipboard = {
      readText: () => (isNew ? Promise.resolve(held) : held),
      writeText: (text) => {
        held = text;
      },
      write: (items) => {
        if (!isNew) throw new TypeError('Error processing argument at index 0');
        const [item] = items as Item[];
        held = String(item?.entries['text/plain']);
      },
      clear: () => {
        held = '';
        picture = '';
      },
    };
    clipboard = createSecretClipboard(native, createSecretWriter(native, isNew ? Item : undefined), images);
  });
  afterEach(() => vi.useRealTimers());

  it('holds a secret for a minute and not longer', async () => {
    clipboard.write('pa55', true);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(held).toBe('pa55');
    await vi.advanceTimersByTimeAsync(1);
    expect(held).toBe('');
  });

  it('keeps text that is not secret', async () => {
    clipboard.write('demo-shop', false);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(held).toBe('demo-shop');
  });

  it('does not touch text that was copied later, in another program or here', async () => {
    clipboard.write('pa55', true);
    held = 'of another program';
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(held).toBe('of another program');
    clipboard.write('pa55', true);
    clipboard.write('pa55', false);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(held).toBe('pa55');
  });

  it('keeps a secret that is copied again for another whole minute', async () => {
    clipboard.write('pa55', true);
    await vi.advanceTimersByTimeAsync(MINUTE / 2);
    clipboard.write('pa55', true);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(held).toBe('pa55');
    await vi.advanceTimersByTimeAsync(1);
    expect(held).toBe('');
  });

  it('holds a secret picture for a minute, unless another one was copied since', async () => {
    clipboard.writeImage(new Uint8Array([1, 2]));
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(picture).toBe('anew 1,2');
    await vi.advanceTimersByTimeAsync(1);
    expect(picture).toBe('');

    clipboard.writeImage(new Uint8Array([3]));
    await vi.advanceTimersByTimeAsync(1);
    picture = 'of another program';
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(picture).toBe('of another program');

    clipboard.writeImage(new Uint8Array([4]));
    await clipboard.wipeNow();
    expect(picture).toBe('');
  });

  it('contains no secret when the app ends before the minute does', async () => {
    clipboard.write('pa55', true);
    await clipboard.wipeNow();
    expect(held).toBe('');
    held = 'copied later';
    await clipboard.wipeNow();
    expect(held).toBe('copied later');
  });
});

describe('a copied secret', () => {
  const nothing = (): string => '';
  const writtenOn = async (platform: NodeJS.Platform, Class: ItemClass | null = Item, works = true) => {
    const written: unknown[] = [];
    const native: NativeClipboard = {
      readText: nothing,
      clear: nothing,
      writeText: async (text) => written.push(text),
      write: async (items) => {
        if (!works) throw new Error('refused');
        const [{ entries }] = items as [Item];
        for (const [type, value] of Object.entries(entries))
          written.push([
            type,
            value instanceof Blob ? Buffer.from(await value.arrayBuffer()).toString('latin1') : value,
          ]);
      },
    };
    await createSecretWriter(native, Class ?? undefined, platform)('pa55');
    return written;
  };
  const raw = (format: string) => `electron application/osclipboard;format="${format}"`;
  const text = ['text/plain', 'pa55'];

  it('is marked for the history of Windows, its cloud, and any other watcher', async () => {
    const zero = '\0\0\0\0';
    expect(await writtenOn('win32')).toEqual([
      text,
      [raw('ExcludeClipboardContentFromMonitorProcessing'), zero],
      [raw('CanIncludeInClipboardHistory'), zero],
      [raw('CanUploadToCloudClipboard'), zero],
    ]);
  });

  it('is marked for programs that keep copies on macOS and in KDE', async () => {
    expect(await writtenOn('darwin')).toEqual([text, [raw('org.nspasteboard.ConcealedType'), 'secret']]);
    expect(await writtenOn('linux')).toEqual([text, [raw('x-kde-passwordManagerHint'), 'secret']]);
  });

  it('is copied even where it cannot be marked', async () => {
    expect(await writtenOn('freebsd')).toEqual([text]);
    expect(await writtenOn('win32', null)).toEqual(['pa55']);
    expect(await writtenOn('darwin', Item, false)).toEqual(['pa55']);
  });
});
