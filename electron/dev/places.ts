import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The root of the checkout that contains these scripts. */
export const projectRoot = resolve(import.meta.dirname, '..', '..');

/** The folder in which the tests package the app; the packages for users are made in dist/. */
export const packagedFolder = join(projectRoot, 'out', 'packaged');

/** Returns the user's folder for downloads that all checkouts share. */
export const cacheFolder = (): string => {
  const base = process.env.XDG_CACHE_HOME;
  return join(base !== undefined && base !== '' ? base : join(homedir(), '.cache'), 'reseller-desk');
};

export const isRoot = (): boolean => process.getuid?.() === 0;
