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
  it('is not called free of charge meanwhile, can be settled, and is found when they come', async () => {
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

  it('lets the user say what became of it, and corrects nothing of that by itself', async () => {
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

  it('opens again what a day of agreeing readings took for free, once it shows', async () => {
    const lost = await loseFor('dedicated');
    await desk.resolved(lost);
    desk.clock.skip(A_DAY_MS);
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
    await service.land();
    await desk.call('account.refreshBalance', {});
    await expect.poll(async () => (await now(lost)).outcome).toBe('charged');
  });

  it.each(['vpn-buy', 'traffic'] as const)(
    'opens it again when its goods come, though the sum stays as it was: %s',
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
      service.thaw();
      expect(await desk.resolved(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence', goodsState: 'here' });
    },
  );

  it('leaves it as it is when nothing of it has come', async () => {
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
  it('stays found: that the pool is empty again is no sign against it', async () => {
    const lost = await loseFor('traffic');
    await desk.resolved(lost);
    const before = await desk.call('premium.refreshBalance', { clientId: desk.clientId });
    await service.land();
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
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
  it('are never told apart by a guess, and both are found when both have landed', async () => {
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

describe('a price that is not the one that was asked', () => {
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

  it.each([0.999_99, 0.9])(
    'a purchase charged at %s of it is not called free, and never becomes so',
    async (factor) => {
      const lost = await losePriced('dedicated', factor);
      expect(await desk.resolved(lost)).toMatchObject({ outcome: 'open', resolution: { reason: 'other-amount' } });
      for (const ms of [16 * 60_000, A_DAY_MS, A_DAY_MS]) {
        desk.clock.skip(ms);
        expect(await desk.resolved(lost)).toMatchObject({ outcome: 'open', resolution: { reason: 'other-amount' } });
      }
      const settled = await desk.call('purchases.settle', { purchaseId: lost.id, verdict: 'charged', reason: 'books' });
      expect(settled).toMatchObject({ outcome: 'charged', basis: 'user', goodsState: 'missing' });
    },
  );

  it('one that rose while the list is late is found with its goods', async () => {
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
  it('may be taken for ours, but never for certain, and the user can say so', async () => {
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

  it('is one when the sum of spending did not move', async () => {
    const refused = await desk.buyThrough(await desk.order('traffic'), refusal);
    expect(refused).toMatchObject({ outcome: 'not-charged', basis: 'answer', reason: 'refused' });
  });

  it.each(['traffic', 'dedicated', 'vpn-buy'] as const)('of %s that charged all the same is not', async (kind) => {
    const refused = await desk.buyThrough(await desk.order(kind), { ...refusal, commit: true });
    expect(refused).toMatchObject({ outcome: 'open', reason: 'refused', hasAnswer: true });
    expect(await desk.resolved(refused)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
  });

  it('that charged with a sum that is late is opened again when the sum comes', async () => {
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

  it('that charged with a late sum holds back another one of the same, as soon as a reading shows it', async () => {
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
    'of %s that is found charged while another offer is shown stops that one',
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

  it('is none when it is not of this API', async () => {
    const refused = await desk.buyThrough(await desk.order('traffic'), { kind: 'respond', status: 400, body: 'no' });
    expect(refused).toMatchObject({ outcome: 'open' });
  });
});

describe('dates that evidence moved', () => {
  it('are moved back when it falls, and forth when the user says so', async () => {
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

describe('a sum of spending that is late', () => {
  it('invents no spending of others, and says what is not in it yet', async () => {
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

  it('with the goods already there leaves the purchase open, and has it looked at again', async () => {
    const order = await desk.order('vpn-buy');
    await desk.call('account.refreshBalance', {});
    service.freeze('/balance');
    const lost = await desk.buyThrough(order, LOST);
    const looked = await desk.resolved(lost);
    expect(looked).toMatchObject({ outcome: 'open', resolution: { reason: 'goods-without-spending' } });
    expect(looked.resolution?.nextCheckAt).toBeGreaterThan(desk.clock.now());
  });
});

describe('what the app reads anyway', () => {
  it('is evidence at once: a subscription that is on the screen was bought', async () => {
    const lost = await loseFor('vpn-buy');
    await desk.resolved(lost);
    await service.land();
    await desk.call('vpn.refresh', { clientId: desk.clientId });
    await expect.poll(async () => (await now(lost)).outcome).toBe('charged');
    expect(await chargesOf('vpn-buy')).toBe(1);
  });
});

describe('many at once', () => {
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

  it('more than sets can be tried for are found by their goods', async () => {
    const lost: Purchase[] = [];
    for (let index = 0; index < 15; index += 1) lost.push(await lostOfNewClient(index));
    for (let index = 0; index < 14; index += 1) await service.land();
    await desk.afterOtherLooks();
    await desk.call('purchases.resolve', {});
    for (const one of lost.slice(0, 14))
      expect(await now(one)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
    expect(await now(lost[14] as Purchase)).toMatchObject({ outcome: 'open' });
  });

  it('a client whose list the service refuses keeps nobody else waiting', async () => {
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
