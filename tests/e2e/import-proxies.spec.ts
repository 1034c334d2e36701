import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerOpenDialog, type RunningDesk } from '../support/electron-app.ts';
import { isDone, isRefused, refuses, unplacedProblemOf } from '../support/request-recorder.ts';
import { workbook } from '../support/workbook.ts';
import { dropFiles } from './pages/drop-files.ts';
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
  await expect(dialog().getByText('Line 4: The ID “A-17” is not a number.')).toBeVisible();
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

  // The list is narrowed to any number of countries.
  const rows = grid().getByRole('row', { name: /203\.0\.113\./ });
  await page.getByRole('button', { name: 'All countries' }).click();
  await page.getByRole('checkbox', { name: 'France' }).check();
  await expect(rows).toHaveCount(1);
  await expectAccessible(page, 'the filter by countries');
  await page.getByRole('checkbox', { name: 'Germany' }).check();
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '2 countries' }).click();
  await page.getByRole('button', { name: 'All countries' }).click();
  await expect(page.getByRole('checkbox', { name: 'France' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'All countries' })).toBeFocused();
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

test('says which line proves the order of day and month, and which lines repeat others', async () => {
  const { page } = desk;
  await goTo(page, 'Dedicated');
  await page.getByRole('button', { name: 'Import proxies…' }).first().click();
  const lines = ['ip;port;end', '203.0.113.1;80;03/04/2027', '203.0.113.2;80;12/31/2026', '203.0.113.1;80;03/04/2027'];
  await dialog().getByRole('textbox', { name: 'List or table' }).fill(lines.join('\n'));
  await press('Continue');
  await expect(dialog().getByRole('radio', { name: 'Month first: month/day' })).toBeChecked();
  await expect(
    dialog().getByText('Line 3 has 12/31/2026, so all dates of the column are read this way.'),
  ).toBeVisible();
  await expect(dialog().getByText('Line 4: It repeats line 2.')).toBeVisible();
  await inEveryLook({ page, call }, (_, look) => expectAccessible(page, `a proven order of dates, ${look}`));
  await call('settings.update', { language: 'en', theme: 'light' });
  await dialog().getByText('Day first: day/month').click();
  await expect(dialog().getByText('Line 3 has 12/31/2026, which shows the other order.')).toBeVisible();
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

const BOOK = workbook({
  styles: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  sheets: [
    {
      name: 'Bought in May',
      rows: [
        ['Our proxies'],
        ['ID', 'IP', 'Port', 'Login', 'Password', 'Until', 'Country', 'Type'],
        [9101, '203.0.113.31', 8000, 'anna', '007', { xml: '<c s="1"><v>46477</v></c>' }, 'Germany', 'IPv4'],
        [9102, '203.0.113.32', 8000, 'bob', 'secret', '03/04/2027', 'Germany', 'IPv4'],
        [9103, '203.0.113.33', 8000, 'cora', 'secret', '1,76714E+12', 'Germany', 'IPv4'],
        [9104, '203.0.113.34', 8000, 'dan', 'secret', { xml: '<c><f>TODAY()</f></c>' }, 'Atlantis', 'IPv4'],
        [
          9105,
          '203.0.113.35',
          8000,
          'eva',
          { xml: '<c><v>12345678901234567</v></c>' },
          '2099-12-31',
          'Germany',
          'IPv4',
        ],
      ],
    },
    { name: 'Plain', rows: [['203.0.113.41:8000:anna:secret']] },
  ],
});
const PROXIES_DROP = 'Drop the file to import the proxies in it';

test('a workbook is dropped on the screen, and tells every value that cannot be read', async () => {
  const { page } = desk;
  await goTo(page, 'Dedicated');
  const screen = () => page.getByRole('main');
  const book = { name: 'proxies.xlsx', bytes: BOOK };
  const photo = { name: 'photo.png', bytes: Buffer.from([0x89, 0x50, 0, 1]) };
  await dropFiles(screen(), PROXIES_DROP, [photo], 'out/reports/drop-files.png');
  await expect(page.getByText(/This is not a readable text file/)).toBeVisible();
  await dropFiles(screen(), PROXIES_DROP, [book, book]);
  await expect(page.getByText('Several files were dropped. Drop one file at a time.')).toBeVisible();
  await refuses(desk, 'dedicated.importGiven', () => dropFiles(screen(), PROXIES_DROP, [book]));
  await isDone(desk, 'dedicated.importGiven', () => dropFiles(screen(), PROXIES_DROP, [book]));

  await expect(dialog().getByText('5 new proxies', { exact: true })).toBeVisible();
  await expect(dialog().getByText('1 line above the header is skipped.')).toBeVisible();
  for (const line of [
    'Line 4: The end “03/04/2027” can be read in two ways: choose below.',
    'Line 5: The end “1,76714E+12” is not a date.',
    'Line 6: The end “#N/A” is not a date.',
    'Line 6: The country “Atlantis” is unknown.',
    'Line 7: A spreadsheet seems to have damaged the password. It is taken as it is.',
  ]) {
    await expect(dialog().getByText(line)).toBeVisible();
  }
  await expect(dialog().getByText(/1 proxy ended more than three years ago .* Check line 7/)).toBeVisible();
  await expect(dialog()).not.toContainText('secret');
  await expect(dialog()).not.toContainText('007');
  await inEveryLook({ page, call }, (_, look) => expectAccessible(page, `the review of a workbook, ${look}`));
  await call('settings.update', { language: 'en', theme: 'light' });

  const consequence = dialog().getByText('Until you choose, dates like this one are not imported.');
  await expect(consequence).toBeVisible();
  await dialog().getByText('Day first: day/month').click();
  await expect(dialog().getByText(/can be read in two ways/)).toBeHidden();
  await expect(consequence).toBeHidden();
  await expect(dialog().getByRole('radio', { name: 'Day first: day/month' })).toBeChecked();
  await dialog().getByText('Hold back', { exact: true }).click();
  await expect(dialog().getByText('2 new proxies · 3 held back')).toBeVisible();
  await dialog().getByRole('combobox', { name: 'Sheet' }).selectOption('Plain');
  await expect(dialog().getByText('1 new proxy', { exact: true })).toBeVisible();
  await dialog().getByRole('combobox', { name: 'Sheet' }).selectOption('Bought in May');
  await dialog().getByText('Day first: day/month').click();
  await expect(dialog().getByText('2 new proxies · 3 held back')).toBeVisible();
  await press('Import 2 proxies');
  await expect(page.getByText('2 proxies imported')).toBeVisible();
  await expect(page.getByText('3 lines were held back')).toBeVisible();
  await expect(grid().getByRole('row', { name: /203\.0\.113\.31/ })).toContainText('31 Mar 2027');
  await expect(grid().getByRole('row', { name: /203\.0\.113\.32/ })).toContainText('3 Apr 2027');
  await expect(grid().getByRole('row', { name: /203\.0\.113\.33/ })).toHaveCount(0);

  // The dialog takes a dropped file as well, and imports without the values that cannot be read.
  await page.getByRole('button', { name: 'Import proxies…' }).first().click();
  await dropFiles(dialog(), PROXIES_DROP, [book]);
  await expect(dialog().getByText('3 new proxies · 2 already here')).toBeVisible();
  await dialog().getByRole('combobox', { name: 'Country', exact: true }).fill('fran');
  await page.getByRole('option', { name: 'France' }).click();
  await press('Import 3 proxies');
  await expect(grid().getByRole('row', { name: /203\.0\.113\.34/ })).toContainText('France');
});
