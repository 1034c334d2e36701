import type { NativeClipboard } from './secret-clipboard.ts';

/** A number as Windows keeps it. */
const ZERO = new Uint8Array(4);

/**
 * By which formats beside the text a system, or the programs that keep what was copied, know a secret, which they then
 * do not keep. Windows: its history, its copy in the cloud, and other watchers. macOS and KDE: what password managers agreed on.
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

/** Electron's class of that name; Electron 33 has none, and can put either a text or another format there, never both. */
export type ItemClass = new (entries: Record<string, string | Blob>) => unknown;

/** What puts a secret there, with the marks of this system where Electron can. */
export const createSecretWriter = (
  clipboard: NativeClipboard,
  Item: ItemClass | undefined,
  platform: NodeJS.Platform = process.platform,
): ((text: string) => Promise<void>) => {
  const marks = Object.entries(MARKS[platform] ?? {}).map(
    ([format, value]) => [`electron application/osclipboard;format="${format}"`, new Blob([value])] as const,
  );
  return async (text) => {
    try {
      if (Item !== undefined && clipboard.write !== undefined)
        return void (await clipboard.write([new Item({ 'text/plain': text, ...Object.fromEntries(marks) })]));
    } catch {
      // the user has asked for the text; without its marks it is still wiped
    }
    await clipboard.writeText(text);
  };
};
