import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { launchDesk, type RunningDesk } from '../support/electron-app.ts';
import { type StrangerService, startStranger } from '../support/stranger/service.ts';
import { ClientsPage, openTab } from './pages/clients-page.ts';
import { GeneratorPage } from './pages/generator-page.ts';
import { WelcomePage } from './pages/welcome-page.ts';

const CLIENT = { messengerId: '4242', clientKey: 'north', name: 'Ingrid North' };

let userDataDir: string;
let service: StrangerService;
let desk: RunningDesk;
let status: Locator;

/** A desk that knows a client, its traffic and a list, opened again when the service is gone. */
test.beforeEach(async () => {
  userDataDir = await mkdtemp(join(tmpdir(), 'desk-e2e-'));
  service = await startStranger({ balanceKopecks: 500_000 });
  desk = await launchDesk({ userDataDir });
  await new WelcomePage(desk.page).signIn(service.baseUrl, service.token);
  const clients = new ClientsPage(desk.page);
  await clients.open();
  await clients.add(CLIENT);
  await clients.row(CLIENT.name).click();
  await openTab(desk.page, 'Traffic');
  await expect(desk.page.getByRole('region', { name: 'Traffic left' }).getByText('0 GB').first()).toBeVisible();
  const generator = new GeneratorPage(desk.page);
  await generator.open();
  await generator.chooseClient(CLIENT.name);
  await generator.chooseCountry('land de', 'Germany');
  await generator.quantity().fill('12');
  await generator.generate();
  await desk.close();
  await service.close();
  desk = await launchDesk({ userDataDir });
  await desk.page.waitForURL('app://desk/**');
  status = desk.page.getByRole('contentinfo');
});
test.afterEach(async () => {
  await desk.close();
  await service.close();
  await rm(userDataDir, { recursive: true, force: true });
});

test('all known data is shown with its age, and actions that need the network say so', async () => {
  const { page } = desk;
  await expect(status.getByText(/^Offline since/)).toBeVisible();
  await expect(page.getByText('No connection to the service.')).toBeVisible();
  await expect(status.getByText('Balance ₽5,000.00')).toBeVisible();
  await expect(status.getByText(/^as of /).first()).toBeVisible();

  const clients = new ClientsPage(page);
  await clients.open();
  await clients.row(CLIENT.name).click();
  await openTab(page, 'Traffic');
  const traffic = page.getByRole('region', { name: 'Traffic left' });
  await expect(traffic.getByText('0 GB').first()).toBeVisible();
  await expect(traffic.getByText(/^as of /)).toBeVisible();
  await expect(traffic.getByRole('button', { name: 'Refresh the traffic' })).toBeDisabled();
  await expect(traffic.getByRole('button', { name: 'Buy traffic' })).toBeDisabled();

  await page.getByRole('navigation').getByText('Lists & exports', { exact: true }).click();
  await page.getByRole('gridcell', { name: `${CLIENT.name} · ${CLIENT.clientKey}`, exact: true }).click();
  await expect(page.getByRole('region', { name: 'Lines of the list' }).locator('code')).toHaveCount(12);
  await expect(page.getByRole('button', { name: /^Save file, format/ })).toBeEnabled();
});

test('the app notices on its own that the service is back', async () => {
  await expect(status.getByText(/^Offline since/)).toBeVisible();
  const { port } = new URL(service.baseUrl);
  service = await startStranger({ balanceKopecks: 123_456, port: Number(port) });
  // The app tries 3, 9 and 21 seconds after the loss, then every half minute.
  await expect(status.getByText('Online')).toBeVisible({ timeout: 40_000 });
  await expect(desk.page.getByText('No connection to the service.')).toBeHidden();
  await expect(status.getByText('Balance ₽1,234.56')).toBeVisible();
});
