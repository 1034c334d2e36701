import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { ClientsPage, openTab } from './pages/clients-page.ts';
import { openJob } from './pages/jobs.ts';
import { inEveryLook } from './pages/looks.ts';
import { shareWindow } from './pages/shared-window.ts';
import { openTrafficDesk, type TrafficDesk } from './pages/traffic-page.ts';

const shared = shareWindow();
let desk: TrafficDesk;
let clients: ClientsPage;

const button = (name: string | RegExp) => desk.page.getByRole('button', { name });
const row = (name: string) =>
  desk.page.getByRole('grid', { name: 'Clients and their addresses' }).getByRole('row').filter({ hasText: name });

test.beforeEach(async () => {
  desk = await openTrafficDesk(shared.openServiceDesk);
  await desk.call('clients.add', { messengerId: 4_242_424, clientKey: 'boris', name: 'Boris', note: '', tags: [] });
  clients = new ClientsPage(desk.page);
  await clients.open();
});
test.afterEach(() => desk.close());

const openForm = async () => {
  await clients.select('Anna', 'Boris');
  await clients.bulk('More actions').click();
  await desk.page.getByRole('menuitem', { name: 'Whitelist…' }).click();
  await expect(desk.page.getByRole('heading', { level: 1, name: 'Whitelists of many clients' })).toBeVisible();
};

test('an address goes to every selected client, and a second time it is skipped and the reason is shown', async () => {
  const { page } = desk;
  const field = page.getByRole('textbox', { name: 'IP addresses' });
  await openForm();
  await button('Add for 2 clients').click();
  await expect(field).toBeFocused();
  await field.fill('203.0.113.0/24');
  await expect(page.getByText('“203.0.113.0/24” is not a single IP address.')).toBeVisible();
  await field.fill('203.0.113.9, 192.168.0.4, 10.0.0.7');
  const warning = page.getByText(/^Private addresses: 192\.168\.0\.4 and 10\.0\.0\.7\./);
  await expect(warning).toBeVisible();
  await expect(button('Add for 2 clients')).toBeEnabled();
  await field.fill('203.0.113.9, 2001:db8::9');
  await expect(warning).toBeHidden();
  await inEveryLook(desk, async (_, look) => {
    await expectAccessible(page, `whitelists of many, ${look}`);
  });
  await desk.call('settings.update', { language: 'en', theme: 'light' });
  await button('Add for 2 clients').click();
  await expect(page.getByText('All 4 are done.')).toBeVisible();
  await expect(row('Boris')).toHaveCount(2);
  await expect(row('Boris').first()).toContainText('Done');

  await page.keyboard.press('Escape');
  await clients.select('Anna', 'Boris');
  await clients.bulk('More actions').click();
  await page.getByRole('menuitem', { name: 'Whitelist…' }).click();
  await field.fill('203.0.113.9');
  await button('Add for 2 clients').click();
  await expect(page.getByText('Changed: 0. Nothing to change: 2.')).toBeVisible();
  await expect(row('Anna')).toContainText('The address is already on the whitelist');
  await inEveryLook(desk, async (_, look) => {
    await expectAccessible(page, `a run of whitelists, ${look}`);
  });
  await desk.call('settings.update', { language: 'en', theme: 'light' });

  await openJob(page, 'Adding 2 addresses to the whitelists of 2 clients', page.getByText('All 4 are done.'));
  await row('Boris').first().dblclick();
  await openTab(page, 'Traffic');
  await expect(desk.traffic.whitelist.getByRole('listitem')).toHaveText(['203.0.113.9', '2001:db8::9']);
});

test('addresses are removed as well, and without a network the form says what it needs', async () => {
  const { page, control, call } = desk;
  await openForm();
  await page.getByRole('radiogroup', { name: 'What to do' }).getByText('Remove', { exact: true }).click();
  await expect(page.getByText('Lines without a login stop working from a removed address at once.')).toBeVisible();
  await page.getByRole('textbox', { name: 'IP addresses' }).fill('203.0.113.77');
  await control.addFaults({ fault: { kind: 'drop', when: 'before-commit' } });
  await call('connection.check', {});
  await expect(button('Remove for 2 clients')).toHaveAccessibleDescription(/^Needs a connection/);
  await control.clearFaults();
  await call('connection.check', {});
  await button('Remove for 2 clients').click();
  await expect(page.getByText('Changed: 0. Nothing to change: 2.')).toBeVisible();
  await expect(row('Anna')).toContainText('The address is not on the whitelist');
});
