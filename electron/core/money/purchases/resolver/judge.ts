import { kindOf } from '#core/money/products/index.ts';
import type { Handover } from '#core/money/products/product.ts';
import type { EvidenceFact } from '#shared/contract/purchases.ts';
import { isRefusal, type PurchaseStatus } from '#shared/domain/journal.ts';
import type { VerdictReason } from '#shared/domain/purchase-verdict.ts';
import {
  hasSettled,
  isEqualButRounding,
  type LedgerEntry,
  type SumReading,
  type UnexplainedSpending,
  unexplainedSpendingOf,
} from '#shared/domain/spending.ts';
import { type Bound, type Candidate, explanations, MAX_CANDIDATES, withRest } from './explain.ts';
import { type Explained, explainMany, type PlaceSets } from './explain-many.ts';
import type { JudgedGoods } from './goods.ts';
import type { WatchedPurchase } from './watched-purchases.ts';

/** The known money of the account: all readings up to the newest one, and the ledger. */
export interface AccountBooks {
  readonly readings: readonly SumReading[];
  readonly entries: readonly LedgerEntry[];
}

/** The verdict about one purchase by evidence alone, without the time that has passed. */
export interface Judgement extends PurchaseStatus {
  readonly reason: VerdictReason;
  readonly chargedKopecks: number | null;
  readonly handover: Handover | null;
  readonly facts: readonly EvidenceFact[];
  /** Whether there is no sign of it. After a day of such readings it was probably not charged. */
  readonly isQuiet: boolean;
}

/** The rise of spending since before the first judged purchase. */
export interface Rise {
  readonly before: UnexplainedSpending;
  readonly after: readonly UnexplainedSpending[];
  readonly now: UnexplainedSpending;
  /** The part that purchases counted as charged do not explain. */
  readonly kopecks: number;
}

/** Returns the rise; `null` if the spending before the purchases was not read. */
export const riseSince = (judged: readonly WatchedPurchase[], { readings, entries }: AccountBooks): Rise | null => {
  const ids = new Set(judged.map(({ id }) => id));
  const levels = unexplainedSpendingOf(
    readings,
    entries.map((entry) => (ids.has(entry.id) ? { ...entry, isCharged: false } : entry)),
  );
  const first = Math.min(...ids);
  const index = levels.findLastIndex(({ reading }) => reading.ledgerMark < first);
  const before = levels[index];
  const now = levels.at(-1);
  if (before === undefined || now === undefined || now === before) return null;
  return { before, after: levels.slice(index + 1), now, kopecks: now.unexplained - before.level };
};

/**
 * Returns whether no later reading shows more than certain charges explain; see `Evidence`. A purchase that only
 * evidence calls charged is left out, because its amount may really be the cost of a refused one.
 */
export const isUnmovedSince = (judged: readonly WatchedPurchase[], { readings, entries }: AccountBooks): boolean => {
  const certain = entries.map((entry) => ({ ...entry, isCharged: entry.isCharged && !entry.isByEvidence }));
  const rise = riseSince(judged, { readings, entries: certain });
  return rise?.after.every(({ unexplained }) => unexplained <= rise.before.level) === true;
};

const OPEN: PurchaseStatus = { outcome: 'open', basis: null, goodsState: 'none' };

const candidateOf = ({ id, priceKopecks }: WatchedPurchase, quoted: number | null | undefined): Candidate => ({
  id,
  amounts: quoted === null || quoted === undefined || quoted === priceKopecks ? [priceKopecks] : [priceKopecks, quoted],
});

/** Up to this many purchases in the same place, every set of them is tried. */
const MAX_IN_PLACE = 10;

/** The sets of purchases that the list of one place allows. */
interface Allowed extends PlaceSets {
  /** The sets whose goods match the list exactly. */
  readonly fitting: readonly ReadonlySet<number>[];
}

