import { open } from 'node:fs/promises';

/** Without it a new name can be lost in a power cut. Windows and some network disks cannot: then it is left out. */
export const syncIfItCan = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
};
