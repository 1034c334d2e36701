/**
 * The methods of Electron's clipboard used here. Electron 33 answers immediately, 45 with promises; `await` accepts
 * both.
 */
export interface NativeClipboard {
  readText(): string | Promise<string>;
  writeText(text: string): unknown;
  /** Writes several formats together. In Electron 33 the method of this name is a different one. */
  write?(items: unknown): unknown;
  clear(): unknown;
}

/** How long a secret stays on the clipboard. */
const SECRET_LIFE_MS = 60_000;

/** The pictures of the clipboard. `read` returns a text that names the picture on it; '' if there is none. */
export interface ClipboardImages {
  readonly write: (png: Uint8Array) => Promise<void>;
  readonly read: () => Promise<string>;
}

export type SecretClipboard = ReturnType<typeof createSecretClipboard>;

/**
 * Creates a clipboard that removes secrets after a while. It leaves the clipboard alone if anything else was copied
 * since, here or in another program.
 */
export const createSecretClipboard = (
  clipboard: NativeClipboard,
  writeSecret: (text: string) => Promise<void>,
  images: ClipboardImages,
) => {
  /** Returns whether the secret is still what the clipboard holds. */
  type IsThere = () => Promise<boolean>;
  let secret: { readonly isThere: IsThere; readonly timer: ReturnType<typeof setTimeout> } | null = null;

  const forget = (): IsThere | null => {
    if (secret === null) return null;
    clearTimeout(secret.timer);
    const { isThere } = secret;
    secret = null;
    return isThere;
  };
  /** Wipes a secret early, because the app is about to end. */
  const wipeNow = async (): Promise<void> => {
    const isThere = forget();
    if (isThere !== null && (await isThere())) clipboard.clear();
  };
  const keep = (isThere: IsThere): void => {
    secret = { isThere, timer: setTimeout(() => void wipeNow(), SECRET_LIFE_MS) };
  };
  return {
    write: (text: string, isSecret: boolean): void => {
      forget();
      void (isSecret ? writeSecret(text) : clipboard.writeText(text));
      if (isSecret) keep(async () => (await clipboard.readText()) === text);
    },
    /** Copies a secret picture. The system may encode it anew, so it is recognised as it was read back. */
    writeImage: (png: Uint8Array): void => {
      forget();
      const written = images.write(png).then(images.read, () => '');
      keep(async () => {
        const name = await written;
        return name !== '' && (await images.read()) === name;
      });
    },
    wipeNow,
  };
};
