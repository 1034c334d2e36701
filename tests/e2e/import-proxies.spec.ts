import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerOpenDialog, type RunningDesk } from '../support/electron-app.ts';
import { isDone, isRefused, refuses, unplacedProblemOf } from '../support/request-recorder.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, goTo } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;
let folder: string;

test.beforeEach(async () => {
  desk = await shared.openSandboxDesk();
  folder = await mkdtemp(join(tmpdir(), 'import-proxies-'));
});
test.afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true });
});

const call = callFrom(() => desk.page);
const dialog = () => desk.page.getByRole('dialog');
const press = (name: string | RegExp) => dialog().getByRole('button', { name }).click();
const grid = () => desk.page.getByRole('grid', { name: 'Your dedicated proxies' });

const TABLE = [
  'ID;Address;Port;Login;Password;End;Country;Client;Note',
  '9001;203.0.113.7;8000;anna;first-secret;2027-03-31 10:15:00;de;;',
  ';203.0.113.8;8000;bob;second-secret;;;A stranger;from before',
  'A-17;203.0.113.9;8000;cora;third-secret;;;;',
].join('\n');

test('a pasted table becomes proxies that can be extended, and the import can be undone', async () => {
  const { page } = desk;
  await goTo(page, 'Dedicated');
  await page.getByRole('button', { name: 'Import proxies…' }).first().click();
  const pasted = dialog().getByRole('textbox', { name: 'List or table' });
  await expect(pasted).toBeFocused();
  await expectAccessible(page, 'the source of an import of proxies');
  await pasted.fill('\n\n.');
  const read = () => press('Continue');
  await refuses(desk, 'dedicated.importText', read);
  await read();
  // A text without a proxy can still be looked at, and replaced.
  await expect(dialog().getByText('1 unreadable line')).toBeVisible();
  const back = () => press('Another list');
  await refuses(desk, 'dedicated.importCancel', back);
  await pasted.fill(TABLE);
  await read();
  await isDone(desk, 'dedicated.importCancel', back);
  await expect(pasted).toHaveValue(TABLE);
  await read();

  await expect(dialog().getByText('2 new proxies · 1 unreadable line')).toBeVisible();
  await expect(dialog().getByText('Line 4: The ID is not a number.')).toBeVisible();
  await expect(dialog().getByText(/names a client who is not here: A stranger/)).toBeVisible();
  await expect(dialog()).not.toContainText('secret');
  await inEveryLook({ page, call }, (_, look) => expectAccessible(page, `the review of an import, ${look}`));
  await call('settings.update', { language: 'en', theme: 'light' });

  // Another meaning of a column is read at once, and back again.
  const id = dialog().getByRole('combobox', { name: 'Meaning of “ID”' });
  await refuses(desk, 'dedicated.importPreview', () => id.selectOption('ignore').then(() => undefined));
  await id.selectOption('ignore');
  await expect(dialog().getByText('3 new proxies', { exact: true })).toBeVisible();
  await id.selectOption('id');
  await expect(dialog().getByText('2 new proxies · 1 unreadable line')).toBeVisible();

  const confirm = () => press('Import 2 proxies');
  await isRefused(desk, 'dedicated.importConfirm', confirm, { tells: 'Choose a kind.' });
  await expect(dialog().getByText('Choose a country.')).toBeVisible();
  await refuses(desk, 'dedicated.importConfirm', confirm, { error: unplacedProblemOf('dedicated.importConfirm') });
  await dialog().getByText('IPv4 individual', { exact: true }).click();
  await dialog().getByRole('combobox', { name: 'Country', exact: true }).fill('fran');
  await page.getByRole('option', { name: 'France' }).click();
  await isDone(desk, 'dedicated.importConfirm', confirm);
  await expect(dialog()).toBeHidden();
  await expect(page.getByText('2 proxies imported')).toBeVisible();
  await expect(grid().getByRole('row', { name: /203\.0\.113\.7/ })).toContainText('31 Mar 2027');
  await grid()
    .getByRole('row', { name: /203\.0\.113\.8/ })
    .click();
  const detail = page.getByRole('complementary');
  await expect(detail.getByText(/^You imported it/)).toBeVisible();
  await expect(detail).toContainText('France');
  await expectAccessible(page, 'an imported proxy');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('No dedicated proxies yet')).toBeVisible();
});

test('a file is read in its own encoding, and only its ends are added the second time', async () => {
  const { page } = desk;
  await goTo(page, 'Dedicated');
  const open = async () => {
    await page.getByRole('button', { name: 'Import proxies…' }).first().click();
    await answerOpenDialog(desk.app, join(folder, 'proxies.txt'));
  };
  const choose = () => press('Open a file…');
  await writeFile(join(folder, 'proxies.txt'), '203.0.113.20:8000:anna:secret\nbob:secret@203.0.113.21:8000\n');
  await open();
  await refuses(desk, 'dedicated.importFile', choose);
  await isDone(desk, 'dedicated.importFile', choose);
  await dialog().getByText('IPv4 shared', { exact: true }).click();
  await dialog().getByRole('combobox', { name: 'Country' }).fill('Germany');
  await page.getByRole('option', { name: 'Germany' }).click();
  await press('Import 2 proxies');
  await expect(dialog()).toBeHidden();
  await expect(grid().getByRole('row', { name: /203\.0\.113\.2[01]/ })).toHaveCount(2);

  await writeFile(
    join(folder, 'proxies.txt'),
    'ip;port;login;end\n203.0.113.20;8000;anna;31.12.2027\n203.0.113.21;8000;bob;\n',
  );
  await open();
  await choose();
  await expect(dialog().getByText('1 gets its end · 1 already here')).toBeVisible();
  await press('Add 1 end');
  await expect(page.getByText('The end of 1 proxy was added')).toBeVisible();
  await expect(grid().getByRole('row', { name: /203\.0\.113\.20/ })).toContainText('31 Dec 2027');
});
