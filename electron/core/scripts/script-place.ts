import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** The longest path of a Unix socket on Linux and macOS, in bytes, with room for the zero at its end. */
const LONGEST_SOCKET = 100;

/** The file, readable by its user alone, that tells scripts where the running desk listens. */
export const scriptFileIn = (dataFolder: string): string => join(dataFolder, 'scripts.json');

/**
 * Returns the address on which the desk of this data folder listens: a named pipe on Windows, elsewhere a socket in the
 * folder. `null` if the folder's path is too long for a socket.
 */
export const socketIn = (dataFolder: string, platform: NodeJS.Platform): string | null => {
  if (platform === 'win32') {
    const name = createHash('sha256').update(dataFolder.toLowerCase()).digest('hex').slice(0, 32);
    return `\\\\.\\pipe\\reseller-desk-${name}`;
  }
  const path = join(dataFolder, 'scripts.sock');
  return Buffer.byteLength(path) > LONGEST_SOCKET ? null : path;
};
