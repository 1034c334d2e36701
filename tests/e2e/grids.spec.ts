import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { openTab } from './pages/clients-page.ts';
import { callFrom } from './pages/open-desk.ts';
import { resizeWindow } from './pages/resize-window.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;

const call = callFrom(() => desk.page);
const press = (keys: string) => desk.page.keyboard.press(keys);
const grid = () => desk.page.getByRole('grid', { name: 'Clients' });
const headers = () => grid().getByRole('columnheader');
const header = (name: string) => headers().getByText(name, { exact: true });
const names = async () => (await headers().allInnerTexts()).filter((text) => text !== '');

test.beforeEach(async () => {
  desk = await shared.openSandboxDesk();
  await press('Control+2');
  await expect(grid()).toContainText('Clara Voss');
});
test.afterEach(() => desk.close());

test('columns are moved, hidden and widened by pointer and keyboard, stay so, and can be reset', async () => {
  const { page } = desk;
  const before = await names();
  expect(before.slice(0, 2)).toEqual(['Name', 'VPN ends']);
  // In a window of 1280 px no column is out of sight; the note has no room.
  expect(await grid().evaluate((table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0))).toBe(true);
  expect(before).not.toContain('Note');

  // Rows that are still being read may move the columns under the mouse.
  await expect(async () => {
    await header('Tags').dragTo(header('VPN ends'));
    await expect
      .poll(async () => (await names()).slice(0, 3), { timeout: 3_000 })
      .toEqual(['Name', 'Tags', 'VPN ends']);
  }).toPass();
  await headers().getByRole('button', { name: 'Name' }).focus();
  await press('ArrowRight');
  await press('Control+Shift+ArrowRight');
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual(['Name', 'VPN ends', 'Tags']);

  const width = async () => (await headers().nth(3).boundingBox())?.width ?? 0;
  const narrow = await width();
  await press('Shift+ArrowRight');
  await expect.poll(width).toBeGreaterThan(narrow);
  // The right edge follows the pointer.
  const box = (await headers().nth(3).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 60, box.y + box.height / 2, { steps: 3 });
  await page.mouse.up();
  await page.mouse.move(box.x + box.width + 200, box.y + box.height / 2);
  await expect.poll(width).toBeCloseTo(box.width + 60, 0);
  await headers().nth(3).locator('[data-head]').focus();

  await press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'the menu of a column');
  await page.getByRole('menuitem', { name: 'Hide the column' }).click();
  await expect(header('Tags')).toHaveCount(0);
  await expect(grid()).toBeFocused();

  await headers().getByRole('button', { name: 'Name' }).click();
  await page.reload();
  await expect(grid()).toContainText('Clara Voss');
  await expect(grid().locator('[aria-sort="descending"]')).toHaveText('Name');
  await expect(header('Tags')).toHaveCount(0);
  await grid().getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Name' })).toBeDisabled();
  await page.getByRole('menuitemcheckbox', { name: 'Note' }).click();
  await expect(header('Note')).toHaveCount(1);
  await page.getByRole('menuitem', { name: 'Reset the columns' }).click();
  await expect.poll(names).toEqual(before);
});

test('the right click offers the actions of the row or the selection, and returns the focus', async () => {
  const { page } = desk;
  await call('settings.update', { theme: 'dark' });
  await grid().getByRole('row').filter({ hasText: 'Clara Voss' }).click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'the menu of a row');
  await press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(grid()).toBeFocused();

  await press('Home');
  await expect(page.getByRole('complementary', { name: 'Client' })).toBeVisible();
  await press('Space');
  await press('Shift+ArrowDown');
  await expect(page.getByText('2 clients selected')).toBeVisible();
  await press('Shift+F10');
  await page.getByRole('menu').getByRole('menuitem', { name: 'Archive' }).click();
  await expect(page.getByText('2 clients are in the archive')).toBeVisible();
  await expect(grid()).toBeFocused();

  // The undo is within reach of the keyboard and covers no button of a dialog, even where space is tight.
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await press('F6');
  await expect(undo).toBeFocused();
  await press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const zoomTo = (zoom: number) =>
    desk.app.evaluate(({ BrowserWindow }, factor) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor);
    }, zoom);
  for (const zoom of [2, 1]) {
    await zoomTo(zoom);
    await expect
      .poll(async () => {
        const [box, message] = [await dialog.boundingBox(), await undo.boundingBox()];
        if (box === null || message === null) return 'not there';
        const isBeside = message.x + message.width <= box.x || message.x >= box.x + box.width;
        return isBeside || message.y >= box.y + box.height ? 'apart' : 'covered';
      })
      .toBe('apart');
  }
  await press('Control+z');
  await press('Escape');
  await expect(dialog).toBeHidden();
  await expect(undo).toBeHidden();
  await expect(grid()).toContainText('Clara Voss');

  await grid().focus();
  await press('Escape');
  const card = page.getByRole('complementary', { name: 'Client' });
  await expect(card).toBeHidden();
  await expect(grid()).toBeFocused();

  // Enter works wherever the focus is, but never with text that was only typed.
  await press('Enter');
  await expect(card).toBeVisible();
  await page.getByRole('main').focus();
  await press('Escape');
  await expect(card).toBeHidden();
  await expect(grid()).toBeFocused();
  await press('Enter');
  await openTab(page, 'Traffic');
  const address = card.getByRole('textbox', { name: 'IP address' });
  await address.fill('203.0.113.');
  await press('Escape');
  await page.getByRole('main').focus();
  await press('Escape');
  await expect(address).toHaveValue('203.0.113.');
  await address.fill('');
  await press('Escape');
  await expect(card).toBeHidden();
});

