import { expect, type Page, test } from '@playwright/test';
import { startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { callFrom, openSandboxDesk, signInTo } from './pages/open-desk.ts';

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
  const steps = section(page, 'From the first client to a file of proxies');
  await expect(steps.locator('[aria-current=step]')).toContainText('Add a client');
  await steps.getByRole('button', { name: 'Add the first client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
});

test('shows what is left in the pools, and which run low, as soon as it is read', async () => {
  const { page } = desk;
  await expect(section(page, 'Needs you')).toContainText('The traffic of 12 clients was not read');
  for (const clientId of await clientIds()) await call('premium.refreshBalance', { clientId });
  await expect(section(page, 'Traffic of all clients').getByRole('row', { name: /^Residential \d/ })).toBeVisible();
  const low = page.getByRole('table', { name: 'Pools that have run low' });
  await expect(low.getByRole('row', { name: /Clara Voss Residential 0\.35 GB/ })).toBeVisible();
  await expect(section(page, 'Needs you')).not.toContainText('not read');
  await low.getByRole('button', { name: 'Buy for Clara Voss' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
});

test('keeps what it knows when the service cannot be reached', async () => {
  const { page } = desk;
  const service = await startSandbox({ stateDir: null });
  await signInTo(page, service, 'Remote');
  const money = section(page, 'Money');
  await expect(money).toContainText('₽50,000.00');

  await service.close();
  await call('connection.check', {});
  await expect(money.getByRole('button', { name: 'Read the balance again' })).toBeDisabled();
  await expect(money).toContainText('₽50,000.00');
});

for (const language of ['en', 'ru'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`is accessible (${language}, ${theme})`, async () => {
      await call('settings.update', { language, theme });
      for (const clientId of await clientIds()) await call('premium.refreshBalance', { clientId });
      await expect(desk.page.getByRole('heading', { level: 1 })).toHaveText(language === 'en' ? 'Overview' : 'Обзор');
      await expect(desk.page.getByRole('table')).toHaveCount(2);
      await expectAccessible(desk.page, `overview, ${language}, ${theme}`);
    });
  }
}
