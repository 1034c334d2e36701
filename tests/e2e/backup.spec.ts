import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerOpenDialog, answerSaveDialog, launchDesk } from '../support/electron-app.ts';
import { isRefused, refuses, unplacedProblemOf } from '../support/request-recorder.ts';
import { callFrom, openSandboxDesk } from './pages/open-desk.ts';

const PASSPHRASE = 'four words and more';

test('a desk is saved to a file, and is back on an empty computer from its first screen', async () => {
  const shelf = await mkdtemp(join(tmpdir(), 'desk-shelf-'));
  const file = join(shelf, 'moving.rdbackup');

  const old = await openSandboxDesk();
  const call = callFrom(() => old.page);
  await call('clients.add', {
    messengerId: 5_012_345_678,
    clientKey: 'moved',
    name: 'Moved Client',
    note: '',
    tags: [],
  });
  await old.page.getByRole('button', { name: 'Settings', exact: true }).click();
  await old.page.getByRole('button', { name: 'Save a backup…' }).click();
  const saving = old.page.getByRole('dialog', { name: 'Save everything to one file' });
  await saving.getByLabel('Passphrase', { exact: true }).fill('1234567890');
  await saving.getByLabel('Repeat the passphrase', { exact: true }).fill('1234567890');
  await saving.getByRole('button', { name: 'Choose a place and save' }).click();
  await expect(saving).toContainText('This passphrase is among the first anyone would try.');
  await expect(saving.getByLabel('Passphrase', { exact: true })).toBeFocused();
  await saving.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await saving.getByLabel('Repeat the passphrase', { exact: true }).fill('four words and mor');
  await saving.getByRole('button', { name: 'Choose a place and save' }).click();
  await expect(saving).toContainText('The two passphrases differ. Type the same one twice.');
  await expect(saving.getByLabel('Repeat the passphrase', { exact: true })).toBeFocused();
  await expectAccessible(old.page, 'saving a backup');
  await saving.getByLabel('Repeat the passphrase', { exact: true }).fill(PASSPHRASE);
  await answerSaveDialog(old.app, file);
  await saving.getByRole('button', { name: 'Choose a place and save' }).click();
  // Its key takes long to compute on purpose.
  await expect(saving.getByRole('status')).toContainText('Saved: moving.rdbackup', { timeout: 40_000 });
  await old.close();

  const fresh = await launchDesk();
  const { page } = fresh;
  await page.waitForURL('app://welcome/');
  await answerOpenDialog(fresh.app, file);
  await page.getByRole('button', { name: 'Restore from a backup…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore from a backup' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill('four words');
  const enter = () => page.keyboard.press('Enter');
  await isRefused(fresh, 'backup.openFile', enter, {
    tells: /^The passphrase is not the one this backup was made with\./,
  });
  await refuses(fresh, 'backup.openFile', enter, { error: unplacedProblemOf('backup.openFile') });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  const brings = dialog.getByRole('table', { name: 'The backup compared with the current data' });
  await expect(brings.getByRole('row', { name: /^Clients \d+ 0$/ })).toBeVisible({ timeout: 40_000 });
  await expectAccessible(page, 'the preview of a backup');
  await dialog.getByRole('button', { name: 'Restore the data' }).click();
  await page.waitForURL('app://desk/');
  // A user who restores a desk knows the app, and the files that it has written are on another computer.
  await expect(
    page.getByRole('heading', { name: /^Needs attention today|^Nothing needs attention today/ }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'From your first client to a proxy file' })).toBeHidden();
  await page.getByRole('button', { name: 'Clients', exact: true }).click();
  await expect(page.getByText('Moved Client')).toBeVisible();
  await fresh.close();
  await rm(shelf, { recursive: true, force: true });
});
