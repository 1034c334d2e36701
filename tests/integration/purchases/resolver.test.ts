import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import { A_DAY_MS, PATHS, type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

const KINDS = Object.keys(PATHS) as Order['kind'][];
const LOST = { kind: 'drop', when: 'after-commit' } as const;
const NEVER_ARRIVED = { kind: 'drop', when: 'before-commit' } as const;

let desk: ResolverDesk;
beforeEach(async () => {
  desk = await startResolverDesk();
});
afterEach(() => desk.close());

const chargesOf = async (kind: Order['kind']) =>
  (await desk.control.requests({ method: 'POST', path: PATHS[kind] })).length;

const expectBooksToAgree = async () => {
  const { books, ledger, unknownKopecks } = await desk.compareBooks();
  expect(ledger).toBe(books);
  expect(unknownKopecks).toBe(0);
  const { sum } = await desk.call('purchases.reconciliation', { offset: 0, limit: 10 });
  expect(sum).toMatchObject({ differenceKopecks: 0, unknownKopecks: 0 });
};

describe.each(KINDS)('%s with a lost answer', (kind) => {
  it('is found to be charged by its evidence, and its goods are stored', async () => {
    const order = await desk.order(kind);
    const sentBefore = await chargesOf(kind);
    const lost = await desk.buyThrough(order, LOST);
    expect(lost.outcome).toBe('open');

    const found = await desk.resolved(lost);
    expect(found).toMatchObject({
      outcome: 'charged',
      basis: 'evidence',
      goodsState: kind === 'dedicated' ? 'missing' : 'here',
      chargedKopecks: lost.priceKopecks,
      resolution: {
        verdict: 'charged',
        reason: kind.startsWith('dedicated') ? 'spending-rose' : 'goods-and-spending',
      },
    });
    expect(found.resolution?.facts).toContainEqual({
      fact: 'spent',
      before: expect.any(Number),
      after: expect.any(Number),
    });
    expect(found.goods === null).toBe(kind === 'dedicated');
    await expectBooksToAgree();
    expect(await chargesOf(kind)).toBe(sentBefore + 1);
  });

  it('is not called free before a whole day of readings has shown nothing, and then only probably', async () => {
    const lost = await desk.buyThrough(await desk.order(kind), NEVER_ARRIVED);
    const early = await desk.resolved(lost);
    expect(early).toMatchObject({ outcome: 'open', resolution: { verdict: 'open', reason: 'nothing-yet' } });
    expect(early.resolution?.nextCheckAt).toBeGreaterThan(desk.clock.now());

    desk.clock.skip(16 * 60_000);
    expect(await desk.resolved(lost)).toMatchObject({
      outcome: 'open',
      resolution: { reason: 'nothing-yet', quietSince: early.resolution?.quietSince },
    });

    desk.clock.skip(A_DAY_MS);
    expect(await desk.resolved(lost)).toMatchObject({
      outcome: 'not-charged',
      basis: 'evidence',
      chargedKopecks: null,
      goods: null,
      resolution: { verdict: 'not-charged', reason: 'nothing-came', quietSince: early.resolution?.quietSince },
    });
    await expectBooksToAgree();
  });
});

describe('a purchase that was found', () => {
  it('brings a subscription with its link, bought or renewed', async () => {
    const bought = await desk.resolved(await desk.buyThrough(await desk.order('vpn-buy'), LOST));
    const { subscriptions } = await desk.call('vpn.state', { clientId: desk.clientId });
    expect(subscriptions).toMatchObject([{ link: 'https', boughtHere: true }]);
    const uuid = subscriptions[0]?.uuid ?? '';
    expect(bought.goods).toMatchObject({ kind: 'vpn-buy', uuid });
    expect((await desk.call('vpn.revealLink', { clientId: desk.clientId, uuid })).url).toMatch(/^https:/);

    const ends = subscriptions[0]?.expiresAt ?? 0;
    await desk.resolved(
      await desk.buyThrough({ kind: 'vpn-renew', clientId: desk.clientId, uuid, periodMonths: 6 }, LOST),
    );
    const renewed = (await desk.call('vpn.state', { clientId: desk.clientId })).subscriptions[0];
    expect((renewed?.expiresAt ?? 0) - ends).toBeGreaterThan(170 * 86_400_000);
  });

  it('brings the GB of the pool', async () => {
    await desk.resolved(await desk.buyThrough(await desk.order('traffic'), LOST));
    const { balance } = await desk.call('premium.state', { clientId: desk.clientId });
    expect(balance?.pools.find((pool) => pool.poolType === 'mobile')?.trafficGb).toBe(2);
  });

  it('brings a computed end of a prolonged proxy, marked as computed', async () => {
    const order = await desk.order('dedicated-prolong');
    const list = () =>
      desk.call('dedicated.list', { filter: {}, sort: { by: 'boughtAt', direction: 'desc' }, offset: 0, limit: 5 });
    const before = (await list()).rows[0];
    await desk.resolved(await desk.buyThrough(order, LOST));
    const after = (await list()).rows[0];
    expect(after?.dateSource).toBe('computed');
    expect((after?.expiresAt ?? 0) - (before?.expiresAt ?? 0)).toBe(7 * 86_400_000);
  });

  it('keeps the broken answer readable', async () => {
    const broken = await desk.buyThrough(await desk.order('dedicated'), { kind: 'truncated-json' });
    expect(broken).toMatchObject({ outcome: 'open', hasAnswer: true });
    const masked = await desk.call('purchases.rawAnswer', { purchaseId: broken.id, reveal: false });
    const shown = await desk.call('purchases.rawAnswer', { purchaseId: broken.id, reveal: true });
    const [proxy] = await desk.control.proxies();
    expect(shown.text).toContain('"ok":true');
    expect(masked.text).not.toContain(proxy?.password ?? 'no proxy was sold');
    expect(await desk.resolved(broken)).toMatchObject({ outcome: 'charged', goodsState: 'missing' });
  });
});

describe('while others spend on the same token', () => {
  const spendElsewhere = async (roubles: number) => {
    const { spentKopecks, balanceKopecks } = await desk.control.books();
    await desk.control.setBalance(balanceKopecks / 100 - roubles, spentKopecks / 100 + roubles);
    // A look that read the sum before the charge knows nothing of it.
    await desk.afterOtherLooks();
  };

  it('proxies that may have been charged stay open for good, and the app says why', async () => {
    const lost = await desk.buyThrough(await desk.order('dedicated'), NEVER_ARRIVED);
    await spendElsewhere(lost.priceKopecks / 100 + 1);
    await desk.resolved(lost);
    desk.clock.skip(2 * A_DAY_MS);
    expect(await desk.resolved(lost)).toMatchObject({
      outcome: 'open',
      resolution: { verdict: 'open', reason: 'other-amount', quietSince: null },
    });
  });

  it.each([0.01, -0.01])('%d roubles of rounding do not hide whose charge it is', async (kopeck) => {
    const lost = await desk.buyThrough(await desk.order('dedicated'), NEVER_ARRIVED);
    await spendElsewhere(lost.priceKopecks / 100 + kopeck);
    expect(await desk.resolved(lost)).toMatchObject({
      outcome: 'charged',
      basis: 'evidence',
      chargedKopecks: lost.priceKopecks + Math.round(kopeck * 100),
      resolution: { reason: 'spending-rose' },
    });
    const { sum } = await desk.call('purchases.reconciliation', { offset: 0, limit: 10 });
    expect(sum).toMatchObject({ differenceKopecks: 0, unknownKopecks: 0 });
  });

  it('their earlier spending is not confused with a charge', async () => {
    await spendElsewhere(12.34);
    await desk.call('account.refreshBalance', {});
    const lost = await desk.buyThrough(await desk.order('dedicated'), LOST);
    expect(await desk.resolved(lost)).toMatchObject({
      outcome: 'charged',
      goodsState: 'missing',
      resolution: { reason: 'spending-rose' },
    });
    const { windows } = await desk.call('purchases.reconciliation', { offset: 0, limit: 10 });
    expect(windows).toMatchObject([{ differenceKopecks: 1_234, explainedKopecks: 0 }]);
  });

  it('a subscription that arrived was probably charged, whatever else was spent', async () => {
    // The desk looks for lost purchases at once, so the others have to be quicker.
    await desk.close();
    desk = await startResolverDesk({
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (!url.endsWith(PATHS['vpn-buy'])) return response;
        const { spentKopecks, balanceKopecks } = await desk.control.books();
        await desk.control.setBalance(balanceKopecks / 100 - 5, spentKopecks / 100 + 5);
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
      },
    });
    const lost = await desk.buy(await desk.order('vpn-buy'));
    expect(await desk.resolved(lost)).toMatchObject({
      outcome: 'charged',
      basis: 'evidence',
      resolution: { reason: 'more-was-spent' },
    });
  });

  it('a subscription that did not arrive in a whole day was probably not charged, whatever else was spent', async () => {
    const lost = await desk.buyThrough(await desk.order('vpn-buy'), NEVER_ARRIVED);
    await spendElsewhere(5);
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'open', resolution: { reason: 'other-amount' } });
    desk.clock.skip(A_DAY_MS);
    expect(await desk.resolved(lost)).toMatchObject({
      outcome: 'not-charged',
      basis: 'evidence',
      resolution: { reason: 'nothing-came' },
    });
  });

  it('spending of exactly the price without goods decides nothing', async () => {
    const lost = await desk.buyThrough(await desk.order('vpn-buy'), NEVER_ARRIVED);
    await spendElsewhere(lost.priceKopecks / 100);
    await desk.resolved(lost);
    desk.clock.skip(2 * A_DAY_MS);
    expect(await desk.resolved(lost)).toMatchObject({
      outcome: 'open',
      resolution: { reason: 'spending-without-goods' },
    });
  });
});

