import { expect, test } from '@playwright/test';
import { type Sandbox, SEED_CLIENTS, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type ControlClient, createControlClient } from '../support/control-client.ts';
import { type RunningDesk, screenshot } from '../support/electron-app.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { selectJob } from './pages/jobs.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom } from './pages/open-desk.ts';
import { PurchasesRunPage } from './pages/purchases-run-page.ts';
import { shareWindow } from './pages/shared-window.ts';

let sandbox: Sandbox;
let control: ControlClient;
const shared = shareWindow();
let desk: RunningDesk;
let clients: ClientsPage;
let bulk: PurchasesRunPage;

const call = callFrom(() => desk.page);
const BUY = { method: 'POST', path: '/premium/traffic/buy' } as const;
const NAMES = ['Anna', 'Boris', 'Clara', 'Denis'] as const;

/** Adds the first clients of the sandbox's service, under short names. */
const addClients = async (): Promise<void> => {
  for (const [index, name] of NAMES.entries()) {
    const { messengerId = 1, clientKey = '' } = SEED_CLIENTS[index] ?? {};
    await call('clients.add', { messengerId, clientKey, name, note: '', tags: [] });
  }
};

const bookedKopecks = async (): Promise<number> =>
  (await control.books()).entries.reduce((sum, { kopecks }) => sum + kopecks, 0);

const idOfAnna = async (): Promise<number> => {
  const sort = { by: 'name', direction: 'asc' } as const;
  const { ids } = await call('clients.ids', { filter: { search: 'Anna' }, sort });
  return ids[0] ?? 0;
};

/** Goes from the selection to the plan. */
const planTraffic = async (): Promise<void> => {
  await clients.open();
  await clients.select(...NAMES);
  await clients.bulk('Buy traffic…').click();
  await desk.page.getByRole('textbox', { name: 'GB for each client' }).fill('1');
  await bulk.button('Make the plan').click();
  await expect(bulk.line('To do')).toHaveCount(4);
};

test.beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, control: true, seed: 1 });
  control = createControlClient(sandbox.controlUrl ?? '');
  desk = await shared.openServiceDesk(sandbox, 'Test');
  clients = new ClientsPage(desk.page);
  bulk = new PurchasesRunPage(desk.page);
  await addClients();
});
test.afterEach(async () => {
  await desk.close();
  await sandbox.close();
});

test('a plan without a line that can be bought says so in its title, and what to do', async () => {
  await clients.open();
  await clients.select('Clara');
  await clients.bulk('Renew VPN…').click();
  await bulk.choose('Subscriptions that have ended or end within', '7 days');
  await bulk.button('Make the plan').click();
  const heading = desk.page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('VPN renewal: nothing to buy');
  await expect(desk.page.getByText(/The lines say why. Go back to select others/)).toBeVisible();
  await call('settings.update', { language: 'ru' });
  await expect(heading).toHaveText('Продление VPN: покупать нечего');
});

test('the ending subscriptions of a selection are renewed at the price on the button', async () => {
  await clients.open();
  await clients.select(...NAMES);
  await clients.bulk('Renew VPN…').click();
  await expect(bulk.button('Make the plan')).toBeVisible();
  await desk.page.keyboard.press('Escape');
  await clients.select(...NAMES);
  await clients.bulk('Renew VPN…').click();
  await bulk.choose('Subscriptions that have ended or end within', '7 days');
  await bulk.button('Make the plan').click();

  await expect(bulk.line('To do')).toHaveCount(3);
  await expect(bulk.line('Clara')).toContainText('No subscription ends within this period');
  await expect(bulk.cap).toHaveValue(/^[\d,.]+$/);
  await bulk.cap.fill('1');
  await expect(bulk.button(/^Renew 3 subscriptions for/)).toBeDisabled();
  const label = (await bulk.button(/^Renew 3 subscriptions for/).textContent()) ?? '';
  await bulk.cap.fill('5000');
  await bulk.button(label).click();

  await expect(desk.page.getByText(/^Done: 3 of 4\. Cannot be done: 1\. Charged: /)).toBeVisible();
  await expect(bulk.line('Anna')).toContainText('Done');
  const { entries } = await control.books();
  expect(entries).toHaveLength(3);
  const ledger = await call('purchases.list', { filter: {}, offset: 0, limit: 10 });
  expect(ledger.totalSpentKopecks).toBe(await bookedKopecks());
  expect(label).toContain(String(ledger.totalSpentKopecks / 100).split('.')[0]);
});

