import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ControlClient } from '../../support/control-client.ts';
import { answerOpenDialog, answerSaveDialog, sandboxControl } from '../../support/electron-app.ts';
import { isDone, refuses, refusesUntilTriedAgain } from '../../support/request-recorder.ts';
import { goTo } from '../pages/open-desk.ts';
import { toldDesk } from './told-desk.ts';

const desk = toldDesk({ sandboxControl: true });
const { call, button, press } = desk;
let control: ControlClient;

const status = () => desk.page.getByRole('contentinfo');

test.beforeAll(async () => {
  control = await sandboxControl(desk.app);
  const { ids } = await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
  for (const clientId of ids) await call('vpn.refresh', { clientId });
  // Unread clients are soon read automatically, and then there would be no refresh left to start.
  await call('runs.start', { kind: 'refresh' });
  await expect.poll(async () => (await call('runs.list', { offset: 0, limit: 1 })).rows[0]?.state).toBe('done');
});

test('the overview', async () => {
  const anew = async () => {
    await press('Control+4');
    await press('Control+1');
  };
  await refusesUntilTriedAgain(desk, 'overview.summary', anew);
  await refusesUntilTriedAgain(desk, 'overview.renewals', anew);
  await refusesUntilTriedAgain(desk, 'overview.charts', anew);
  await refusesUntilTriedAgain(desk, 'account.balanceHistory', anew);
  const ask = () => button('Get today’s prices').click();
  await refuses(desk, 'overview.quoteRenewals', ask);
  await isDone(desk, 'overview.quoteRenewals', ask);
  await refuses(desk, 'overview.ending', () =>
    button(/^Renew \d+…/)
      .first()
      .click(),
  );
});

test('the alerts', async () => {
  const bell = () => status().getByRole('button', { name: /alert/ }).click();
  const list = desk.page.getByRole('dialog', { name: /lert/ });
  await refusesUntilTriedAgain(desk, 'alerts.list', bell);
  const inList = (name: string) => list.getByRole('button', { name }).first().click();
  await refuses(desk, 'alerts.markRead', () => inList('Mark all as read'));
  await refuses(desk, 'alerts.open', () => list.getByRole('listitem').first().getByRole('button').first().click());
  const dismiss = () => inList('Dismiss: ');
  await refuses(desk, 'alerts.dismiss', dismiss);
  await isDone(desk, 'alerts.dismiss', dismiss);
  const undo = () => button('Undo').last().click();
  await isDone(desk, 'undo.takeBack', undo);
  await bell();
  await dismiss();
  await refuses(desk, 'undo.takeBack', undo);
  await press('Escape');
});

test('a refresh', async () => {
  const { page } = desk;
  await desk.clients.open();
  const refreshAll = () => desk.clients.button('Refresh all').click();
  await refuses(desk, 'runs.start', refreshAll);
  await control.addFaults({ match: { path: '/vpn/info' }, fault: { kind: 'hold', when: 'before-commit' } });
  await refreshAll();
  await control.waitForHeld(1);
  const show = () => desk.clients.button(/^Refresh: /).click();
  await refuses(desk, 'runs.get', show);
  await desk.clients.open();
  await show();
  const detail = page.getByRole('complementary', { name: 'Selected job' });
  const inDetail = (name: string) => () => detail.getByRole('button', { name }).click();
  await refuses(desk, 'runs.pause', inDetail('Pause'));
  await inDetail('Pause')();
  await refuses(desk, 'runs.resume', inDetail('Resume'));
  await refuses(desk, 'runs.cancel', inDetail('Cancel'));
  await isDone(desk, 'runs.cancel', inDetail('Cancel'));
  await control.clearFaults();
  await control.release();

  await desk.clients.open();
  await desk.clients.select('Clara Voss');
  await control.addFaults({ match: { path: '/vpn/info' }, times: 1, fault: { kind: 'not-ok', shape: 'message' } });
  await desk.clients.bulk('Refresh').click();
  await expect.poll(async () => (await call('runs.list', { offset: 0, limit: 1 })).rows[0]?.failed).toBe(1);
  await goTo(desk.page, 'Activity');
  const row = page.getByRole('row').filter({ hasText: 'Refreshing 1 client' }).first();
  await refusesUntilTriedAgain(desk, 'runs.lines', () => row.click());
  await refuses(desk, 'runs.resume', inDetail('Try 1 client again'));
});

test('a hand-over', async () => {
  const { page } = desk;
  await desk.clients.open();
  const card = async () => {
    await desk.clients.row('Clara Voss').click();
    await desk.clients.detail.getByRole('button', { name: 'Hand over' }).click();
  };
  const back = () => button('Back to the client').click();
  await refusesUntilTriedAgain(desk, 'handover.options', card);
  await back();
  await refusesUntilTriedAgain(desk, 'handover.templates', card);
  await back();
  await refusesUntilTriedAgain(desk, 'handover.preview', card);
  const words = page.getByRole('textbox', { name: 'Message' });
  await words.fill('Hi {name}!');
  await refuses(desk, 'handover.saveTemplate', () => words.blur());
  await refuses(desk, 'handover.copy', () => button('Copy message').click());
  await isDone(desk, 'handover.copy', () => button('Copy message').click());
  await answerOpenDialog(desk.app, desk.folder);
  await refuses(desk, 'handover.save', () => button('Save to a folder…').click());
  await answerSaveDialog(desk.app, join(desk.folder, 'page.html'));
  await refuses(desk, 'handover.savePage', () => button('Save page…').click());
  await button('Save to a folder…').click();
  const show = () => page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Show' }).click();
  await refuses(desk, 'handover.show', show);
  await button('Save to a folder…').click();
  await isDone(desk, 'handover.show', show);
});

test('a client of a hand-over queue is skipped', async () => {
  await desk.clients.open();
  await desk.clients.row('Clara Voss').getByRole('checkbox', { name: 'Select' }).check();
  await desk.clients.bulk('More actions').click();
  await isDone(desk, 'runs.start', () => desk.page.getByRole('menuitem', { name: 'Hand over one by one…' }).click());
  const skip = () => button('Skip').click();
  await refuses(desk, 'runs.skipHandover', skip);
  await isDone(desk, 'runs.skipHandover', skip);
});
