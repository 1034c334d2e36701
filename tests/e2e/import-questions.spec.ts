import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerOpenDialog, type RunningDesk, screenshot } from '../support/electron-app.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { callFrom, openSandboxDesk } from './pages/open-desk.ts';

let desk: RunningDesk;
let clients: ClientsPage;
let folder: string;

const call = callFrom(() => desk.page);
const SORT = { by: 'name', direction: 'asc' } as const;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
  desk = await openSandboxDesk();
  clients = new ClientsPage(desk.page);
  await clients.open();
});
test.afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

const openFile = async (content: string | Buffer): Promise<void> => {
  const path = join(folder, 'clients.csv');
  await writeFile(path, content);
  await answerOpenDialog(desk.app, path);
  await clients.button('Import…').click();
  await expect(desk.page.getByRole('heading', { name: 'Import clients' })).toBeVisible();
};

const found = async (search: string) => {
  const { rows } = await call('clients.list', { filter: { search }, sort: SORT, offset: 0, limit: 10 });
  return rows.map(({ messengerId, clientKey }) => `${messengerId} ${clientKey}`);
};

test('asks which column has the ids and uses them as keys, and imports nothing before', async () => {
  const { page } = desk;
  await openFile('№;User ID;Chat ID;Имя\n1;5012345678;4012345678;Новая Анна\n2;7100200300;6100200300;Новая Мария\n');
  const question = page.getByRole('status').filter({ hasText: 'Which column holds the messenger IDs?' });
  await expect(question).toContainText('The column “№” only numbers the lines');
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
  await expectAccessible(page, 'import, asking');
  for (const [language, theme] of [
    ['en', 'light'],
    ['ru', 'dark'],
    ['en', 'dark'],
    ['ru', 'light'],
  ] as const) {
    await call('settings.update', { language, theme });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expectAccessible(page, `import, asking, ${language}, ${theme}`);
    await screenshot(page, `out/reports/import-asks-${language}-${theme}.png`);
  }
  await call('settings.update', { language: 'en', theme: 'light' });

  await question.getByRole('button', { name: /^Chat ID/ }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Chat ID' })).toHaveValue('messengerId');
  const keys = page.getByRole('status').filter({ hasText: 'Which column holds the client keys?' });
  await expect(keys).toContainText('The client key is any text you choose.');
  expect(await found('Новая')).toEqual([]);
  await keys.getByRole('button', { name: 'Make the key from the messenger ID' }).click();
  await expect(page.getByText('2 lines: 2 new')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /A client without a key gets/ })).toBeChecked();
  await clients.button('Import 2 clients').click();
  await expect(page.getByText('Added: 2.')).toBeVisible();
  expect(await found('Новая')).toEqual(['4012345678 4012345678', '6100200300 6100200300']);
});

test('reports what it left out above the header, what was unreadable, and what a spreadsheet has damaged', async () => {
  const { page } = desk;
  const text =
    'Клиенты на 01.11.2026;;\n;;\nТелеграм ID;Ключ;Имя\n5012345678;k1;Анна @\n7100200300;#NAME?;Мария\n5012345679;01.фев;Олег\n';
  const bytes = Buffer.from(text);
  bytes[bytes.indexOf('@')] = 0xff;
  await openFile(bytes);
  await expect(page.getByText('The header is on line 3. The 2 lines above it are skipped.')).toBeVisible();
  await expect(page.getByText(/1 place in the file cannot be read in this encoding.*Line: 4\./)).toBeVisible();
  await expect(page.getByText('1 key looks like a date.')).toBeVisible();
  await expect(page.getByText('3 lines: 2 new, 0 already there, 0 repeated, 1 bad')).toBeVisible();
  await expectAccessible(page, 'import, with notes');
  await screenshot(page, 'out/reports/import-notes.png');
  await page.getByText('Bad lines (1)').click();
  await expect(page.getByRole('grid', { name: 'Lines of the file' })).toContainText(
    '“#NAME?” is an error message of a spreadsheet',
  );
  await page.getByText('Preview', { exact: true }).click();

  await page.getByRole('combobox', { name: 'Encoding' }).selectOption('KOI8-R');
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('koi8-r');
  await page.getByRole('combobox', { name: 'Encoding' }).selectOption('UTF-8');
  await expect(page.getByRole('combobox', { name: 'Телеграм ID' })).toHaveValue('messengerId');
  await page.getByRole('button', { name: 'Read them as well' }).click();
  await expect(page.getByRole('cell', { name: 'Телеграм ID' })).toBeVisible();
});