/** Returns the allowed sets; `null` if no list shows the purchase, or there are too many sets to try. */
const allowedIn = (judged: readonly WatchedPurchase[], goods: JudgedGoods, { id }: WatchedPurchase): Allowed | null => {
  if (!goods.isListed(id)) return null;
  const ids = judged.map((one) => one.id).filter((other) => goods.isSamePlace(id, other));
  if (ids.length > MAX_IN_PLACE) return null;
  const fitting: ReadonlySet<number>[] = [];
  const exact: ReadonlySet<number>[] = [];
  const vague: ReadonlySet<number>[] = [];
  for (let mask = 0; mask < 2 ** ids.length; mask += 1) {
    const charged = new Set(ids.filter((_, bit) => Math.floor(mask / 2 ** bit) % 2 === 1));
    const fit = goods.fit(charged, id);
    if (fit === 'fits') fitting.push(charged);
    if (fit === 'vague') vague.push(charged);
    else if (fit !== 'contradicts') exact.push(charged);
  }
  return { ids: new Set(ids), sets: exact.length > 0 ? exact : vague, fitting };
};

/** Returns the allowed sets of all purchases, place by place. */
const allowedOf = (judged: readonly WatchedPurchase[], goods: JudgedGoods): ReadonlyMap<number, Allowed | null> => {
  const allowed = new Map<number, Allowed | null>();
  for (const one of judged) {
    if (allowed.has(one.id)) continue;
    const place = allowedIn(judged, goods, one);
    for (const id of place?.ids ?? [one.id]) allowed.set(id, place);
  }
  return allowed;
};

/** Returns the purchases that the list alone proves to be charged; `null` if it does not. */
const shownIn = (allowed: Allowed | null | undefined): ReadonlySet<number> | null => {
  const [only, ...others] = allowed?.fitting ?? [];
  return only !== undefined && others.length === 0 ? only : null;
};

/** Returns whether the service's list alone proves that the purchase was charged. */
export const isShownByGoods = (judged: readonly WatchedPurchase[], goods: JudgedGoods, one: WatchedPurchase): boolean =>
  shownIn(allowedIn(judged, goods, one))?.has(one.id) === true;

interface Evidence {
  readonly rise: Rise;
  readonly goods: JudgedGoods;
  /** The present prices, if they were read. */
  readonly quotes: ReadonlyMap<number, number | null>;
  /** Whether no later reading shows more spending than certain charges explain. */
  readonly isUnmoved: boolean;
}

/** The number of readings that are tried, starting with the newest. */
const MAX_TRIED = 40;

/** The sets of purchases that explain the spending of one reading, and whether it is the newest reading. */
interface Finding {
  /** The cost of each purchase that every set contains. */
  readonly always: ReadonlyMap<number, number>;
  readonly ever: ReadonlySet<number>;
  /** One of the sets; `null` if there is none. */
  readonly sample: ReadonlySet<number> | null;
  readonly isNewest: boolean;
}

const UNEXPLAINED: Finding = { always: new Map(), ever: new Set(), sample: null, isNewest: false };

const explained = (
  judged: readonly WatchedPurchase[],
  { rise, goods, quotes }: Evidence,
  allowed: ReadonlyMap<number, Allowed | null>,
): Finding => {
  const base = rise.before.level;
  const bounds = rise.after.map(({ reading, unexplained }) => ({
    mark: reading.ledgerMark,
    kopecks: unexplained - base,
  }));
  const tried = new Set<string>();
  for (let index = rise.after.length - 1; index >= 0; index -= 1) {
    const level = rise.after[index];
    if (level === undefined) continue;
    const kopecks = level.unexplained - base;
    const made = judged.filter(({ id }) => id <= level.reading.ledgerMark);
    const isNewest = index === rise.after.length - 1;
    // Later spending may be somebody else's, so an earlier reading without a rise says nothing.
    if (!isNewest && kopecks <= 0) continue;
    const key = `${made.length} ${kopecks}`;
    if (tried.has(key) || tried.size >= MAX_TRIED) continue;
    tried.add(key);
    // The service has withdrawn the spending that this reading showed.
    if (rise.now.isSettled && kopecks > rise.kopecks) continue;
    const candidates = made.map((one) => candidateOf(one, quotes.get(one.id)));
    const shown = { candidates, kopecks, bounds: highest(bounds.slice(0, index + 1)) };
    const found = made.length > MAX_CANDIDATES ? ofMany(shown, allowed) : ofFew(shown, goods);
    if (found !== null) return { ...found, isNewest };
  }
  return UNEXPLAINED;
};

