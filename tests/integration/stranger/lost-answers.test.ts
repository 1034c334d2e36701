import { afterEach, describe, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createRandom } from '../../support/kills/random.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';
import { type StrangerOptions, type StrangerService, startStranger } from '../../support/stranger/service.ts';
import type { Dialect, Reply, StrangerRequest } from '../../support/stranger/types.ts';

type Disturb = NonNullable<StrangerOptions['disturb']>;

const CHARGES = ['/vpn/buy', '/vpn/renew', '/dedicated/buy', '/dedicated/prolong', '/premium/traffic/buy'];
const RIPE_MS = 16 * 60_000;
/** The longest time for which the service's sum may lack a charge. */
const LAG_MS = 10 * 60_000;
const PAGE = { offset: 0, limit: 500 } as const;

let service: StrangerService;
let desks: TestDesk[] = [];
let disturb: Disturb;
/** The desk whose charges fail before the service receives them. */
let cutOff: TestDesk | null;
/** The desk that cannot read the balance. */
let blind: TestDesk | null;

const reset = (): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });

const start = async (dialect: Dialect, count = 1) => {
  cutOff = null;
  blind = null;
  disturb = (_, reply) => reply;
  service = await startStranger({
    dialect,
    balanceKopecks: 50_000_000,
    disturb: (request, reply) => disturb(request, reply),
  });
  const clock = createSkippingClock();
  const open = async () => {
    const cutFetch: Fetch = (url, init) => {
      const isCut = cutOff === desk && CHARGES.some((path) => url.endsWith(path));
      const isBlind = blind === desk && url.endsWith('/balance');
      return isCut || isBlind ? Promise.reject(reset()) : fetch(url, init);
    };
    const desk: TestDesk = await startTestDesk({ signIn: false, clock, fetch: cutFetch });
    desks.push(desk);
    await desk.call('settings.update', { requestsPerSecond: 20 });
    await desk.call('account.signIn', { baseUrl: service.baseUrl, token: service.token, label: 'Other' });
    const client = { messengerId: -7_000_000_009, clientKey: 'lost & found', name: 'Лина', note: '', tags: [] };
    const { id: clientId } = await desk.call('clients.add', client);
    return { desk, clientId };
  };
  const opened = [];
  for (let index = 0; index < count; index += 1) opened.push(await open());
  return { clock, opened };
};
afterEach(async () => {
  for (const desk of desks) await desk.close();
  desks = [];
  await service.close();
});

const isCharge = ({ path }: StrangerRequest): boolean => CHARGES.includes(path);

/** Buys even if earlier purchases of the same goods have no outcome. */
const buy = async (desk: TestDesk, order: Order): Promise<Purchase> => {
  const { offerId, priceKopecks, open } = await desk.call('purchases.offer', { order });
  const despite = open.map(({ purchaseId }) => purchaseId);
  return desk.call('purchases.confirm', { offerId, priceKopecks, despite });
};

/** Returns an order that can be placed now, or one for goods that have to be bought first. */
const orderOf = async (desk: TestDesk, kind: Order['kind'], clientId: number): Promise<Order> => {
  switch (kind) {
    case 'traffic':
      return { kind, clientId, poolType: 'residential', gb: 1.3 };
    case 'dedicated':
      return { kind, clientId, ipv: 4, countryCode: 'nl', period: 7, count: 3 };
    case 'dedicated-prolong': {
      const sort = { by: 'boughtAt', direction: 'asc' } as const;
      const { rows } = await desk.call('dedicated.list', { filter: {}, sort, offset: 0, limit: 2 });
      const serviceIds = rows.flatMap(({ serviceId }) => (serviceId === null ? [] : [serviceId]));
      return serviceIds.length === 0 ? orderOf(desk, 'dedicated', clientId) : { kind, clientId, serviceIds, period: 3 };
    }
    case 'vpn-buy':
      return { kind, clientId, periodMonths: 6 };
    case 'vpn-renew': {
      const { subscriptions } = await desk.call('vpn.refresh', { clientId });
      const uuid = subscriptions[0]?.uuid;
      return uuid === undefined ? orderOf(desk, 'vpn-buy', clientId) : { kind, clientId, uuid, periodMonths: 1 };
    }
  }
};

const ledgerOf = (desk: TestDesk) => desk.call('purchases.list', { filter: {}, ...PAGE });

