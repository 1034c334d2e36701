import { chmod, mkdir, open } from 'node:fs/promises';

/**
 * Creates the folder if it is missing and denies other users of the machine access (on Windows the profile does that).
 */
export const makePrivateFolder = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
};

/**
 * Creates the file if it is missing, private to this user. SQLite gives its -wal and -shm files the same permissions.
 */
export const makePrivateFile = async (path: string): Promise<void> => {
  const file = await open(path, 'a', 0o600);
  try {
    await file.chmod(0o600);
  } finally {
    await file.close();
  }
};

/**
 * Flushes a folder: a rename is safe on the disk only after that. Windows cannot open a folder, and does not need to.
 */
export const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
