import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import { DeskGone } from '../../../electron/main/scripts/script-client.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createSkippingClock, type SkippingClock } from '../../support/skipping-clock.ts';
import { makeShelf, openBackup, saveBackup } from '../backup/backup-desk.ts';
import { BUY } from '../vpn/vpn-desk.ts';
import { type Scripts, startScripts } from './script-desk.ts';

const ANNA = '5000000001:anna';
const DAY = 86_400_000;

let clock: SkippingClock;
let desk: TestDesk;
let scripts: Scripts;
let priceKopecks: number;

const payment = { account: 'Test', atMost: 10_000 };
const month = (once: string, more: object = {}) => ({ client: ANNA, months: 1, once, ...payment, ...more });
const charged = async (): Promise<number> => (await desk.control.books()).entries.length;
const allow = async (scriptDayCapRubles: number) => {
  scripts = await startScripts(desk, { scriptAccess: 'buy', scriptDayCapRubles });
};

beforeEach(async () => {
  clock = createSkippingClock();
  desk = await startTestDesk({ clock });
  await desk.call('clients.add', { messengerId: 5_000_000_001, clientKey: 'anna', name: 'Anna', note: '', tags: [] });
  ({ priceKopecks } = await desk.call('vpn.quote', { periodMonths: 1 }));
});
afterEach(() => desk.close());

