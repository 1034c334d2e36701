import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeUpdateKey, readSigningKey, signManifests } from '../../../electron/dev/update-signing.ts';
import { isSignedBy, readUpdateKey } from '../../../electron/main/updater/signature.ts';
import { OWN_FILE, rightsOf } from '../../support/file-rights.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-signing-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const made = async (name: string) => {
  const file = join(folder, name);
  const publicKey = await makeUpdateKey(file);
  const key = readUpdateKey(publicKey);
  if (key === null) throw new Error('no key was made');
  return { file, publicKey, key };
};

it('a manifest that was signed with the key is accepted by its public half, and nothing else is', async () => {
  const ours = await made('ours.pem');
  const theirs = await made('theirs.pem');
  const manifest = 'version: 2.0.0\npath: пакет.AppImage\n';
  await writeFile(join(folder, 'latest-linux.yml'), manifest);
  await writeFile(join(folder, 'builder-debug.yml'), manifest);
  const written = await signManifests(folder, await readSigningKey(ours.file, ours.publicKey));
  expect(written).toEqual([join(folder, 'latest-linux.yml.sig')]);
  const signature = await readFile(join(folder, 'latest-linux.yml.sig'), 'utf8');
  expect(isSignedBy(ours.key, manifest, signature)).toBe(true);
  expect(isSignedBy(theirs.key, manifest, signature)).toBe(false);
  expect(isSignedBy(ours.key, `${manifest} `, signature)).toBe(false);
  const broken = Buffer.from(signature, 'base64');
  broken.writeUInt8(broken.readUInt8(5) ^ 1, 5);
  for (const other of [broken.toString('base64'), '', '{}', signature.slice(0, 40)])
    expect(isSignedBy(ours.key, manifest, other)).toBe(false);
});

it('the private key is readable by its owner alone, is never overwritten, and signs for its own public half only', async () => {
  const ours = await made('ours.pem');
  const theirs = await made('theirs.pem');
  expect(await rightsOf(ours.file)).toBe(OWN_FILE);
  await expect(makeUpdateKey(ours.file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(readSigningKey(ours.file, theirs.publicKey)).rejects.toThrow('updateKey');
});

it.each(['', 7, null, 'no key', 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE'])('%s is not accepted as a key', (text) => {
  expect(readUpdateKey(text)).toBeNull();
});