describe('several purchases', () => {
  it('are told apart to the kopeck when only some of them were charged, as far as there is evidence', async () => {
    const order = await desk.order('vpn-buy');
    const first = await desk.buyThrough(order, LOST);
    // Either of the two can have brought the goods that came after both.
    const alike = [await desk.buyThrough(order, NEVER_ARRIVED), await desk.buyThrough(order, LOST)];
    const proxies = await desk.buyThrough(await desk.order('dedicated'), LOST);
    const traffic = await desk.buyThrough(await desk.order('traffic'), NEVER_ARRIVED);
    await desk.call('purchases.resolve', {});
    desk.clock.skip(A_DAY_MS);
    await desk.call('purchases.resolve', {});
    const now = ({ id }: Purchase) => desk.call('purchases.get', { purchaseId: id });
    expect(await now(first)).toMatchObject({ outcome: 'charged', goods: { kind: 'vpn-buy' } });
    expect(await now(proxies)).toMatchObject({ outcome: 'charged', goodsState: 'missing' });
    expect(await now(traffic)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
    for (const one of alike) {
      expect(await now(one)).toMatchObject({ outcome: 'open', resolution: { reason: 'several-open' } });
    }
    const { books, ledger, unknownKopecks } = await desk.compareBooks();
    expect(books - ledger).toBe(first.priceKopecks);
    expect(unknownKopecks).toBe(2 * first.priceKopecks);
  });

  it('without listed goods are told apart by the time of the spending', async () => {
    const order = await desk.order('dedicated');
    const charged = await desk.buyThrough(order, LOST);
    // The reading before the second one already shows the charge, so it cannot belong to the second one.
    const free = await desk.buyThrough(order, NEVER_ARRIVED);
    expect(await desk.resolved(charged)).toMatchObject({ outcome: 'charged', goodsState: 'missing' });
    expect(await desk.resolved(free)).toMatchObject({ outcome: 'open', resolution: { reason: 'nothing-yet' } });
    desk.clock.skip(A_DAY_MS);
    expect(await desk.resolved(free)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
    await expectBooksToAgree();
  });

  it('stay open both if either could explain the spending', async () => {
    const order = await desk.order('dedicated');
    const free = await desk.buyThrough(order, NEVER_ARRIVED);
    const charged = await desk.buyThrough(order, LOST);
    await desk.resolved(free);
    desk.clock.skip(2 * A_DAY_MS);
    for (const one of [free, charged]) {
      expect(await desk.resolved(one)).toMatchObject({ outcome: 'open', resolution: { reason: 'several-open' } });
    }
  });

  it('do not take goods from after the lost one for it', async () => {
    const lost = await desk.buyThrough(await desk.order('dedicated'), NEVER_ARRIVED);
    await desk.buy(await desk.order('dedicated'));
    await desk.resolved(lost);
    desk.clock.skip(A_DAY_MS);
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'not-charged' });
    await expectBooksToAgree();
  });
});

