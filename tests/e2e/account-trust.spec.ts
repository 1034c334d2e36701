import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { makeBackup } from '#core/platform/sqlite/backups.ts';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { launchDesk } from '../support/electron-app.ts';
import { filesWith } from '../support/secret-search.ts';
import { callFrom, openSandboxDesk } from './pages/open-desk.ts';

let userDataDir: string;
test.beforeEach(async () => {
  userDataDir = await mkdtemp(join(tmpdir(), 'desk-trust-'));
});
test.afterEach(() => rm(userDataDir, { recursive: true, force: true }));

const data = (): string => join(userDataDir, 'data');

test('removing an account also removes its copies, once the user has read so', async () => {
  const { page, close } = await openSandboxDesk({ userDataDir });
  await callFrom(() => page)('clients.add', {
    messengerId: 5_012_345_678,
    clientKey: 'to-be-forgotten',
    name: 'Forgotten',
    note: '',
    tags: [],
  });
  await makeBackup(join(data(), 'desk.db'), join(userDataDir, 'backups'), Date.now());
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Remove…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove “Sandbox” and its data?' });
  const copies = dialog.getByRole('checkbox', {
    name: /^Also delete 1 copy on this computer that contains this account/,
  });
  await expect(copies).toBeChecked();
  await expectAccessible(page, 'removing an account');
  await copies.uncheck();
  await expect(dialog).toContainText('stays in them until you delete them in Settings');
  await copies.check();
  await dialog.getByRole('button', { name: 'Delete the account and its data' }).click();
  await page.waitForURL('app://welcome/**');
  for (const folder of ['data', 'backups']) {
    await expect.poll(() => filesWith(join(userDataDir, folder), 'to-be-forgotten')).toEqual([]);
  }
  await close();
});

test('a token that is sent nowhere is reported above every screen, with what to do', async () => {
  const first = await openSandboxDesk({ userDataDir });
  await first.close();
  expect(await readdir(data())).toContain('desk.db');
  const db = openDatabase(join(data(), 'desk.db'));
  db.run("UPDATE accounts SET is_sandbox = 0, token_in_keychain = 1, base_url = 'http://elsewhere.example'");
  db.close();
  const { page, close } = await launchDesk({ userDataDir });
  await expect(page.getByText('The token is not sent to http://elsewhere.example: without https')).toBeVisible();
  await expectAccessible(page, 'a token that is not sent');
  await page.getByRole('status').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('app://welcome/**');
  await close();
});