interface Shown {
  readonly candidates: readonly Candidate[];
  readonly kopecks: number;
  readonly bounds: readonly Bound[];
}

const ofFew = ({ candidates, kopecks, bounds }: Shown, goods: JudgedGoods): Omit<Finding, 'isNewest'> | null => {
  const sets = explanations(candidates, kopecks, bounds, (charged) => goods.fit(charged));
  const [first] = sets;
  if (first === undefined) return null;
  const always = [...first.charged].filter(([id]) => sets.every(({ charged }) => charged.has(id)));
  const ever = new Set(sets.flatMap(({ charged }) => [...charged.keys()]));
  return { always: new Map(always), ever, sample: new Set(first.charged.keys()) };
};

const ofMany = (
  { candidates, kopecks, bounds }: Shown,
  allowed: ReadonlyMap<number, Allowed | null>,
): Omit<Finding, 'isNewest'> | null => {
  const places = new Set(candidates.flatMap(({ id }) => allowed.get(id) ?? []));
  const ids = new Set(candidates.map(({ id }) => id));
  // A purchase made after the reading cannot be part of it.
  const made = [...places].map((place) => ({
    ids: place.ids,
    sets: place.sets.filter((set) => [...set].every((id) => ids.has(id))),
  }));
  const found: Explained | null = explainMany(candidates, kopecks, bounds, made);
  if (found === null) return null;
  const amounts = new Map(candidates.map(({ id, amounts: [amount = 0] }) => [id, amount]));
  const always = new Map([...found.always].map((id) => [id, amounts.get(id) ?? 0]));
  // If only one set explains the spending, its prices differ from the spending by rounding alone.
  const isOnly = found.always.size === found.ever.size;
  const rest = kopecks - [...always.values()].reduce((sum, amount) => sum + amount, 0);
  return { ...found, always: isOnly ? withRest(always, rest) : always };
};

/** Returns the highest bound for each number of purchases; the others add nothing. */
const highest = (bounds: readonly Bound[]): readonly Bound[] => {
  const most = new Map<number, Bound>();
  for (const bound of bounds) if (bound.kopecks > (most.get(bound.mark)?.kopecks ?? 0)) most.set(bound.mark, bound);
  return [...most.values()];
};

/** Returns whether the present prices could explain more. */
export const needsQuotes = (judged: readonly WatchedPurchase[], evidence: Evidence): boolean =>
  evidence.rise.kopecks > 0 && !explained(judged, evidence, allowedOf(judged, evidence.goods)).isNewest;

