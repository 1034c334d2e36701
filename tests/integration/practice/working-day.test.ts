import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '#core/ports.ts';
import { startSandbox } from '#sandbox/index.ts';
import type { ClientRow } from '#shared/contract/clients.ts';
import type { Run } from '#shared/contract/runs.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { startTestDesk, type TestDesk, type TestDeskOptions } from '../../support/desk-core.ts';
import { realClock } from '../../support/real-clock.ts';

let folder: string;
let desk: TestDesk;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'practice-'));
  desk = await startTestDesk({ signIn: false, sandboxPast: folder });
  await desk.call('account.signInSandbox', {});
});
afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

const beginAnew = async (options: TestDeskOptions = {}) => {
  await desk.close();
  desk = await startTestDesk({ ...options, signIn: false, sandboxPast: folder });
};

const ALL = { offset: 0, limit: 500 } as const;

const purchases = async () => (await desk.call('purchases.list', { filter: {}, ...ALL })).rows;
const openOne = async () => {
  const open = (await purchases()).filter(({ outcome }) => outcome === 'open');
  expect(open).toHaveLength(1);
  return open[0]?.id ?? 0;
};
const clients = async () =>
  (await desk.call('clients.list', { filter: {}, sort: { by: 'name', direction: 'asc' }, offset: 0, limit: 200 })).rows;
const activeId = async () => (await desk.call('account.state', {})).activeId ?? '';

const expectAgreement = async () => {
  const rows = await purchases();
  const books = await desk.control.books();
  const charged = rows.filter(({ outcome }) => outcome === 'charged').toReversed();
  expect(charged.map(({ priceKopecks }) => priceKopecks)).toEqual(books.entries.map(({ kopecks }) => kopecks));
  expect(await desk.call('purchases.reconciliation', { onlyDifferences: true, ...ALL })).toMatchObject({
    total: 0,
    spentKopecks: books.spentKopecks,
    sum: { differenceKopecks: 0, lateKopecks: 0 },
  });
  const { accounts } = await desk.call('account.state', {});
  const { balanceKopecks, spentKopecks } = books;
  expect(accounts.map(({ balance }) => balance)).toEqual([{ balanceKopecks, spentKopecks, asOf: expect.any(Number) }]);
  return { rows, charged };
};

describe('the data of the practice day', () => {
  it('contains months of purchases of each kind, and explains the books of the service to the kopeck', async () => {
    const { rows, charged } = await expectAgreement();
    expect(rows).toHaveLength(charged.length + 1);
    expect(new Set(charged.map(({ order }) => order.kind)).size).toBe(5);
    expect(new Set(charged.map(({ createdAt }) => new Date(createdAt).toISOString().slice(0, 7))).size).toBeGreaterThan(
      3,
    );
    expect(charged.every(({ createdAt }) => createdAt < Date.now())).toBe(true);
    const { rows: history } = await desk.call('account.balanceHistory', {});
    expect(history.length).toBeGreaterThan(100);
  });

  it('has ends of every stage, low and empty pools, and no unread client', async () => {
    const { needs } = await desk.call('overview.summary', {});
    for (const { window, clients: found } of needs.vpn) expect(found, window).toBeGreaterThan(0);
    for (const { window, proxies } of needs.dedicated) expect(proxies, window).toBeGreaterThan(0);
    expect(needs).toMatchObject({ staleClients: 0, openPurchases: 1, goodsMissing: 0, troubledRuns: 0 });
    expect(needs.lowPools.length).toBeGreaterThan(1);
    const rows = await clients();
    expect(rows.filter(({ vpnAsOf, trafficAsOf }) => vpnAsOf === null || trafficAsOf === null)).toEqual([]);
    expect(rows.some(({ nextExpiry }) => (nextExpiry ?? 0) > Date.now() + 30 * 86_400_000)).toBe(true);
    const { rows: free } = await desk.call('dedicated.list', {
      filter: { search: '', countries: [], ipvs: [], expiry: 'any', unassigned: true, archived: false },
      sort: { by: 'expiresAt', direction: 'asc' },
      ...ALL,
    });
    expect(free.length).toBeGreaterThan(0);
  });

  it("equals the service's: reading everything again changes nothing but the age", async () => {
    const ageless = ({ vpnAsOf: _, trafficAsOf: __, ...row }: ClientRow) => row;
    const before = await clients();
    await desk.call('runs.start', { kind: 'refresh' });
    await desk.waitForEvent('runs.changed', ({ kind, state }: Run) => kind === 'refresh' && state === 'done');
    const after = await clients();
    expect(after.map(ageless)).toEqual(before.map(ageless));
    expect(after.every(({ vpnAsOf }, index) => (vpnAsOf ?? 0) > (before[index]?.vpnAsOf ?? 0))).toBe(true);
    await expectAgreement();
  });

  it('is sold at a price list and mostly paid, with some debts, one of them overdue', async () => {
    expect(await desk.call('sales.state', {})).toEqual({ inUse: true });
    const byDay = { by: 'due', direction: 'asc' } as const;
    const { rows, total } = await desk.call('sales.debts', { filter: {}, sort: byDay, ...ALL });
    expect(total).toBeGreaterThan(2);
    expect(total).toBeLessThan(10);
    const today = localDate(Date.now());
    expect(rows.some(({ dueDay }) => dueDay !== null && dueDay < today)).toBe(true);
    expect(rows.some(({ dueDay }) => dueDay !== null && dueDay > today)).toBe(true);
    const sold = (await purchases()).filter(({ sale }) => sale !== null);
    const profit = sold.reduce((sum, { sale, priceKopecks }) => sum + (sale?.priceKopecks ?? 0) - priceKopecks, 0);
    expect(profit).toBeGreaterThan(0);
  });

  it('has standing orders: one due tomorrow that pays automatically, and others that ask', async () => {
    const { rows: orders } = await desk.call('standing.list', { offset: 0, limit: 50 });
    const automatic = orders.find(({ mode }) => mode === 'do');
    const { days, shortFrom } = await desk.call('standing.forecast', {});
    const dueOn = (index: number) => days[index]?.orders.some(({ orderId }) => orderId === automatic?.id);
    expect([dueOn(0), dueOn(1)]).toEqual([false, true]);
    expect(orders.filter(({ mode }) => mode === 'ask').length).toBeGreaterThan(0);
    expect(shortFrom).toBeNull();
  });

  it('has a scheduled list from the next morning on, into that folder as well', async () => {
    const sort = { by: 'created', direction: 'desc' } as const;
    const { rows } = await desk.call('scheduledLists.list', { sort, ...ALL });
    expect(rows).toMatchObject([{ enabled: true, folderChosen: true, clients: expect.any(Number), last: null }]);
    expect(rows[0]?.clients).toBeGreaterThan(2);
    expect(rows[0]?.nextAt).toBeGreaterThan(Date.now());
    expect(rows[0]?.folder.startsWith(join(folder, 'files'))).toBe(true);
  });

  it('has lists whose files are in the folder of the sandbox, as they were written', async () => {
    const { total } = await desk.call('lists.list', { filter: {}, sort: { by: 'created', direction: 'desc' }, ...ALL });
    const { rows } = await desk.call('lists.exports', {
      filter: {},
      sort: { by: 'created', direction: 'desc' },
      ...ALL,
    });
    expect(total).toBeGreaterThan(rows.length);
    expect(rows.length).toBeGreaterThan(5);
    for (const { id, path, lineCount } of rows) {
      expect(path.startsWith(join(folder, 'files'))).toBe(true);
      expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(lineCount);
      expect(await desk.call('lists.verifyExport', { exportId: id })).toMatchObject({ status: 'same' });
    }
  });
});

