/** What is used of Electron's clipboard. Electron 33 answers at once, 45 with promises: `await` takes both. */
export interface NativeClipboard {
  readText(): string | Promise<string>;
  writeText(text: string): unknown;
  /** Several formats at once; Electron 33 has another method of that name. */
  write?(items: unknown): unknown;
  clear(): unknown;
}

/** A secret stays on the clipboard this long. */
const SECRET_LIFE_MS = 60_000;

export type SecretClipboard = ReturnType<typeof createSecretClipboard>;

/** The clipboard, on which secrets do not stay. What was copied since, here or in another program, is not touched. */
export const createSecretClipboard = (clipboard: NativeClipboard, writeSecret: (text: string) => Promise<void>) => {
  let secret: { readonly text: string; readonly timer: ReturnType<typeof setTimeout> } | null = null;

  const forget = (): string | null => {
    if (secret === null) return null;
    clearTimeout(secret.timer);
    const { text } = secret;
    secret = null;
    return text;
  };
  /** Wipes a secret before its time: nobody will be there to do it later. */
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