describe('a price that changes between quote and purchase', () => {
  /** While it is on, the next charge meets higher prices, and its answer may be lost. */
  let change: 'off' | 'answered' | 'lost' = 'off';
  const dearer: Fetch = async (url, init) => {
    if (change === 'off' || !Object.values(PATHS).some((path) => url.endsWith(path))) return fetch(url, init);
    const isLost = change === 'lost';
    change = 'off';
    await desk.control.setPriceMultiplier(1.1);
    const response = await fetch(url, init);
    if (!isLost) return response;
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
  };
  beforeEach(async () => {
    await desk.close();
    desk = await startResolverDesk({ fetch: dearer });
  });

  it('is in the books as charged, although the answer named none', async () => {
    const order = await desk.order('vpn-buy');
    change = 'answered';
    const bought = await desk.buy(order);
    expect(bought.outcome).toBe('charged');
    await expect
      .poll(async () => (await desk.call('purchases.get', { purchaseId: bought.id })).chargedKopecks)
      .toBeGreaterThan(bought.priceKopecks);
    await expectBooksToAgree();
  });

  it.each(KINDS)('is found in the spending when the answer to %s was lost', async (kind) => {
    const order = await desk.order(kind);
    change = 'lost';
    const lost = await desk.buy(order);
    expect(lost.outcome).toBe('open');
    const found = await desk.resolved(lost);
    expect(found).toMatchObject({ resolution: { verdict: 'charged', reason: 'price-differed' } });
    expect(found.chargedKopecks).toBeGreaterThan(lost.priceKopecks);
    await expectBooksToAgree();
    expect(await chargesOf(kind)).toBe(1);
  });
});

