/**
 * Switches that a packaged app takes: its own, and those by which a desktop or an assistive tool sets up a window.
 * Chromium knows hundreds more. Some write what goes over the network to a file, some send it elsewhere, some take the
 * pages out of their sandbox: whoever can change how the app is started could have the token by them.
 */
const TAKEN: ReadonlySet<string> = new Set([
  'user-data-dir',
  'try-sandbox',
  'hidden',
  // The installer for Windows starts the app with it.
  'updated',
  'lang',
  'disable-dev-shm-usage',
  'disable-gpu',
  'enable-wayland-ime',
  'force-color-profile',
  'force-device-scale-factor',
  'force-high-contrast',
  'force-renderer-accessibility',
  'gtk-version',
  'ozone-platform',
  'ozone-platform-hint',
  'wayland-text-input-version',
]);

export interface Switches {
  /** As they were given. */
  readonly kept: readonly string[];
  /** Names alone: a value may be anything. */
  readonly refused: readonly string[];
}

/**
 * Sorts the arguments as Chromium reads them: one or two dashes (on Windows a slash, too, and in any letter case), blanks
 * around an argument do not count, and nothing is a switch after `--`. What is no switch has no meaning to the app.
 */
export const sortSwitches = (args: readonly string[], platform: NodeJS.Platform, isRoot: boolean): Switches => {
  const kept: string[] = [];
  const refused = new Set<string>();
  for (const argument of args.map((given) => given.trim())) {
    if (argument === '--') break;
    const given = (platform === 'win32' ? /^(?:--|-|\/)([^=]+)/ : /^(?:--|-)([^=]+)/).exec(argument)?.[1];
    if (given === undefined) continue;
    const name = platform === 'win32' ? given.toLowerCase() : given;
    // Chromium refuses its sandbox to root.
    if (TAKEN.has(name) || (name === 'no-sandbox' && isRoot)) kept.push(argument);
    else refused.add(name);
  }
  return { kept, refused: [...refused] };
};
