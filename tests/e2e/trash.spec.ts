import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, goTo, openSandboxDesk } from './pages/open-desk.ts';

let desk: RunningDesk;
let clients: ClientsPage;
let folder: string;

const call = callFrom(() => desk.page);
const grid = (): Locator => desk.page.getByRole('grid', { name: 'Trash' });
const row = (text: string): Locator => grid().getByRole('row').filter({ hasText: text });
const button = (name: string): Locator => desk.page.getByRole('button', { name, exact: true });

const openTrash = async (): Promise<void> => {
  await goTo(desk.page, 'Activity');
  await desk.page.getByRole('radiogroup', { name: 'What to show' }).getByText('Trash').click();
};
const start = async (): Promise<void> => {
  desk = await openSandboxDesk({ userDataDir: folder });
  clients = new ClientsPage(desk.page);
};

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trash-'));
  await start();
});
test.afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('a removed client is in the trash after a restart, found by a search, and restored', async () => {
  for (const [index, name] of ['Anna', 'Boris'].entries()) {
    const typed = { messengerId: 1000 + index, clientKey: `key-${index}`, name, note: `note of ${name}`, tags: [] };
    const { id } = await call('clients.add', typed);
    await call('clients.remove', { clientIds: [id] });
  }
  await desk.close();
  await start();
  // The palette finds it by the words that people type.
  await desk.page.keyboard.press('Control+k');
  const palette = desk.page.getByRole('dialog', { name: 'Find…' });
  await palette.getByRole('textbox', { name: 'Find…' }).fill('trash');
  await palette.getByRole('button', { name: 'Open the trash' }).click();
  await expect(row('Anna')).toContainText('key-0');
  await expect(row('Anna')).toContainText('30 days');
  await desk.page.getByRole('searchbox', { name: 'Search the trash' }).fill('note bor');
  await expect(row('Anna')).toBeHidden();
  await row('Boris').click({ button: 'right' });
  await desk.page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect(desk.page.getByText('1 client is back.')).toBeVisible();
  await expect(desk.page.getByText('Nothing in the trash matches')).toBeVisible();
  await button('Show all').click();
  await expect(row('Anna')).toBeVisible();
  await clients.open();
  await expect(clients.row('key-1')).toBeVisible();
  await expect(clients.row('key-0')).toBeHidden();
});

test('a bulk action is undone from Activity after a restart, except for later changes', async () => {
  const ids: number[] = [];
  for (const [index, name] of ['Anna', 'Boris', 'Vera'].entries()) {
    const typed = { messengerId: 1000 + index, clientKey: `key-${index}`, name, note: '', tags: [] };
    ids.push((await call('clients.add', typed)).id);
  }
  await clients.open();
  await clients.select('key-0', 'key-1', 'key-2');
  await clients.bulk('Remove').click();
  await clients.answer('Remove 3 clients');
  await expect(desk.page.getByText('3 clients were removed')).toBeVisible();
  await call('trash.restore', { kind: 'client', ids: ids.slice(0, 1) });
  await desk.close();
  await start();
  await goTo(desk.page, 'Activity');
  await desk.page.getByRole('radiogroup', { name: 'What to show' }).getByText('Undo').click();
  const done = desk.page.getByRole('grid', { name: 'Undo' }).getByRole('row').filter({ hasText: '3 clients removed' });
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect(done).toContainText('2 of 3 undone; 1 has been changed since');
  await expect(desk.page.getByText('2 of 3 undone; 1 has been changed since').last()).toBeVisible();
  await clients.open();
  for (const key of ['key-0', 'key-1', 'key-2']) await expect(clients.row(key)).toBeVisible();
});

test('nothing is deleted for good without a question', async () => {
  const typed = { messengerId: 1000, clientKey: 'key', name: 'Anna', note: '', tags: [] };
  const { id } = await call('clients.add', typed);
  await call('clients.remove', { clientIds: [id] });
  await openTrash();
  await row('Anna').getByRole('checkbox', { name: 'Select' }).check();
  await expect(desk.page.getByText('1 client selected')).toBeVisible();
  await button('Delete for good').click();
  const question = desk.page.getByRole('dialog', { name: 'Delete 1 client for good?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row('Anna')).toBeVisible();
  await button('Delete for good').click();
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await expect(desk.page.getByText('No clients in the trash')).toBeVisible();
});

test('the trash is accessible, empty and full', async () => {
  await openTrash();
  await inEveryLook({ page: desk.page, call }, (_, look) => expectAccessible(desk.page, `the empty trash, ${look}`));
  const { ids } = await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
  await call('clients.remove', { clientIds: ids });
  await inEveryLook({ page: desk.page, call }, async (_, look) => {
    await expect(desk.page.getByRole('gridcell').first()).toBeVisible();
    await expectAccessible(desk.page, `the trash, ${look}`);
  });
  await call('settings.update', { language: 'en' });
  await desk.page.getByRole('radiogroup', { name: 'What to show' }).getByText('Undo').click();
  await inEveryLook({ page: desk.page, call }, async (_, look) => {
    await expect(desk.page.getByRole('gridcell').first()).toBeVisible();
    await expectAccessible(desk.page, `what can be undone, ${look}`);
  });
});