test('a run stops after several answers that differ from the order, and says so for each line', async () => {
  await planTraffic();
  await control.addFaults({
    match: BUY,
    fault: { kind: 'replace-data', data: { pool_type: 'datacenter', traffic_gb: 1 } },
  });
  await bulk.button(/^Buy 1 GB for each of 4 clients for/).click();
  await expect(desk.page.getByText('Stopped: several purchases in a row went wrong. The lines say why.')).toBeVisible();
  await expect(
    desk.page.getByText(/The last one was charged, but the service’s answer does not match the order/),
  ).toBeVisible();
  await expect(bulk.line('Charged, not as ordered')).toHaveCount(3);
  await expect(bulk.line('To do')).toHaveCount(1);
  expect((await control.books()).entries).toHaveLength(3);
  await inEveryLook({ page: desk.page, call }, async (language, look) => {
    await expectAccessible(desk.page, look);
    await screenshot(desk.page, `out/reports/run-not-as-ordered-${language}.png`);
  });
});

test('a run stops at the first purchase with an unknown outcome, and resumes from Activity', async () => {
  await planTraffic();
  await control.addFaults({
    match: BUY,
    skip: 1,
    times: 1,
    fault: { kind: 'drop', when: 'before-commit' },
  });
  await bulk.button(/^Buy 1 GB for each of 4 clients for/).click();
  await expect(desk.page.getByText(/the outcome of one purchase is unknown/).first()).toBeVisible();
  await expect(bulk.line('Boris')).toContainText('Outcome unknown');
  await expect(bulk.line('To do')).toHaveCount(2);
  expect((await control.books()).entries).toHaveLength(1);

  const card = desk.page.getByRole('complementary');
  await selectJob(desk.page, 'Needs you', card.getByText('Stopped', { exact: true }));
  await expect(card.getByText('Finished', { exact: true })).toHaveCount(0);
  await bulk.button('Open the job').click();
  await bulk.button('Continue without it').click();
  await bulk.inDialog('Continue without it').click();
  await bulk.button('Check the prices and resume…').click();
  await control.addFaults({ match: BUY, times: 1, fault: { kind: 'hold', when: 'before-commit' } });
  await bulk.button(/^Buy 1 GB for each of 2 clients for/).click();
  await control.waitForHeld(1);
  // A skipped line is not under way.
  await expect(desk.page.getByRole('term').filter({ hasText: 'Outcome unknown' })).toBeVisible();
  await expect(desk.page.getByRole('term').filter({ hasText: 'Under way' })).toHaveCount(0);
  await control.release();
  await expect(desk.page.getByText(/^Done: 3 of 4\./)).toBeVisible();
  await expect(bulk.line('Boris')).toContainText('Unknown, skipped');
  expect(await control.requests(BUY)).toHaveLength(4);
});

test('a risen price is confirmed before anything more is bought', async () => {
  await planTraffic();
  await control.setPriceMultiplier(1.5);
  await bulk.button(/^Buy 1 GB for each of 4 clients for/).click();
  await expect(desk.page.getByText(/^The prices have changed: the rest costs/)).toBeVisible();
  expect((await control.books()).entries).toHaveLength(0);
  await bulk.button(/^Buy 1 GB for each of 4 clients for/).click();
  await expect(desk.page.getByText(/^All 4 lines are done\./)).toBeVisible();
  expect((await control.books()).entries).toHaveLength(4);
});

