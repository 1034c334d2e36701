import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Sandbox, SEED_CLIENTS, startSandbox } from '#sandbox/index.ts';
import { type ControlClient, createControlClient } from '../../support/control-client.ts';
import { answerSaveDialog, catchShown, type RunningDesk } from '../../support/electron-app.ts';
import {
  isDone,
  isRefused,
  refuses,
  refusesUntilTriedAgain,
  unplacedProblemOf,
} from '../../support/request-recorder.ts';
import { ClientsPage, openTab } from '../pages/clients-page.ts';
import { openJob } from '../pages/jobs.ts';
import { callFrom, openServiceDesk } from '../pages/open-desk.ts';
import { PurchasesRunPage } from '../pages/purchases-run-page.ts';
import { TrafficPage } from '../pages/traffic-page.ts';
import { VpnPanel } from '../pages/vpn-panel.ts';

const BUY = { method: 'POST', path: '/premium/traffic/buy' } as const;
const NAMES = ['Anna', 'Boris', 'Clara', 'Denis'] as const;

let sandbox: Sandbox;
let control: ControlClient;
let desk: RunningDesk;
let clients: ClientsPage;
let traffic: TrafficPage;
let bulk: PurchasesRunPage;
let folder: string;

const call = callFrom(() => desk.page);
const press = (keys: string) => desk.page.keyboard.press(keys);
const button = (name: string | RegExp) => desk.page.getByRole('button', { name });
const purchase = () => desk.page.getByRole('complementary', { name: 'Purchase' });

test.beforeAll(async () => {
  sandbox = await startSandbox({ stateDir: null, control: true, seed: 1 });
  control = createControlClient(sandbox.controlUrl ?? '');
  desk = await openServiceDesk(sandbox, 'Test');
  folder = join(desk.userDataDir, 'files');
  clients = new ClientsPage(desk.page);
  traffic = new TrafficPage(desk.page);
  bulk = new PurchasesRunPage(desk.page);
  await catchShown(desk.app);
  for (const [index, name] of NAMES.entries()) {
    const { messengerId = 1, clientKey = '' } = SEED_CLIENTS[index] ?? {};
    await call('clients.add', { messengerId, clientKey, name, note: '', tags: [] });
  }
});
test.afterAll(async () => {
  // The app does not end on its own while a purchase has no answer.
  await control.release();
  await desk.close();
  await sandbox.close();
});

test('prices, offers and purchases', async () => {
  const { dialog } = traffic;
  const cancel = () => dialog.getByRole('button', { name: 'Cancel' }).click();
  await traffic.openClient('Anna');
  const vpn = new VpnPanel(desk.page);
  await openTab(desk.page, 'VPN');
  await refuses(desk, 'vpn.quote', () => vpn.button('Buy a subscription…').first().click());
  await cancel();

  await openTab(desk.page, 'Traffic');
  await traffic.traffic.getByRole('button', { name: 'Buy traffic' }).click();
  await refusesUntilTriedAgain(desk, 'premium.quote', () => dialog.getByLabel('Amount, GB').fill('1'));
  const review = () => dialog.getByRole('button', { name: 'Review the order' }).click();
  await refuses(desk, 'purchases.offer', review);
  await refuses(desk, 'purchases.offer', review, { error: unplacedProblemOf('purchases.offer') });
  await review();
  const buy = () => dialog.getByRole('button', { name: /^Buy 1 GB/ }).click();
  await refuses(desk, 'purchases.confirm', buy);
  await review();
  await buy();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await press('Control+4');
  await button('Buy proxies').first().click();
  await dialog.getByRole('combobox', { name: 'Country' }).fill('nether');
  await refusesUntilTriedAgain(desk, 'dedicated.quote', () => press('Enter'));
  await cancel();
});

