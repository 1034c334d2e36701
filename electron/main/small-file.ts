import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Reads a few values of the shell that are stored beside the database, because the window needs them before the core is
 * ready. Returns `null` if the file is missing, not valid JSON, or rejected by `read`.
 */
export const readSmallFile = <T>(file: string, read: (value: object) => T | null): T | null => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? read(value) : null;
  } catch {
    return null;
  }
};

/** Writes such a file, readable by this user only. A failure is ignored: the next start works without the file. */
export const writeSmallFile = (file: string, value: object | null): void => {
  try {
    writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
  } catch {
    // A failure is harmless, as described above.
  }
};
