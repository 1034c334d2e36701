import { join } from 'node:path';
import { test } from '@playwright/test';
import { answerSaveDialog } from '../../support/electron-app.ts';
import {
  isDone,
  isRefused,
  refuses,
  refusesUntilTriedAgain,
  unplacedProblemOf,
} from '../../support/request-recorder.ts';
import { buyProxies } from '../pages/bought-proxies.ts';
import { openTab } from '../pages/clients-page.ts';
import { VpnPanel } from '../pages/vpn-panel.ts';
import { toldDesk } from './told-desk.ts';

const desk = toldDesk();
const { call, press } = desk;
const dialog = () => desk.page.getByRole('dialog');
const undo = () => desk.page.getByRole('button', { name: 'Undo' }).last().click();

/** Returns a client of the sandbox with a subscription that has a link. */
const nameWithVpn = async (): Promise<string> => {
  const { rows } = await call('clients.list', {
    filter: {},
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: 50,
  });
  for (const { id, name } of rows) {
    const { subscriptions } = await call('vpn.refresh', { clientId: id });
    if (subscriptions.some(({ link }) => link !== 'none')) return name;
  }
  throw new Error('no client of the sandbox has a subscription');
};

test('VPN subscriptions', async () => {
  const name = await nameWithVpn();
  await desk.clients.open();
  const open = async () => {
    await desk.clients.row(name).first().click();
    await openTab(desk.page, 'VPN');
  };
  const close = () => desk.clients.detail.getByRole('button', { name: 'Close the client' }).click();
  await refusesUntilTriedAgain(desk, 'vpn.state', open);
  const vpn = new VpnPanel(desk.page);
  const refresh = () => vpn.button('Refresh the subscriptions').click();
  await refuses(desk, 'vpn.refresh', refresh);
  await refresh();

  const item = vpn.items.first();
  const press = (name: string) => item.getByRole('button', { name }).click();
  await refuses(desk, 'vpn.revealLink', () => press('Show subscription link'));
  await refuses(desk, 'vpn.copyLink', () => press('Copy subscription link'));
  await refuses(desk, 'vpn.openLink', () => press('Open the link in the browser'));
  await isDone(desk, 'vpn.openLink', () => press('Open the link in the browser'));
  await refusesUntilTriedAgain(desk, 'vpn.qr', () => press('Show the link as a QR code'));
  await dialog().getByRole('button', { name: 'Close' }).click();
  await desk.clients.detail.getByRole('button', { name: 'QR', exact: true }).click();
  const copyQr = () => dialog().getByRole('button', { name: 'Copy the QR code' }).click();
  await refuses(desk, 'vpn.copyQr', copyQr);
  await isDone(desk, 'vpn.copyQr', copyQr);
  await dialog().getByRole('button', { name: 'Close' }).click();
  await item.getByRole('button', { name: /^Delete the subscription/ }).click();
  await refuses(desk, 'vpn.delete', () => vpn.inDialog('Delete the subscription').click());
  await vpn.inDialog('Cancel').click();
  await close();
});

test('traffic, whitelist and password', async () => {
  const region = (name: string) => desk.clients.detail.getByRole('region', { name });
  await desk.clients.open();
  const close = () => desk.clients.detail.getByRole('button', { name: 'Close the client' }).click();
  await refusesUntilTriedAgain(desk, 'premium.state', async () => {
    await desk.clients.row('Clara Voss').click();
    await openTab(desk.page, 'Traffic');
  });
  await refuses(desk, 'premium.refreshBalance', () =>
    desk.page.getByRole('button', { name: 'Refresh the traffic' }).click(),
  );
  const whitelist = region('Whitelist');
  await refuses(desk, 'premium.refreshWhitelist', () =>
    whitelist.getByRole('button', { name: 'Refresh the whitelist' }).click(),
  );
  await whitelist.getByRole('textbox', { name: 'IP address' }).fill('203.0.113.9');
  const add = () => whitelist.getByRole('textbox', { name: 'IP address' }).press('Enter');
  await refuses(desk, 'premium.addWhitelistIp', add);
  await refuses(desk, 'premium.addWhitelistIp', add, { error: unplacedProblemOf('premium.addWhitelistIp') });
  await add();
  await refuses(desk, 'premium.removeWhitelistIp', () =>
    whitelist.getByRole('button', { name: 'Remove 203.0.113.9' }).click(),
  );
  await refusesUntilTriedAgain(desk, 'premium.myAddresses', () =>
    whitelist.getByRole('button', { name: 'Addresses of this computer' }).click(),
  );

  const password = region('Sub-user password');
  const press = (name: string) => password.getByRole('button', { name, exact: true }).last().click();
  await refuses(desk, 'premium.refreshPassword', () => press('Load the password'));
  await press('Load the password');
  await refuses(desk, 'premium.revealPassword', () => press('Show password'));
  await refuses(desk, 'premium.copyPassword', () => press('Copy password'));
  await isDone(desk, 'premium.copyPassword', () => press('Copy password'));
  await press('Reset…');
  await refuses(desk, 'premium.resetPassword', () =>
    dialog().getByRole('button', { name: 'Reset the password' }).click(),
  );
  await close();
});

