import type { EvidenceFact } from '#shared/contract/purchases.ts';
import { isRefusal, type Standing } from '#shared/domain/journal.ts';
import type { VerdictReason } from '#shared/domain/purchase-verdict.ts';
import { kindOf } from '../kinds/index.ts';
import type { Handover } from '../kinds/purchase-kind.ts';
import { hasSettled, type LedgerEntry, type Level, levelsOf, type SumReading } from '../spending.ts';
import { type Bound, type Candidate, type Explanation, explanations, MAX_CANDIDATES } from './explain.ts';
import type { Goods } from './goods.ts';
import type { WatchedPurchase } from './watched-purchases.ts';

/** What is known of the account's money: readings up to the one of now, and the ledger. */
export interface Books {
  readonly readings: readonly SumReading[];
  readonly entries: readonly LedgerEntry[];
}

/** What evidence says of one purchase, without who knows what of the time that has passed. */
export interface Judgement extends Standing {
  readonly reason: VerdictReason;
  readonly chargedKopecks: number | null;
  readonly handover: Handover | null;
  readonly facts: readonly EvidenceFact[];
  /** No sign of it: a day of readings that agree makes it probable that it was not charged. */
  readonly isQuiet: boolean;
}

/** How the spending rose since before the first of those that are judged. */
export interface Rise {
  readonly before: Level;
  readonly after: readonly Level[];
  readonly now: Level;
  /** Not explained by purchases that are taken for charged. */
  readonly kopecks: number;
}

