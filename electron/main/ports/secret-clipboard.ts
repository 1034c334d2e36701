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

export type SecretClipboard = ReturnType<typeof createSecretClipboard>;

/**
 * Creates a clipboard that removes secrets after a while. It leaves the clipboard alone if anything else was copied
 * since, here or in another program.
 */
export const createSecretClipboard = (clipboard: NativeClipboard, writeSecret: (text: string) => Promise<void>) => {
  let secret: { readonly text: string; readonly timer: ReturnType<typeof setTimeout> } | null = null;

  const forget = (): string | null => {
    if (secret === null) return null;
    clearTimeout(secret.timer);
    const { text } = secret;
    secret = null;
    return text;
  };
  /** Wipes a secret early, because the app is about to end. */
  const wipeNow = async (): Promise<void> => {
    const text = forget();
    if (text !== null && (await clipboard.readText()) === text) clipboard.clear();
  };
  return {
    write: (text: string, isSecret: boolean): void => {
      forget();
      void (isSecret ? writeSecret(text) : clipboard.writeText(text));
      if (isSecret) secret = { text, timer: setTimeout(() => void wipeNow(), SECRET_LIFE_MS) };
    },
    wipeNow,
  };
};