describe('the automatic resolver', () => {
  it('examines a purchase when the app starts', async () => {
    const lost = await desk.buyThrough(await desk.order('vpn-buy'), LOST);
    desk.clearEvents();
    await desk.restart();
    await desk.call('purchases.get', { purchaseId: lost.id });
    await desk.waitForEvent('purchases.changed', ({ purchaseId }: { purchaseId: number }) => purchaseId === lost.id);
    expect(await desk.call('purchases.get', { purchaseId: lost.id })).toMatchObject({
      outcome: 'charged',
      basis: 'evidence',
    });
    await expectBooksToAgree();
  });

  it('is not affected by a clock that was set: it acts neither too early nor never', async () => {
    const lost = await desk.buyThrough(await desk.order('traffic'), NEVER_ARRIVED);
    const stillOpen = { outcome: 'open', resolution: { reason: 'nothing-yet' } };
    expect(await desk.resolved(lost)).toMatchObject(stillOpen);
    desk.clock.setBack(-3 * A_DAY_MS);
    expect(await desk.resolved(lost)).toMatchObject(stillOpen);
    desk.clock.setBack(30 * A_DAY_MS);
    expect(await desk.resolved(lost)).toMatchObject(stillOpen);
    desk.clock.skip(A_DAY_MS);
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
  });

  it('changes nothing when the service does not answer, and says so on request', async () => {
    const lost = await desk.buyThrough(await desk.order('traffic'), LOST);
    await desk.control.addFaults({ match: { path: '/premium/traffic/balance' }, fault: { kind: 'html-page' } });
    expect(await desk.callError('purchases.resolve', { purchaseId: lost.id })).toMatchObject({ kind: 'server' });
    expect(await desk.call('purchases.get', { purchaseId: lost.id })).toMatchObject({
      outcome: 'open',
      resolution: null,
    });
    await desk.control.clearFaults();
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
  });
});
