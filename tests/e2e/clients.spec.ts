import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import iconv from 'iconv-lite';
import { expectAccessible } from '../support/accessibility.ts';
import { answerOpenDialog, answerSaveDialog, type RunningDesk } from '../support/electron-app.ts';
import { ClientsPage, openTab } from './pages/clients-page.ts';
import { selectJob } from './pages/jobs.ts';
import { callFrom } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;
let clients: ClientsPage;
let folder: string;

const call = callFrom(() => desk.page);

/** Removes the sandbox's own clients: these tests count theirs and must not meet an Anna of the sandbox. */
const emptyList = async (): Promise<void> => {
  const { ids } = await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
  if (ids.length > 0) await call('clients.remove', { clientIds: ids });
  await expect(desk.page.getByRole('heading', { name: 'Your clients will be here' })).toBeVisible();
};

const seed = async (names: readonly string[]): Promise<void> => {
  for (const [index, name] of names.entries()) {
    await call('clients.add', { messengerId: 1000 + index, clientKey: `key-${index}`, name, note: '', tags: [] });
  }
};

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clients-'));
  desk = await shared.openSandboxDesk();
  clients = new ClientsPage(desk.page);
  await clients.open();
  await emptyList();
});
test.afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

test('an empty list leads to the first client, and the client can be found, changed and found again', async () => {
  await expect(desk.page.getByRole('heading', { name: 'Your clients will be here' })).toBeVisible();
  await clients.add({ messengerId: '-1001234567890', clientKey: 'shop', name: 'Семён Иванов' });
  await expect(clients.detail.getByRole('heading', { name: 'Семён Иванов' })).toBeVisible();
  await clients.add({ messengerId: '9007199254740991', clientKey: 'shop', name: 'Anna' });
  await expect(clients.row('9007199254740991')).toBeVisible();

  await clients.search.fill('СЕМЕН shop');
  await expect(clients.row('Семён Иванов')).toBeVisible();
  await expect(clients.row('Anna')).toBeHidden();

  await clients.row('Семён Иванов').click();
  await openTab(desk.page, 'Details');
  const note = clients.detail.getByRole('textbox', { name: 'Note' });
  await note.fill('pays on Fridays');
  await note.blur();
  await clients.search.fill('fridays');
  await expect(clients.row('Семён Иванов')).toBeVisible();
  await clients.search.fill('nobody at all');
  await expect(desk.page.getByText('No client matches')).toBeVisible();
});

test('a form with errors reports each field and keeps what was typed', async () => {
  await seed(['Taken']);
  await clients.button('Add client').click();
  await clients.fill({ messengerId: '1.23E+15', clientKey: '', name: 'Kept name' });
  await clients.submit();
  await expect(clients.form.getByText(/shortened: its last digits are missing/)).toBeVisible();
  await expect(clients.form.getByText(/key is missing|client key/i).first()).toBeVisible();
  await expect(clients.form.getByRole('textbox', { name: 'Name' })).toHaveValue('Kept name');
  await expect(clients.form.getByRole('textbox', { name: 'Messenger ID' })).toHaveValue('1.23E+15');

  await clients.fill({ messengerId: '1000', clientKey: 'key-0', name: 'Kept name' });
  await clients.submit();
  await expect(clients.form.getByText(/already exists: Taken/)).toBeVisible();
  await clients.form.getByRole('button', { name: 'Show Taken' }).click();
  await expect(clients.detail.getByRole('heading', { name: 'Taken' })).toBeVisible();
});

test('a selection forgets clients that are removed elsewhere', async () => {
  await seed(['Anna', 'Boris', 'Clara']);
  await clients.select('Anna', 'Boris', 'Clara');
  await expect(desk.page.getByText('3 clients selected')).toBeVisible();
  // A screen reader reads out whose row a box selects.
  for (const name of ['Anna', 'Boris', 'Clara'])
    await expect(desk.page.getByRole('checkbox', { name: `Select ${name}`, exact: true })).toBeChecked();
  const sort = { by: 'name', direction: 'asc' } as const;
  const boris = await call('clients.ids', { filter: { search: 'boris' }, sort });
  await call('clients.remove', { clientIds: boris.ids });
  await expect(desk.page.getByText('2 clients selected')).toBeVisible();
  await clients.row('Anna').getByRole('checkbox', { name: 'Select' }).uncheck();
  await expect(desk.page.getByText('1 client selected')).toBeVisible();
});