describe.each(['verbose', 'terse'] as const)('a %s service that drops answers on purpose', (dialect) => {
  it('has the same books as the ledger, to the kopeck, whatever was lost', async () => {
    const { clock, opened } = await start(dialect);
    const [{ desk, clientId } = { desk: desks[0] as TestDesk, clientId: 0 }] = opened;
    const random = createRandom(dialect === 'terse' ? 11 : 12);
    const fates = ['whole', 'drop', 'half', 'page', 'empty'] as const;
    const met = new Set<string>();
    disturb = (request, reply) => {
      if (!isCharge(request)) return reply;
      const fate = fates[Math.floor(random() * fates.length)] ?? 'whole';
      met.add(fate);
      if (fate === 'drop' || fate === 'half') return fate;
      if (fate === 'page') return { status: 502, body: '<html><h1>Bad gateway</h1></html>' };
      return fate === 'empty' ? { status: 200 } : reply;
    };
    const kinds: readonly Order['kind'][] = ['vpn-buy', 'dedicated', 'traffic', 'vpn-renew', 'dedicated-prolong'];
    for (let turn = 0; turn < 25; turn += 1) {
      await buy(desk, await orderOf(desk, kinds[turn % kinds.length] ?? 'traffic', clientId));
      // Sometimes several purchases are open at once.
      if (random() < 0.6) {
        clock.skip(RIPE_MS);
        await desk.call('purchases.resolve', {});
      }
    }
    clock.skip(RIPE_MS);
    await desk.call('purchases.resolve', {});
    await desk.call('account.refreshBalance', {});
    expect(met.size).toBe(fates.length);
    const { rows, totalSpentKopecks, unknown } = await ledgerOf(desk);
    expect({ unknown, totalSpentKopecks }).toEqual({ unknown: 0, totalSpentKopecks: service.books.spentKopecks() });
    expect(rows.flatMap(({ chargedKopecks }) => chargedKopecks ?? []).sort()).toEqual(
      service.books.charges.map(({ kopecks }) => kopecks).sort(),
    );
    expect(service.requests.filter(({ path }) => CHARGES.includes(path))).toHaveLength(rows.length);
    const { sum } = await desk.call('purchases.reconciliation', PAGE);
    expect(sum?.differenceKopecks).toBe(0);
  }, 60_000);
});

describe('a service that does not report everything', () => {
  const without =
    (name: string) =>
    (reply: Reply, value?: unknown): Reply => {
      const { ok, data } = reply.body as { readonly ok: boolean; readonly data: Readonly<Record<string, unknown>> };
      const { [name]: _, ...rest } = data;
      return { ...reply, body: { ok, data: value === undefined ? rest : { ...rest, [name]: value } } };
    };

  it.each([
    ['is missing', undefined],
    ['is null', null],
    ['is a word', 'n/a'],
  ])('prevents a charge while its sum of spending %s, because the outcome could not be found out', async (_, value) => {
    const { opened } = await start('terse');
    const { desk, clientId } = opened[0] as (typeof opened)[number];
    const offer = await desk.call('purchases.offer', { order: await orderOf(desk, 'dedicated', clientId) });
    disturb = ({ path }, reply) => (path === '/balance' ? without('api_spent_rub')(reply, value) : reply);
    const { offerId, priceKopecks } = offer;
    const { kind } = await desk.callError('purchases.confirm', { offerId, priceKopecks });
    expect(kind).toBe('malformed');
    expect(service.requests.filter(({ path }) => CHARGES.includes(path))).toEqual([]);
    expect((await ledgerOf(desk)).total).toBe(0);
  });

  it('leaves a lost purchase open while the sum cannot be read, and the purchase is found when it can', async () => {
    const { clock, opened } = await start('verbose');
    const { desk, clientId } = opened[0] as (typeof opened)[number];
    const order = await orderOf(desk, 'dedicated', clientId);
    let isBlind = false;
    disturb = (request, reply) => {
      if (isCharge(request)) {
        isBlind = true;
        return 'drop';
      }
      return isBlind && request.path === '/balance' ? without('api_spent_rub')(reply) : reply;
    };
    const { id } = await buy(desk, order);
    clock.skip(RIPE_MS);
    expect((await desk.callError('purchases.resolve', { purchaseId: id })).kind).toBe('malformed');
    expect((await desk.call('purchases.get', { purchaseId: id })).outcome).toBe('open');
    isBlind = false;
    disturb = (_, reply) => reply;
    await desk.call('purchases.resolve', { purchaseId: id });
    expect(await desk.call('purchases.get', { purchaseId: id })).toMatchObject({
      outcome: 'charged',
      basis: 'evidence',
      goodsState: 'missing',
      chargedKopecks: service.books.spentKopecks(),
    });
  });

  it('proves nothing with a sum that may lag, and the sum counts once it has caught up', async () => {
    const { clock, opened } = await start('terse');
    const { desk, clientId } = opened[0] as (typeof opened)[number];
    const order = await orderOf(desk, 'dedicated', clientId);
    const before = service.books.spentKopecks() / 100;
    let isLagging = true;
    disturb = (request, reply) => {
      if (isCharge(request)) return 'drop';
      return isLagging && request.path === '/balance' ? without('api_spent_rub')(reply, before) : reply;
    };
    const { id } = await buy(desk, order);
    await desk.call('purchases.resolve', { purchaseId: id });
    expect(await desk.call('purchases.get', { purchaseId: id })).toMatchObject({
      outcome: 'open',
      resolution: { verdict: 'open', reason: 'nothing-yet' },
    });
    // There are no goods to show, and an unchanged sum proves nothing yet.
    clock.skip(LAG_MS);
    await desk.call('purchases.resolve', { purchaseId: id });
    expect(await desk.call('purchases.get', { purchaseId: id })).toMatchObject({
      outcome: 'open',
      resolution: { verdict: 'open', reason: 'nothing-yet', nextCheckAt: expect.any(Number) },
    });
    isLagging = false;
    clock.skip(RIPE_MS);
    await desk.call('purchases.resolve', { purchaseId: id });
    expect(await desk.call('purchases.get', { purchaseId: id })).toMatchObject({
      outcome: 'charged',
      basis: 'evidence',
      goodsState: 'missing',
    });
  });

  it('has goods without a price booked at the agreed one, and the books agree', async () => {
    const { opened } = await start('verbose');
    const { desk, clientId } = opened[0] as (typeof opened)[number];
    disturb = (request, reply) => (request.path === '/dedicated/buy' ? without('price_rub')(reply) : reply);
    const bought = await buy(desk, await orderOf(desk, 'dedicated', clientId));
    expect(bought).toMatchObject({ outcome: 'charged', basis: 'answer', chargedKopecks: service.books.spentKopecks() });
    expect(bought.goods).toMatchObject({ received: 3, incomplete: 0 });
  });
});