test('the ledger', async () => {
  const { page } = desk;
  await control.addFaults({ match: BUY, times: 1, fault: { kind: 'drop', when: 'before-commit' } });
  await traffic.openClient('Anna');
  await (await traffic.review('3')).click();
  await traffic.dialog.getByRole('button', { name: 'Show in Purchases' }).click();

  await refuses(desk, 'purchases.resolve', () => button('Check all now').click());
  await isDone(desk, 'purchases.resolve', () => button('Check all now').click());
  await purchase().getByRole('button', { name: 'Mark by hand…' }).click();
  const { dialog } = traffic;
  await dialog.getByRole('radio', { name: 'It was not charged' }).check();
  const settle = () => dialog.getByRole('button', { name: /^Mark as/ }).click();
  await isRefused(desk, 'purchases.settle', settle, { tells: 'This field is required.' });
  await dialog.getByRole('textbox', { name: 'How you know' }).fill('The support says so');
  await refuses(desk, 'purchases.settle', settle, { error: unplacedProblemOf('purchases.settle') });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await purchase().getByRole('button', { name: 'Close' }).first().click();

  const anew = async () => {
    await press('Control+1');
    await traffic.openScreen('Purchases');
  };
  await refusesUntilTriedAgain(desk, 'purchases.list', anew);
  await refusesUntilTriedAgain(desk, 'purchases.facets', anew);
  const bought = traffic.ledger.getByRole('row').filter({ hasText: 'Bought' }).first();
  await refusesUntilTriedAgain(desk, 'purchases.get', () => bought.click());
  await refusesUntilTriedAgain(desk, 'purchases.rawAnswer', () =>
    purchase().getByRole('button', { name: 'Show the answer' }).click(),
  );

  const save = () => button('Export CSV').click();
  await answerSaveDialog(desk.app, join(folder, 'gone', 'ledger.csv'));
  await isRefused(desk, 'purchases.exportCsv', save, { tells: 'That folder no longer exists.' });
  const path = test.info().outputPath('ledger.csv');
  await answerSaveDialog(desk.app, path);
  await save();
  await isDone(desk, 'purchases.showCsv', () => button('Show in folder').click());
  await save();
  await expect(button('Show in folder')).toBeVisible();
  await rm(path);
  await isRefused(desk, 'purchases.showCsv', () => button('Show in folder').click(), {
    tells: 'The file no longer exists. Export the purchases again.',
  });
  await refusesUntilTriedAgain(desk, 'purchases.totals', () => page.getByText('Totals', { exact: true }).click());
  await refusesUntilTriedAgain(desk, 'purchases.reconciliation', () =>
    page.getByText('Reconciliation', { exact: true }).click(),
  );
});

const openPlanForm = async (): Promise<void> => {
  await clients.open();
  // Anna has an open purchase by now.
  await clients.select(...NAMES.slice(1));
  await clients.bulk('Buy traffic…').click();
  await desk.page.getByRole('textbox', { name: 'GB for each client' }).fill('1');
};

test('many purchases at once', async () => {
  const { page } = desk;
  await openPlanForm();
  await refuses(desk, 'runs.cancelPlan', () => press('Control+1'));
  await openPlanForm();
  const plan = () => button('Make the plan').click();
  await refuses(desk, 'runs.plan', plan);
  await refuses(desk, 'runs.plan', plan, { error: unplacedProblemOf('runs.plan') });
  await plan();
  await expect(bulk.line('To do')).toHaveCount(3);
  const start = () => button(/^Buy 1 GB for each of 3 clients for/).click();
  await refuses(desk, 'runs.resume', start);
  await refuses(desk, 'runs.resume', start, { error: unplacedProblemOf('runs.resume') });

  await control.addFaults({ match: BUY, times: 1, fault: { kind: 'hold', when: 'before-commit' } });
  await start();
  await control.waitForHeld(1);
  const pause = () => button('Pause').click();
  await refuses(desk, 'runs.pause', pause);
  // It is answered once the requests that were already sent have ended.
  await isDone(desk, 'runs.pause', async () => {
    await pause();
    await expect(button('Pause')).toHaveAttribute('data-loading', 'true');
    await control.release();
  });

  const resume = () => button('Check the prices and resume…').click();
  await refuses(desk, 'runs.requote', resume);
  await resume();
  await control.addFaults({ match: BUY, times: 1, fault: { kind: 'drop', when: 'before-commit' } });
  await button(/^Buy 1 GB for each of 2 clients for/).click();
  await button('Continue without it').click();
  await refuses(desk, 'runs.skipUnknown', () => bulk.inDialog('Continue without it').click());
  await button('Continue without it').click();
  await bulk.inDialog('Continue without it').click();
  await openJob(page, 'Buying', button('Leave the rest undone'));
  await button('Leave the rest undone').click();
  await refuses(desk, 'runs.cancel', () => bulk.inDialog('Leave the rest undone').click());
  await button('Leave the rest undone').click();
  await isDone(desk, 'runs.cancel', () => bulk.inDialog('Leave the rest undone').click());

  const report = () => button('Save the report').click();
  await answerSaveDialog(desk.app, join(folder, 'gone', 'report.csv'));
  await isRefused(desk, 'runs.report', report, { tells: 'That folder no longer exists.' });
  await answerSaveDialog(desk.app, test.info().outputPath('report.csv'));
  await isDone(desk, 'runs.report', report);
});
