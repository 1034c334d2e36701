import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fit } from '#core/money/products/product.ts';
import type { JudgedGoods } from '#core/money/purchases/resolver/goods.ts';
import {
  contradicted,
  isUnmovedSince,
  type Judgement,
  judge,
  needsQuotes,
  riseSince,
} from '#core/money/purchases/resolver/judge.ts';
import type { WatchedPurchase } from '#core/money/purchases/resolver/watched-purchases.ts';
import { type LedgerEntry, SUM_MAY_LAG_MS, type SumReading } from '#shared/domain/spending.ts';

const MINUTE = 60_000;
const START = 1_750_000_000_000;
const UPTIME = 3_600_000;

/** A purchase of goods that no list shows, so that the sum of spending is the only evidence. */
const lost = (id: number, priceKopecks: number, more: Partial<WatchedPurchase> = {}): WatchedPurchase => ({
  id,
  order: { kind: 'dedicated', clientId: null, ipv: 4, countryCode: 'de', period: 30, count: 1 },
  before: {},
  sentAt: START,
  outcome: 'open',
  basis: null,
  goodsState: 'none',
  sentUptime: UPTIME,
  endedUptime: UPTIME,
  endedAt: START,
  client: null,
  priceKopecks,
  chargedKopecks: null,
  reason: 'timeout',
  isFound: false,
  isOfOtherBooks: false,
  isRestored: false,
  isElsewhere: false,
  resolution: null,
  ...more,
});

const entryOf = ({ id, priceKopecks, chargedKopecks, outcome, endedUptime }: WatchedPurchase): LedgerEntry => ({
  id,
  kopecks: chargedKopecks ?? priceKopecks,
  isCharged: outcome === 'charged',
  endedAt: START,
  endedUptime,
});

/** The sum that was spent this many minutes after the start, when the ledger had `ledgerMark` purchases. */
const reading = (minutes: number, spentKopecks: number, ledgerMark: number): SumReading => ({
  seq: minutes,
  at: START + minutes * MINUTE,
  seenAt: START + minutes * MINUTE,
  seenUptime: UPTIME + minutes * MINUTE,
  spentKopecks,
  ledgerMark,
});

/** The evidence of the lists; `null` if there are none. */
const goodsOf = (listed: ((charged: ReadonlySet<number>) => Fit) | null = null): JudgedGoods => ({
  fit: (charged) => listed?.(charged) ?? 'untold',
  found: () => ({ handover: null, facts: [] }),
  isSamePlace: (a, b) => listed !== null || a === b,
  isListed: () => listed !== null,
});

const NO_QUOTES: ReadonlyMap<number, number | null> = new Map();

const judged = (
  all: readonly WatchedPurchase[],
  readings: readonly SumReading[],
  { goods = goodsOf(), quotes = NO_QUOTES } = {},
): readonly Judgement[] => {
  const books = { readings, entries: all.map(entryOf) };
  const rise = riseSince(all, books);
  if (rise === null) throw new Error('nothing was read');
  const judgements = judge(all, { rise, goods, quotes, isUnmoved: isUnmovedSince(all, books) });
  return all.flatMap(({ id }) => judgements.get(id) ?? []);
};

const words = (all: readonly Judgement[]): string[] => all.map(({ outcome, reason }) => `${outcome} ${reason}`);

/** A day later, when the sum can no longer lag. */
const LATE = 24 * 60;