test('selected rows are copied as a table with the shown columns', async () => {
  const { app, page } = desk;
  const copied = () => app.evaluate(({ clipboard }) => clipboard.readText());
  const row = (name: string) => grid().getByRole('row').filter({ hasText: name });
  await row('Clara Voss').click();
  await press('Control+c');
  await expect(page.getByText('Copied: 1 row')).toBeVisible();
  expect(await copied()).toMatch(/^Clara Voss\t.*\tclara/);

  await row('Clara Voss').getByRole('checkbox').check();
  await row('Mark Stone').getByRole('checkbox').check();
  await row('Office group chat').getByRole('checkbox').check();
  await press('Control+c');
  await expect(page.getByText('Copied: 3 rows')).toBeVisible();
  const lines = (await copied()).split('\r\n').map((line) => line.split('\t'));
  expect(lines.map(([first]) => first)).toEqual(['Name', 'Clara Voss', 'Mark Stone', 'Office group chat']);
  expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
  expect(lines.at(-1)?.[lines[0]?.indexOf('Messenger ID') ?? 0]).toBe("'-1001987654321");

  await row('Mark Stone').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy the rows as a table' }).click();
  await expect.poll(copied).toMatch(/^Name\t/);
});

test('a window of 1280 px shows all columns beside the scroll bar, and of several tags one that can be read', async () => {
  const { app } = desk;
  await resizeWindow({ app }, 1280, 800);
  const long = { note: '', tags: ['parsing', 'wholesale'] };
  for (let id = 1; id <= 30; id += 1)
    await call('clients.add', { messengerId: id, clientKey: `key-${id}`, name: `Client ${id}`, ...long });
  const row = grid().getByRole('row').filter({ hasText: 'Client 12' });
  await expect(row).toContainText('+1');
  await expect(row.getByText('parsing')).toBeVisible();
  await expect(row.getByText('wholesale')).toBeHidden();
  const scroller = grid().locator('..');
  await expect
    .poll(() => scroller.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight))
    .toBe(true);
  expect(await scroller.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('the pane beside a grid grows with the window until its width is chosen', async () => {
  const { app, page } = desk;
  const show = (width: number) => resizeWindow({ app }, width, 900);
  const pane = page.getByRole('complementary', { name: 'Client' });
  const width = async () => Math.round((await pane.boundingBox())?.width ?? 0);
  await show(1280);
  await grid().getByRole('row').filter({ hasText: 'Clara Voss' }).click();
  await expect.poll(width).toBe(440);
  await show(1920);
  await expect.poll(width).toBe(640);
  await page.getByRole('separator').focus();
  await press('ArrowLeft');
  await expect.poll(width).toBe(664);
  await show(1280);
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(1280);
  await expect.poll(width).toBe(664);
});

test('the sections of a card stand in two columns in a window of 1920 px, and in one in a window of 1280 px', async () => {
  const { app, page } = desk;
  const show = (width: number) => resizeWindow({ app }, width, 900);
  await grid().getByRole('row').filter({ hasText: 'Clara Voss' }).click();
  await page.getByRole('tab', { name: 'Traffic' }).click();
  const card = page.getByRole('complementary', { name: 'Client' });
  const leftOf = async (name: string) => Math.round((await card.getByRole('heading', { name }).boundingBox())?.x ?? 0);
  const columns = async () => (await leftOf('Lists')) - (await leftOf('Traffic left')) > 300;
  await show(1920);
  await expect.poll(columns).toBe(true);
  expect(await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await show(1280);
  await expect.poll(columns).toBe(false);
});

test('beside an open purchase, a window of 1280 px shows the whole client and order, and no date is cut', async () => {
  const { app, page } = desk;
  await resizeWindow({ app }, 1280, 800);
  const [client] = (
    await call('clients.list', {
      filter: { search: 'Clara' },
      sort: { by: 'name', direction: 'asc' },
      offset: 0,
      limit: 1,
    })
  ).rows;
  const order = { kind: 'traffic', clientId: client?.id ?? 0, poolType: 'residential', gb: 10 } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  await call('purchases.confirm', { offerId, priceKopecks, despite: [] });
  await press('Control+6');
  const row = page.getByRole('grid').getByRole('row').nth(1);
  await row.click();
  await expect(page.getByRole('complementary', { name: 'Purchase' })).toBeVisible();
  for (const language of ['en', 'ru'] as const) {
    await call('settings.update', { language });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const cut = await row.evaluate((element) =>
      [...element.querySelectorAll<HTMLElement>('td')]
        .filter(({ dataset }) => ['time', 'client', 'what', 'price'].includes(dataset.column ?? ''))
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    const state = row.locator('td[data-column="state"]');
    await expect(state).toBeInViewport({ ratio: 1 });
    await expect(state).toHaveText(language === 'en' ? 'Bought' : 'Куплено');
    // Its word stands beside the icon, and not out of sight below it.
    const isRead = await state.evaluate((cell) => {
      const word = [...cell.querySelectorAll('span')].at(-1);
      const { top = 0, bottom = 0 } = word?.getBoundingClientRect() ?? {};
      const { top: upper, bottom: lower } = cell.getBoundingClientRect();
      return word !== undefined && top >= upper && bottom <= lower && word.scrollWidth <= word.clientWidth;
    });
    expect(isRead, language).toBe(true);
  }
});

test('names take most of the spare width of a wide window', async () => {
  const { app, page } = desk;
  await press('Control+2');
  const widthOf = async (column: string) => {
    const cell = page.getByRole('grid').getByRole('row').nth(1).locator(`td[data-column="${column}"]`);
    return (await cell.boundingBox())?.width ?? 0;
  };
  await resizeWindow({ app }, 1280, 800);
  await expect.poll(() => widthOf('name')).toBeLessThan(160);
  const id = await widthOf('messengerId');
  await resizeWindow({ app }, 2560, 1440);
  await expect.poll(() => widthOf('name')).toBeGreaterThan(500);
  expect(await widthOf('name')).toBeGreaterThan(2 * (await widthOf('clientKey')));
  expect(await widthOf('messengerId')).toBe(id);
});

test('a sum of any size is shown in full, in both languages', async () => {
  const { app, page } = desk;
  // In this width the list of clients shows their debts.
  await resizeWindow({ app }, 1590, 900);
  const [client] = (
    await call('clients.list', { filter: {}, sort: { by: 'name', direction: 'asc' }, offset: 0, limit: 1 })
  ).rows;
  const clientId = client?.id ?? 0;
  // The largest debt that payments can make is shown by the list; a purchase shows the largest price.
  for (let times = 0; times < 30; times += 1)
    await call('sales.receive', { clientId, amountKopecks: -1_000_000_000, day: '2026-01-05', note: '' });
  const order = { kind: 'vpn-buy', clientId, periodMonths: 1 } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  const purchase = await call('purchases.confirm', { offerId, priceKopecks, despite: [] });
  await call('sales.set', { purchaseId: purchase.id, clientId, priceKopecks: 1_000_000_000, dueDay: null });
  const cut = (label: string) =>
    page.getByRole('grid', { name: label }).evaluate((table) =>
      [...table.querySelectorAll<HTMLElement>('td[data-align="end"]')]
        .filter((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          // A text that is cut by a part of a pixel ends in dots as well.
          return text.getBoundingClientRect().width > cell.getBoundingClientRect().width - 20;
        })
        .map(({ textContent }) => textContent),
    );
  for (const [language, clients, purchases] of [
    ['en', 'Clients', 'Purchases'],
    ['ru', 'Клиенты', 'Покупки'],
  ] as const) {
    await call('settings.update', { language });
    await press('Control+2');
    await expect(page.getByRole('grid', { name: clients })).toContainText(/310.000.000,?\.?00/);
    await expect.poll(() => cut(clients)).toEqual([]);
    await press('Control+6');
    await expect(page.getByRole('grid', { name: purchases })).toContainText(/10.000.000[.,]00/);
    await expect.poll(() => cut(purchases)).toEqual([]);
  }
});
