import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { callFrom } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;
let clients: ClientsPage;
const call = callFrom(() => desk.page);

test.beforeEach(async () => {
  desk = await shared.openSandboxDesk();
  const { ids } = await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
  await call('clients.remove', { clientIds: ids });
  for (const [index, name] of ['Anna', 'Boris'].entries()) {
    const note = index === 0 ? 'first line\nsecond line' : '';
    await call('clients.add', { messengerId: 1_000 + index, clientKey: `key-${index}`, name, note, tags: ['vip'] });
  }
  clients = new ClientsPage(desk.page);
  await clients.open();
});
test.afterEach(() => desk.close());

const field = (column: string) => desk.page.getByRole('textbox', { name: `Edit: ${column}` });
const stored = async (name: string) => {
  const { rows } = await call('clients.list', {
    filter: { search: name },
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: 5,
  });
  return rows[0];
};
const startAtFirstRow = async () => {
  await clients.grid.focus();
  await desk.page.keyboard.press('Home');
};

test('name, tags and note are edited in the row from the keyboard, one after another', async () => {
  const { keyboard } = desk.page;
  await startAtFirstRow();
  await keyboard.press('F2');
  await expect(field('Name')).toBeFocused();
  await keyboard.type('Anna Petrova');
  await keyboard.press('Tab');
  await expect(field('Tags')).toHaveValue('vip');
  await keyboard.type('vip, shop; vip');
  await keyboard.press('Enter');
  await expect(clients.grid).toBeFocused();
  await expect(clients.row('Anna Petrova')).toBeVisible();
  await expect.poll(async () => (await stored('Petrova'))?.tags).toEqual(['shop', 'vip']);
  expect(await stored('Petrova')).toMatchObject({ note: 'first line\nsecond line', clientKey: 'key-0' });
  await keyboard.press('ArrowDown');
  await expect(clients.detail.getByRole('heading', { name: 'Boris' })).toBeVisible();
});

test('Esc keeps the text as it was, and an edit without a change sends nothing', async () => {
  const { keyboard } = desk.page;
  await startAtFirstRow();
  await keyboard.press('F2');
  await keyboard.type('Somebody else');
  await keyboard.press('Escape');
  await expect(field('Name')).toBeHidden();
  await expect(clients.row('Anna')).toBeVisible();
  const before = (await stored('Anna'))?.updatedAt;
  await keyboard.press('F2');
  await keyboard.press('Enter');
  await expect(field('Name')).toBeHidden();
  expect((await stored('Anna'))?.updatedAt).toBe(before);
});

test('a text that cannot be kept stays in the field with the reason, and one changed elsewhere is not overwritten', async () => {
  const { keyboard } = desk.page;
  await startAtFirstRow();
  await keyboard.press('F2');
  await field('Name').fill('x'.repeat(5_000));
  await keyboard.press('Enter');
  await expect(field('Name')).toHaveAccessibleDescription(/too long/i);
  await expect(field('Name')).toBeFocused();
  await expectAccessible(desk.page, 'a cell with a problem');
  await field('Name').fill('Anna B.');
  await keyboard.press('Enter');
  await expect(clients.row('Anna B.')).toBeVisible();
});

test('a double click edits the cell under the pointer', async () => {
  await clients.row('Boris').getByText('vip').dblclick();
  await expect(field('Tags')).toBeFocused();
  await field('Tags').fill('');
  await clients.search.click();
  await expect.poll(async () => (await stored('Boris'))?.tags).toEqual([]);
});

test('the keys go to what was clicked after an edit, also if the text could not be kept', async () => {
  const { keyboard } = desk.page;
  await startAtFirstRow();
  await keyboard.press('F2');
  await keyboard.type('Anna K.');
  await clients.search.click();
  await keyboard.type('Boris');
  await expect(clients.search).toHaveValue('Boris');
  await clients.search.fill('');
  await expect(clients.row('Anna K.')).toBeVisible();

  await clients.row('Anna K.').getByText('Anna K.').dblclick();
  await field('Name').fill('x'.repeat(5_000));
  await clients.search.click();
  await expect(field('Name')).toHaveAccessibleDescription(/too long/i);
  await keyboard.type('Bo');
  await expect(clients.search).toHaveValue('Bo');
});
