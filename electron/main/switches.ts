/**
 * The switches that a packaged app accepts: its own, and those with which a desktop or an assistive tool configures a
 * window. Chromium knows hundreds more. Some write the network traffic to a file, some redirect it, some disable the
 * sandbox of the pages, so anyone who can change the app's command line could steal the token with them.
 */
const TAKEN: ReadonlySet<string> = new Set([
  'user-data-dir',
  'try-sandbox',
  'hidden',
  // The Windows installer starts the app with this switch.
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
  /** The accepted arguments, unchanged. */
  readonly kept: readonly string[];
  /** The names without values, because a value may be anything. */
  readonly refused: readonly string[];
}

/**
 * Sorts the arguments the way Chromium reads them: switches begin with one or two dashes (on Windows also with a slash,
 * and in any letter case), spaces around an argument are ignored, and `--` ends the switches. Other arguments mean
 * nothing to the app.
 */
export const sortSwitches = (args: readonly string[], platform: NodeJS.Platform, isRoot: boolean): Switches => {
  const kept: string[] = [];
  const refused = new Set<string>();
  for (const argument of args.map((given) => given.trim())) {
    if (argument === '--') break;
    const given = (platform === 'win32' ? /^(?:--|-|\/)([^=]+)/ : /^(?:--|-)([^=]+)/).exec(argument)?.[1];
    if (given === undefined) continue;
    const name = platform === 'win32' ? given.toLowerCase() : given;
    // Root needs this switch, because Chromium refuses its sandbox to root.
    if (TAKEN.has(name) || (name === 'no-sandbox' && isRoot)) kept.push(argument);
    else refused.add(name);
  }
  return { kept, refused: [...refused] };
};
