import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The checkout these scripts belong to. */
export const projectRoot = resolve(import.meta.dirname, '..', '..');

/** Where the tests have the packaged app made; what users get is made in dist/. */
export const packagedFolder = join(projectRoot, 'out', 'packaged');

/** Per-user folder for what is fetched once and shared by every checkout. */
export const cacheFolder = (): string => {
  const base = process.env.XDG_CACHE_HOME;
  return join(base !== undefined && base !== '' ? base : join(homedir(), '.cache'), 'reseller-desk');
};

export const isRoot = (): boolean => process.getuid?.() === 0;
