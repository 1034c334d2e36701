import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Ports } from '#core/ports.ts';

/** Creates the schema of a power of two within the bounds. */
export const powerOfTwo = (min: number, max: number) =>
  z
    .int()
    .min(min)
    .max(max)
    .refine((value) => Number.isInteger(Math.log2(value)));

/** The bounds keep a forged file from claiming all the memory of the machine; scrypt takes 128 · N · r bytes. */
export const kdf = z.object({
  name: z.literal('scrypt'),
  N: powerOfTwo(2 ** 10, 2 ** 18),
  r: z.int().min(1).max(8),
  p: z.int().min(1).max(2),
  salt: z.base64().max(100),
});

export type Kdf = z.output<typeof kdf>;
export type Strength = Omit<Kdf, 'salt'>;

/**
 * Takes about half a second and 128 MB on a current desktop, once per passphrase. An attacker pays that for every
 * guess.
 */
export const STRONG: Strength = { name: 'scrypt', N: 2 ** 17, r: 8, p: 1 };

/** Returns the strength of new keys: `STRONG`, or that with the rounds that a test has set. */
export const newKeyStrength = ({ scryptRounds = STRONG.N }: Pick<Ports, 'scryptRounds'>): Strength => ({
  ...STRONG,
  N: scryptRounds,
});

const KEY_BYTES = 32;

/** Plain JavaScript in a string, because a separate file would have to be found inside the packed app. */
const WORK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { scryptSync } = require('node:crypto');
  const { passphrase, salt, keyBytes, limits } = workerData;
  parentPort.postMessage(scryptSync(passphrase, salt, keyBytes, limits));
`;

/**
 * Derives the key of one backup or invitation. Every one has a new salt, so no two share a key. A passphrase typed on
 * another system may consist of other code points (é as one or two), which NFKC makes equal.
 *
 * It runs on a thread of its own: Electron's `crypto.scrypt` does the whole calculation once in the calling thread to
 * validate its limits, and the window would freeze for that time.
 */
export const deriveKey = async (passphrase: string, { N, r, p, salt }: Kdf): Promise<Buffer> => {
  const limits = { N, r, p, maxmem: 256 * N * r };
  const workerData = {
    passphrase: passphrase.normalize('NFKC'),
    salt: Buffer.from(salt, 'base64'),
    keyBytes: KEY_BYTES,
    limits,
  };
  const worker = new Worker(WORK, { eval: true, workerData });
  try {
    const [key] = (await once(worker, 'message')) as [Uint8Array];
    return Buffer.from(key);
  } finally {
    await worker.terminate();
  }
};