test('clients are found by any of several tags, and by what they have not bought', async () => {
  const tagged = { Anna: ['red'], Boris: ['blue'], Clara: ['red', 'blue'], Dora: [] };
  let messengerId = 2_000;
  for (const [name, tags] of Object.entries(tagged)) {
    messengerId += 1;
    await call('clients.add', { messengerId, clientKey: name, name, note: '', tags });
  }
  const expectRows = async (...names: readonly string[]) => {
    for (const name of Object.keys(tagged))
      await expect(clients.row(name)).toBeVisible({ visible: names.includes(name) });
  };
  await expectRows('Anna', 'Boris', 'Clara', 'Dora');
  await clients.button('Tags').click();
  await desk.page.getByRole('checkbox', { name: 'red' }).check();
  await desk.page.getByRole('checkbox', { name: 'blue' }).check();
  await expectRows('Clara');
  await desk.page.getByText('Any of the tags').click();
  await expectRows('Anna', 'Boris', 'Clara');
  await desk.page.keyboard.press('Escape');

  await clients.button('Needs attention').click();
  await desk.page.getByRole('radio', { name: 'Nothing for over 30 days' }).check();
  await expect(desk.page.getByText('No client matches')).toBeVisible();
  await desk.page.getByRole('radio', { name: 'Never bought here' }).check();
  await expectRows('Anna', 'Boris', 'Clara');
  await desk.page.keyboard.press('Escape');
  await desk.page.getByRole('button', { name: 'Remove Never bought here' }).click();
  await clients.button('Tags: 2').click();
  await clients.button('Clear').click();
  await desk.page.keyboard.press('Escape');
  await expectRows('Anna', 'Boris', 'Clara', 'Dora');
});

test('many clients are archived, tagged and removed at once, and the removal is undone', async () => {
  await seed(['Anna', 'Boris', 'Clara']);
  await clients.select('Anna', 'Boris');
  await expect(desk.page.getByText('2 clients selected')).toBeVisible();
  await clients.bulk('Remove').click();
  await clients.answer('Remove 2 clients');
  await expect(clients.row('Anna')).toBeHidden();
  await expect(clients.row('Clara')).toBeVisible();
  await clients.undo();
  await expect(clients.row('Anna')).toBeVisible();
  await expect(clients.row('Boris')).toBeVisible();

  await clients.select('Clara');
  await clients.bulk('Tags…').click();
  await desk.page.getByRole('combobox', { name: 'Add tags' }).fill('wholesale');
  await desk.page.keyboard.press('Enter');
  await clients.button('Change 1 client').click();
  await expect(clients.row('Clara')).toContainText('wholesale');

  await clients.bulk('Tags…').click();
  await desk.page.getByRole('combobox', { name: 'Remove tags' }).click();
  await desk.page.getByRole('option', { name: 'wholesale' }).click();
  await clients.button('Change 1 client').click();
  await expect(clients.row('Clara')).not.toContainText('wholesale');

  await clients.bulk('More actions').click();
  await desk.page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(clients.row('Clara')).toBeHidden();
  await desk.page.getByText('Archive', { exact: true }).click();
  await expect(clients.row('Clara')).toBeVisible();
});

test('Ctrl+A and Delete ask with the number before anything is removed', async () => {
  await seed(['Anna', 'Boris', 'Clara']);
  await clients.select('Anna');
  await clients.grid.focus();
  // The keys come so fast that the core has not yet said which rows "all" are when the second one arrives.
  await clients.grid.evaluate((grid) => {
    const press = (init: KeyboardEventInit) =>
      grid.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
    press({ key: 'a', code: 'KeyA', ctrlKey: true });
    press({ key: 'Delete', code: 'Delete' });
  });
  const question = desk.page.getByRole('dialog', { name: 'Remove 3 clients?' });
  await expect(question).toContainText('Nothing is cancelled at the service');
  // The button to cancel has the focus, so that a second key pressed blindly deletes nothing.
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await desk.page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(clients.row('Anna')).toBeVisible();
  await expect(desk.page.getByText('3 clients selected')).toBeVisible();
  await clients.grid.focus();
  await desk.page.keyboard.press('Delete');
  await clients.answer('Remove 3 clients');
  await expect(desk.page.getByText('3 clients were removed')).toBeVisible();
  await expect(clients.row('Anna')).toBeHidden();
});

