import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { decodeHead } from '#core/views/backup/backup-header.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { makeShelf, saveBackup } from './backup-desk.ts';

let desk: TestDesk;
let shelf: Awaited<ReturnType<typeof makeShelf>>;
beforeEach(async () => {
  // All other tests derive weaker keys, because each of the app's takes half a second.
  desk = await startTestDesk({ hasStrongKeys: true, signIn: false });
  shelf = await makeShelf();
});
afterEach(async () => {
  await desk.close();
  await shelf.empty();
});

it('the app makes every guess at the passphrase of a backup cost 128 MB and 2^17 rounds', async () => {
  const path = join(shelf.path, 'desk.rdbackup');
  await saveBackup(desk, path);
  const { description } = decodeHead(await readFile(path));
  expect(description.kdf).toMatchObject({ name: 'scrypt', N: 2 ** 17, r: 8, p: 1 });
});