describe('the purchase with a lost answer', () => {
  it('stays open after an examination, because the service never carried it out, and can be settled by hand', async () => {
    const purchaseId = await openOne();
    const examined = await desk.call('purchases.resolve', { purchaseId });
    expect(examined).toMatchObject({
      stillUnknown: 1,
      purchases: [{ outcome: 'open', resolution: { verdict: 'open' } }],
    });
    expect(examined.purchases[0]?.resolution?.quietSince).not.toBeNull();
    const settled = await desk.call('purchases.settle', { purchaseId, verdict: 'not-charged', reason: 'Asked.' });
    expect(settled).toMatchObject({ outcome: 'not-charged', basis: 'user' });
    await expectAgreement();
  });
});

describe('starting again', () => {
  it('opens the same desk, and makes another day only for an unknown one', async () => {
    const before = await purchases();
    await desk.call('account.signInSandbox', {});
    expect(await purchases()).toEqual(before);
    const [{ id = 0 } = {}] = await clients();
    const order = { kind: 'vpn-buy', clientId: id, periodMonths: 1 } as const;
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    await desk.call('purchases.confirm', { offerId, priceKopecks });
    await desk.call('account.remove', { accountId: await activeId() });
    await desk.call('account.signInSandbox', {});
    expect(await purchases()).toHaveLength(before.length);
    await expectAgreement();
  });

  it('makes one desk, however often the user clicks', async () => {
    await beginAnew();
    await Promise.all([desk.call('account.signInSandbox', {}), desk.call('account.signInSandbox', {})]);
    await expectAgreement();
  });
});

it('requests from the sandbox come as fast as it answers, and all others at the pace of the setting', async () => {
  const waits: number[] = [];
  const clock: Clock = {
    ...realClock,
    // Only requests that wait for a turn have no signal.
    sleep: (ms, signal) => {
      if (signal === undefined) waits.push(ms);
      return realClock.sleep(ms, signal);
    },
  };
  await beginAnew({ clock });
  await desk.call('account.signInSandbox', {});
  for (let turn = 0; turn < 5; turn += 1) await desk.call('account.refreshBalance', {});
  expect(waits).toEqual([]);
  const { baseUrl, token } = desk.sandbox;
  await desk.call('account.signIn', { baseUrl, token, label: 'By its address' });
  for (let turn = 0; turn < 2; turn += 1) await desk.call('account.refreshBalance', {});
  expect(waits).not.toEqual([]);
});

it('the practice day is the same for the same seed, counted from its beginning', async () => {
  const at = Date.UTC(2027, 2, 30, 9, 15);
  const days = [];
  for (const seed of [7, 7, 8]) {
    const sandbox = await startSandbox({ stateDir: null, withPast: true, seed, now: () => at });
    days.push(await sandbox.begin());
    await sandbox.close();
  }
  expect(days[1]).toEqual(days[0]);
  expect(days[2]).not.toEqual(days[0]);
});