test('typed text in the card is kept when a shortcut leaves the screen', async () => {
  await clients.add({ messengerId: '77', clientKey: 'typed-key', name: 'Typed' });
  await openTab(desk.page, 'Details');
  await clients.detail.getByRole('textbox', { name: 'Note' }).fill('pays on Fridays');
  await desk.page.keyboard.press('Control+1');
  await expect(desk.page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await clients.open();
  await clients.search.fill('fridays');
  await clients.row('Typed').click();
  await expect(clients.detail.getByRole('textbox', { name: 'Note' })).toHaveValue('pays on Fridays');
});

test('a wrong field keeps the focus and its message until it is corrected; then the new client has the focus', async () => {
  const { page } = desk;
  await clients.button('Add client').first().click();
  await clients.fill({ messengerId: '1e9', clientKey: '' });
  await clients.submit();
  const id = clients.form.getByRole('textbox', { name: 'Messenger ID' });
  const key = clients.form.getByRole('textbox', { name: 'Client key' });
  await expect(id).toBeFocused();
  await expect(clients.form).toContainText('The messenger ID is a whole number, for example 5012345678');
  await expect(key).toHaveAttribute('aria-invalid', 'true');
  await id.fill('5 012\u00a0345 678');
  await expect(id).not.toHaveAttribute('aria-invalid', 'true');
  await expect(key).toHaveAttribute('aria-invalid', 'true');
  await clients.submit();
  await expect(key).toBeFocused();
  await key.fill('spaced');
  await page.keyboard.press('Enter');
  await expect(clients.detail.getByRole('heading', { level: 2, name: 'spaced' })).toBeFocused();
  await expect(clients.detail).toContainText('5012345678');
});

test('an empty list has no column headers on the way to its first steps', async () => {
  const { page } = desk;
  await clients.grid.focus();
  await page.keyboard.press('Tab');
  await expect(clients.button('Add client')).toBeFocused();
});

test('an empty file is refused by its name', async () => {
  const path = join(folder, 'nothing.csv');
  await writeFile(path, '');
  await answerOpenDialog(desk.app, path);
  await clients.button('Import…').click();
  await expect(desk.page.getByText('“nothing.csv”: The file is empty.')).toBeVisible();
});

test('a client is added and found with the keyboard alone', async () => {
  const { keyboard } = desk.page;
  // It matches the typed text except for the last letter; when it is gone, the list shows the final search.
  const other = 'Hand Perso';
  await seed([other]);
  await expect(clients.row(other)).toBeVisible();
  await clients.button('Add client').focus();
  await keyboard.press('Enter');
  await keyboard.type('4242');
  await keyboard.press('Tab');
  await keyboard.type('by-hand');
  await keyboard.press('Tab');
  await keyboard.type('Keyboard Person');
  await keyboard.press('Enter');
  await expect(clients.detail.getByRole('heading', { name: 'Keyboard Person' })).toBeVisible();

  await keyboard.press('Control+KeyF');
  await keyboard.type('hand person');
  await expect(clients.row(other)).toBeHidden();
  await expect(clients.row('Keyboard Person')).toBeVisible();
  await clients.grid.focus();
  await keyboard.press('ArrowDown');
  await keyboard.press('Space');
  await expect(desk.page.getByText('1 client selected')).toBeVisible();
  await keyboard.press('Escape');
  await keyboard.press('Shift+F10');
  await expect(desk.page.getByRole('menu', { name: 'Row actions' })).toBeVisible();
});

test('a Windows-1251 file is inspected, corrected, imported, and exported again for Excel', async () => {
  const file = join(folder, 'clients.csv');
  const text = 'ID;Ключ;Имя;Прочее\r\n1;a;Анна;опт\r\n2;b;"Борис; \r\nмладший";\r\n1,2E+15;c;Вера;\r\n1;a;Ещё раз;\r\n';
  await writeFile(file, iconv.encode(text, 'windows-1251'));
  await answerOpenDialog(desk.app, file);
  await clients.button('Import…').click();

  await expect(desk.page.getByText('4 lines: 2 new, 0 already there, 1 repeated, 1 bad')).toBeVisible();
  await expect(desk.page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('windows-1251');
  await desk.page.getByRole('combobox', { name: 'Прочее' }).selectOption('tags');
  await expect(desk.page.getByRole('combobox', { name: 'Прочее' })).toHaveValue('tags');
  await expectAccessible(desk.page, 'import');
  await desk.page.getByText('Bad lines (1)').click();
  await expect(desk.page.getByRole('grid', { name: 'Lines of the file' }).getByRole('row').nth(1)).toContainText(
    '1,2E+15;c',
  );
  expect((await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } })).ids).toEqual([]);

  await clients.button('Import 2 clients').click();
  await expect(desk.page.getByText('Added: 2.')).toBeVisible();
  await expect(desk.page.getByRole('region', { name: 'Lines with problems' })).toContainText('1,2E+15; c; Вера');
  await expectAccessible(desk.page, 'import result');
  await desk.page.getByRole('navigation').getByRole('button', { name: 'Clients' }).click();
  await expect(clients.row('Анна')).toContainText('опт');

  const problems = desk.page.getByRole('region', { name: 'Lines with problems' });
  await selectJob(desk.page, 'Importing clients from “clients.csv”', problems);
  await expect(problems).toContainText(/Line 5:.*shortened/);
  await call('settings.update', { language: 'ru' });
  await expect(desk.page.getByRole('heading', { name: 'Импорт клиентов из «clients.csv»' })).toBeVisible();
  await call('settings.update', { language: 'en' });
  await desk.page.getByRole('navigation').getByRole('button', { name: 'Clients' }).click();

  const out = join(folder, 'out.csv');
  await answerSaveDialog(desk.app, out);
  await clients.button('Export CSV').click();
  await expect(desk.page.getByText('2 clients were saved to out.csv')).toBeVisible();
  expect(await readFile(out, 'utf8')).toBe(
    '\ufeffMessenger ID;Client key;Name;Tags;Note;Plan;Paid until\r\n1;a;Анна;опт;;;\r\n2;b;"Борис; \r\nмладший";;;;\r\n',
  );
});