describe('two workstations on one token', () => {
  it('the one that lost its answer never calls certain what the other may have bought', async () => {
    const { clock, opened } = await start('terse', 2);
    const [mine, theirs] = opened as [(typeof opened)[number], (typeof opened)[number]];
    const order = await orderOf(mine.desk, 'dedicated', mine.clientId);
    // The answer to the first is lost; the other desk buys exactly the same right after it.
    let isCut = true;
    disturb = (request, reply) => {
      if (!isCharge(request) || !isCut) return reply;
      isCut = false;
      // This desk cannot look before that either.
      blind = mine.desk;
      return 'drop';
    };
    const lost = await buy(mine.desk, order);
    await buy(theirs.desk, await orderOf(theirs.desk, 'dedicated', theirs.clientId));
    blind = null;
    clock.skip(RIPE_MS);
    await mine.desk.call('purchases.resolve', {});
    const found = await mine.desk.call('purchases.get', { purchaseId: lost.id });
    // Twice the price was spent: one of the two charges is foreign, and nobody can say which.
    expect(found).toMatchObject({ outcome: 'open', resolution: { verdict: 'open', reason: 'other-amount' } });
    const settled = await mine.desk.call('purchases.settle', {
      purchaseId: lost.id,
      verdict: 'charged',
      reason: 'The other desk has the proxies of its own order',
    });
    expect(settled).toMatchObject({ outcome: 'charged', basis: 'user', goodsState: 'missing' });
    await mine.desk.call('account.refreshBalance', {});
    const { sum } = await mine.desk.call('purchases.reconciliation', PAGE);
    expect(sum?.differenceKopecks).toBe(service.books.spentKopecks() - lost.priceKopecks);
  });

  it('a purchase of the other at the same price is probable at most, and can be corrected by hand', async () => {
    const { clock, opened } = await start('verbose', 2);
    const [mine, theirs] = opened as [(typeof opened)[number], (typeof opened)[number]];
    const order = await orderOf(mine.desk, 'dedicated', mine.clientId);
    cutOff = mine.desk;
    const lost = await buy(mine.desk, order);
    cutOff = null;
    expect(service.books.charges).toEqual([]);
    await buy(theirs.desk, await orderOf(theirs.desk, 'dedicated', theirs.clientId));
    clock.skip(RIPE_MS);
    await mine.desk.call('purchases.resolve', {});
    const found = await mine.desk.call('purchases.get', { purchaseId: lost.id });
    expect(found).toMatchObject({ outcome: 'charged', basis: 'evidence', resolution: { verdict: 'charged' } });
    const settled = await mine.desk.call('purchases.settle', {
      purchaseId: lost.id,
      verdict: 'not-charged',
      reason: 'The other desk has bought it',
    });
    expect(settled).toMatchObject({ outcome: 'not-charged', basis: 'user', chargedKopecks: null });
    await mine.desk.call('account.refreshBalance', {});
    const { sum } = await mine.desk.call('purchases.reconciliation', PAGE);
    // The user has settled it: the money was spent by somebody else.
    expect(sum?.differenceKopecks).toBe(service.books.spentKopecks());
  });
});
