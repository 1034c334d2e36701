import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerOpenDialog, type RunningDesk, screenshot } from '../support/electron-app.ts';
import { workbook } from '../support/workbook.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { dropFiles } from './pages/drop-files.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, openSandboxDesk } from './pages/open-desk.ts';

let desk: RunningDesk;
let clients: ClientsPage;
let folder: string;

const call = callFrom(() => desk.page);

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

const reviewIsShown = () => expect(desk.page.getByRole('heading', { name: 'Import clients' })).toBeVisible();
const copy = (text: string) => desk.app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
const found = async (search: string) => {
  const sort = { by: 'name', direction: 'asc' } as const;
  const { rows } = await call('clients.list', { filter: { search }, sort, offset: 0, limit: 10 });
  return rows.map(({ messengerId, clientKey }) => `${messengerId} ${clientKey}`);
};
const drop = (...files: readonly { readonly name: string; readonly bytes: Buffer }[]) =>
  dropFiles(clients.grid, 'Drop the file to import the clients in it', files);

const BOOK = workbook({
  sheets: [
    { name: 'Обложка', rows: [['Клиенты магазина']] },
    {
      name: 'Клиенты',
      rows: [
        ['Telegram ID', 'Логин', 'Имя'],
        [5012345678, 'anna', 'Новая Анна'],
      ],
    },
  ],
});

test('imports a workbook, whose sheet the user chooses, and names one that it cannot read', async () => {
  const { page } = desk;
  const path = join(folder, 'clients.xlsx');
  await writeFile(path, Buffer.from([0xd0, 0xcf, 0x11, 0xe0, ...Buffer.from('Workbook', 'utf16le')]));
  await answerOpenDialog(desk.app, path);
  await clients.button('Import…').click();
  await expect(page.getByText(/old Excel format \(\.xls\).*save it as \.xlsx or CSV/)).toBeVisible();

  await writeFile(path, BOOK);
  await answerOpenDialog(desk.app, path);
  await clients.button('Import…').click();
  await reviewIsShown();
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toBeHidden();
  await page.getByRole('combobox', { name: 'Sheet' }).selectOption('Клиенты');
  await expect(page.getByRole('combobox', { name: 'Telegram ID' })).toHaveValue('messengerId');
  await expectAccessible(page, 'import, a workbook');
  for (const language of ['en', 'ru'] as const) {
    await call('settings.update', { language });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await screenshot(page, `out/reports/import-workbook-${language}.png`);
  }
  await call('settings.update', { language: 'en' });
  await clients.button('Import 1 client').click();
  await expect(page.getByText('Added: 1.')).toBeVisible();
  expect(await found('Новая')).toEqual(['5012345678 anna']);
});

test('imports a table that is pasted on the list, but no sentence', async () => {
  const { page } = desk;
  await clients.row('Anna').first().click();
  await copy('Hello, Anna');
  await page.keyboard.press('Control+V');
  await copy('Telegram ID\tЛогин\n5012345678\tnew-anna\n');
  await page.keyboard.press('Control+V');
  await reviewIsShown();
  await expect(page.getByText('1 lines: 1 new')).toBeVisible();
  await clients.button('Import 1 client').click();
  await expect(page.getByText('Added: 1.')).toBeVisible();
  expect(await found('new-anna')).toEqual(['5012345678 new-anna']);
});

test('asks for a table to paste', async () => {
  const { page } = desk;
  await screenshot(page, 'out/reports/import-buttons.png');
  await clients.button('Other ways to import').click();
  await page.getByRole('menuitem', { name: 'Paste a table' }).click();
  await expect(page.getByRole('form', { name: 'Paste a table of clients' })).toBeVisible();
  await expectAccessible(page, 'import, pasting');
  for (const language of ['ru', 'en'] as const) {
    await call('settings.update', { language });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await screenshot(page, `out/reports/import-pasting-${language}.png`);
  }
  await copy('5012345678\n7100200300\n');
  await expect(page.getByRole('textbox', { name: 'Copied rows' })).toBeFocused();
  await page.keyboard.press('Control+V');
  await expect(page.getByText('Which column holds the client keys?')).toBeVisible();
  await page.getByRole('button', { name: 'Make the key from the messenger ID' }).click();
  await expect(page.getByText('2 lines: 2 new')).toBeVisible();
});

