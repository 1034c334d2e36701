import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { inEveryLook } from './pages/looks.ts';
import { shareWindow } from './pages/shared-window.ts';
import { openTrafficDesk, type TrafficDesk } from './pages/traffic-page.ts';

const shared = shareWindow();
let desk: TrafficDesk;
test.beforeEach(async () => {
  desk = await openTrafficDesk(shared.openServiceDesk);
  await desk.traffic.openClient('Anna');
});
test.afterEach(() => desk.close());

test('addresses are checked as they are typed, added, marked when private, removed and restored', async () => {
  const { page, traffic } = desk;
  const { whitelist } = traffic;
  const field = whitelist.getByRole('textbox', { name: 'IP address' });
  const list = whitelist.getByRole('list', { name: 'Allowed addresses' });
  await field.fill('203.0.113.0/24');
  await field.press('Enter');
  await expect(whitelist).toContainText('This is a range of addresses.');
  await expect(field).toHaveValue('203.0.113.0/24');

  await field.fill('203.0.113.9');
  await field.press('Enter');
  await expect(list.getByRole('listitem')).toHaveText(['203.0.113.9']);
  await expect(field).toHaveValue('');
  await field.fill('192.168.0.4');
  await field.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('img', { name: /Private address/ })).toHaveCount(1);

  await whitelist.getByRole('button', { name: 'Remove 203.0.113.9' }).click();
  await expect(list.getByRole('listitem')).toHaveText(['192.168.0.4']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('listitem')).toHaveText(['192.168.0.4', '203.0.113.9']);
});

test('the address of this computer is one click away', async () => {
  const { call, traffic } = desk;
  await call('settings.update', { addressLookupUrl: '' });
  const { addresses } = await call('premium.myAddresses', {});
  await traffic.whitelist.getByRole('button', { name: 'Addresses of this computer' }).click();
  await expect(traffic.whitelist.getByRole('button', { name: /^Add \S/ })).toHaveCount(addresses.length);
  for (const { ip } of addresses.slice(0, 1)) {
    await traffic.whitelist.getByRole('button', { name: `Add ${ip}` }).click();
    await expect(traffic.whitelist.getByRole('listitem')).toContainText([ip]);
  }
});

test('the password is masked until it is revealed, and a reset says what it breaks', async () => {
  const { page, traffic, call } = desk;
  await traffic.password.getByRole('button', { name: 'Load the password' }).last().click();
  await expect(traffic.password.getByRole('img', { name: 'hidden' })).toBeVisible();
  const { id } = (
    await call('clients.list', { filter: {}, sort: { by: 'name', direction: 'asc' }, offset: 0, limit: 1 })
  ).rows[0] ?? { id: 0 };
  const before = (await call('premium.revealPassword', { clientId: id })).password;
  expect(await page.content()).not.toContain(before);
  await traffic.password.getByRole('button', { name: 'Show password' }).click();
  await expect(traffic.password).toContainText(before);
  await traffic.password.getByRole('button', { name: 'Hide password' }).click();
  expect(await page.content()).not.toContain(before);

  await traffic.password.getByRole('button', { name: 'Reset…' }).click();
  await expect(traffic.dialog).toContainText('stops working at once');
  await page.keyboard.press('Escape');
  expect((await call('premium.revealPassword', { clientId: id })).password).toBe(before);
  await traffic.password.getByRole('button', { name: 'Reset…' }).click();
  await traffic.dialog.getByRole('button', { name: 'Reset the password' }).click();
  await expect(page.getByText('The password was reset')).toBeVisible();
  await traffic.password.getByRole('button', { name: 'Show password' }).click();
  const after = (await call('premium.revealPassword', { clientId: id })).password;
  expect(after).not.toBe(before);
  await expect(traffic.password).toContainText(after);
});

test('without a network all data stays, with its age, and buying says why it is impossible', async () => {
  const { page, traffic, control, call } = desk;
  await expect(traffic.traffic.getByRole('row', { name: 'Mobile 0 GB' })).toBeVisible();
  await control.addFaults({ fault: { kind: 'drop', when: 'before-commit' } });
  await call('connection.check', {});
  const buy = traffic.traffic.getByRole('button', { name: 'Buy traffic' });
  await expect(buy).toBeDisabled();
  await expect(buy).toHaveAccessibleDescription(/^Needs a connection/);
  // The pointer rests on a button that says the same when it is pointed at.
  await page.mouse.move(0, 0);
  await buy.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(buy).toBeFocused();
  // The button before it shows the same, and may still be hiding it.
  await expect(page.getByRole('tooltip')).toHaveCount(1);
  await expect(page.getByRole('tooltip')).toHaveText('Needs a connection');
  await buy.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(traffic.traffic.getByRole('row', { name: 'Mobile 0 GB' })).toBeVisible();
  await expect(traffic.traffic).toContainText('as of');
  await control.clearFaults();
  await call('connection.check', {});
  await expect(buy).toBeEnabled();
  await expect(page.getByText('No connection to the service')).toBeHidden();
});

test('the panel is accessible in both languages and themes', async () => {
  const { page, traffic } = desk;
  await traffic.whitelist.getByRole('textbox').fill('192.168.0.4');
  // It warns, and adds the address all the same.
  await expect(traffic.whitelist.getByText('Private address: the service cannot see requests from it')).toBeVisible();
  await traffic.whitelist.getByRole('textbox').press('Enter');
  await expect(traffic.whitelist.getByRole('listitem')).toHaveCount(1);
  await traffic.password.getByRole('button', { name: 'Load the password' }).last().click();
  await expect(traffic.password.getByRole('img', { name: 'hidden' })).toBeVisible();
  await inEveryLook(desk, async (_, look) => {
    await expectAccessible(page, `the panel, ${look}`);
  });
});
