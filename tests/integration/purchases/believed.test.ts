import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Purchase } from '#shared/contract/purchases.ts';
import { callAsColleague } from '../../support/colleague.ts';
import { createLateService, type LateService } from '../../support/late-service.ts';
import { A_DAY_MS, PATHS, type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

/** Tests what evidence says about a purchase with a lost answer when the service lags, others buy, or the price differs. */
let service: LateService;
let desk: ResolverDesk;
beforeEach(async () => {
  service = createLateService();
  desk = await startResolverDesk({ fetch: service.fetch });
});
afterEach(() => desk.close());

const LISTS = ['/balance', '/vpn/info', '/premium/traffic/balance'] as const;
const PAIR = { messenger_id: 7_000_000_001, client_key: 'resolver' } as const;
const LOST = { kind: 'drop', when: 'after-commit' } as const;

const chargesOf = async (kind: keyof typeof PATHS): Promise<number> =>
  (await desk.control.requests({ method: 'POST', path: PATHS[kind] })).length;

const now = ({ id }: Purchase): Promise<Purchase> => desk.call('purchases.get', { purchaseId: id });

const loseFor = async (kind: keyof typeof PATHS): Promise<Purchase> => {
  const order = await desk.order(kind);
  service.loseNext(PATHS[kind]);
  return desk.buy(order);
};

const datesOf = async (): Promise<readonly (string | null)[]> => {
  const sort = { by: 'boughtAt', direction: 'desc' } as const;
  const { rows } = await desk.call('dedicated.list', { filter: {}, sort, offset: 0, limit: 5 });
  return rows.map(({ dateEnd }) => dateEnd);
};

describe('a service whose lists and sum are two minutes late', () => {
  it('is not taken as proof against a charge, which can be settled, and is found when they catch up', async () => {
    const lost = await loseFor('vpn-buy');
    await desk.resolved(lost);
    service.freeze(...LISTS);
    await service.land();
    desk.clock.skip(77_000);
    const late = await desk.resolved(lost);
    expect(late).toMatchObject({ outcome: 'open', resolution: { reason: 'nothing-yet' } });
    expect(late.resolution?.nextCheckAt).toBeGreaterThan(desk.clock.now());

    service.thaw();
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence', goodsState: 'here' });
  });

  it('lets the user settle it, and corrects nothing of that automatically', async () => {
    const lost = await loseFor('vpn-buy');
    desk.clock.skip(77_000);
    await desk.resolved(lost);
    const said = await desk.call('purchases.settle', {
      purchaseId: lost.id,
      verdict: 'not-charged',
      reason: 'asked them',
    });
    expect(said).toMatchObject({ outcome: 'not-charged', basis: 'user' });
    await service.land();
    await desk.call('purchases.resolve', {});
    expect(await now(lost)).toMatchObject({ outcome: 'not-charged', basis: 'user' });
  });

  it('reopens a purchase that a day of agreeing readings called free, once it shows up', async () => {
    const lost = await loseFor('dedicated');
    await desk.resolved(lost);
    desk.clock.skip(A_DAY_MS);
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
    await service.land();
    await desk.call('account.refreshBalance', {});
    await expect.poll(async () => (await now(lost)).outcome).toBe('charged');
  });

  it.each(['vpn-buy', 'traffic'] as const)(
    'reopens it when its goods arrive, although the sum has not changed: %s',
    async (kind) => {
      const lost = await loseFor(kind);
      await desk.resolved(lost);
      desk.clock.skip(A_DAY_MS);
      expect(await desk.resolved(lost)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
      service.freeze('/balance');
      await service.land();
      const { clientId } = desk;
      await desk.call(kind === 'traffic' ? 'premium.refreshBalance' : 'vpn.refresh', { clientId });
      const withoutSpending = { outcome: 'open', resolution: { reason: 'goods-without-spending' } };
      await expect.poll(() => now(lost)).toMatchObject(withoutSpending);
      await desk.afterOtherLooks();
      service.thaw();
      expect(await desk.resolved(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence', goodsState: 'here' });
    },
  );

  it('leaves it unchanged when nothing of it has arrived', async () => {
    const lost = await loseFor('vpn-buy');
    await desk.resolved(lost);
    desk.clock.skip(A_DAY_MS);
    await desk.resolved(lost);
    const reads = async () => (await desk.control.requests({ path: '/vpn/info' })).length;
    const before = await reads();
    await desk.call('vpn.refresh', { clientId: desk.clientId });
    // The desk's own reading, and the look that follows it.
    await expect.poll(reads).toBeGreaterThanOrEqual(before + 2);
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
  });
});

describe('traffic that was found and then used', () => {
  it('stays found: an empty pool is no evidence against it', async () => {
    const lost = await loseFor('traffic');
    await desk.resolved(lost);
    const before = await desk.call('premium.refreshBalance', { clientId: desk.clientId });
    await service.land();
    // That reading starts a look of its own, which may have begun before the charge, and whose answer is then given.
    await expect.poll(() => desk.resolved(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
    const data = {
      pools: before.balance?.pools.map((pool) => ({ pool_type: pool.poolType, traffic_gb: pool.trafficGb })),
    };
    await desk.control.addFaults({
      match: { path: '/premium/traffic/balance' },
      fault: { kind: 'replace-data', data },
    });
    desk.clock.skip(16 * 60_000);
    await desk.call('purchases.resolve', {});
    expect(await now(lost)).toMatchObject({
      outcome: 'charged',
      basis: 'evidence',
      resolution: { verdict: 'charged' },
    });
  });
});

describe('two identical purchases of traffic that are both lost', () => {
  it('are never distinguished by a guess, and both are found when both have arrived', async () => {
    const first = await loseFor('traffic');
    const second = await loseFor('traffic');
    desk.clock.skip(45_000);
    await service.land();
    desk.clock.skip(35_000);
    await desk.call('purchases.resolve', {});
    for (const one of [first, second]) {
      expect(await now(one)).toMatchObject({ outcome: 'open', resolution: { reason: 'several-open' } });
    }
    desk.clock.skip(20_000);
    await service.land();
    await desk.call('purchases.resolve', {});
    for (const one of [first, second]) expect(await now(one)).toMatchObject({ outcome: 'charged', goodsState: 'here' });
    const { books, ledger, unknownKopecks } = await desk.compareBooks();
    expect({ ledger, unknownKopecks }).toEqual({ ledger: books, unknownKopecks: 0 });
  });
});

describe('a price that differs from the quoted one', () => {
  const losePriced = async (kind: 'dedicated' | 'vpn-buy', multiplier: number): Promise<Purchase> => {
    const order = await desk.order(kind);
    service.around(PATHS[kind], {
      before: () => desk.control.setPriceMultiplier(multiplier),
      after: async () => {
        await desk.control.setPriceMultiplier(1);
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
      },
    });
    return desk.buy(order);
  };

  it.each([0.999_99, 0.9])('at %s of it does not make a charged purchase look free, now or later', async (factor) => {
    const lost = await losePriced('dedicated', factor);
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'open', resolution: { reason: 'other-amount' } });
    for (const ms of [16 * 60_000, A_DAY_MS, A_DAY_MS]) {
      desk.clock.skip(ms);
      expect(await desk.resolved(lost)).toMatchObject({ outcome: 'open', resolution: { reason: 'other-amount' } });
    }
    const settled = await desk.call('purchases.settle', { purchaseId: lost.id, verdict: 'charged', reason: 'books' });
    expect(settled).toMatchObject({ outcome: 'charged', basis: 'user', goodsState: 'missing' });
  });

  it('that rose while the list is late is found with its goods', async () => {
    const order = await desk.order('vpn-buy');
    service.around(PATHS['vpn-buy'], { before: () => desk.control.setPriceMultiplier(1.1) });
    await desk.control.addFaults({ match: { path: PATHS['vpn-buy'] }, times: 1, fault: LOST });
    await desk.call('vpn.refresh', { clientId: desk.clientId });
    service.freeze('/vpn/info');
    const lost = await desk.buy(order);
    desk.clock.skip(20 * 60_000);
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'open' });
    service.thaw();
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence', goodsState: 'here' });
  });
});

describe('another computer that buys the very same', () => {
  it('may be mistaken for this one, but never with certainty, and the user can correct it', async () => {
    const lost = await loseFor('vpn-renew');
    const { order } = lost;
    const uuid = order.kind === 'vpn-renew' ? order.uuid : '';
    await callAsColleague(desk.sandbox, '/vpn/renew', { ...PAIR, uuid, period_months: 1 });
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
    const settled = await desk.call('purchases.settle', {
      purchaseId: lost.id,
      verdict: 'not-charged',
      reason: 'theirs',
    });
    expect(settled).toMatchObject({ outcome: 'not-charged', basis: 'user' });
  });
});

describe('a refusal', () => {
  const refusal = { kind: 'respond', status: 409, body: { ok: false, error: 'busy' } } as const;

  it('counts if the spending did not move', async () => {
    const refused = await desk.buyThrough(await desk.order('traffic'), refusal);
    expect(refused).toMatchObject({ outcome: 'not-charged', basis: 'answer', reason: 'refused' });
  });

  it.each(['traffic', 'dedicated', 'vpn-buy'] as const)(
    'of %s does not count if it charged all the same',
    async (kind) => {
      const refused = await desk.buyThrough(await desk.order(kind), { ...refusal, commit: true });
      expect(refused).toMatchObject({ outcome: 'open', reason: 'refused', hasAnswer: true });
      expect(await desk.resolved(refused)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
    },
  );

  it('that charged is reopened when a late sum catches up', async () => {
    const order = await desk.order('dedicated');
    await desk.call('account.refreshBalance', {});
    service.freeze('/balance');
    const refused = await desk.buyThrough(order, { ...refusal, commit: true });
    expect(refused).toMatchObject({ outcome: 'not-charged', basis: 'answer' });
    service.thaw();
    await desk.call('account.refreshBalance', {});
    await expect.poll(async () => (await now(refused)).outcome).toBe('charged');
    expect(await now(refused)).toMatchObject({ basis: 'evidence', goodsState: 'missing' });
  });

  it('that charged with a late sum delays another such purchase as soon as a reading shows it', async () => {
    const order = await desk.order('traffic');
    await desk.call('account.refreshBalance', {});
    service.freeze('/balance');
    const refused = await desk.buyThrough(order, { ...refusal, commit: true });
    expect(refused).toMatchObject({ outcome: 'not-charged', basis: 'answer' });
    const { offerId, priceKopecks, open } = await desk.call('purchases.offer', { order });
    expect(open).toEqual([]);
    service.thaw();
    // The reading of the second purchase itself is the first one that shows it.
    expect(await desk.callError('purchases.confirm', { offerId, priceKopecks })).toMatchObject({
      kind: 'target-open',
      details: { params: { purchaseId: refused.id } },
    });
    expect(await chargesOf('traffic')).toBe(1);
  });

  it.each(['traffic', 'vpn-buy'] as const)(
    'of %s that turns out as charged while another offer is shown stops that offer',
    async (kind) => {
      const order = await desk.order(kind);
      await desk.call('account.refreshBalance', {});
      service.freeze(...LISTS);
      const refused = await desk.buyThrough(order, { ...refusal, commit: true });
      const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
      service.thaw();
      await desk.call('account.refreshBalance', {});
      await expect.poll(async () => (await now(refused)).outcome).toBe('charged');
      expect(await desk.callError('purchases.confirm', { offerId, priceKopecks })).toMatchObject({
        kind: 'target-changed',
        details: { params: { what: 'bought', after: refused.id } },
      });
      expect(await chargesOf(kind)).toBe(1);
    },
  );

  it('does not count if it is not of this API', async () => {
    const refused = await desk.buyThrough(await desk.order('traffic'), { kind: 'respond', status: 400, body: 'no' });
    expect(refused).toMatchObject({ outcome: 'open' });
  });
});

describe('dates that evidence has moved', () => {
  it('return when the evidence falls, and move again when the user says so', async () => {
    const order = await desk.order('dedicated-prolong');
    const before = await datesOf();
    const lost = await desk.buyThrough(order, LOST);
    await desk.resolved(lost);
    const moved = await datesOf();
    expect(moved).not.toEqual(before);
    const settle = (verdict: 'charged' | 'not-charged') =>
      desk.call('purchases.settle', { purchaseId: lost.id, verdict, reason: 'asked them' });
    await settle('not-charged');
    expect(await datesOf()).toEqual(before);
    await settle('charged');
    expect(await datesOf()).toEqual(moved);
  });
});

describe('a sum of spending that lags', () => {
  it('suggests no spending of others, and shows what it lacks', async () => {
    const order = await desk.order('traffic');
    await desk.call('account.refreshBalance', {});
    service.freeze('/balance');
    for (let count = 0; count < 3; count += 1) await desk.buy(order);
    await desk.call('account.refreshBalance', {});
    const differences = async () => {
      const { sum, windows } = await desk.call('purchases.reconciliation', { offset: 0, limit: 50 });
      return { windows: windows.length, difference: sum?.differenceKopecks, late: sum?.lateKopecks };
    };
    const { totalSpentKopecks } = await desk.call('purchases.list', { filter: {}, offset: 0, limit: 1 });
    expect(await differences()).toEqual({ windows: 0, difference: 0, late: totalSpentKopecks });
    service.thaw();
    await desk.call('account.refreshBalance', {});
    expect(await differences()).toEqual({ windows: 0, difference: 0, late: 0 });
  });

  it('leaves the purchase open when the goods are already there, and has it examined again', async () => {
    const order = await desk.order('vpn-buy');
    await desk.call('account.refreshBalance', {});
    service.freeze('/balance');
    const lost = await desk.buyThrough(order, LOST);
    const looked = await desk.resolved(lost);
    expect(looked).toMatchObject({ outcome: 'open', resolution: { reason: 'goods-without-spending' } });
    expect(looked.resolution?.nextCheckAt).toBeGreaterThan(desk.clock.now());
  });
});

describe('data that the app reads anyway', () => {
  it('is evidence at once: a subscription on the screen was bought', async () => {
    const lost = await loseFor('vpn-buy');
    await desk.resolved(lost);
    await service.land();
    await desk.call('vpn.refresh', { clientId: desk.clientId });
    await expect.poll(async () => (await now(lost)).outcome).toBe('charged');
    expect(await chargesOf('vpn-buy')).toBe(1);
  });
});

describe('many lost purchases at once', () => {
  const lostOfNewClient = async (index: number): Promise<Purchase> => {
    const { id: clientId } = await desk.call('clients.add', {
      messengerId: 100 + index,
      clientKey: `c${index}`,
      name: '',
      note: '',
      tags: [],
    });
    service.loseNext(PATHS['vpn-buy']);
    return desk.buy({ kind: 'vpn-buy', clientId, periodMonths: 1 });
  };

  it('are found by their goods if there are too many to try all sets', async () => {
    const lost: Purchase[] = [];
    for (let index = 0; index < 15; index += 1) lost.push(await lostOfNewClient(index));
    for (let index = 0; index < 14; index += 1) await service.land();
    await desk.afterOtherLooks();
    await desk.call('purchases.resolve', {});
    for (const one of lost.slice(0, 14))
      expect(await now(one)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
    expect(await now(lost[14] as Purchase)).toMatchObject({ outcome: 'open' });
  });

  it('do not wait for a client whose list the service refuses', async () => {
    const vpn = await loseFor('vpn-buy');
    const proxies = await loseFor('dedicated');
    await service.land();
    await service.land();
    await desk.control.addFaults({
      match: { path: '/vpn/info' },
      fault: { kind: 'respond', status: 404, body: { ok: false, error: 'no such client' } },
    });
    await desk.afterOtherLooks();
    expect(await desk.resolved(proxies)).toMatchObject({ outcome: 'charged', goodsState: 'missing' });
    expect(await now(vpn)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
  });
});
