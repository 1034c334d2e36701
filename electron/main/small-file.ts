import { readFileSync, writeFileSync } from 'node:fs';

/**
 * A few values of the shell, kept beside the database: the window needs them before the core is there. `null` where there is
 * no file, where it is none of ours, or `read` makes nothing of it.
 */
export const readSmallFile = <T>(file: string, read: (value: object) => T | null): T | null => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? read(value) : null;
  } catch {
    return null;
  }
};

/** Only this user may read it. Where it cannot be written the next start has to do without. */
export const writeSmallFile = (file: string, value: object | null): void => {
  try {
    writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
  } catch {
    // said above
  }
};
