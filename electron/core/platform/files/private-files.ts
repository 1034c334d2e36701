import { chmod, mkdir, open } from 'node:fs/promises';

/** Makes the folder if it is missing and shuts it to other users of the machine (Windows does that by its profile). */
export const makePrivateFolder = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
};

/** Makes the file if it is missing. SQLite gives its -wal and -shm files the rights of the file they belong to. */
export const makePrivateFile = async (path: string): Promise<void> => {
  const file = await open(path, 'a', 0o600);
  try {
    await file.chmod(0o600);
  } finally {
    await file.close();
  }
};

/** A rename is on the disk only when its folder is. Windows cannot open a folder, and does not need to. */
export const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