/** `null`: what was spent before them was not read. */
export const riseSince = (judged: readonly WatchedPurchase[], { readings, entries }: Books): Rise | null => {
  const ids = new Set(judged.map(({ id }) => id));
  const levels = levelsOf(
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

/** See `Evidence`: what only evidence calls charged may be the very money that a refused one cost. */
export const isUnmovedSince = (judged: readonly WatchedPurchase[], { readings, entries }: Books): boolean => {
  const certain = entries.map((entry) => ({ ...entry, isCharged: entry.isCharged && !entry.isByEvidence }));
  const rise = riseSince(judged, { readings, entries: certain });
  return rise?.after.every(({ unexplained }) => unexplained <= rise.before.level) === true;
};

const OPEN: Standing = { outcome: 'open', basis: null, goodsState: 'none' };

const candidateOf = ({ id, priceKopecks }: WatchedPurchase, quoted: number | null | undefined): Candidate => ({
  id,
  amounts: quoted === null || quoted === undefined || quoted === priceKopecks ? [priceKopecks] : [priceKopecks, quoted],
});

/** Of purchases whose goods show in the same place every set is tried, if they are not more than this. */
const MAX_IN_PLACE = 8;

/** Of purchases whose goods show in the same place those that were charged by the list alone; `null`: it does not tell. */
const shownByGoods = (
  judged: readonly WatchedPurchase[],
  goods: Goods,
  { id }: WatchedPurchase,
  inPlace: (other: WatchedPurchase) => boolean,
): ReadonlySet<number> | null => {
  if (!goods.isListed(id)) return null;
  const ids = judged.filter(inPlace).map((one) => one.id);
  if (ids.length > MAX_IN_PLACE) return null;
  const fitting: ReadonlySet<number>[] = [];
  for (let mask = 0; mask < 2 ** ids.length; mask += 1) {
    const charged = new Set(ids.filter((_, bit) => Math.floor(mask / 2 ** bit) % 2 === 1));
    if (goods.fit(charged, id) === 'fits') fitting.push(charged);
  }
  const [only] = fitting;
  return fitting.length === 1 && only !== undefined ? only : null;
};

/** The service's list says by itself that it was charged. */
export const isShownByGoods = (judged: readonly WatchedPurchase[], goods: Goods, one: WatchedPurchase): boolean =>
  shownByGoods(judged, goods, one, (other) => goods.isSamePlace(one.id, other.id))?.has(one.id) === true;

interface Evidence {
  readonly rise: Rise;
  readonly goods: Goods;
  /** Prices as they are quoted now, where they were asked for. */
  readonly quotes: ReadonlyMap<number, number | null>;
  /** No reading since shows more spent than what is charged for certain. */
  readonly isUnmoved: boolean;
}

/** Readings that differ in what they may explain; of more of them the oldest are left out. */
const MAX_TRIED = 40;

/** Sets that explain what a reading showed, and whether it is the newest one. */
const explained = (judged: readonly WatchedPurchase[], { rise, goods, quotes }: Evidence) => {
  const base = rise.before.level;
  const bounds = rise.after.map(({ reading, unexplained }) => ({
    mark: reading.ledgerMark,
    kopecks: unexplained - base,
  }));
  const fitOf = (charged: ReadonlySet<number>) => goods.fit(charged);
  const tried = new Set<string>();
  for (let index = rise.after.length - 1; index >= 0; index -= 1) {
    const level = rise.after[index];
    if (level === undefined) continue;
    const kopecks = level.unexplained - base;
    const made = judged.filter(({ id }) => id <= level.reading.ledgerMark);
    const candidates = made.map((one) => candidateOf(one, quotes.get(one.id)));
    const isNewest = index === rise.after.length - 1;
    // What was spent later may be somebody else's; a reading that showed nothing says nothing then.
    if (!isNewest && kopecks <= 0) continue;
    const key = `${made.length} ${kopecks}`;
    if (tried.has(key) || tried.size >= MAX_TRIED) continue;
    tried.add(key);
    // What it showed is not spent any more.
    if (rise.now.isSettled && kopecks > rise.kopecks) continue;
    const sets = explanations(candidates, kopecks, highest(bounds.slice(0, index + 1)), fitOf);
    if (sets.length > 0) return { sets, isNewest };
  }
  return { sets: [], isNewest: false };
};

/** The most that was shown while there were so many purchases: the other readings say less. */
const highest = (bounds: readonly Bound[]): readonly Bound[] => {
  const most = new Map<number, Bound>();
  for (const bound of bounds) if (bound.kopecks > (most.get(bound.mark)?.kopecks ?? 0)) most.set(bound.mark, bound);
  return [...most.values()];
};

/** Whether asking for today's prices could explain more. */
export const needsQuotes = (judged: readonly WatchedPurchase[], evidence: Evidence): boolean =>
  evidence.rise.kopecks > 0 && !explained(judged, evidence).isNewest;

/** What the readings and the lists say of purchases that may be charged or not, all together (docs/money.md). Pure. */
export const judge = (judged: readonly WatchedPurchase[], evidence: Evidence): ReadonlyMap<number, Judgement> => {
  const { rise, goods, quotes } = evidence;
  const { sets, isNewest } = explained(judged, evidence);
  const spent = spendingFacts(rise);
  const shown = new Map<number, ReadonlySet<number> | null>();
  for (const one of judged) {
    const isAlike = (other: WatchedPurchase): boolean => goods.isSamePlace(one.id, other.id);
    shown.set(one.id, shownByGoods(judged, goods, one, isAlike));
  }
  /** What the purchase cost, when every set that explains the spending has it among the charged; else `null`. */
  const explainedKopecks = ({ id }: WatchedPurchase): number | null => {
    const [first] = sets;
    return first !== undefined && sets.every(({ charged }) => charged.has(id)) ? (first.charged.get(id) ?? null) : null;
  };
  const isShown = (one: WatchedPurchase): boolean =>
    explainedKopecks(one) === null && shown.get(one.id)?.has(one.id) === true;
  const sumOf = (some: readonly WatchedPurchase[], kopecksOf: (one: WatchedPurchase) => number): number =>
    some.reduce((sum, one) => sum + kopecksOf(one), 0);
  /** What was spent, less what the sets explain: it has to pay for purchases that only their goods show. */
  const leftKopecks = rise.kopecks - sumOf(judged, (one) => explainedKopecks(one) ?? 0);
  const shownKopecks = sumOf(judged.filter(isShown), ({ priceKopecks }) => priceKopecks);

  const chargedAs = (one: WatchedPurchase, set: ReadonlySet<number>, kopecks: number, reason: VerdictReason) => {
    const { handover, facts } = goods.found(set, one.id);
    const kind = kindOf(one.order);
    const given = handover ?? kind.assumed(one.order);
    const goodsState = given === null ? kind.goodsByWord : 'here';
    const standing: Standing = { outcome: 'charged', basis: 'evidence', goodsState };
    return { ...standing, reason, chargedKopecks: kopecks, handover: given, facts, isQuiet: false };
  };
  const openAs = (one: WatchedPurchase, reason: VerdictReason, isQuiet = false) => {
    const { facts } = goods.found(new Set(), one.id);
    return { ...OPEN, reason, chargedKopecks: null, handover: null, facts, isQuiet };
  };
  /** Nothing of it is to be seen. The service's refusal stands then, if no money moved at all. */
  const absentAs = (one: WatchedPurchase, isCertain: boolean) => {
    const isItsPrice = rise.kopecks === one.priceKopecks || rise.kopecks === quotes.get(one.id);
    if (goods.isListed(one.id) && rise.kopecks > 0 && isItsPrice && sets.length === 0) {
      return openAs(one, 'spending-without-goods');
    }
    const judgement = openAs(one, rise.kopecks > 0 && sets.length === 0 ? 'other-amount' : 'nothing-yet', isCertain);
    return isCertain && evidence.isUnmoved && isRefusal(one.reason)
      ? { ...judgement, outcome: 'not-charged' as const, basis: 'answer' as const }
      : judgement;
  };
  const judgeOne = (one: WatchedPurchase): Judgement => {
    const kopecks = explainedKopecks(one);
    const [set] = sets;
    if (set !== undefined && kopecks !== null) {
      const ids = new Set(set.charged.keys());
      return chargedAs(one, ids, kopecks, chargedReason(one, goods, ids, kopecks));
    }
    if (sets.some(({ charged }) => charged.has(one.id))) return openAs(one, 'several-open');
    if (sets.length > 0 && isNewest) return absentAs(one, rise.kopecks >= 0);
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
    return openAs(one, sets.length > 0 || isTooMany ? 'several-open' : 'other-amount');
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
  goods: Goods,
  charged: ReadonlySet<number>,
  kopecks: number,
): VerdictReason => {
  if (kopecks !== priceKopecks) return 'price-differed';
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
 * Of purchases that evidence or a refusal decided, those that the newest reading contradicts. `open`: what may be spent
 * by those that are undecided anyway contradicts nothing.
 */
export const contradicted = (
  decided: readonly WatchedPurchase[],
  open: readonly WatchedPurchase[],
  { readings, entries }: Books,
): readonly number[] => {
  const levels = levelsOf(readings, entries);
  const now = levels.at(-1);
  return now === undefined ? [] : [...arisen(decided, open, levels, now), ...fallen(decided, levels)];
};

/**
 * More was spent since they were decided, and just what some of them cost. A refusal is doubted whatever was spent, until
 * a reading that knew of it showed nothing.
 */
const arisen = (
  decided: readonly WatchedPurchase[],
  open: readonly WatchedPurchase[],
  levels: readonly Level[],
  now: Level,
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
      // A refusal that the sum has confirmed in its time is the service's word.
      return one.basis === 'answer' && !isFresh ? [] : [{ one, level: by.level, isFresh }];
    });
  const fresh = new Set(notCharged.filter(({ isFresh }) => isFresh).map(({ one }) => one.id));
  const doubted = new Set<number>();
  for (const [index, { one, level, isFresh }] of notCharged.entries()) {
    const kopecks = now.unexplained - level;
    if (kopecks <= 0) continue;
    const since = notCharged.slice(index).map(({ one }) => one);
    // Where they are too many, the oldest decided ones are left out first.
    const candidates = [...since, ...open].map((one) => candidateOf(one, null));
    const sets = explanations(candidates.slice(-MAX_CANDIDATES), kopecks, [], () => 'untold');
    const ids = new Set(since.map(({ id }) => id));
    const doubts = sets.map(({ charged }) => [...charged.keys()].filter((id) => ids.has(id)));
    // What open ones explain alone is no reason to doubt a decision; a refusal is one only if the sum did not move by it.
    const isOfOpen = doubts.some((some) => some.length === 0);
    for (const id of doubts.flat()) if (!isOfOpen || fresh.has(id)) doubted.add(id);
    if (doubts.length === 0 && isFresh) doubted.add(one.id);
  }
  return [...doubted];
};

/** The sum has had its time and shows less than the ledger: some of what evidence calls charged was not. */
const fallen = (decided: readonly WatchedPurchase[], levels: readonly Level[]): readonly number[] => {
  const [before, now] = [levels.at(-2), levels.at(-1)];
  if (before === undefined || now?.isSettled !== true || now.unexplained >= before.level) return [];
  const candidates: Candidate[] = decided
    .filter(({ outcome }) => outcome === 'charged')
    .slice(-MAX_CANDIDATES)
    .map(({ id, priceKopecks, chargedKopecks }) => ({ id, amounts: [chargedKopecks ?? priceKopecks] }));
  const sets: readonly Explanation[] = explanations(candidates, before.level - now.unexplained, [], () => 'untold');
  return [...new Set(sets.flatMap(({ charged }) => [...charged.keys()]))];
};