/** Judges all purchases with an unknown outcome together, by readings and lists (docs/money.md). Pure. */
export const judge = (judged: readonly WatchedPurchase[], evidence: Evidence): ReadonlyMap<number, Judgement> => {
  const { rise, goods, quotes } = evidence;
  const allowed = allowedOf(judged, goods);
  const { always, ever, sample, isNewest } = explained(judged, evidence, allowed);
  const spent = spendingFacts(rise);
  const shown = new Map(judged.map(({ id }) => [id, shownIn(allowed.get(id))]));
  /** Returns the cost of the purchase if every set that explains the spending contains it; otherwise `null`. */
  const explainedKopecks = ({ id }: WatchedPurchase): number | null => always.get(id) ?? null;
  const isShown = (one: WatchedPurchase): boolean =>
    explainedKopecks(one) === null && shown.get(one.id)?.has(one.id) === true;
  const sumOf = (some: readonly WatchedPurchase[], kopecksOf: (one: WatchedPurchase) => number): number =>
    some.reduce((sum, one) => sum + kopecksOf(one), 0);
  /** The spending that the sets do not explain. It has to cover the purchases that only their goods prove. */
  const leftKopecks = rise.kopecks - sumOf(judged, (one) => explainedKopecks(one) ?? 0);
  const shownKopecks = sumOf(judged.filter(isShown), ({ priceKopecks }) => priceKopecks);

  const chargedAs = (one: WatchedPurchase, set: ReadonlySet<number>, kopecks: number, reason: VerdictReason) => {
    const { handover, facts } = goods.found(set, one.id);
    const kind = kindOf(one.order);
    const given = handover ?? kind.assumed(one.order);
    const goodsState = given === null ? kind.goodsByWord : 'here';
    const standing: PurchaseStatus = { outcome: 'charged', basis: 'evidence', goodsState };
    return { ...standing, reason, chargedKopecks: kopecks, handover: given, facts, isQuiet: false };
  };
  const openAs = (one: WatchedPurchase, reason: VerdictReason, isQuiet = false) => {
    const { facts } = goods.found(new Set(), one.id);
    return { ...OPEN, reason, chargedKopecks: null, handover: null, facts, isQuiet };
  };
  /** The verdict if there is no sign of the purchase. A refusal by the service then stands if no money moved at all. */
  const absentAs = (one: WatchedPurchase, isCertain: boolean) => {
    const isItsPrice = rise.kopecks === one.priceKopecks || rise.kopecks === quotes.get(one.id);
    if (goods.isListed(one.id) && rise.kopecks > 0 && isItsPrice && sample === null) {
      return openAs(one, 'spending-without-goods');
    }
    const judgement = openAs(one, rise.kopecks > 0 && sample === null ? 'other-amount' : 'nothing-yet', isCertain);
    return isCertain && evidence.isUnmoved && isRefusal(one.reason)
      ? { ...judgement, outcome: 'not-charged' as const, basis: 'answer' as const }
      : judgement;
  };
  const refusedAs = (one: WatchedPurchase): Judgement => {
    const standing: PurchaseStatus = { outcome: 'not-charged', basis: 'evidence', goodsState: 'none' };
    return { ...openAs(one, 'spent-for-others'), ...standing };
  };
  const judgeOne = (one: WatchedPurchase): Judgement => {
    const kopecks = explainedKopecks(one);
    if (sample !== null && kopecks !== null) {
      return chargedAs(one, sample, kopecks, chargedReason(one, goods, sample, kopecks));
    }
    if (ever.has(one.id)) return openAs(one, 'several-open');
    if (sample !== null && isNewest) {
      // The service refused it, and all spending is explained by other purchases.
      if (isRefusal(one.reason) && rise.now.isSettled && rise.kopecks > 0) return refusedAs(one);
      return absentAs(one, rise.kopecks >= 0);
    }
    const place = shown.get(one.id);
    if (place?.has(one.id) === true) {
      return shownKopecks <= leftKopecks
        ? chargedAs(
            one,
            place,
            one.priceKopecks,
            shownKopecks === leftKopecks ? 'goods-and-spending' : 'more-was-spent',
          )
        : openAs(one, 'goods-without-spending');
    }
    if (place !== null && place !== undefined) return absentAs(one, rise.kopecks >= 0);
    if (rise.kopecks <= 0) return openAs(one, 'nothing-yet', rise.kopecks === 0 && !goods.isListed(one.id));
    const isTooMany = judged.length > MAX_CANDIDATES;
    return openAs(one, sample !== null || isTooMany ? 'several-open' : 'other-amount');
  };
  return new Map(
    judged.map((one) => {
      const judgement = judgeOne(one);
      const quoted = quotes.get(one.id);
      const isOther = quoted !== null && quoted !== undefined && quoted !== one.priceKopecks;
      const price: EvidenceFact[] = isOther ? [{ fact: 'quoted', before: one.priceKopecks, after: quoted }] : [];
      return [one.id, { ...judgement, facts: [...spent, ...price, ...judgement.facts] }];
    }),
  );
};

const chargedReason = (
  { id, priceKopecks }: WatchedPurchase,
  goods: JudgedGoods,
  charged: ReadonlySet<number>,
  kopecks: number,
): VerdictReason => {
  if (!isEqualButRounding(kopecks, priceKopecks)) return 'price-differed';
  switch (goods.fit(charged, id)) {
    case 'fits':
      return 'goods-and-spending';
    case 'vague':
      return 'goods-unclear';
    default:
      return 'spending-rose';
  }
};

