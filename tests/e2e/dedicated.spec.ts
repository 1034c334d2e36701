import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerSaveDialog, type RunningDesk } from '../support/electron-app.ts';
import { buyProxies } from './pages/bought-proxies.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom } from './pages/open-desk.ts';
import { resizeWindow } from './pages/resize-window.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;

test.beforeEach(async () => {
  desk = await shared.openSandboxDesk();
});
test.afterEach(() => desk.close());

const call = callFrom(() => desk.page);

const open = async (page: Page): Promise<void> => {
  await page.getByRole('navigation').getByRole('button', { name: 'Dedicated', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dedicated proxies' })).toBeVisible();
};

const grid = (page: Page) => page.getByRole('grid', { name: 'Your dedicated proxies' });
const dialog = (page: Page) => page.getByRole('dialog');

const fits = (table: Locator): Promise<boolean> =>
  table.evaluate((element) => element.scrollWidth <= (element.parentElement?.clientWidth ?? 0));

/** Whether the port stays on one line, however narrow the card is. */
const keepsPortWhole = (address: Locator): Promise<boolean> =>
  address.evaluate((element) => {
    const port = element.lastElementChild;
    for (let width = 60; width < 400; width += 1) {
      element.setAttribute('style', `display: block; width: ${width}px`);
      if (port?.getClientRects().length !== 1) return false;
    }
    return true;
  });

/** Selects all by keyboard, once all are read, because there is nothing to select before. */
const selectAll = async (page: Page, count: number): Promise<void> => {
  await expect(grid(page).getByRole('row')).toHaveCount(count + 1);
  await grid(page).focus();
  await page.keyboard.press('Control+a');
};

test('buys proxies by keyboard and pointer, with price and goods on the button, and shows the new proxies', async () => {
  const { page } = desk;
  await open(page);
  await expect(page.getByText('No dedicated proxies yet')).toBeVisible();
  await page.getByRole('button', { name: 'Buy proxies' }).click();
  await expect(dialog(page).getByRole('combobox', { name: 'Country' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Buy proxies' }).click();
  await dialog(page).getByText('IPv6 individual', { exact: true }).click();
  const country = dialog(page).getByRole('combobox', { name: 'Country' });
  await country.fill('nether');
  await country.press('Enter');
  await expect(dialog(page).getByText(/Available: [\d,]+/)).toBeVisible();
  await dialog(page).getByText('3 days', { exact: true }).click();
  await dialog(page).getByRole('textbox', { name: 'Number of proxies' }).fill('2');
  await dialog(page).getByRole('button', { name: 'Review the order' }).click();
  await expect(dialog(page)).toContainText('2 proxies, IPv6, Netherlands, 3 days');
  await dialog(page)
    .getByRole('button', { name: /^Buy 2 proxies, IPv6, Netherlands, 3 days for ₽[\d.]+$/ })
    .click();
  // The list behind is no longer empty, and the dialog that was opened from the empty list still shows the result.
  await expect(page.locator('tr').filter({ hasText: '2001:db8:' })).toHaveCount(2);
  await expect(dialog(page)).toContainText('2 proxies are in your list.');
  await dialog(page).getByRole('button', { name: 'Show the proxies' }).click();
  await expect(grid(page).getByRole('row', { name: /\[2001:db8:.*Netherlands/ })).toHaveCount(2);
  await expect(grid(page).getByRole('img', { name: 'Zone assumed' })).toHaveCount(2);
});

test('names and finds countries in the language of the window, and accepts no number other than the typed one', async () => {
  const { page } = desk;
  await buyProxies(call, 1);
  await call('settings.update', { language: 'ru' });
  await page.getByRole('navigation').getByRole('button', { name: 'Выделенные прокси', exact: true }).click();
  const row = page.getByRole('grid').getByRole('row', { name: /Германия/ });
  await expect(row).toHaveCount(1);
  await page.getByRole('button', { name: 'Все страны' }).click();
  await expect(page.getByRole('checkbox', { name: 'Германия' })).toBeVisible();
  await page.keyboard.press('Escape');
  for (const words of ['герм', 'germany']) {
    await page.getByRole('searchbox').fill(words);
    await expect(row).toHaveCount(1);
  }
  await page.getByRole('button', { name: 'Купить прокси' }).click();
  const country = dialog(page).getByRole('combobox', { name: 'Страна' });
  await country.fill('нидер');
  await country.press('Enter');
  await expect(dialog(page).getByRole('status').getByText('Нидерланды')).toBeVisible();
  const count = dialog(page).getByRole('textbox', { name: 'Сколько прокси' });
  await count.fill('1,5');
  await expect(count).toHaveAccessibleDescription(/целое число/);
  await expect(count).toHaveValue('1,5');
});

test('hides the password until it is revealed, and keeps the whole answer', async () => {
  const { page } = desk;
  await buyProxies(call, 1);
  await open(page);
  await grid(page)
    .getByRole('row', { name: /Germany|Германия/ })
    .click();
  const pane = page.getByRole('complementary', { name: 'Proxy' });
  await expect(pane.getByRole('img', { name: 'hidden' })).toBeVisible();
  await pane.getByRole('button', { name: 'Show the password' }).click();
  const { rows } = await call('dedicated.list', {
    filter: {},
    sort: { by: 'boughtAt', direction: 'asc' },
    offset: 0,
    limit: 1,
  });
  const { password } = await call('dedicated.password', { proxyId: rows[0]?.id ?? 0 });
  await expect(pane.getByText(password, { exact: true })).toBeVisible();
  await pane.getByRole('button', { name: 'Hide the password' }).click();
  await pane.getByRole('button', { name: 'Show the answer' }).click();
  const answer = pane.getByRole('region', { name: 'The service’s answer' });
  await expect(answer).toContainText(String(rows[0]?.serviceId));
  await expect(answer).not.toContainText(password);
  await pane.getByRole('textbox', { name: 'Note' }).fill('rack 7');
  await pane.getByRole('button', { name: 'Save the note' }).click();
  await page.getByRole('searchbox').fill('rack 7');
  await expect(grid(page).getByRole('row', { name: /Germany|Германия/ })).toBeVisible();
});

test('says that nothing can be extended, and why, if no selected proxy has an ID of the service', async () => {
  const { page } = desk;
  const { importId, reading } = await call('dedicated.importText', { text: '203.0.113.7:8000:anna:secret' });
  const forOthers = { ipv: 4, countryCode: 'de', endDay: null, clientId: null } as const;
  await call('dedicated.importConfirm', { importId, reading, forOthers });
  await open(page);
  await grid(page).getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Extend…' }).click();
  await expect(dialog(page)).toContainText('Nothing to extend');
  await expect(dialog(page)).toContainText('Extend proxies bought elsewhere where you bought them');
  await expect(dialog(page).getByRole('button', { name: 'Review the order' })).toBeDisabled();
});

test('keeps the port of a long address whole', async () => {
  const { page } = desk;
  await buyProxies(call, 1, 6, 'nl');
  await open(page);
  await grid(page)
    .getByRole('row', { name: /Netherlands/ })
    .click();
  const address = page.getByRole('complementary', { name: 'Proxy' }).getByRole('definition').first().locator('> span');
  await expect(address).toHaveText(/^\[2001:db8:.*\]:\d+$/);
  expect(await keepsPortWhole(address)).toBe(true);
});

test('prolongs a selection at each proxy’s price, and takes the new date from the answer', async () => {
  const { page } = desk;
  await buyProxies(call, 2);
  await open(page);
  await selectAll(page, 2);
  const bar = page.getByRole('region', { name: 'Selected proxies' });
  await expect(bar.getByRole('status')).toHaveText('2 selected');
  await bar.getByRole('button', { name: 'Extend…' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await bar.getByRole('button', { name: 'Extend…' }).click();
  await dialog(page).getByText('60 days', { exact: true }).click();
  await expect(dialog(page).getByRole('row', { name: /198\.18.*₽/ })).toHaveCount(2);
  await dialog(page).getByRole('button', { name: 'Review the order' }).click();
  await dialog(page)
    .getByRole('button', { name: /^Extend 2 proxies by 60 days for ₽/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(grid(page).getByRole('row', { name: /90 days/ })).toHaveCount(2);
});

test('switches the protocol, reports the result, and explains a refusal', async () => {
  const { page } = desk;
  await buyProxies(call, 2);
  await open(page);
  await selectAll(page, 2);
  const bar = page.getByRole('region', { name: 'Selected proxies' });
  const switchTo = async (name: string) => {
    await bar.getByRole('button', { name: 'Protocol' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await switchTo('Switch to HTTP');
  await expect(page.getByRole('alert')).toContainText('already uses http');
  await switchTo('Switch to SOCKS');
  await expect(page.getByText('2 proxies use SOCKS now.')).toBeVisible();
  await expect(grid(page).getByRole('row', { name: /SOCKS/ })).toHaveCount(2);
});

test('saves the chosen proxies in a layout, and the file is in the history', async () => {
  const { page, app } = desk;
  await buyProxies(call, 3, 6, 'nl');
  const folder = await mkdtemp(join(tmpdir(), 'dedicated-'));
  try {
    const path = join(folder, 'proxies.txt');
    await answerSaveDialog(app, path);
    await open(page);
    await selectAll(page, 3);
    await page.getByRole('region', { name: 'Selected proxies' }).getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'login:password@hostname:port' }).first().click();
    await expect(page.getByText(/proxies\.txt/)).toBeVisible();
    const lines = (await readFile(path, 'utf8')).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^\w+:\S+@\[2001:db8:[0-9a-f:]+\]:\d+$/);
    expect((await call('lists.exports', { offset: 0, limit: 10 })).rows[0]).toMatchObject({ lineCount: 3, path });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('shows everything for daily work in a window of 1280 px, and the rest where there is room', async () => {
  const { app, page } = desk;
  await buyProxies(call, 3);
  await open(page);
  const setWidth = (width: number) => resizeWindow({ app }, width, 800);
  await setWidth(1280);
  for (const language of ['en', 'ru'] as const) {
    await call('settings.update', { language });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const table = page.getByRole('grid');
    await expect(table.getByRole('row')).toHaveCount(4);
    await expect.poll(() => fits(table)).toBe(true);
    // The mark beside the date keeps its width.
    expect((await table.getByRole('row').nth(1).getByRole('img').first().boundingBox())?.width).toBe(13);
    await expect(table.getByRole('columnheader', { name: /Note|Заметка/ })).toHaveCount(0);
  }
  await setWidth(1800);
  await expect(page.getByRole('columnheader', { name: 'Заметка' })).toBeVisible();
  await expect.poll(() => fits(page.getByRole('grid'))).toBe(true);
});

test('hides proxies and shows them again', async () => {
  const { page } = desk;
  await buyProxies(call, 1);
  await open(page);
  await grid(page)
    .getByRole('row', { name: /Germany|Германия/ })
    .click();
  await page.getByRole('complementary', { name: 'Proxy' }).getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('No dedicated proxies yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(grid(page).getByRole('row', { name: /Germany|Германия/ })).toBeVisible();
});

test('is accessible in both languages and themes', async () => {
  const { page } = desk;
  await buyProxies(call, 2);
  await open(page);
  await inEveryLook({ page, call }, async (language, look) => {
    const cancel = () => page.getByRole('button', { name: language === 'en' ? 'Cancel' : 'Отмена' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      language === 'en' ? 'Dedicated proxies' : 'Выделенные прокси',
    );
    await page
      .getByRole('row', { name: /Germany|Германия/ })
      .first()
      .click();
    await expect(page.getByRole('complementary').getByRole('textbox')).toBeVisible();
    await expectAccessible(page, `dedicated, ${look}`);
    await page.getByRole('button', { name: language === 'en' ? 'Buy proxies' : 'Купить прокси' }).click();
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    await expectAccessible(page, `buying, ${look}`);
    await cancel();
    await page.getByRole('button', { name: language === 'en' ? 'Extend…' : 'Продлить…' }).click();
    await expect(page.getByRole('dialog').getByRole('row', { name: /₽/ })).toHaveCount(1);
    await expectAccessible(page, `prolonging, ${look}`);
    await cancel();
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});
