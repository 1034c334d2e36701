import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import { PATHS, type ResolverDesk, RIPE_MS, startResolverDesk } from './resolver-desk.ts';

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

describe.each(KINDS)('%s whose answer was lost', (kind) => {
  it('is found to be charged by its evidence, and its goods are kept', async () => {
    const order = await desk.order(kind);
    const sentBefore = await chargesOf(kind);
    const lost = await desk.buyThrough(order, LOST);
    expect(lost.state).toBe('unknown');

    const found = await desk.resolved(lost);
    expect(found).toMatchObject({
      state: kind === 'dedicated' ? 'charged-goods-missing' : 'confirmed-charged',
      chargedKopecks: lost.priceKopecks,
      // Without goods to look at, somebody else may have spent the same.
      resolution: { verdict: 'charged', certainty: kind.startsWith('dedicated') ? 'probable' : 'certain' },
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

  it('is not said to be free until the service has had its time, and then is', async () => {
    const lost = await desk.buyThrough(await desk.order(kind), NEVER_ARRIVED);
    const early = await desk.resolved(lost);
    expect(early).toMatchObject({
      state: 'unknown',
      resolution: { verdict: 'undecided', certainty: 'unknown', reason: 'too-early' },
    });
    expect(early.resolution?.nextCheckAt).toBeGreaterThan(desk.clock.now());

    desk.clock.skip(RIPE_MS);
    const late = await desk.resolved(lost);
    expect(late).toMatchObject({
      state: 'confirmed-not-charged',
      chargedKopecks: null,
      goods: null,
      resolution: kind.startsWith('dedicated')
        ? // Its own sum is all the service tells, and that is no proof.
          { verdict: 'not-charged', certainty: 'probable', reason: 'nothing-spent' }
        : { verdict: 'not-charged', certainty: 'certain', reason: 'nothing-changed' },
    });
    await expectBooksToAgree();
  });
});

describe('what a found purchase brings', () => {
  it('a subscription with its link, bought or renewed', async () => {
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

  it('the GB of the pool', async () => {
    await desk.resolved(await desk.buyThrough(await desk.order('traffic'), LOST));
    const { balance } = await desk.call('premium.state', { clientId: desk.clientId });
    expect(balance?.pools.find((pool) => pool.poolType === 'mobile')?.trafficGb).toBe(2);
  });

  it('a computed end of a prolonged proxy, marked as computed', async () => {
    const order = await desk.order('dedicated-prolong');
    const list = () =>
      desk.call('dedicated.list', { filter: {}, sort: { by: 'boughtAt', direction: 'desc' }, offset: 0, limit: 5 });
    const before = (await list()).rows[0];
    await desk.resolved(await desk.buyThrough(order, LOST));
    const after = (await list()).rows[0];
    expect(after?.dateSource).toBe('computed');
    expect((after?.expiresAt ?? 0) - (before?.expiresAt ?? 0)).toBe(7 * 86_400_000);
  });

  it('nothing of what the service said in vain is lost: the broken answer can be read', async () => {
    const broken = await desk.buyThrough(await desk.order('dedicated'), { kind: 'truncated-json' });
    expect(broken).toMatchObject({ state: 'unknown', hasAnswer: true });
    const masked = await desk.call('purchases.rawAnswer', { purchaseId: broken.id, reveal: false });
    const shown = await desk.call('purchases.rawAnswer', { purchaseId: broken.id, reveal: true });
    const [proxy] = await desk.control.proxies();
    expect(shown.text).toContain('"ok":true');
    expect(masked.text).not.toContain(proxy?.password ?? 'no proxy was sold');
    expect(await desk.resolved(broken)).toMatchObject({ state: 'charged-goods-missing' });
  });
});

describe('when others spend on the same token', () => {
  const spendElsewhere = async (roubles: number) => {
    const { spentKopecks, balanceKopecks } = await desk.control.books();
    await desk.control.setBalance(balanceKopecks / 100 - roubles, spentKopecks / 100 + roubles);
  };

  it('proxies that may or may not have been charged stay unknown, and it says why', async () => {
    const lost = await desk.buyThrough(await desk.order('dedicated'), NEVER_ARRIVED);
    await spendElsewhere(lost.priceKopecks / 100 + 1);
    desk.clock.skip(RIPE_MS);
    expect(await desk.resolved(lost)).toMatchObject({
      state: 'unknown',
      resolution: { verdict: 'undecided', certainty: 'unknown', reason: 'more-was-spent' },
    });
  });

  it('a charge is only probable on a token on which others are known to spend', async () => {
    await spendElsewhere(12.34);
    await desk.call('account.refreshBalance', {});
    const lost = await desk.buyThrough(await desk.order('dedicated'), LOST);
    expect(await desk.resolved(lost)).toMatchObject({
      state: 'charged-goods-missing',
      resolution: { certainty: 'probable', reason: 'others-spend' },
    });
    const { windows } = await desk.call('purchases.reconciliation', { offset: 0, limit: 10 });
    expect(windows).toMatchObject([{ differenceKopecks: 1_234, explainedKopecks: 0 }]);
  });

  it('a subscription that is there was charged, whatever else was spent', async () => {
    const lost = await desk.buyThrough(await desk.order('vpn-buy'), LOST);
    await spendElsewhere(5);
    expect(await desk.resolved(lost)).toMatchObject({
      state: 'confirmed-charged',
      resolution: { certainty: 'probable', reason: 'more-was-spent' },
    });
  });

  it('a subscription that is not there was not charged, whatever else was spent', async () => {
    const lost = await desk.buyThrough(await desk.order('vpn-buy'), NEVER_ARRIVED);
    await spendElsewhere(5);
    desk.clock.skip(RIPE_MS);
    expect(await desk.resolved(lost)).toMatchObject({
      state: 'confirmed-not-charged',
      resolution: { certainty: 'probable', reason: 'no-goods' },
    });
  });

  it('a reading that came too early holds nothing up: with its time over it is judged by what is read now', async () => {
    const lost = await desk.buyThrough(await desk.order('vpn-buy'), NEVER_ARRIVED);
    await spendElsewhere(lost.priceKopecks / 100 + 5);
    // It reads the spending while the service may still be working on the lost one: enough for it, and more.
    await desk.buy(await desk.order('traffic'));
    expect((await desk.resolved(lost)).resolution).toMatchObject({
      ...{ verdict: 'undecided', reason: 'too-early', nextCheckAt: expect.any(Number) },
    });
    desk.clock.skip(RIPE_MS);
    expect(await desk.resolved(lost)).toMatchObject({
      state: 'confirmed-not-charged',
      resolution: { certainty: 'probable', reason: 'no-goods', nextCheckAt: null },
    });
  });

  it('spending exactly as much, with nothing to show for it, decides nothing', async () => {
    const lost = await desk.buyThrough(await desk.order('vpn-buy'), NEVER_ARRIVED);
    await spendElsewhere(lost.priceKopecks / 100);
    desk.clock.skip(RIPE_MS);
    expect(await desk.resolved(lost)).toMatchObject({
      state: 'unknown',
      resolution: { reason: 'spending-without-goods' },
    });
  });
});

describe('several purchases', () => {
  it('of which some were charged are told apart, to the kopeck', async () => {
    const lost: Purchase[] = [];
    const order = await desk.order('vpn-buy');
    for (const fault of [LOST, NEVER_ARRIVED, LOST]) lost.push(await desk.buyThrough(order, fault));
    lost.push(await desk.buyThrough(await desk.order('dedicated'), LOST));
    lost.push(await desk.buyThrough(await desk.order('traffic'), NEVER_ARRIVED));
    await desk.buy(await desk.order('traffic'));
    desk.clock.skip(RIPE_MS);
    await desk.call('purchases.resolve', {});
    await expectBooksToAgree();
    const { rows } = await desk.call('purchases.list', {
      filter: { states: ['confirmed-charged', 'charged-goods-missing'] },
      offset: 0,
      limit: 10,
    });
    expect(rows).toHaveLength(3);
    const uuids = rows.flatMap((row) => (row.goods?.kind === 'vpn-buy' ? [row.goods.uuid] : []));
    expect(new Set(uuids).size).toBe(2);
  });

  it('of which the API lists no goods are told apart by what was spent when', async () => {
    const order = await desk.order('dedicated');
    const free = await desk.buyThrough(order, NEVER_ARRIVED);
    const charged = await desk.buyThrough(order, LOST);
    expect(await desk.resolved(free)).toMatchObject({ state: 'unknown', resolution: { reason: 'several-open' } });
    desk.clock.skip(RIPE_MS);
    expect(await desk.resolved(charged)).toMatchObject({ state: 'charged-goods-missing' });
    expect(await desk.resolved(free)).toMatchObject({ state: 'confirmed-not-charged' });
    await expectBooksToAgree();
  });

  it('made after the lost one are not taken for it', async () => {
    const lost = await desk.buyThrough(await desk.order('dedicated'), NEVER_ARRIVED);
    await desk.buy(await desk.order('dedicated'));
    desk.clock.skip(RIPE_MS);
    expect(await desk.resolved(lost)).toMatchObject({ state: 'confirmed-not-charged' });
    await expectBooksToAgree();
  });
});

describe('a price that changes between quote and purchase', () => {
  /** As long as it is on, the next charge finds other prices, and its answer may be lost. */
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

  it('is what stands in the books, although the answer named none', async () => {
    const order = await desk.order('vpn-buy');
    change = 'answered';
    const bought = await desk.buy(order);
    expect(bought.state).toBe('succeeded');
    await expect
      .poll(async () => (await desk.call('purchases.get', { purchaseId: bought.id })).chargedKopecks)
      .toBeGreaterThan(bought.priceKopecks);
    await expectBooksToAgree();
  });

  it.each(KINDS)('is found in what was spent when the answer to %s was lost', async (kind) => {
    const order = await desk.order(kind);
    change = 'lost';
    const lost = await desk.buy(order);
    expect(lost.state).toBe('unknown');
    const found = await desk.resolved(lost);
    expect(found).toMatchObject({ resolution: { verdict: 'charged', reason: 'price-differed' } });
    expect(found.chargedKopecks).toBeGreaterThan(lost.priceKopecks);
    await expectBooksToAgree();
    expect(await chargesOf(kind)).toBe(1);
  });
});

describe('by itself', () => {
  it('a purchase is looked at when the app starts', async () => {
    const lost = await desk.buyThrough(await desk.order('vpn-buy'), LOST);
    desk.clearEvents();
    await desk.restart();
    await desk.call('purchases.get', { purchaseId: lost.id });
    await desk.waitForEvent('purchases.changed', ({ purchaseId }: { purchaseId: number }) => purchaseId === lost.id);
    expect(await desk.call('purchases.get', { purchaseId: lost.id })).toMatchObject({ state: 'confirmed-charged' });
    await expectBooksToAgree();
  });

  it('a clock that was set changes nothing: neither too early nor never', async () => {
    const lost = await desk.buyThrough(await desk.order('traffic'), NEVER_ARRIVED);
    desk.clock.setBack(-86_400_000);
    expect(await desk.resolved(lost)).toMatchObject({ state: 'unknown', resolution: { reason: 'too-early' } });
    desk.clock.setBack(30 * 86_400_000);
    expect(await desk.resolved(lost)).toMatchObject({ state: 'unknown', resolution: { reason: 'too-early' } });
    desk.clock.skip(RIPE_MS);
    expect(await desk.resolved(lost)).toMatchObject({ state: 'confirmed-not-charged' });
  });

  it('keeps everything as it was when the service does not answer, and says so to who asked', async () => {
    const lost = await desk.buyThrough(await desk.order('traffic'), LOST);
    await desk.control.addFaults({ match: { path: '/premium/traffic/balance' }, fault: { kind: 'html-page' } });
    expect(await desk.callError('purchases.resolve', { purchaseId: lost.id })).toMatchObject({ kind: 'server' });
    expect(await desk.call('purchases.get', { purchaseId: lost.id })).toMatchObject({
      state: 'unknown',
      resolution: null,
    });
    await desk.control.clearFaults();
    expect(await desk.resolved(lost)).toMatchObject({ state: 'confirmed-charged' });
  });
});
