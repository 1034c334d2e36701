import { expect, type Locator, type Page } from '@playwright/test';
import { startSandbox } from '#sandbox/index.ts';
import { createControlClient } from '../../support/control-client.ts';
import type { RunningDesk } from '../../support/electron-app.ts';
import { openTab } from './clients-page.ts';
import { callFrom, openServiceDesk, type ServiceAccess } from './open-desk.ts';

/** A client and the purchase of its traffic, as the user sees them, in English. */
export class TrafficPage {
  readonly page: Page;
  readonly dialog: Locator;
  readonly traffic: Locator;
  readonly whitelist: Locator;
  readonly password: Locator;
  readonly ledger: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog');
    this.traffic = page.getByRole('region', { name: 'Traffic left' });
    this.whitelist = page.getByRole('region', { name: 'Whitelist' });
    this.password = page.getByRole('region', { name: 'Sub-user password' });
    this.ledger = page.getByRole('grid', { name: 'Purchases' });
  }

  async openClient(name: string): Promise<void> {
    await this.openScreen('Clients');
    await this.page.getByRole('grid', { name: 'Clients' }).getByRole('row').filter({ hasText: name }).click();
    await openTab(this.page, 'Traffic');
    await expect(this.traffic).toBeVisible();
  }

  async openScreen(name: string): Promise<void> {
    await this.page.getByRole('navigation').getByText(name, { exact: true }).click();
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
  }

  /** Fills in the order and returns the button that pays, which names the price and the goods. */
  async review(gb: string, pool = 'Residential'): Promise<Locator> {
    await openTab(this.page, 'Traffic');
    await this.traffic.getByRole('button', { name: 'Buy traffic' }).click();
    await this.dialog.getByLabel('Pool').selectOption({ label: pool });
    await this.dialog.getByLabel('Amount, GB').fill(gb);
    await this.dialog.getByRole('button', { name: 'Review the order' }).click();
    const confirm = this.dialog.getByRole('button', { name: /^Buy / });
    await expect(confirm).toBeVisible();
    return confirm;
  }
}

/**
 * Opens the app, signed in to a service that a test can disturb, with one client, Anna. It gets a window of its own unless
 * `open` is the method of a shared window.
 */
export const openTrafficDesk = async (
  open: (service: ServiceAccess, label: string) => Promise<RunningDesk> = openServiceDesk,
) => {
  const sandbox = await startSandbox({ stateDir: null, control: true });
  const desk = await open(sandbox, 'Service');
  const { page } = desk;
  const call = callFrom(() => page);
  await call('clients.add', { messengerId: 5_012_345_678, clientKey: 'anna-key', name: 'Anna', note: '', tags: [] });
  return {
    page,
    call,
    app: desk.app,
    userDataDir: desk.userDataDir,
    traffic: new TrafficPage(page),
    control: createControlClient(sandbox.controlUrl ?? ''),
    close: async () => {
      await desk.close();
      await sandbox.close();
    },
  };
};

export type TrafficDesk = Awaited<ReturnType<typeof openTrafficDesk>>;
