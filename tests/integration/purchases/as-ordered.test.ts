import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChangeData, type Data, fetchChanged } from '../../support/changed-answers.ts';
import { PATHS, type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

const FOREIGN = '0b1c2d3e-4f50-4617-8829-3a4b5c6d7e8f';

let desk: ResolverDesk;
/** By path, the change of the answer's data. */
let changes: Record<string, ChangeData> = {};

beforeEach(async () => {
  changes = {};
  desk = await startResolverDesk({
    fetch: fetchChanged(() => changes),
  });
});
afterEach(() => desk.close());

const held = async () =>
  (await desk.call('dedicated.list', { filter: {}, sort: { by: 'serviceId', direction: 'asc' }, offset: 0, limit: 50 }))
    .rows;
const subscriptions = async () => (await desk.call('vpn.state', { clientId: desk.clientId })).subscriptions;

describe('an answer for something other than the order', () => {
  it('keeps the end and the link of another subscription out of the card, and shows both ids', async () => {
    const order = await desk.order('vpn-renew');
    const uuid = order.kind === 'vpn-renew' ? order.uuid : '';
    changes = {
      [PATHS['vpn-renew']]: (data) => ({ ...data, uuid: FOREIGN, subscriptionUrl: 'https://other.example/x' }),
    };
    const bought = await desk.buy(order);
    expect(bought).toMatchObject({
      outcome: 'charged',
      basis: 'evidence',
      goodsState: 'missing',
      reason: 'not-as-ordered',
    });
    expect(bought.differences).toEqual([{ what: 'uuid', ordered: uuid, answered: FOREIGN }]);
    expect((await subscriptions()).map((one) => one.uuid)).toEqual([uuid]);
    expect((await desk.call('vpn.revealLink', { clientId: desk.clientId, uuid })).url).not.toContain('other.example');
  });

  it('does not change the ordered pool when it names another one', async () => {
    await desk.call('premium.refreshBalance', { clientId: desk.clientId });
    changes = { [PATHS.traffic]: (data) => ({ ...data, pool_type: 'residential', traffic_gb: 777 }) };
    const bought = await desk.buy(await desk.order('traffic'));
    expect(bought).toMatchObject({ goodsState: 'missing', basis: 'evidence', goods: { trafficGb: null } });
    expect(bought.differences).toEqual([{ what: 'pool', ordered: 'mobile', answered: 'residential' }]);
  });

  it('keeps the end of each proxy that a prolongation does not name', async () => {
    await desk.buy({ kind: 'dedicated', clientId: null, ipv: 4, countryCode: 'de', period: 7, count: 3 });
    const before = await held();
    const serviceIds = before.map(({ serviceId }) => serviceId ?? 0);
    changes = { [PATHS['dedicated-prolong']]: (data) => ({ ...data, items: (data.items as Data[]).slice(1) }) };
    const bought = await desk.buy({ kind: 'dedicated-prolong', clientId: null, serviceIds, period: 30 });
    const after = await held();
    expect(bought).toMatchObject({ outcome: 'charged', basis: 'answer', goodsState: 'here', reason: 'not-as-ordered' });
    expect(bought.differences.map(({ what }) => what)).toEqual(['proxies']);
    expect(after.map(({ dateEnd }, at) => dateEnd === before[at]?.dateEnd)).toEqual([true, false, false]);
  });

  it('shows the other differences: country, period and kind', async () => {
    changes = { [PATHS.dedicated]: (data) => ({ ...data, country_code: 'FR', period: 7, ipv: 6 }) };
    const bought = await desk.buy(await desk.order('dedicated'));
    expect(bought.differences).toEqual([
      { what: 'country', ordered: 'de', answered: 'FR' },
      { what: 'period', ordered: '30', answered: '7' },
      { what: 'ipv', ordered: '4', answered: '6' },
    ]);
  });

  it('accepts the same order in another spelling', async () => {
    const order = await desk.order('vpn-renew');
    changes = {
      [PATHS['vpn-renew']]: (data) => ({ ...data, uuid: String(data.uuid).toUpperCase() }),
      [PATHS.dedicated]: (data) => ({ ...data, country_code: 'DE', period: '30' }),
      [PATHS.traffic]: (data) => ({ ...data, pool_type: 'MOBILE', gb: '2.000' }),
    };
    for (const one of [order, await desk.order('dedicated'), await desk.order('traffic')]) {
      expect(await desk.buy(one)).toMatchObject({ basis: 'answer', goodsState: 'here', differences: [], reason: null });
    }
    expect(await subscriptions()).toHaveLength(1);
  });
});

describe('goods that did not arrive', () => {
  it.each([
    ['no proxies at all', () => ({ proxies: [] })],
    ['entries of which nothing can be read', () => ({ proxies: [null, {}] })],
  ])('are missing when the answer contains %s', async (_, proxies) => {
    changes = { [PATHS.dedicated]: (data) => ({ ...data, ...proxies() }) };
    expect(await desk.buy(await desk.order('dedicated'))).toMatchObject({ outcome: 'charged', goodsState: 'missing' });
  });

  it.each(['', ' ', false, 'null', '00000000-0000-0000-0000-000000000000'])(
    'leave the purchase open when the uuid is %j',
    async (uuid) => {
      changes = { [PATHS['vpn-buy']]: (data) => ({ ...data, uuid }) };
      expect(await desk.buy(await desk.order('vpn-buy'))).toMatchObject({ outcome: 'open' });
      expect((await subscriptions()).map((one) => one.uuid)).not.toContain(String(uuid));
    },
  );

  it('leave the purchase open when the subscription existed before', async () => {
    const first = await desk.buy(await desk.order('vpn-buy'));
    const uuid = first.goods?.kind === 'vpn-buy' ? first.goods.uuid : '';
    changes = { [PATHS['vpn-buy']]: (data) => ({ ...data, uuid }) };
    const again = await desk.buy(await desk.order('vpn-buy'));
    expect(again).toMatchObject({ outcome: 'open', reason: 'not-as-ordered' });
    expect(again.differences).toEqual([{ what: 'new', ordered: '', answered: uuid }]);
  });

  it('are not added a second time when the answer lists known proxies', async () => {
    await desk.buy(await desk.order('dedicated'));
    const [old] = await held();
    changes = {
      [PATHS.dedicated]: (data) => {
        const [first, ...rest] = data.proxies as Data[];
        return { ...data, proxies: [{ ...first, ids: old?.serviceId }, ...rest] };
      },
    };
    const bought = await desk.buy(await desk.order('dedicated'));
    expect(bought).toMatchObject({ goodsState: 'here', basis: 'answer', reason: 'not-as-ordered' });
    expect(bought.differences).toEqual([{ what: 'new', ordered: '', answered: String(old?.serviceId) }]);
    const ids = (await held()).map(({ serviceId }) => serviceId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(3);
  });
});

describe('a price', () => {
  it.each([0, -100, '0.00'])(
    'of %j is not accepted: nothing is offered at it, and the message says why',
    async (price) => {
      changes = {
        '/vpn/quote': (data) => ({ ...data, price_rub: price }),
        '/dedicated/quote': (data) => ({ ...data, price_rub: price }),
        '/premium/traffic/quote': (data) => ({ ...data, price_rub: price }),
      };
      for (const kind of ['vpn-buy', 'dedicated', 'traffic'] as const) {
        const order = await desk.order(kind);
        expect(await desk.callError('purchases.offer', { order })).toMatchObject({
          details: { code: 'price-not-positive' },
        });
      }
    },
  );

  it('of another order is not accepted', async () => {
    changes = { '/dedicated/quote': (data) => ({ ...data, count: 1 }) };
    const order = await desk.order('dedicated');
    expect(await desk.callError('purchases.offer', { order })).toMatchObject({
      details: { code: 'quote-not-as-ordered' },
    });
  });

  it.each([
    ['a tenth of it', (real: number) => real / 10],
    ['nothing', () => 0],
    ['less than nothing', () => -5],
  ])('that the answer calls %s does not take the ledger below the books', async (_, to) => {
    changes = { [PATHS.dedicated]: (data) => ({ ...data, price_rub: to(Number(data.price_rub)) }) };
    await desk.buy(await desk.order('dedicated'));
    const { books, ledger } = await desk.compareBooks();
    expect(ledger).toBe(books);
  });

  it('below the rise of the spending is shown together with it', async () => {
    changes = {
      '/balance': (data) => data,
      '/vpn/quote': (data) => ({ ...data, price_rub: Number(data.price_rub) / 2 }),
    };
    const { id } = await desk.buy(await desk.order('vpn-buy'));
    await expect
      .poll(async () => (await desk.call('purchases.get', { purchaseId: id })).risenKopecks)
      .toBe((await desk.compareBooks()).books);
  });
});

it('a price that no purchase can have is not believed, and the ledger still adds up', async () => {
  changes = { [PATHS.dedicated]: (data) => ({ ...data, price_rub: 90_071_992_547_409.9 }) };
  const order = await desk.order('dedicated');
  const [first, second] = [await desk.buy(order), await desk.buy(order)];
  expect([first, second].map(({ outcome, basis }) => [outcome, basis])).toEqual(Array(2).fill(['charged', 'answer']));
  const { books, ledger } = await desk.compareBooks();
  expect(ledger).toBe(books);
  const { spentKopecks } = await desk.call('purchases.totals', { groupBy: 'day', filter: {} });
  expect(spentKopecks).toBe(books);
  await desk.call('overview.summary', {});
});

it('a quote that no purchase can have is refused, and says that its amount makes no sense', async () => {
  changes = { '/dedicated/quote': (data) => ({ ...data, price_rub: 10_000_000_000.01 }) };
  expect(await desk.callError('purchases.offer', { order: await desk.order('dedicated') })).toMatchObject({
    kind: 'malformed',
    details: { code: 'amount' },
  });
});

it('the ledger keeps an order number exact that a double cannot hold', async () => {
  await desk.control.addFaults({
    match: { method: 'POST', path: PATHS.dedicated },
    times: 1,
    fault: {
      kind: 'respond',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"ok":true,"data":{"order_id":9007199254740993,"check_id":"c","price_rub":1,"proxies":[{"ids":5,"ip":"192.0.2.7","port":1080,"username":"u","password":"p","date_end":"2027-01-01 00:00:00"}]}}',
    },
  });
  const bought = await desk.buy(await desk.order('dedicated'));
  expect(bought.goods).toMatchObject({ orderId: '9007199254740993' });
});

it('a subscription with an open renewal is not deleted without a warning', async () => {
  const order = await desk.order('vpn-renew');
  const uuid = order.kind === 'vpn-renew' ? order.uuid : '';
  const { id: purchaseId } = await desk.buyThrough(order, { kind: 'drop', when: 'after-commit' });
  const input = { clientId: desk.clientId, uuid };
  expect(await desk.callError('vpn.delete', input)).toMatchObject({
    kind: 'conflict',
    details: { code: 'delete-target-open', params: { purchaseId } },
  });
  expect(await subscriptions()).toHaveLength(1);
  await desk.call('vpn.delete', { ...input, despite: [purchaseId] });
  expect(await subscriptions()).toEqual([]);
});
