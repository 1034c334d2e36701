import { lstat, readlink, stat } from 'node:fs/promises';
import { expect } from 'vitest';
import type { CleanRoot } from './clean-root.ts';

/** The time limit of one test, in ms: it unpacks packages, perhaps on a busy machine. */
export const LIMIT_MS = 20 * 60_000;
export const LIMIT = { timeout: LIMIT_MS };

/** The folder into which both kinds of packages install the app. */
export const APP = '/opt/reseller-desk';

export const isThere = (root: CleanRoot, path: string): Promise<boolean> =>
  lstat(root.outside(path)).then(
    () => true,
    () => false,
  );

/** Expects that the helper of the sandbox runs with the rights of root, and that the command leads to the app. */
export const expectHelperAndCommand = async (root: CleanRoot): Promise<void> => {
  const helper = await stat(root.outside(`${APP}/chrome-sandbox`));
  expect({ mode: helper.mode & 0o7777, uid: helper.uid }).toEqual({ mode: 0o4755, uid: 0 });
  expect(await readlink(root.outside('usr/bin/reseller-desk'))).toBe(`${APP}/reseller-desk`);
};
