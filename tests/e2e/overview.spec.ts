import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, openSandboxDesk, signInTo } from './pages/open-desk.ts';
import { resizeWindow } from './pages/resize-window.ts';

let desk: RunningDesk;
test.beforeEach(async () => {
  desk = await openSandboxDesk();
});
test.afterEach(() => desk.close());

const call = callFrom(() => desk.page);

const clientIds = async (): Promise<readonly number[]> =>
  (await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } })).ids;

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('teaches the next step of the main job, and opens it', async () => {
  const { page } = desk;
  await call('clients.remove', { clientIds: [...(await clientIds())] });
  const steps = section(page, 'From your first client to a proxy file');
  await expect(steps.locator('[aria-current=step]')).toContainText('Add a client');
  await steps.getByRole('button', { name: 'Add the first client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
});

test('leads from low pools to exactly those clients, and from ending goods to a plan for exactly those', async () => {
  const { page } = desk;
  const needs = section(page, 'Needs attention today');
  // A client that was never read does not count as old.
  await expect(needs).toBeVisible();
  await expect(needs).not.toContainText('not been refreshed');
  const db = openDatabase(join(desk.userDataDir, 'data', 'desk.db'));
  db.run('UPDATE clients SET traffic_as_of = ?1, vpn_as_of = ?1', Date.now() - 2 * 86_400_000);
  db.close();
  await page.reload();
  await expect(needs).toContainText('12 clients have not been refreshed for over a day');
  await needs.getByRole('button', { name: 'Refresh' }).click();
  await expect(
    section(page, 'At a glance')
      .getByRole('figure', { name: 'GB left in the pools' })
      .getByText('Residential', { exact: true }),
  ).toBeVisible();
  await expect(needs).not.toContainText('not been refreshed');

  const low = needs.getByRole('listitem').filter({ hasText: /^Residential: / });
  await low.getByRole('button', { name: 'Show 1 client' }).click();
  const grid = page.getByRole('grid', { name: 'Clients' });
  await expect(grid.getByRole('row', { name: /Clara Voss/ })).toBeVisible();
  await expect(page.getByText('1 client', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Low: Residential' }).click();
  await expect(page.getByText('12 clients', { exact: true })).toBeVisible();

  // Back and forward lead through the screens, each in its earlier state.
  await page.keyboard.press('Alt+ArrowLeft');
  const ending = needs.getByRole('listitem').filter({ hasText: 'within 7 days' }).filter({ hasText: 'VPN' });
  // Texts are read at once, so the screen must be back first.
  await expect(ending).toBeVisible();
  const clients = (await ending.getByRole('button', { name: /^Show / }).textContent()) ?? '';
  const renew = (await ending.getByRole('button', { name: /^Renew / }).textContent()) ?? '';
  const count = Number(/\d+/.exec(renew)?.[0]);
  await ending.getByRole('button', { name: `Show ${clients}` }).click();
  await expect(page.getByText(clients, { exact: true })).toBeVisible();
  await page.keyboard.press('Alt+ArrowLeft');
  await ending.getByRole('button', { name: `Renew ${count}…` }).click();
  await expect(page.getByText(new RegExp(`^for ${count} selected subscription`))).toBeVisible();
  await page.getByRole('button', { name: 'Make the plan' }).click();
  await expect(page.getByRole('grid', { name: 'Lines of the plan' })).toHaveAttribute(
    'aria-rowcount',
    String(count + 1),
  );
});

test('charts ending goods, reads the chart out key by key, and shows and copies the same numbers as a table', async () => {
  const { page, app } = desk;
  for (const clientId of await clientIds()) await call('vpn.refresh', { clientId });
  const { endings } = await call('overview.charts', {});
  const busiest = endings.findIndex(({ subscriptions }) => subscriptions > 0);
  const count = endings[busiest]?.subscriptions ?? 0;

  const figure = page.getByRole('figure', { name: 'Ends in the next 30 days' });
  const chart = figure.getByRole('slider');
  await chart.focus();
  await page.keyboard.press('Home');
  for (let step = 0; step < busiest; step += 1) await page.keyboard.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`VPN subscriptions: ${count}$`));

  await figure.getByRole('button', { name: /^Show as a table/ }).click();
  const table = figure.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(32);
  await expectAccessible(page, 'a chart as a table');
  const copiedTable = async () => {
    await figure.getByRole('button', { name: /^Copy the table/ }).click();
    return (await app.evaluate(({ clipboard }) => clipboard.readText())).split('\r\n');
  };
  // The chart may be drawn once more after the last refresh.
  await expect
    .poll(copiedTable)
    .toEqual([
      'Day\tVPN subscriptions\tDedicated proxies',
      ...endings.map(({ day, subscriptions, proxies }) => `${day}\t${subscriptions}\t${proxies}`),
    ]);
});

test('uses words when there is too little for a chart', async () => {
  const { page } = desk;
  const balance = page.getByRole('figure', { name: 'Balance' });
  await expect(balance.getByRole('listitem')).toHaveCount(1);
  await expect(balance.getByRole('listitem')).toHaveText(/\d₽/);
  await expect(page.getByRole('slider')).toHaveCount(0);

  const [clientId = 0] = await clientIds();
  const order = { kind: 'vpn-buy', clientId, periodMonths: 1 } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  await call('purchases.confirm', { offerId, priceKopecks, despite: [] });
  const spent = page.getByRole('figure', { name: /^Spent in the last/ });
  await expect(spent.getByRole('listitem')).toHaveCount(1);
  await expect(spent.getByRole('listitem')).toContainText(/VPN: ₽/);
  await expect(spent.getByRole('button', { name: /^Copy the table/ })).toBeVisible();
  await expect(page.getByRole('slider')).toHaveCount(0);
});

test('uses a very large screen: renewals below the needs, and high charts in pairs', async () => {
  const { app, page } = desk;
  for (const clientId of await clientIds()) await call('vpn.refresh', { clientId });
  const show = (width: number, height: number) => resizeWindow({ app }, width, height);
  const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const needs = section(page, 'Needs attention today');
  const renewals = page.getByRole('region', { name: /^Renewals due in/ });
  const chart = (name: RegExp) => page.getByRole('figure', { name });
  await show(1280, 800);
  await expect(renewals).toBeVisible();
  expect((await boxOf(renewals)).x).toBeGreaterThan((await boxOf(needs)).x);
  // Until the readings are there, the figure consists of words.
  await expect(chart(/^Ends in/).getByRole('slider')).toBeVisible();
  const before = (await boxOf(chart(/^Ends in/))).height;
  await show(2560, 1440);
  await expect.poll(async () => (await boxOf(renewals)).x).toBe((await boxOf(needs)).x);
  await expect.poll(async () => (await boxOf(chart(/^Ends in/))).height).toBeGreaterThan(before * 1.5);
  expect((await boxOf(chart(/^GB left/))).x).toBeGreaterThan((await boxOf(chart(/^Ends in/))).x);
  // Everything about money is seen without scrolling.
  await expect(section(page, 'On this computer')).toBeInViewport({ ratio: 1 });
});

test('keeps its data when the service cannot be reached', async () => {
  const { page } = desk;
  const service = await startSandbox({ stateDir: null });
  await signInTo(page, service, 'Remote');
  const money = section(page, 'Money');
  await expect(money).toContainText('₽50,000.00');

  await service.close();
  await call('connection.check', {});
  await expect(money.getByRole('button', { name: 'Refresh the balance' })).toBeDisabled();
  await expect(money).toContainText('₽50,000.00');
});

test('is accessible in both languages and themes', async () => {
  const { page } = desk;
  for (const clientId of await clientIds()) {
    await call('premium.refreshBalance', { clientId });
    await call('vpn.refresh', { clientId });
  }
  await inEveryLook({ page, call }, async (language, look) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(language === 'en' ? 'Overview' : 'Обзор');
    await expect(page.getByRole('slider')).toHaveCount(1);
    await expectAccessible(page, `overview, ${look}`);
  });
});