describe('a script that may buy', () => {
  it('buys through the journal, once for each name, also after a restart', async () => {
    await allow(5_000);
    const first = await scripts.ask('buy-vpn', month('anna-1'));
    expect(first).toMatchObject({ outcome: 'charged', goods: 'here', order: 'vpn-buy', client: ANNA, repeated: false });
    expect(await scripts.ask('buy-vpn', month('anna-1'))).toMatchObject({ purchase: first.purchase, repeated: true });
    await desk.restart();
    await allow(5_000);
    expect(await scripts.ask('buy-vpn', month('anna-1'))).toMatchObject({ purchase: first.purchase, repeated: true });
    expect(await scripts.ask('purchase', { once: 'anna-1' })).toMatchObject({ purchase: first.purchase });
    expect(await charged()).toBe(1);
    expect(await desk.call('purchases.get', { purchaseId: Number(first.purchase) })).toMatchObject({ priceKopecks });
    expect(await scripts.refusal('buy-vpn', month('anna-1', { months: 3 }))).toMatchObject({
      details: { code: 'script-name-used', params: { name: 'anna-1' } },
    });
    expect(await scripts.refusal('purchase', { once: 'nobody' })).toMatchObject({ kind: 'not-found' });
  });

  it('buys once when two calls with one name come at the same time', async () => {
    await allow(5_000);
    const both = await Promise.all([1, 2, 3].map(() => scripts.ask('buy-vpn', month('twice'))));
    expect(new Set(both.map(({ purchase }) => purchase)).size).toBe(1);
    expect(await charged()).toBe(1);
  });

  it('answers the price of a dry run, and sends nothing that charges', async () => {
    await allow(0);
    expect(await scripts.ask('buy-vpn', month('dry', { dryRun: true }))).toEqual({ dryRun: true, priceKopecks });
    expect(await charged()).toBe(0);
    expect(await scripts.refusal('purchase', { once: 'dry' })).toMatchObject({ kind: 'not-found' });
  });

  it('never exceeds the sum of a day, even by purchases whose outcome is unknown', async () => {
    await allow(Math.floor((priceKopecks * 2.5) / 100));
    await scripts.ask('buy-vpn', month('one'));
    await desk.control.addFaults({ match: BUY, fault: { kind: 'drop', when: 'after-commit' } });
    expect(await scripts.ask('buy-vpn', month('lost'))).toMatchObject({ outcome: 'open' });
    expect(await scripts.ask('status')).toMatchObject({ spentTodayKopecks: priceKopecks * 2 });
    await desk.call('clients.add', { messengerId: 5, clientKey: 'boris', name: '', note: '', tags: [] });
    const boris = month('three', { client: '5:boris' });
    expect(await scripts.refusal('buy-vpn', boris)).toMatchObject({ details: { code: 'script-cap' } });
    clock.skip(-3 * DAY);
    expect(await scripts.refusal('buy-vpn', boris)).toMatchObject({ details: { code: 'script-cap' } });
    expect(await charged()).toBe(2);
  });

  it('begins no new day with a clock that has jumped ahead since the last answer', async () => {
    await desk.close();
    // A service that reports its time, as services do and the sandbox does not.
    const dated: Fetch = async (url, init) => {
      const { status, body, headers } = await fetch(url, init);
      return new Response(body, { status, headers: [...headers, ['date', new Date().toUTCString()]] });
    };
    desk = await startTestDesk({ clock, fetch: dated });
    await desk.call('clients.add', { messengerId: 5_000_000_001, clientKey: 'anna', name: '', note: '', tags: [] });
    await allow(priceKopecks / 100);
    await scripts.ask('buy-vpn', month('today'));
    clock.skip(3 * DAY);
    expect(await scripts.refusal('buy-vpn', month('ahead'))).toMatchObject({ details: { code: 'script-clock' } });
    expect(await charged()).toBe(1);
  });

  it('buys nothing while an earlier purchase of the same is open, and answers that one by its name', async () => {
    await allow(50_000);
    await desk.control.addFaults({ match: BUY, fault: { kind: 'drop', when: 'before-commit' } });
    const lost = await scripts.ask('buy-vpn', month('lost'));
    expect(lost).toMatchObject({ outcome: 'open' });
    expect(await scripts.ask('buy-vpn', month('lost'))).toMatchObject({ purchase: lost.purchase, repeated: true });
    await desk.control.clearFaults();
    expect(await scripts.refusal('buy-vpn', month('again'))).toMatchObject({ details: { code: 'script-open' } });
    expect(await charged()).toBe(0);
  });

  it('forgets the name of a purchase that was never sent', async () => {
    await allow(50_000);
    await desk.control.setBalance(1);
    expect(await scripts.refusal('buy-vpn', month('poor'))).toMatchObject({ kind: 'insufficient-balance' });
    await desk.control.setBalance(50_000);
    expect(await scripts.ask('buy-vpn', month('poor'))).toMatchObject({ outcome: 'charged', repeated: false });
    expect(await charged()).toBe(1);
  });

  it('pays no more than the script agreed to, and only from the account that it names', async () => {
    await allow(50_000);
    expect(await scripts.refusal('buy-vpn', month('dear', { atMost: 1 }))).toMatchObject({
      details: { code: 'script-at-most' },
    });
    expect(await scripts.refusal('buy-vpn', month('other', { account: 'Main' }))).toMatchObject({
      details: { code: 'script-account', params: { account: 'Main' } },
    });
    await desk.call('account.signInSandbox', {});
    expect(await scripts.refusal('buy-vpn', month('switched'))).toMatchObject({
      details: { code: 'script-account' },
    });
    expect(await charged()).toBe(0);
  });

  it('buys nothing while everything is paused', async () => {
    await allow(50_000);
    await desk.call('settings.update', { paused: true });
    expect(await scripts.refusal('buy-vpn', month('paused'))).toMatchObject({ details: { code: 'script-paused' } });
    expect(await charged()).toBe(0);
  });

  it('buys every product, and extends the proxies of their client', async () => {
    await allow(100_000);
    const bought = await scripts.ask('buy-vpn', month('vpn'));
    const { uuid } = bought.brought as { uuid: string };
    expect(await scripts.ask('renew-vpn', month('renewed', { uuid }))).toMatchObject({ outcome: 'charged' });
    const gigabytes = { client: ANNA, pool: 'residential', gb: 2, once: 'gb', ...payment };
    expect(await scripts.ask('buy-traffic', gigabytes)).toMatchObject({ outcome: 'charged', goods: 'here' });
    const proxies = { client: ANNA, ipv: 4, country: 'de', days: 30, count: 2, once: 'proxies', ...payment };
    expect(await scripts.ask('buy-proxies', proxies)).toMatchObject({ outcome: 'charged', goods: 'here' });
    const { rows } = await scripts.ask('proxies');
    const ids = (rows as { id: number; client: string }[]).map(({ id, client }) => {
      expect(client).toBe(ANNA);
      return id;
    });
    const longer = { ids, days: 30, once: 'longer', ...payment };
    expect(await scripts.ask('extend-proxies', longer)).toMatchObject({ outcome: 'charged', client: ANNA });
    expect(await scripts.refusal('extend-proxies', { ...longer, ids: [1], once: 'none' })).toMatchObject({
      details: { code: 'script-no-proxy' },
    });
    expect(await charged()).toBe(5);
  });
});

