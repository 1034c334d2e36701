import { isAbsolute, resolve } from 'node:path';

/** Started with this, the app shows no window. */
export const HIDDEN = '--hidden';

/** What the command line and, in unpackaged builds only, the environment ask for. */
export interface LaunchOptions {
  readonly userDataDir: string | null;
  /** Open signed in to the embedded sandbox. */
  readonly trySandbox: boolean;
  /** Open no window: the system has started the app as the user signed in. */
  readonly hidden: boolean;
  /** Start the sandbox with its control port; never in a packaged build. */
  readonly sandboxControl: boolean;
  /** The sandbox begins with months of work behind it; without, for tests, never in a packaged build. */
  readonly sandboxPast: boolean;
  /** Where the hot-reload server listens; never in a packaged build. */
  readonly rendererUrl: string | null;
}

const argumentValue = (argv: readonly string[], name: string): string | null => {
  const found = argv.find((argument) => argument.startsWith(`${name}=`));
  const value = found?.slice(name.length + 1) ?? '';
  return value === '' ? null : value;
};

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
    rendererUrl: isPackaged ? null : (env.ELECTRON_RENDERER_URL ?? null),
  };
};
