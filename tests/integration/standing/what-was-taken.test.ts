import { afterEach, expect, it } from 'vitest';
import { type ChangeData, type Data, fetchChanged } from '../../support/changed-answers.ts';
import { buy, held, idsOf, serviceIdsOf } from '../dedicated/dedicated-desk.ts';
import { TRAFFIC_BUY } from '../run-purchases/purchases-desk.ts';
import { RENEW, type StandingDesk, startStandingDesk } from './standing-desk.ts';

let standing: StandingDesk;
afterEach(() => standing.desk.close());

/** Starts with a service that answers a path differently from the sandbox. */
const startWith = async (path: string, change: ChangeData): Promise<void> => {
  standing = await startStandingDesk({ fetch: fetchChanged(() => ({ [path]: change })) });
};

const proxies = async (count: number): Promise<number[]> => {
  await buy(standing.desk, { count, period: 7 });
  return idsOf(await held(standing.desk));
};

const prolonging = (proxyIds: number[], ceilingKopecks: number) =>
  standing.renewing([], {
    action: { kind: 'dedicated-prolong', period: 30, daysBefore: 10 },
    targets: { of: 'proxies', proxyIds },
    ceilingKopecks,
  });

it('an order compares the ceiling with a share of the total if the total exceeds its parts', async () => {
  await startWith('/dedicated/prolong/quote', (data) => {
    const items = data.items as Data[];
    return { ...data, total_price_rub: items.length * 400, items: items.map((item) => ({ ...item, price_rub: 90 })) };
  });
  const { save, history, look, desk } = standing;
  const { id } = await save(prolonging(await proxies(3), 100_00));
  await look();
  expect((await history(id)).map(({ state }) => state)).toEqual(['ceiling', 'ceiling', 'ceiling']);
  expect(await desk.control.requests({ method: 'POST', path: '/dedicated/prolong' })).toEqual([]);
});

it('an order prolongs the others when the service leaves one proxy out of its prices', async () => {
  let left: unknown = null;
  await startWith('/dedicated/prolong/quote', (data) => {
    const items = (data.items as Data[]).filter(({ ids }) => ids !== left);
    return { ...data, items, total_price_rub: items.reduce((sum, item) => sum + Number(item.price_rub), 0) };
  });
  const { desk, bulk } = standing;
  const proxyIds = await proxies(3);
  [left] = serviceIdsOf(await held(desk));
  const plan = await bulk.plan({ kind: 'dedicated-prolong', period: 30, proxyIds });
  const lines = await bulk.lines(plan.id);
  expect(lines.map(({ problem }) => problem?.code ?? null)).toEqual(['not-quoted', null, null]);
});

it.each([
  ['leaves one proxy out', (items: Data[]) => items.slice(1), ['bought', 'needs-confirmation']],
  ['names another proxy', () => [{ ids: 999_999, date_end: null }], ['needs-confirmation', 'needs-confirmation']],
])('an order asks about what it paid for if the answer %s', async (_, change, wanted) => {
  await startWith('/dedicated/prolong', (data) => ({ ...data, items: change(data.items as Data[]) }));
  const { save, look, comesTo, order, desk } = standing;
  const proxyIds = await proxies(2);
  const { id } = await save(prolonging(proxyIds, 100_000_00));
  await look();
  await look();
  await comesTo(id, wanted);
  expect(await order(id)).toMatchObject({ asks: wanted.filter((state) => state !== 'bought').length });
  expect(await desk.control.requests({ method: 'POST', path: '/dedicated/prolong' })).toHaveLength(1);
});