it('a script extends proxies that are here twice, bought and imported, for their client', async () => {
  await allow(100_000);
  const sort = { by: 'expiresAt', direction: 'asc' } as const;
  await desk.call('sales.setPrice', { clientId: null, product: 'dedicated 4 de 30', priceKopecks: 50_000 });
  const next = Math.max(0, ...(await desk.control.proxies()).map(({ ids }) => ids)) + 1;
  const lines = [next, next + 1].map((id, index) => `${id};198.51.100.${index + 1};80;u;p`);
  const text = ['id;ip;port;login;password', ...lines].join('\n');
  const { importId, reading } = await desk.call('dedicated.importText', { text });
  const forOthers = { ipv: 4, countryCode: 'de', endDay: null, clientId: null } as const;
  await desk.call('dedicated.importConfirm', { importId, reading, forOthers });
  const proxies = { client: ANNA, ipv: 4, country: 'de', days: 30, count: 2, once: 'proxies', ...payment };
  await scripts.ask('buy-proxies', proxies);
  // The imported ones went to the archive, from where the user brings them back.
  const { ids: proxyIds } = await desk.call('dedicated.ids', { filter: { archived: true }, sort });
  expect(proxyIds).toHaveLength(2);
  await desk.call('dedicated.archive', { proxyIds, archived: false });

  const longer = { days: 30, ...payment };
  const { purchase } = await scripts.ask('extend-proxies', { ...longer, ids: [next, next + 1], once: 'longer' });
  expect((await desk.call('purchases.get', { purchaseId: Number(purchase) })).sale).toMatchObject({
    priceKopecks: 100_000,
  });
  const unknown = { ...longer, ids: [next, next + 2], once: 'unknown' };
  expect(await scripts.refusal('extend-proxies', unknown)).toMatchObject({ details: { code: 'script-no-proxy' } });
});

describe('a script that waits to pay', () => {
  const BALANCE = { method: 'GET', path: '/balance' } as const;
  const boris = (once: string) => month(once, { client: '5:boris' });
  beforeEach(async () => {
    await desk.call('clients.add', { messengerId: 5, clientKey: 'boris', name: '', note: '', tags: [] });
    await allow(50_000);
  });

  it.each([
    ['pauses everything', { paused: true }, 'script-paused'],
    ['lets scripts only read', { scriptAccess: 'read' }, 'script-not-allowed'],
    ['lowers the sum of a day', { scriptDayCapRubles: 1 }, 'script-cap'],
  ] as const)('pays nothing after the user %s', async (_, change, code) => {
    // The first reading of the balance is for the offer, the second for the check before the charge.
    await desk.control.addFaults({ match: BALANCE, skip: 1, times: 1, fault: { kind: 'hold', when: 'before-commit' } });
    const refused = scripts.refusal('buy-vpn', month('late'));
    await desk.control.waitForHeld(1);
    await desk.call('settings.update', change);
    await desk.control.release();
    expect(await refused).toMatchObject({ details: { code } });
    expect(await charged()).toBe(0);
  });

  it('pays nothing after the user switched scripts off', async () => {
    await desk.control.addFaults({ match: BALANCE, skip: 1, times: 1, fault: { kind: 'hold', when: 'before-commit' } });
    const gone = scripts.refusal('buy-vpn', month('late')).catch((error: unknown) => error);
    await desk.control.waitForHeld(1);
    await desk.call('settings.update', { scriptAccess: 'off' });
    await desk.control.release();
    expect(await gone).toBeInstanceOf(DeskGone);
    await expect.poll(() => desk.core.hasChargeInFlight()).toBe(false);
    expect(await charged()).toBe(0);
  });

  it('behind another one does not begin after the user took the right back', async () => {
    await desk.control.addFaults({ match: BUY, times: 1, fault: { kind: 'hold', when: 'before-commit' } });
    const first = scripts.ask('buy-vpn', month('first'));
    const second = scripts.refusal('buy-vpn', boris('second'));
    await desk.control.waitForHeld(1);
    await desk.call('settings.update', { scriptAccess: 'read' });
    await desk.control.release();
    expect(await first).toMatchObject({ outcome: 'charged' });
    expect(await second).toMatchObject({ kind: 'forbidden', details: { code: 'script-not-allowed' } });
    expect(await charged()).toBe(1);
  });
});

