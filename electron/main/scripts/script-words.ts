/** Switches that may stand among the words of a script although they are meant for Chromium or for the app itself. */
const NOT_FOR_SCRIPTS = /^--(?:user-data-dir=|ozone-platform=|no-sandbox$)/;

/** The name of a command. A path, an address or a switch does not match, because a desktop may start the app with those. */
const COMMAND = /^[a-z][a-z-]{1,40}$/;

/**
 * Returns the words after the program's name if the first of them is a command, as in `reseller-desk clients --json`;
 * `null` for an ordinary start. If the app is not packaged, the words follow the name of its folder.
 */
export const scriptWords = (argv: readonly string[], isPackaged: boolean): readonly string[] | null => {
  const given = argv.slice(1).filter((word) => !NOT_FOR_SCRIPTS.test(word));
  const words = isPackaged ? given : given.slice(given.findIndex((word) => !word.startsWith('-')) + 1);
  return COMMAND.test(words[0] ?? '') ? words : null;
};
