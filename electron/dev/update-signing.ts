import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Linux does not verify a program before it replaces another one. So the app accepts an update from its feed only if
 * the manifest, which contains the hash of the file, was signed with the key whose public half is in the package.
 */

const encode = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64');

/**
 * Makes a key and writes its private half to a file that must not exist yet.
 * @returns the public half, in the format of package.json
 */
export const makeUpdateKey = async (file: string): Promise<string> => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await writeFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  return encode(publicKey);
};

/**
 * Reads the private key.
 * @throws if it does not belong to `publicKey`, because installed apps would refuse the update
 */
export const readSigningKey = async (file: string, publicKey: string): Promise<KeyObject> => {
  const key = createPrivateKey(await readFile(file, 'utf8'));
  if (encode(createPublicKey(key)) === publicKey) return key;
  throw new Error(`${file} is not the key that updateKey in package.json belongs to.`);
};

/** Writes a signature beside every manifest in a folder, and returns the paths of the signatures. */
export const signManifests = async (folder: string, key: KeyObject): Promise<readonly string[]> => {
  const names = (await readdir(folder)).filter((name) => /^latest.*\.yml$/.test(name));
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, `${name}.sig`);
      await writeFile(path, `${sign(null, await readFile(join(folder, name)), key).toString('base64')}\n`);
      return path;
    }),
  );
};
