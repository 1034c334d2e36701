import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import type { UpdateState } from '#shared/contract/updates.ts';
import { makeUpdateKey, readSigningKey, signManifests } from '../../electron/dev/update-signing.ts';
import type { Updates } from '../../electron/main/updater/updates.ts';
import { type LittleApp, launchLittleApp } from '../support/little-app.ts';

/** A real feed, electron-updater on a real Electron, and a file that stands for the AppImage from which it runs. */
test.skip(process.platform !== 'linux', 'elsewhere the system verifies an update');

const OLD = '#!/bin/sh\necho old\n';
const NEW = '#!/bin/sh\necho new\n';
const NAME = 'reseller-desk-2.0.0-linux-x86_64.AppImage';

let folder: string;
let appImage: string;
let publicKey: string;
let served: Map<string, string>;
let asked: string[];
let server: Server;
let feed: string;
let little: LittleApp;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-updates-'));
  appImage = join(folder, 'desk.AppImage');
  await writeFile(appImage, OLD);
  await chmod(appImage, 0o755);
  publicKey = await makeUpdateKey(join(folder, 'key.pem'));
  asked = [];
  served = new Map([[NAME, NEW]]);
  server = createServer((request, response) => {
    const name = new URL(request.url ?? '', 'http://feed').pathname.slice(1);
    asked.push(name);
    const body = served.get(name);
    if (body === undefined) response.writeHead(404).end();
    else response.end(body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  little = await launchLittleApp(resolve(import.meta.dirname, '../support/updates-app/main.ts'), {
    files: { 'dev-app-update.yml': `provider: generic\nurl: ${feed}\nupdaterCacheDirName: little\n` },
    env: {
      APPIMAGE: appImage,
      TEST_UPDATE_KEY: publicKey,
      TEST_UPDATE_FEED: feed,
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  });
});
test.afterEach(async () => {
  await little.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Publishes the file of electron-builder for an AppImage, with a signature made as `npm run package` makes it. */
const publish = async (file: string, keyFile = 'key.pem', key = publicKey): Promise<void> => {
  const sha512 = createHash('sha512').update(file).digest('base64');
  const manifest = [
    'version: 2.0.0',
    'files:',
    `  - url: ${NAME}`,
    `    sha512: ${sha512}`,
    `    size: ${Buffer.byteLength(file)}`,
    `path: ${NAME}`,
    `sha512: ${sha512}`,
    "releaseDate: '2026-01-01T00:00:00.000Z'",
    '',
  ].join('\n');
  await writeFile(join(folder, 'latest-linux.yml'), manifest);
  const [signature = ''] = await signManifests(folder, await readSigningKey(join(folder, keyFile), key));
  served.set('latest-linux.yml', manifest);
  served.set('latest-linux.yml.sig', await readFile(signature, 'utf8'));
};

const ask = (what: 'check' | 'download'): Promise<UpdateState> =>
  little.app.evaluate(async (_electron, name) => {
    const updates = Reflect.get(globalThis, 'updates') as Updates;
    await updates[name]();
    return updates.state();
  }, what);

test('a version that we have signed is offered, downloaded, and replaces the app after it has quit', async () => {
  await publish(NEW);
  expect(await ask('check')).toMatchObject({ status: 'available', version: '2.0.0', failed: null });
  expect(asked).not.toContain(NAME);
  expect(await ask('download')).toMatchObject({ status: 'ready', failed: null });
  expect(await readFile(appImage, 'utf8')).toBe(OLD);
  await little.app.close();
  expect(await readFile(appImage, 'utf8')).toBe(NEW);
});

const forgeries: readonly [string, () => Promise<void>][] = [
  ['without a signature', async () => void served.delete('latest-linux.yml.sig')],
  [
    'changed after it was signed',
    async () => void served.set('latest-linux.yml', `${served.get('latest-linux.yml')}#`),
  ],
  [
    'signed with the key of somebody else',
    async () => {
      const theirs = await makeUpdateKey(join(folder, 'theirs.pem'));
      await publish(NEW, 'theirs.pem', theirs);
    },
  ],
  [
    'with a page in place of the signature',
    async () => void served.set('latest-linux.yml.sig', '<html>sign in</html>'),
  ],
];
for (const [what, forge] of forgeries) {
  test(`a manifest ${what} is not accepted, and nothing is downloaded`, async () => {
    await publish(NEW);
    await forge();
    expect(await ask('check')).toMatchObject({ status: 'idle', version: null, failed: 'signature' });
    expect(await ask('download')).toMatchObject({ status: 'idle' });
    await little.app.close();
    expect(asked).not.toContain(NAME);
    expect(await readFile(appImage, 'utf8')).toBe(OLD);
  });
}

test('a file that differs from the signed one is not installed', async () => {
  await publish(NEW);
  served.set(NAME, NEW.replace('new', 'bad'));
  expect(await ask('check')).toMatchObject({ status: 'available' });
  expect(await ask('download')).toMatchObject({ status: 'available', failed: 'download' });
  await little.app.close();
  expect(await readFile(appImage, 'utf8')).toBe(OLD);
});
