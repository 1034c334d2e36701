/**
 * What became of a purchase whose answer was lost, judged by what can still be read (DESIGN 6, step 7). Pure: the facts
 * go in, the verdict comes out, and nothing is ever sent.
 */
export const VERDICTS = ['charged', 'not-charged', 'undecided'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const CERTAINTIES = ['certain', 'probable', 'unknown'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

export const VERDICT_REASONS = [
  'goods-and-spending', // the goods are there, and the price was spent
  'spending-rose', // the price was spent; the API does not list such goods
  'others-spend', // the same, on a token that others have spent on before
  'price-differed', // what was spent is the price as it is quoted now, not the one that was asked
  'more-was-spent', // more than the price was spent: others spend on this token
  'goods-unclear', // something like the goods is there
  'several-open', // several open purchases could each be what was spent
  'goods-without-spending',
  'spending-without-goods',
  'other-amount', // something else than the price was spent
  'spending-fell', // the service corrected its sum downwards
  'nothing-changed', // no goods, no spending
  'nothing-spent', // no spending; the API does not list such goods, so its sum is the only witness
  'no-goods', // no goods; what was spent meanwhile was not this
  'less-was-spent', // less than the price was spent meanwhile
  'too-early', // the service may still be working on it
  'sum-may-lag', // nobody knows how soon the sum knows of a charge, and nothing else would tell
  'by-hand', // it holds if what the user settled by hand is right
  'restored', // it holds if nothing was bought after the copy was made that the desk was brought back from
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];

/**
 * - `found`: exactly what was ordered is there now, and was not before;
 * - `vague`: something like it is;
 * - `absent`: it would be there, and is not;
 * - `untold`: the API does not tell.
 */
export type GoodsSign = 'found' | 'vague' | 'absent' | 'untold';

export interface Spending {
  /** How much `api_spent_rub` rose since just before the request, without what the app knows it spent since. */
  readonly risenKopecks: number;
  readonly priceKopecks: number;
  /** Prices of other purchases of ours that are as open as this one, and may be in it. */
  readonly openKopecks: readonly number[];
  /** The price as it is quoted now, where it was asked for. */
  readonly quotedKopecks: number | null;
}

/** How the rise of the spending is to be read. */
export type MoneySign = 'none' | 'price' | 'other-price' | 'open-ones' | 'ambiguous' | 'less' | 'more' | 'fell';

/** Open purchases are few; beyond this many their sums are not tried. */
const MAX_OPEN = 12;

const sumsOf = (amounts: readonly number[]): ReadonlySet<number> => {
  const sums = new Set([0]);
  for (const amount of amounts.slice(0, MAX_OPEN)) {
    for (const sum of [...sums]) sums.add(sum + amount);
  }
  return sums;
};

export const readSpending = ({ risenKopecks, priceKopecks, openKopecks, quotedKopecks }: Spending): MoneySign => {
  if (risenKopecks === 0) return 'none';
  if (risenKopecks < 0) return 'fell';
  const others = sumsOf(openKopecks);
  const withIt = others.has(risenKopecks - priceKopecks);
  const withoutIt = others.has(risenKopecks);
  if (withIt) return withoutIt ? 'ambiguous' : 'price';
  if (withoutIt) return 'open-ones';
  if (risenKopecks === quotedKopecks) return 'other-price';
  return risenKopecks < priceKopecks ? 'less' : 'more';
};

export interface Facts {
  readonly goods: GoodsSign;
  readonly money: MoneySign;
  /** The service has had all the time it can have needed to charge. */
  readonly hasHadTime: boolean;
  /** And to tell of it: until then nothing says that it did not. */
  readonly isRipe: boolean;
  /** Money was spent on this token before that this app knows nothing of. */
  readonly othersSpend: boolean;
}

export interface Judgement {
  readonly verdict: Verdict;
  readonly certainty: Certainty;
  readonly reason: VerdictReason;
}

const charged = (certainty: 'certain' | 'probable', reason: VerdictReason): Judgement => ({
  verdict: 'charged',
  certainty,
  reason,
});
const undecided = (reason: VerdictReason): Judgement => ({ verdict: 'undecided', certainty: 'unknown', reason });

const notCharged = ({ isRipe }: Facts, certainty: 'certain' | 'probable', reason: VerdictReason): Judgement =>
  isRipe ? { verdict: 'not-charged', certainty, reason } : undecided('too-early');

/** Without goods to look for, the sum alone says so; it may lag behind, so it is never a proof. */
const notSpent = (facts: Facts, reason: VerdictReason): Judgement =>
  facts.hasHadTime && !facts.isRipe ? undecided('sum-may-lag') : notCharged(facts, 'probable', reason);

export const judge = (facts: Facts): Judgement => {
  switch (facts.goods) {
    case 'found':
      return judgeFound(facts);
    case 'vague':
      return judgeVague(facts);
    case 'absent':
      return judgeAbsent(facts);
    case 'untold':
      return judgeUntold(facts);
  }
};

const judgeFound = ({ money }: Facts): Judgement => {
  switch (money) {
    case 'price':
    case 'ambiguous':
      return charged('certain', 'goods-and-spending');
    case 'other-price':
      return charged('certain', 'price-differed');
    case 'more':
      return charged('probable', 'more-was-spent');
    case 'less':
      return undecided('other-amount');
    case 'none':
    case 'open-ones':
    case 'fell':
      return undecided('goods-without-spending');
  }
};

const judgeVague = ({ money }: Facts): Judgement => {
  switch (money) {
    case 'price':
      return charged('probable', 'goods-unclear');
    case 'ambiguous':
      return charged('probable', 'several-open');
    case 'other-price':
      return charged('probable', 'price-differed');
    case 'more':
    case 'less':
      return undecided('other-amount');
    case 'none':
    case 'open-ones':
    case 'fell':
      return undecided('goods-without-spending');
  }
};

const judgeAbsent = (facts: Facts): Judgement => {
  switch (facts.money) {
    case 'none':
      return notCharged(facts, 'certain', 'nothing-changed');
    case 'price':
      return undecided('spending-without-goods');
    case 'other-price':
    case 'open-ones':
    case 'ambiguous':
    case 'less':
    case 'more':
    case 'fell':
      return notCharged(facts, 'probable', 'no-goods');
  }
};

const judgeUntold = (facts: Facts): Judgement => {
  switch (facts.money) {
    case 'price':
      // The same could have been bought on the token in the same moment elsewhere; nothing tells the two apart.
      return charged('probable', facts.othersSpend ? 'others-spend' : 'spending-rose');
    case 'other-price':
      return charged('probable', 'price-differed');
    case 'none':
      return notSpent(facts, 'nothing-spent');
    case 'open-ones':
      return notSpent(facts, 'several-open');
    case 'less':
      return notSpent(facts, 'less-was-spent');
    case 'ambiguous':
      return undecided('several-open');
    case 'more':
      return undecided('more-was-spent');
    case 'fell':
      return undecided('spending-fell');
  }
};
