import { type Bound, type Candidate, roundingOf } from './explain.ts';

/**
 * Purchases whose goods appear in the same place, and the sets of them that may have been charged according to the
 * list.
 */
export interface PlaceSets {
  readonly ids: ReadonlySet<number>;
  readonly sets: readonly ReadonlySet<number>[];
}

/** A summary of all sets that explain the spending. */
export interface Explained {
  /** Purchases that every set contains. */
  readonly always: ReadonlySet<number>;
  /** Purchases that some set contains. */
  readonly ever: ReadonlySet<number>;
  /** One of the sets. */
  readonly sample: ReadonlySet<number>;
}

/** The maximum number of sets that are tried. With more, nobody can tell which were charged. */
const MAX_COMBINATIONS = 2_000;
const MAX_STEPS = 400_000;

/** Sets with the same sum, as bits: the intersection, the union, and one of them. */
interface Merged {
  readonly always: bigint;
  readonly ever: bigint;
  readonly sample: bigint;
  /** How far each set may differ from the spending, because prices are rounded. */
  readonly slack: number;
}

const merge = (a: Merged | undefined, b: Merged): Merged =>
  a === undefined
    ? b
    : { always: a.always & b.always, ever: a.ever | b.ever, sample: a.sample, slack: Math.min(a.slack, b.slack) };

/**
 * Does the same as `explanations` for more purchases than all sets of them could be listed. It applies the lists first,
 * so that only purchases without a list remain to be tried, and merges sets with equal sums. `null` if there is no set,
 * or too many. Candidates must be ordered by id.
 */
export const explainMany = (
  candidates: readonly Candidate[],
  kopecks: number,
  bounds: readonly Bound[],
  places: readonly PlaceSets[],
): Explained | null => {
  const combined = combinationsOf(places);
  if (combined === null) return null;
  const question = {
    candidates,
    kopecks,
    bounds: bounds.toSorted((a, b) => a.mark - b.mark),
    combined,
    listed: new Set(places.flatMap(({ ids }) => [...ids])),
  };
  const exact = explainedWithin(() => 0, question);
  if (exact === 'too-many') return null;
  const found = exact ?? explainedWithin(roundingOf, question);
  return found === 'too-many' ? null : found;
};

interface Question {
  readonly candidates: readonly Candidate[];
  readonly kopecks: number;
  /** Sorted by `mark`. */
  readonly bounds: readonly Bound[];
  /** The combinations that the lists allow, of purchases whose goods they show. */
  readonly combined: readonly ReadonlySet<number>[];
  readonly listed: ReadonlySet<number>;
}

/** `slackOf` returns how far the cost of a purchase may be from its price, in kopecks. */
const explainedWithin = (
  slackOf: (priceKopecks: number) => number,
  question: Question,
): Explained | 'too-many' | null => {
  const { candidates, combined, listed } = question;
  let steps = 0;
  let found: Merged | undefined;
  for (const charged of combined) {
    const end = sumsOf(slackOf, question, (id) => (listed.has(id) ? charged.has(id) : null));
    steps += end.steps;
    if (steps > MAX_STEPS) return 'too-many';
    if (end.merged !== undefined) found = merge(found, end.merged);
  }
  if (found === undefined) return null;
  const idsOf = (bits: bigint): ReadonlySet<number> =>
    new Set(candidates.filter((_, index) => ((bits >> BigInt(index)) & 1n) === 1n).map(({ id }) => id));
  return { always: idsOf(found.always), ever: idsOf(found.ever), sample: idsOf(found.sample) };
};

/** `shownAs` returns whether the list shows that a purchase was charged; `null` if it does not say. */
const sumsOf = (
  slackOf: (priceKopecks: number) => number,
  { candidates, kopecks, bounds }: Question,
  shownAs: (id: number) => boolean | null,
): { readonly merged: Merged | undefined; readonly steps: number } => {
  const most = kopecks + candidates.reduce((sum, { amounts: [amount = 0] }) => sum + slackOf(amount), 0);
  let sums = new Map<number, Merged>([[0, { always: 0n, ever: 0n, sample: 0n, slack: 0 }]]);
  let steps = 0;
  let next = 0;
  const keepInTime = (before: number): void => {
    for (let bound = bounds[next]; bound !== undefined && bound.mark < before; bound = bounds[next]) {
      for (const [sum, { slack }] of [...sums]) if (sum + slack < bound.kopecks) sums.delete(sum);
      next += 1;
    }
  };
  for (const [index, { id, amounts }] of candidates.entries()) {
    keepInTime(id);
    const [amount = 0] = amounts;
    const bit = 1n << BigInt(index);
    const after = new Map<number, Merged>();
    for (const [sum, merged] of sums) {
      steps += 1;
      const isCharged = shownAs(id);
      if (isCharged !== true) after.set(sum, merge(after.get(sum), merged));
      if (isCharged === false || sum + amount > most) continue;
      const { always, ever, sample, slack } = merged;
      const more = { always: always | bit, ever: ever | bit, sample: sample | bit, slack: slack + slackOf(amount) };
      after.set(sum + amount, merge(after.get(sum + amount), more));
    }
    sums = after;
    if (steps > MAX_STEPS) return { merged: undefined, steps };
  }
  keepInTime(Number.POSITIVE_INFINITY);
  const explaining = [...sums]
    .filter(([sum, { slack }]) => Math.abs(sum - kopecks) <= slack)
    .map(([, merged]) => merged);
  return { merged: explaining.reduce<Merged | undefined>(merge, undefined), steps };
};

/** Returns every choice of one set per place; `null` if there are too many. */
const combinationsOf = (places: readonly PlaceSets[]): readonly ReadonlySet<number>[] | null => {
  let combined: readonly ReadonlySet<number>[] = [new Set()];
  for (const { sets } of places) {
    if (combined.length * sets.length > MAX_COMBINATIONS) return null;
    combined = combined.flatMap((charged) => sets.map((more) => new Set([...charged, ...more])));
  }
  return combined;
};
