import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { RunningDesk } from '../support/electron-app.ts';
import { whileHeld } from '../support/request-recorder.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { callFrom, openSandboxDesk } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;

/** The folder of a test that starts the app again; the others share a window. */
let folder: string | null = null;

test.afterEach(async () => {
  await desk.close();
  if (folder !== null) await rm(folder, { recursive: true, force: true });
  folder = null;
});

test('ticking a row with the mouse leaves the keyboard to the grid', async () => {
  desk = await shared.openSandboxDesk();
  const { page } = desk;
  const clients = new ClientsPage(page);
  await clients.open();
  const selected = clients.grid.getByRole('row', { selected: true });
  await clients.select('Clara Voss');
  await page.keyboard.press('Control+a');
  await expect.poll(() => selected.count()).toBeGreaterThan(5);
  await page.keyboard.press('Escape');
  await expect(selected).toHaveCount(0);
  await clients.select('Clara Voss');
  await page.keyboard.press('ArrowDown');
  await expect(clients.detail).toBeVisible();
});

test('the cursor and the beginning of a range stay with their row when rows come and go above it', async () => {
  desk = await shared.openSandboxDesk();
  const { page } = desk;
  const call = callFrom(() => page);
  const clients = new ClientsPage(page);
  await clients.open();
  await clients.grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const name = (await clients.detail.getByRole('heading', { level: 2 }).textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(clients.detail).toBeHidden();
  const current = clients.grid.locator('tr[data-current]');
  await expect(current).toContainText(name);
  const { id } = await call('clients.add', { messengerId: 900_001, clientKey: 'first', name: '!', note: '', tags: [] });
  await expect(clients.grid.getByRole('row').nth(1)).toContainText('first');
  await expect(current).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(clients.detail.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(clients.grid.getByRole('row', { selected: true })).toHaveCount(2);
  await expect(clients.row(name).first()).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('ArrowUp');
  await expect(current).toContainText(name);
  await call('clients.remove', { clientIds: [id] });
  await expect(clients.grid.getByRole('row').nth(1)).not.toContainText('first');
  await expect(current).toContainText(name);
});

test('letters move in the grid, select a row and edit the open client', async () => {
  desk = await shared.openSandboxDesk();
  const { page } = desk;
  const clients = new ClientsPage(page);
  await clients.open();
  await clients.grid.focus();
  const current = clients.grid.locator('tr[data-current]');
  const selected = clients.grid.getByRole('row', { selected: true });
  await page.keyboard.press('j');
  const first = await current.textContent();
  await page.keyboard.press('j');
  await expect.poll(() => current.textContent()).not.toBe(first);
  await page.keyboard.press('k');
  await expect.poll(() => current.textContent()).toBe(first);
  await expect(clients.detail).toBeVisible();
  await page.keyboard.press('x');
  await expect(selected).toHaveCount(1);
  await page.keyboard.press('x');
  await expect(selected).toHaveCount(0);
  await page.keyboard.press('e');
  const name = clients.detail.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeFocused();
  // In a field the letters are letters.
  const before = await name.inputValue();
  await page.keyboard.press('End');
  await page.keyboard.type('jkxe');
  await expect(name).toHaveValue(`${before}jkxe`);
  await page.keyboard.press('Escape');
  await expect(name).toHaveValue(before);
});

test('the letter that edits a client counts although the client is still being read', async () => {
  desk = await shared.openSandboxDesk();
  const { page } = desk;
  const clients = new ClientsPage(page);
  await clients.open();
  const name = clients.detail.getByRole('textbox', { name: 'Name', exact: true });
  await whileHeld(desk, 'clients.get', async () => {
    await clients.grid.focus();
    await page.keyboard.press('j');
    await expect(clients.detail).toBeVisible();
    await page.keyboard.press('e');
    await expect(name).toBeHidden();
  });
  await expect(name).toBeFocused();
});

test('Enter and Down go from the search to its first row, and a restart forgets the search', async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-e2e-'));
  desk = await openSandboxDesk({ userDataDir: folder });
  const clients = new ClientsPage(desk.page);
  await clients.open();
  const current = clients.grid.locator('tr[data-current]');
  for (const key of ['Enter', 'ArrowDown']) {
    await clients.search.fill('');
    await clients.search.pressSequentially('vip');
    await desk.page.keyboard.press(key);
    await expect(clients.grid).toBeFocused();
    await expect(current).toContainText('(VIP)');
    await desk.page.keyboard.press('ArrowDown');
    await expect(clients.detail).toContainText('(VIP)');
    await expect(clients.row('Clara Voss')).toHaveCount(0);
  }
  await desk.close();
  desk = await openSandboxDesk({ userDataDir: folder });
  const again = new ClientsPage(desk.page);
  await again.open();
  await expect(again.search).toHaveValue('');
  await expect(again.row('Clara Voss')).toBeVisible();
});

test('an open client that is removed here is closed, without a message that a colleague did it', async () => {
  desk = await shared.openSandboxDesk();
  const clients = new ClientsPage(desk.page);
  await clients.open();
  await clients.row('Clara Voss').click();
  await expect(clients.detail).toContainText('clara-travel');
  await clients.grid.focus();
  await clients.select('Clara Voss');
  await desk.page.keyboard.press('Delete');
  await expect(clients.row('Clara Voss')).toHaveCount(0);
  await expect(clients.detail).toBeHidden();
  await expect(desk.page.getByText('This client was removed while you had the card open.')).toBeHidden();
});
