import type { NativeClipboard } from './secret-clipboard.ts';

/** A number in the format of Windows. */
const ZERO = new Uint8Array(4);

/**
 * Clipboard formats that mark the text as a secret, so that clipboard managers do not store it. On Windows they exclude
 * it from the history, the cloud and other watchers. On macOS and KDE they are the conventions of password managers.
 */
const MARKS: Readonly<Partial<Record<NodeJS.Platform, Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>>>> = {
  win32: {
    ExcludeClipboardContentFromMonitorProcessing: ZERO,
    CanIncludeInClipboardHistory: ZERO,
    CanUploadToCloudClipboard: ZERO,
  },
  darwin: { 'org.nspasteboard.ConcealedType': 'secret' },
  linux: { 'x-kde-passwordManagerHint': 'secret' },
};

/** The marks of this system as entries of a `ClipboardItem`. */
export const secretMarks = (platform: NodeJS.Platform = process.platform): Readonly<Record<string, Blob>> =>
  Object.fromEntries(
    Object.entries(MARKS[platform] ?? {}).map(([format, value]) => [
      `electron application/osclipboard;format="${format}"`,
      new Blob([value]),
    ]),
  );

/** Electron's `ClipboardItem`. Electron 33 lacks it and can write either a text or another format, never both. */
export type ItemClass = new (entries: Record<string, string | Blob>) => unknown;

/** Returns a function that copies a secret, with the marks of this system if Electron supports them. */
export const createSecretWriter = (
  clipboard: NativeClipboard,
  Item: ItemClass | undefined,
  platform: NodeJS.Platform = process.platform,
): ((text: string) => Promise<void>) => {
  const marks = secretMarks(platform);
  return async (text) => {
    try {
      if (Item !== undefined && clipboard.write !== undefined)
        return void (await clipboard.write([new Item({ 'text/plain': text, ...marks })]));
    } catch {
      // The user asked for this text. Without its marks it is still wiped later.
    }
    await clipboard.writeText(text);
  };
};