for (const [language, theme] of [
  ['en', 'light'],
  ['ru', 'dark'],
] as const) {
  test(`is accessible in ${language}, ${theme}, with long, foreign and odd names`, async () => {
    await seed(['Имя '.repeat(60), 'محمد بن سلمان', 'Emoji 👩‍👩‍👧‍👦 🙂', '<b>bold</b> & "quotes"', '']);
    await call('settings.update', { language, theme });
    await expect(desk.page.locator('html')).toHaveAttribute('lang', language);
    await expectAccessible(desk.page, 'list');
    await desk.page.getByRole('grid').getByRole('row').nth(1).click();
    await expect(desk.page.getByRole('complementary').getByRole('heading', { level: 2 })).toBeVisible();
    await expectAccessible(desk.page, 'card');
    await desk.page.getByRole('button', { name: language === 'ru' ? 'Добавить клиента' : 'Add client' }).click();
    await expectAccessible(desk.page, 'form');
    await desk.page.getByRole('grid').getByRole('checkbox').nth(1).check();
    await expectAccessible(desk.page, 'selection');
  });
}

test('typed text stays while somebody else changes the same field, and both texts are available', async () => {
  const { page } = desk;
  await clients.add({ messengerId: '7', clientKey: 'shared', name: 'Shared' });
  await clients.row('Shared').click();
  const [row] = (
    await call('clients.list', {
      filter: { search: 'Shared' },
      sort: { by: 'createdAt', direction: 'asc' },
      offset: 0,
      limit: 1,
    })
  ).rows;
  const clientId = row?.id ?? 0;
  await openTab(page, 'Details');
  const note = clients.detail.getByRole('textbox', { name: 'Note' });
  await note.pressSequentially('a long thought');
  const fields = { messengerId: 7, clientKey: 'shared', name: 'Shared', tags: [] };
  await call('clients.update', { clientId, ...fields, note: 'written by a colleague' });
  const told = clients.detail.getByText('this was changed to “written by a colleague”');
  await expect(told).toBeVisible();
  await note.pressSequentially(', thought to its end');
  await expect(note).toHaveValue('a long thought, thought to its end');
  await page.keyboard.press('Escape');
  await expect(note).toHaveValue('written by a colleague');
  await expect(told).toHaveCount(0);
  await note.fill('mine');
  await note.press('Tab');
  await expect.poll(async () => (await call('clients.get', { clientId })).note).toBe('mine');
});