describe('a script that repeats its words', () => {
  const firstClient = async (search: string): Promise<number> =>
    (await desk.call('clients.ids', { filter: { search }, sort: { by: 'name', direction: 'asc' } })).ids[0] ?? 0;

  it('gets the first purchase, whatever has become of its client and its proxies since', async () => {
    await allow(100_000);
    await desk.call('clients.add', { messengerId: 5, clientKey: 'boris', name: '', note: '', tags: [] });
    const proxies = { client: ANNA, ipv: 4, country: 'de', days: 30, count: 2, once: 'proxies', ...payment };
    await scripts.ask('buy-proxies', proxies);
    const { rows } = await scripts.ask('proxies');
    const longer = { ids: (rows as { id: number }[]).map(({ id }) => id), days: 30, once: 'longer', ...payment };
    const { purchase } = await scripts.ask('extend-proxies', longer);
    const again = { purchase, repeated: true, outcome: 'charged' };
    const { ids: proxyIds } = await desk.call('dedicated.ids', {
      filter: {},
      sort: { by: 'expiresAt', direction: 'asc' },
    });
    await desk.call('dedicated.assign', { proxyIds, clientId: await firstClient('boris') });
    expect(await scripts.ask('extend-proxies', longer)).toMatchObject(again);
    await desk.call('dedicated.archive', { proxyIds, archived: true });
    expect(await scripts.ask('extend-proxies', longer)).toMatchObject(again);

    const vpn = await scripts.ask('buy-vpn', month('vpn'));
    await desk.call('clients.remove', { clientIds: [await firstClient('anna')] });
    expect(await scripts.ask('buy-vpn', month('vpn'))).toMatchObject({ purchase: vpn.purchase, repeated: true });
    expect(await scripts.refusal('buy-vpn', month('other'))).toMatchObject({ kind: 'not-found' });
    expect(await charged()).toBe(3);
    await desk.call('account.signInSandbox', {});
    expect(await scripts.ask('buy-vpn', month('vpn'))).toMatchObject({ purchase: vpn.purchase, repeated: true });
  });

  it('buys when the first attempt certainly was never sent', async () => {
    await desk.close();
    let isOffline = false;
    const cut: Fetch = (url, init) => {
      if (!isOffline || !String(url).endsWith('/vpn/buy')) return fetch(url, init);
      return Promise.reject(
        new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }),
      );
    };
    desk = await startTestDesk({ clock, fetch: cut });
    await desk.call('clients.add', { messengerId: 5_000_000_001, clientKey: 'anna', name: '', note: '', tags: [] });
    await allow(50_000);
    isOffline = true;
    expect(await scripts.ask('buy-vpn', month('cut'))).toMatchObject({ outcome: 'not-charged', reason: 'not-sent' });
    isOffline = false;
    expect(await scripts.ask('buy-vpn', month('cut'))).toMatchObject({ outcome: 'charged', repeated: false });
    expect(await scripts.ask('buy-vpn', month('cut'))).toMatchObject({ outcome: 'charged', repeated: true });
    expect(await charged()).toBe(1);
  });
});

it('a restored desk lets scripts do nothing until its user allows it again', async () => {
  const shelf = await makeShelf();
  try {
    await allow(50_000);
    await saveBackup(desk, join(shelf.path, 'desk.backup'));
    const { offerId } = await openBackup(desk, join(shelf.path, 'desk.backup'));
    await desk.call('backup.restore', { offerId });
    expect(await desk.call('settings.get', {})).toMatchObject({ scriptAccess: 'off', scriptDayCapRubles: 0 });
    expect(await desk.call('scripts.state', {})).toMatchObject({ isOpen: false, problem: null });
    await expect(scripts.client.send('status', {})).rejects.toThrow(DeskGone);
  } finally {
    await shelf.empty();
  }
});