describe('the verdict on purchases whose answers were lost', () => {
  it('attributes spending to the purchase whose price it matches to the kopeck, and leaves the other open and quiet', () => {
    const all = [lost(1, 300), lost(2, 500)];
    const readings = [reading(-1, 1_000, 0), reading(LATE, 1_500, 2)];
    const [first, second] = judged(all, readings);
    expect(first).toMatchObject({ outcome: 'open', reason: 'nothing-yet', isQuiet: true, chargedKopecks: null });
    // Only the answer contained the goods.
    expect(second).toMatchObject({ outcome: 'charged', basis: 'evidence', goodsState: 'missing', chargedKopecks: 500 });
    expect(second?.reason).toBe('spending-rose');
  });

  it('does not choose between two purchases that would explain it equally well', () => {
    const all = [lost(1, 300), lost(2, 300)];
    const before = reading(-1, 1_000, 0);
    expect(words(judged(all, [before, reading(LATE, 1_300, 2)]))).toEqual(['open several-open', 'open several-open']);
    expect(words(judged(all, [before, reading(LATE, 1_600, 2)]))).toEqual([
      'charged spending-rose',
      'charged spending-rose',
    ]);
  });

  it('knows which of two it was if the money was spent before the other purchase was made', () => {
    const all = [lost(1, 300), lost(2, 300)];
    const readings = [reading(-1, 1_000, 0), reading(LATE, 1_300, 1), reading(LATE + 1, 1_300, 2)];
    expect(words(judged(all, readings))).toEqual(['charged spending-rose', 'open nothing-yet']);
  });

  it('gives no verdict on a sum that no set matches, and is not quiet about it', () => {
    const judgements = judged([lost(1, 300), lost(2, 500)], [reading(-1, 0, 0), reading(LATE, 400, 2)]);
    expect(words(judgements)).toEqual(['open other-amount', 'open other-amount']);
    expect(judgements.map(({ isQuiet }) => isQuiet)).toEqual([false, false]);
  });

  it('accepts another price only if it is the price quoted now', () => {
    const readings = [reading(-1, 0, 0), reading(LATE, 400, 1)];
    const all = [lost(1, 300)];
    const rise = riseSince(all, { readings, entries: all.map(entryOf) });
    if (rise === null) throw new Error('nothing was read');
    expect(needsQuotes(all, { rise, goods: goodsOf(), quotes: NO_QUOTES, isUnmoved: false })).toBe(true);
    expect(words(judged(all, readings, { quotes: new Map([[1, 350]]) }))).toEqual(['open other-amount']);
    const [found] = judged(all, readings, { quotes: new Map([[1, 400]]) });
    expect(found).toMatchObject({ outcome: 'charged', reason: 'price-differed', chargedKopecks: 400 });
    expect(found?.facts).toContainEqual({ fact: 'quoted', before: 300, after: 400 });
  });

  it('does not request prices if nothing has to be explained', () => {
    const all = [lost(1, 300)];
    for (const spent of [0, 300]) {
      const rise = riseSince(all, {
        readings: [reading(-1, 0, 0), reading(LATE, spent, 1)],
        entries: all.map(entryOf),
      });
      if (rise === null) throw new Error('nothing was read');
      expect(needsQuotes(all, { rise, goods: goodsOf(), quotes: NO_QUOTES, isUnmoved: false })).toBe(false);
    }
  });

  it('counts charges that answers reported in the meantime as explained', () => {
    const answered = lost(2, 700, { outcome: 'charged', basis: 'answer', goodsState: 'here' });
    const all = [lost(1, 300)];
    const entries = [...all, answered].map(entryOf);
    const rise = riseSince(all, { readings: [reading(-1, 0, 0), reading(LATE, 700, 2)], entries });
    expect(rise?.kopecks).toBe(0);
    const risen = riseSince(all, { readings: [reading(-1, 0, 0), reading(LATE, 1_000, 2)], entries });
    expect(risen?.kopecks).toBe(300);
  });

  it('gives no verdict if the spending before them was never read', () => {
    expect(riseSince([lost(1, 300)], { readings: [reading(1, 0, 1)], entries: [entryOf(lost(1, 300))] })).toBeNull();
    expect(riseSince([lost(1, 300)], { readings: [reading(-1, 0, 0)], entries: [] })).toBeNull();
    expect(riseSince([lost(1, 300)], { readings: [], entries: [] })).toBeNull();
  });

  it('does not call a purchase charged when its spending showed for a while and then vanished', () => {
    const readings = [reading(-1, 0, 0), reading(LATE, 300, 1), reading(2 * LATE, 0, 1)];
    expect(words(judged([lost(1, 300)], readings))).toEqual(['open nothing-yet']);
  });

  it('keeps a refusal as long as no spending contradicts it', () => {
    const refused = lost(1, 300, { reason: 'refused' });
    const standing = { outcome: 'not-charged', basis: 'answer' };
    expect(judged([refused], [reading(-1, 0, 0), reading(LATE, 0, 1)])[0]).toMatchObject(standing);
    expect(words(judged([refused], [reading(-1, 0, 0), reading(LATE, 300, 1)]))).toEqual(['charged spending-rose']);
    expect(words(judged([refused], [reading(-1, 0, 0), reading(LATE, 298, 1)]))).toEqual(['open other-amount']);
  });
});

