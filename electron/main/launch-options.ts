import { isAbsolute, resolve } from 'node:path';

/** Switch that starts the app without a window. */
export const HIDDEN = '--hidden';

/** The options from the command line and, in unpackaged builds only, from the environment. */
export interface LaunchOptions {
  readonly userDataDir: string | null;
  /** Open signed in to the embedded sandbox. */
  readonly trySandbox: boolean;
  /** Open no window, because the system started the app when the user signed in. */
  readonly hidden: boolean;
  /** Start the sandbox with its control port; never in a packaged build. */
  readonly sandboxControl: boolean;
  /** Start the sandbox with months of history. Tests switch it off; a packaged build never does. */
  readonly sandboxPast: boolean;
  /** The address of a bot API of the tests; never set in a packaged build. */
  readonly botApi: string | null;
  /** The address of the hot-reload server; never set in a packaged build. */
  readonly rendererUrl: string | null;
}

const argumentValue = (argv: readonly string[], name: string): string | null => {
  const found = argv.find((argument) => argument.startsWith(`${name}=`));
  const value = found?.slice(name.length + 1) ?? '';
  return value === '' ? null : value;
};

/**
 * Reads the options that this process was started with. A relative data folder is resolved against the working
 * directory.
 */
export const readLaunchOptions = (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
): LaunchOptions => {
  const folder = argumentValue(argv, '--user-data-dir');
  return {
    userDataDir: folder === null ? null : isAbsolute(folder) ? folder : resolve(folder),
    trySandbox: argv.includes('--try-sandbox'),
    hidden: argv.includes(HIDDEN),
    sandboxControl: !isPackaged && env.RESELLER_DESK_SANDBOX_CONTROL === '1',
    sandboxPast: isPackaged || env.RESELLER_DESK_SANDBOX_PAST !== '0',
    botApi: isPackaged ? null : (env.RESELLER_DESK_BOT_API ?? null),
    rendererUrl: isPackaged ? null : (env.ELECTRON_RENDERER_URL ?? null),
  };
};