test('every stop says why, and every resume reads prices and balance again', async () => {
  /** The price rises while a purchase is under way, so that the next one has no agreement. */
  const riseWhileBuying = async (clientsLeft: number, multiplier: number) => {
    await control.addFaults({ match: BUY, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    await bulk.button(new RegExp(`^Buy 1 GB for each of ${clientsLeft} clients for`)).click();
    await control.waitForHeld(1);
    await control.setPriceMultiplier(multiplier);
    await control.release();
  };
  const reason = desk.page.getByText(/^Stopped: a price is higher/);
  const resume = bulk.button('Check the prices and resume…');
  const fact = async (name: string): Promise<number> => {
    const text = await desk.page
      .locator('dt', { hasText: new RegExp(`^${name}$`) })
      .locator('+ dd')
      .textContent();
    return Math.round(Number(text?.replace(/[^\d.-]/g, '')) * 100);
  };
  const expectFresh = async (clientsLeft: number) => {
    await expect(bulk.button(new RegExp(`^Buy 1 GB for each of ${clientsLeft} clients for`))).toBeVisible();
    const { balanceKopecks } = await control.books();
    const { priceKopecks } = await call('purchases.offer', {
      order: { kind: 'traffic', clientId: await idOfAnna(), poolType: 'residential', gb: 1 },
    });
    expect(await fact('Balance')).toBe(balanceKopecks);
    expect(await fact('Total')).toBe(priceKopecks * clientsLeft);
    expect(await fact('Left after')).toBe(balanceKopecks - priceKopecks * clientsLeft);
  };

  await planTraffic();
  await riseWhileBuying(4, 1.5);
  await expect(reason).toBeVisible();
  await resume.click();
  await expectFresh(3);
  await riseWhileBuying(3, 2);
  await expect(reason).toBeVisible();
  await expect(bulk.cap).toBeHidden();
  await resume.click();
  await expectFresh(2);
  await bulk.button(/^Buy 1 GB for each of 2 clients for/).click();
  await expect(desk.page.getByText(/^All 4 lines are done\./)).toBeVisible();
  expect((await control.books()).entries).toHaveLength(4);
});

test('a run visibly waits for a service that asks for fewer requests, and can be paused meanwhile', async () => {
  await planTraffic();
  const tooMany = { kind: 'respond', status: 429, headers: { 'retry-after': '3600' }, body: { ok: false } } as const;
  await control.addFaults({ match: BUY, skip: 1, times: 1, fault: tooMany });
  await bulk.button(/^Buy 1 GB for each of 4 clients for/).click();
  const waits = desk.page.getByText(/The service asked for fewer requests; it will continue automatically at \d/);
  await expect(waits).toBeVisible({ timeout: 60_000 });
  await expect(bulk.line('To do')).toHaveCount(3);
  await bulk.button('Pause').click();
  await expect(desk.page.getByText(/^Paused\. Everything bought is kept\./)).toBeVisible();
  await expect(waits).toBeHidden();
});

test('during a pause of everything a run says that it waits, on its own screen and in Activity', async () => {
  await planTraffic();
  await control.addFaults({ match: BUY, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
  await bulk.button(/^Buy 1 GB for each of 4 clients for/).click();
  await control.waitForHeld(1);
  await call('settings.update', { paused: true });
  await control.release();
  const waits = desk.page.getByText(/Paused\. Resume everything from the status bar/);
  await expect(waits).toHaveText(/^1 of 4/);
  await expectAccessible(desk.page, 'a run that waits');
  await expect(desk.page.getByRole('button', { name: /^1 job waiting/ })).toBeVisible();
  await selectJob(desk.page, /Waiting.*1 \/ 4/, waits);
  await desk.page.getByRole('button', { name: 'Everything is paused' }).click();
  await expect(waits).toBeHidden();
  const detail = desk.page.getByRole('complementary', { name: 'Selected job' });
  await expect(detail).toContainText('4 / 4');
  await expect(detail).toContainText('Done');
});

test('a blocked line leads to the purchase that it waits for', async () => {
  await planTraffic();
  await control.addFaults({ match: BUY, times: 1, fault: { kind: 'drop', when: 'before-commit' } });
  const order = { kind: 'traffic', clientId: await idOfAnna(), poolType: 'residential', gb: 1 } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  await call('purchases.confirm', { offerId, priceKopecks });
  await bulk.button(/^Buy 1 GB for each of 4 clients for/).click();
  await expect(desk.page.getByText(/^Done: 3 of 4\. Cannot be done: 1\./)).toBeVisible();
  await expect(bulk.line('Anna')).toContainText(
    'Held back: the outcome of an earlier purchase of the same thing is unknown',
  );
  await expectAccessible(desk.page, 'held back');
  await bulk.line('Anna').getByRole('button', { name: 'Open that purchase.' }).click();
  await expect(desk.page.getByRole('heading', { level: 1, name: 'Purchases' })).toBeVisible();
});

test('more proxies than one charge can hold become a plan with a price for each', async () => {
  const order = { kind: 'dedicated', clientId: null, ipv: 6, countryCode: 'de', period: 30, count: 55 } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  await call('purchases.confirm', { offerId, priceKopecks });
  await desk.page.getByRole('navigation').getByText('Dedicated', { exact: true }).click();
  const grid = desk.page.getByRole('grid', { name: 'Dedicated proxies' });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  await grid.focus();
  await desk.page.keyboard.press('Control+a');
  await bulk.button('Extend…').click();
  await bulk.choose('Extend for', '7 days');
  await bulk.button('Make the plan').click();
  await bulk.button(/^Extend 55 proxies for/).click();
  await expect(desk.page.getByText(/^All 55 lines are done\./)).toBeVisible();
  expect(await control.requests({ method: 'POST', path: '/dedicated/prolong' })).toHaveLength(2);
  const ledger = await call('purchases.list', { filter: {}, offset: 0, limit: 10 });
  expect(ledger.totalSpentKopecks).toBe(await bookedKopecks());
});

for (const [language, theme] of [
  ['en', 'light'],
  ['ru', 'dark'],
] as const) {
  test(`its screens are accessible, in ${language} and ${theme}`, async () => {
    await planTraffic();
    await call('settings.update', { language, theme });
    const heading = language === 'en' ? /^Buying 1 GB/ : /^Покупка 1/;
    await expect(desk.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectAccessible(desk.page, `plan, ${language}, ${theme}`);
    await control.addFaults({
      match: BUY,
      skip: 1,
      times: 1,
      fault: { kind: 'drop', when: 'before-commit' },
    });
    await bulk.button(language === 'en' ? /^Buy 1 GB/ : /^Купить по 1/).click();
    await expect(bulk.button(language === 'en' ? 'Continue without it' : 'Продолжить без неё')).toBeVisible();
    await expectAccessible(desk.page, `stopped, ${language}, ${theme}`);
  });
}