describe('goods that the service lists', () => {
  const all = [lost(1, 300), lost(2, 300)];
  const before = reading(-1, 0, 0);
  const just =
    (...ids: readonly number[]) =>
    (charged: ReadonlySet<number>): Fit =>
      charged.size === ids.length && ids.every((id) => charged.has(id)) ? 'fits' : 'contradicts';

  it('show which of two purchases was charged', () => {
    const goods = goodsOf(just(2));
    expect(words(judged(all, [before, reading(LATE, 300, 2)], { goods }))).toEqual([
      'open nothing-yet',
      'charged goods-and-spending',
    ]);
  });

  it('do not prove a charge without the money', () => {
    const goods = goodsOf(just(2));
    expect(words(judged(all, [before, reading(LATE, 0, 2)], { goods }))).toEqual([
      'open nothing-yet',
      'open goods-without-spending',
    ]);
  });

  it('count as proof if more was spent than they cost', () => {
    const goods = goodsOf(just(2));
    expect(words(judged(all, [before, reading(LATE, 1_000, 2)], { goods }))[1]).toBe('charged more-was-spent');
  });

  it('leave a charge without its goods open when they are missing', () => {
    const judgements = judged([lost(1, 300)], [before, reading(LATE, 300, 1)], { goods: goodsOf(just()) });
    expect(words(judgements)).toEqual(['open spending-without-goods']);
    expect(judgements[0]?.isQuiet).toBe(false);
  });

  it('prove a charge together with the money when they only roughly match, and the verdict says so', () => {
    const vague = goodsOf((charged) => (charged.size === 1 ? 'vague' : 'contradicts'));
    expect(words(judged([lost(1, 300)], [before, reading(LATE, 300, 1)], { goods: vague }))).toEqual([
      'charged goods-unclear',
    ]);
  });
});