test('dedicated proxies', async () => {
  const { page } = desk;
  await buyProxies(call, 2);
  const goTo = () => page.getByRole('navigation').getByRole('button', { name: 'Dedicated', exact: true }).click();
  const anew = async () => {
    await press('Control+1');
    await goTo();
  };
  await refusesUntilTriedAgain(desk, 'dedicated.list', anew);
  await refusesUntilTriedAgain(desk, 'dedicated.summary', anew);
  const grid = page.getByRole('grid', { name: 'Your dedicated proxies' });
  const row = grid.getByRole('row', { name: /Germany/ }).first();
  await refusesUntilTriedAgain(desk, 'dedicated.get', () => row.click());
  const pane = page.getByRole('complementary', { name: 'Proxy' });
  const inPane = (name: string) => pane.getByRole('button', { name, exact: true }).click();
  await inPane('Close');
  await refusesUntilTriedAgain(desk, 'dedicated.checks', () => row.click());
  await refuses(desk, 'dedicated.password', () => inPane('Show the password'));
  await refuses(desk, 'dedicated.copyPassword', () => inPane('Copy the password'));
  await isDone(desk, 'dedicated.copyPassword', () => inPane('Copy the password'));
  await refusesUntilTriedAgain(desk, 'purchases.rawAnswer', () => inPane('Show the answer'));
  await pane.getByRole('textbox', { name: 'Note' }).fill('rack 7');
  await refuses(desk, 'dedicated.setNote', () => inPane('Save the note'));
  await refuses(desk, 'dedicated.setNote', () => inPane('Save the note'), {
    error: unplacedProblemOf('dedicated.setNote'),
  });
  await inPane('Close');

  await grid.focus();
  await refuses(desk, 'dedicated.ids', () => press('Control+a'));
  await press('Control+a');
  const bar = page.getByRole('region', { name: 'Selected proxies' });
  const item = async (menu: string, name: string, of: 'first' | 'last' = 'first') => {
    await bar.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name })[of]().click();
  };
  const layout = 'login:password@hostname:port';
  await answerSaveDialog(desk.app, join(desk.folder, 'gone', 'proxies.txt'));
  await isRefused(desk, 'dedicated.save', () => item('Export', layout), {
    tells: 'That folder no longer exists.',
  });
  await refuses(desk, 'dedicated.copy', () => item('Export', layout, 'last'));
  await isDone(desk, 'dedicated.copy', () => item('Export', layout, 'last'));
  await isRefused(desk, 'dedicated.setProtocol', () => item('Protocol', 'Switch to HTTP'), {
    tells: /already uses http/,
  });

  await bar.getByRole('button', { name: 'Client' }).click();
  await dialog().getByRole('combobox', { name: 'Client' }).fill('Clara');
  await page.getByRole('option', { name: /Clara Voss/ }).click();
  const assign = () => dialog().getByRole('button', { name: 'Assign 2 proxies' }).click();
  await refuses(desk, 'dedicated.assign', assign);
  await refuses(desk, 'dedicated.assign', assign, { error: unplacedProblemOf('dedicated.assign') });
  await isDone(desk, 'dedicated.assign', assign);
  await refuses(desk, 'dedicated.rows', () => bar.getByRole('button', { name: 'Extend…' }).click());
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  const archive = () => bar.getByRole('button', { name: 'Archive' }).click();
  await refuses(desk, 'dedicated.archive', archive);
  await archive();
  await refuses(desk, 'undo.takeBack', undo);

  const buy = () => page.getByRole('button', { name: 'Buy proxies' }).first().click();
  await refuses(desk, 'dedicated.availability', buy);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await refusesUntilTriedAgain(desk, 'dedicated.countries', buy);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
});