test('imports a file that is dropped on the list, one at a time', async () => {
  const { page } = desk;
  const file = { name: 'clients.csv', bytes: Buffer.from('ID;Ключ\n5012345678;dropped\n') };
  await drop(file, { ...file, name: 'more.csv' });
  await expect(page.getByText('Several files were dropped. Drop one file at a time.')).toBeVisible();
  await drop({ name: 'photo.png', bytes: Buffer.from([0x89, 0x50, 0, 1]) });
  await expect(page.getByText(/This is not a readable text file/)).toBeVisible();
  await drop(file);
  await reviewIsShown();
  await expect(page.getByText('clients.csv')).toBeVisible();
  await clients.button('Import 1 client').click();
  await expect(page.getByText('Added: 1.')).toBeVisible();
  expect(await found('dropped')).toEqual(['5012345678 dropped']);
});

const ENDS = [
  'ID;Key;Plan;Paid until',
  '5012345671;ends-good;1 month;31.12.2026',
  '5012345672;ends-damaged;1 month;1,76714E+12',
  '5012345673;ends-order;1 month;03/04/2027',
  '5012345674;ends-far;1 month;2099-12-31',
].join('\n');

test('tells the ends that cannot be read, asks for the order of dates, and holds lines back', async () => {
  const { page } = desk;
  const main = page.getByRole('main');
  const file = { name: 'ends.csv', bytes: Buffer.from(ENDS) };
  await drop(file);
  await expect(
    main.getByText('4 lines: 4 new, 0 already there, 0 repeated, 0 bad. 2 lines have a value'),
  ).toBeVisible();
  await expect(main.getByText(/1 client paid until a day more than three years ago .* check line 5/)).toBeVisible();
  const consequence = main.getByText('Until you choose, dates like this one are not imported.');
  await expect(consequence).toBeVisible();
  await expect(main.getByText('— ← 03/04/2027')).toBeVisible();
  await page.getByText('Values left out (2)', { exact: true }).click();
  await expect(main.getByText('The end “1,76714E+12” was damaged by a spreadsheet.')).toBeVisible();
  await expect(main.getByText(/The end “03\/04\/2027” can be read in two ways/)).toBeVisible();
  await inEveryLook({ page, call }, async (language, look) => {
    await expectAccessible(page, `an import with values left out, ${look}`);
    await screenshot(page, `out/reports/import-ends-${language}.png`);
  });
  await call('settings.update', { language: 'en', theme: 'light' });
  await page.getByRole('radio', { name: 'Day first: day/month' }).click();
  await expect(main.getByText('1 line has a value that cannot be read.')).toBeVisible();
  await expect(consequence).toBeHidden();
  await page.getByText('Preview', { exact: true }).click();
  await expect(main.getByText('2027-04-03 ← 03/04/2027')).toBeVisible();
  await expect(clients.button('Import 4 clients')).toBeVisible();
  await page.getByRole('radio', { name: 'Hold back' }).click();
  await clients.button('Import 3 clients').click();
  await expect(page.getByText('Added: 3.')).toBeVisible();
  await expect(page.getByText(/was damaged by a spreadsheet/)).toBeVisible();
  expect((await found('ends-')).toSorted()).toEqual([
    '5012345671 ends-good',
    '5012345673 ends-order',
    '5012345674 ends-far',
  ]);
  const sort = { by: 'name', direction: 'asc' } as const;
  const { rows } = await call('clients.list', { filter: { search: 'ends-order' }, sort, offset: 0, limit: 1 });
  expect(rows[0]).toMatchObject({ note: '', plan: '1 month', paidUntil: '2027-04-03' });

  // Without a choice the rest is imported without the value.
  await clients.button('Show the clients').click();
  await drop(file);
  await clients.button('Import 1 client').click();
  await expect(page.getByText('Added: 1.')).toBeVisible();
});