describe('for any spending and any lists', () => {
  const FITS: readonly Fit[] = ['fits', 'vague', 'contradicts', 'untold'];
  const anyCase = fc.record({
    prices: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
    reasons: fc.array(fc.constantFrom('timeout', 'refused' as const), { minLength: 4, maxLength: 4 }),
    spent: fc.array(fc.record({ kopecks: fc.integer({ min: -2, max: 6 }), made: fc.nat(4) }), {
      minLength: 1,
      maxLength: 4,
    }),
    quotes: fc.array(fc.option(fc.integer({ min: 1, max: 5 })), { minLength: 4, maxLength: 4 }),
    fits: fc.option(fc.array(fc.constantFrom(...FITS), { minLength: 16, maxLength: 16 })),
  });

  it('the charges never exceed the spending, no purchase is called free, and only evidence decides', () => {
    fc.assert(
      fc.property(anyCase, ({ prices, reasons, spent, quotes, fits }) => {
        const all = prices.map((price, at) => lost(at + 1, price, { reason: reasons[at] ?? null }));
        let sum = 100;
        let mark = 0;
        const readings = spent.map(({ kopecks, made }, at) => {
          sum += kopecks;
          mark = at === spent.length - 1 ? all.length : Math.min(all.length, mark + made);
          return reading((at + 1) * LATE, sum, mark);
        });
        const fitOf = (charged: ReadonlySet<number>): Fit =>
          fits?.[[...charged].reduce((bits, id) => bits + 2 ** (id - 1), 0)] ?? 'untold';
        const read = [reading(-1, 100, 0), ...readings];
        const risen = riseSince(all, { readings: read, entries: all.map(entryOf) })?.kopecks ?? 0;
        const judgements = judged(all, read, {
          goods: goodsOf(fits === null ? null : fitOf),
          quotes: new Map(quotes.map((quote, at) => [at + 1, quote])),
        });
        const charged = judgements.filter(({ outcome }) => outcome === 'charged');
        const taken = charged.reduce((total, { chargedKopecks }) => total + (chargedKopecks ?? 0), 0);
        expect(taken).toBeLessThanOrEqual(Math.max(0, risen));
        for (const { basis } of charged) expect(basis).toBe('evidence');
        for (const [at, { outcome, basis, reason }] of judgements.entries()) {
          if (outcome !== 'not-charged') continue;
          expect(reasons[at]).toBe('refused');
          expect(basis).toBe(reason === 'spent-for-others' ? 'evidence' : 'answer');
        }
        // A reason that may still be a sign of the charge never counts as quiet. If only money is evidence, missing goods
        // alone say more.
        const quiet = fits === null ? ['nothing-yet'] : ['nothing-yet', 'other-amount'];
        for (const { reason, isQuiet } of judgements) if (isQuiet) expect(quiet).toContain(reason);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a decision contradicted by a later reading', () => {
  const notCharged = (id: number, price: number): WatchedPurchase =>
    lost(id, price, { outcome: 'not-charged', basis: 'evidence' });
  const charged = (id: number, price: number): WatchedPurchase =>
    lost(id, price, { outcome: 'charged', basis: 'evidence', goodsState: 'missing', chargedKopecks: price });
  const contradictedBy = (all: readonly WatchedPurchase[], ...readings: readonly SumReading[]) => {
    const open = all.filter(({ outcome }) => outcome === 'open');
    const decided = all.filter((one) => !open.includes(one));
    return contradicted(decided, open, { readings, entries: all.map(entryOf) });
  };

  it('is "not charged" when exactly its price is spent after all', () => {
    const all = [notCharged(1, 300), notCharged(2, 500)];
    const calm = [reading(-1, 0, 0), reading(1, 0, 2)];
    expect(contradictedBy(all, ...calm)).toEqual([]);
    expect(contradictedBy(all, ...calm, reading(LATE, 500, 2))).toEqual([2]);
    expect(contradictedBy(all, ...calm, reading(LATE, 498, 2))).toEqual([]);
    // A price may contain fractions of a kopeck.
    expect(contradictedBy(all, ...calm, reading(LATE, 499, 2))).toEqual([2]);
  });

  it('is not reopened if an open purchase explains the spending, which is asked about first', () => {
    const calm = [reading(-1, 0, 0), reading(1, 0, 1)];
    const decided = notCharged(1, 300);
    expect(contradictedBy([decided, lost(2, 300)], ...calm, reading(LATE, 300, 2))).toEqual([]);
    expect(contradictedBy([decided, lost(2, 100), lost(3, 200)], ...calm, reading(LATE, 300, 3))).toEqual([]);
    expect(contradictedBy([decided, lost(2, 100)], ...calm, reading(LATE, 300, 2))).toEqual([1]);
  });

  it('is a refusal that no reading included yet, whoever else may have spent the money', () => {
    const calm = [reading(-1, 0, 0), reading(1, 0, 1)];
    const refused = lost(1, 300, { outcome: 'not-charged', basis: 'answer', reason: 'refused' });
    expect(contradictedBy([refused, lost(2, 300)], ...calm, reading(LATE, 300, 2))).toEqual([1]);
    expect(contradictedBy([refused], ...calm, reading(LATE, 299, 1))).toEqual([1]);
    expect(contradictedBy([refused], ...calm, reading(LATE, 0, 1), reading(2 * LATE, 300, 1))).toEqual([]);
  });

  it('is none of many refusals at the same price if an open purchase explains the spending', () => {
    const refused = Array.from({ length: 20 }, (_, at) =>
      lost(at + 1, 300, { outcome: 'not-charged', basis: 'answer', reason: 'refused' }),
    );
    const calm = [reading(-1, 0, 0), reading(LATE, 0, 20)];
    expect(contradictedBy([...refused, lost(21, 300)], ...calm, reading(2 * LATE, 300, 21))).toEqual([]);
  });

  it('is "charged" when a sum that can no longer lag falls by its price', () => {
    const all = [charged(1, 300), charged(2, 500)];
    const full = [reading(-1, 0, 0), reading(LATE, 800, 2)];
    expect(contradictedBy(all, ...full)).toEqual([]);
    expect(contradictedBy(all, ...full, reading(2 * LATE, 500, 2))).toEqual([1]);
    expect(contradictedBy(all, ...full, reading(2 * LATE, 0, 2))).toEqual([1, 2]);
    // A reading that may lag proves nothing.
    const soon = SUM_MAY_LAG_MS / MINUTE - 1;
    expect(contradictedBy(all, reading(-1, 0, 0), reading(1, 800, 2), reading(soon, 0, 2))).toEqual([]);
  });
});