it('an order asks about a renewal if the answer names another subscription', async () => {
  await startWith('/vpn/renew', (data) => ({ ...data, uuid: '0b1c2d3e-4f50-4617-8829-3a4b5c6d7e8f' }));
  const { save, renewing, look, comesTo, desk } = standing;
  const { id: asking } = await save(renewing(await standing.readClients(), { mode: 'ask' }));
  const [due] = await comesTo(asking, ['asked', 'asked', 'asked']);
  await desk.call('standing.remove', { orderId: asking });
  // From here on the list shows the end of before, as if nothing had been renewed.
  const { subscriptions } = await desk.call('vpn.state', { clientId: due?.clientId ?? 0 });
  const items = subscriptions.map(({ uuid, status, expiresAt }) => {
    return { uuid, status, expireAt: new Date(expiresAt ?? 0).toISOString() };
  });
  const listed = { kind: 'replace-data', data: { exists: true, count: items.length, items } } as const;
  await desk.control.addFaults({ match: { method: 'GET', path: '/vpn/info' }, fault: listed });
  const { id } = await save(renewing([due?.clientId ?? 0]));
  await look();
  // The list has its time to show a new end.
  standing.clock.skip(20 * 60_000);
  await desk.call('vpn.refresh', { clientId: due?.clientId ?? 0 });
  await look();
  await comesTo(id, ['needs-confirmation']);
  expect(await desk.control.requests(RENEW)).toHaveLength(1);
});

it('a run ends at its cap by the rise of the sum if the service charges more than it quotes', async () => {
  await startWith('/vpn/quote', (data) => ({ ...data, price_rub: Number(data.price_rub) / 2 }));
  const { desk, bulk } = standing;
  const clientIds = await standing.readClients();
  const plan = await bulk.plan({ kind: 'vpn-renew', periodMonths: 1, endingWithinDays: null, clientIds });
  expect(plan.waitingCharges).toBe(5);
  expect(await bulk.run(plan)).toMatchObject({ state: 'stopped', reason: 'cap' });
  // Two take four fifths of the sum agreed for five, so only the next one is recognised as too much.
  expect(await desk.control.requests(RENEW)).toHaveLength(3);
});

it('the agreed price counts if an answer names a lower one but the sum agrees with it', async () => {
  // Both the answer and the sum of spending follow the sandbox; only the quote is higher.
  await startWith('/dedicated/prolong/quote', (data) => ({
    ...data,
    total_price_rub: Number(data.total_price_rub) * 1.5,
    items: (data.items as Data[]).map((item) => ({ ...item, price_rub: Number(item.price_rub) * 1.5 })),
  }));
  const { save, look, order, desk, waitUntil } = standing;
  const { id } = await save(prolonging(await proxies(1), 100_000_00));
  await look();
  const { rows } = await desk.call('purchases.list', {
    filter: { kinds: ['dedicated-prolong'] },
    offset: 0,
    limit: 9,
  });
  const [bought] = rows;
  await expect
    .poll(async () => (await desk.call('purchases.get', { purchaseId: bought?.id ?? 0 })).chargedKopecks, waitUntil)
    .toBeLessThan(bought?.priceKopecks ?? 0);
  expect((await order(id)).monthKopecks).toBe(bought?.priceKopecks);
});

it('a pool that showed the first top-up and then its earlier value gets no second one', async () => {
  let before: Data | null = null;
  let isStale = false;
  await startWith('/premium/traffic/balance', (data) => {
    before ??= data;
    return isStale ? before : data;
  });
  const { desk, save, toppingUp, look, clock } = standing;
  const clientId = (await standing.clients())[0] ?? 0;
  const { id: orderId } = await save(
    toppingUp([clientId], { action: { kind: 'traffic', poolType: 'mobile', gb: 20, belowGb: 15 } }),
  );
  const read = async (stale: boolean): Promise<void> => {
    isStale = stale;
    await desk.call('premium.refreshBalance', { clientId });
    await look();
  };
  await read(false);
  await read(false);
  const charges = async (): Promise<number> => (await desk.control.requests(TRAFFIC_BUY)).length;
  expect(await charges()).toBe(1);
  expect(await standing.states(orderId)).toContain('bought');
  for (const stale of [true, false, true]) {
    clock.skip(60_000);
    await read(stale);
    expect(await charges()).toBe(1);
  }
});
