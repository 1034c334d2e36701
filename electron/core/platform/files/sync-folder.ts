import { open } from 'node:fs/promises';

/**
 * Flushes a folder, without which a power cut can lose a new name. Windows and some network disks cannot do it; there
 * it is skipped.
 */
export const syncIfItCan = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
};