const spendingFacts = ({ before, after, now }: Rise): EvidenceFact[] => {
  const own = after
    .flatMap(({ entries }) => entries)
    .reduce((sum, { isCharged, kopecks }) => sum + (isCharged ? kopecks : 0), 0);
  const spent = { fact: 'spent' as const, before: before.reading.spentKopecks, after: now.reading.spentKopecks };
  return own === 0 ? [spent] : [spent, { fact: 'own-spending', before: null, after: own }];
};

/**
 * Returns the decided purchases, by evidence or by refusal, that the newest reading contradicts. Spending that the
 * undecided purchases in `open` may explain contradicts nothing.
 */
export const contradicted = (
  decided: readonly WatchedPurchase[],
  open: readonly WatchedPurchase[],
  { readings, entries }: AccountBooks,
): readonly number[] => {
  const levels = unexplainedSpendingOf(readings, entries);
  const now = levels.at(-1);
  return now === undefined ? [] : [...arisen(decided, open, levels, now), ...fallen(decided, levels)];
};

/**
 * Returns purchases that were decided as not charged although the spending since then matches the cost of some of them.
 * A refusal is doubted after any rise, until a reading that includes its time shows none.
 */
const arisen = (
  decided: readonly WatchedPurchase[],
  open: readonly WatchedPurchase[],
  levels: readonly UnexplainedSpending[],
  now: UnexplainedSpending,
): readonly number[] => {
  const notCharged = decided
    .filter(({ outcome }) => outcome === 'not-charged')
    .slice(-MAX_CANDIDATES)
    .flatMap((one) => {
      const went = one.resolution?.reading;
      const by =
        went === undefined
          ? levels.find(({ reading }) => reading.ledgerMark >= one.id)
          : levels.findLast(({ reading }) => reading.seq <= went);
      if (by === undefined) return [];
      const quiet = levels.findLast(
        ({ unexplained, reading }) => unexplained <= by.level && reading.ledgerMark >= one.id,
      );
      const isFresh = one.basis === 'answer' && (quiet === undefined || !hasSettled(quiet.reading, one));
      // A refusal that the total has confirmed in time is final.
      return one.basis === 'answer' && !isFresh ? [] : [{ one, level: by.level, isFresh }];
    });
  const fresh = new Set(notCharged.filter(({ isFresh }) => isFresh).map(({ one }) => one.id));
  const doubted = new Set<number>();
  for (const [index, { one, level, isFresh }] of notCharged.entries()) {
    const kopecks = now.unexplained - level;
    if (kopecks <= 0) continue;
    const since = notCharged.slice(index).map(({ one }) => one);
    const candidates = [...since, ...open].map((one) => candidateOf(one, null));
    const byId = candidates.toSorted((a, b) => a.id - b.id);
    const found = explainMany(byId, kopecks, [], []);
    // Spending that open purchases explain alone contradicts no verdict, but a refusal only holds if the total did not
    // rise by its price.
    const ofOpen = open.map((one) => candidateOf(one, null)).toSorted((a, b) => a.id - b.id);
    const isOfOpen = explainMany(ofOpen, kopecks, [], []) !== null;
    for (const { id } of since) {
      if (found?.ever.has(id) === true && (!isOfOpen || fresh.has(id))) doubted.add(id);
    }
    if (found === null && isFresh) doubted.add(one.id);
  }
  return [...doubted];
};

/**
 * Returns purchases that evidence calls charged although the total, past its lag window, shows less than the ledger.
 */
const fallen = (decided: readonly WatchedPurchase[], levels: readonly UnexplainedSpending[]): readonly number[] => {
  const [before, now] = [levels.at(-2), levels.at(-1)];
  if (before === undefined || now?.isSettled !== true || now.unexplained >= before.level) return [];
  const candidates: Candidate[] = decided
    .filter(({ outcome }) => outcome === 'charged')
    .map(({ id, priceKopecks, chargedKopecks }) => ({ id, amounts: [chargedKopecks ?? priceKopecks] }));
  return [...(explainMany(candidates, before.level - now.unexplained, [], [])?.ever ?? [])];
};
