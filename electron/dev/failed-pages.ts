import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** More failures than this have a common cause, and the first pages show it. */
const MAX_PAGES = 5;
const MAX_LINES = 250;

/**
 * Returns the pages that failed window tests left behind, as text: for each the name of its folder and the tree of the
 * shown elements. A machine that runs the suites unattended keeps only their output.
 *
 * @param folder Playwright's results folder. If it does not exist, the result is empty.
 */
export const readFailedPages = async (folder: string): Promise<readonly string[]> => {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith('error-context.md')).sort();
  return Promise.all(
    files.slice(0, MAX_PAGES).map(async (name) => {
      const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
      const left = lines.length - MAX_LINES;
      const shown = left > 0 ? [...lines.slice(0, MAX_LINES), `… and ${left} more lines`] : lines;
      return [`== the page of ${dirname(name)}`, ...shown].join('\n');
    }),
  );
};
