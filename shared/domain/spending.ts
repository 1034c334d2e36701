import { elapsedSince } from './elapsed.ts';

/**
 * The one identity of the account's books (docs/money.md): at every reading, the service's sum of spending is what it was
 * at first, and all purchases of ours that were charged, and what others spent on the token. The sum may be some minutes
 * late, so it shows less at times, and never more.
 */

/** The balance as it was read, while no purchase was under way. Times in ms: on the wall, and of the machine's uptime. */
export interface SumReading {
  /** In the order they came. */
  readonly seq: number;
  readonly at: number;
  /** Until when readings said the same. */
  readonly seenAt: number;
  readonly seenUptime: number | null;
  readonly spentKopecks: number;
  /** The newest purchase of the account when it was read. */
  readonly ledgerMark: number;
}

export interface LedgerEntry {
  readonly id: number;
  /** The amount that was taken, or would have been. */
  readonly kopecks: number;
  /** It is taken for charged. */
  readonly isCharged: boolean;
  /** By evidence alone. */
  readonly isByEvidence?: boolean;
  readonly endedAt: number | null;
  readonly endedUptime: number | null;
}

export interface UnexplainedSpending {
  readonly reading: SumReading;
  /** Purchases that were made up to this reading and after the one before. */
  readonly entries: readonly LedgerEntry[];
  /** Spent without an entry that is taken for charged; below 0 while the sum is late. */
  readonly unexplained: number;
  /** The highest of it so far, until the total is complete: a late total does not lower it. */
  readonly level: number;
  /** The reading is past the lag window of the last purchase. */
  readonly isSettled: boolean;
}

/**
 * The service's prices may have parts of a kopeck, which its sum of spending carries on: what a purchase cost and what the
 * sum rose by, each rounded by itself, differ by this much at most.
 */
export const ROUNDING_KOPECKS = 1;

/** Whether two sums in kopecks may be the same price, each rounded by itself. */
export const isEqualButRounding = (one: number, other: number): boolean => Math.abs(one - other) <= ROUNDING_KOPECKS;

/** The lag window: the service does not say how soon its total shows a charge, so the app allows this long. */
export const SUM_MAY_LAG_MS = 15 * 60_000;

/** The sum that was read knew of the purchase, if it was charged. */
export const hasSettled = (
  { seenAt, seenUptime }: Pick<SumReading, 'seenAt' | 'seenUptime'>,
  { endedAt, endedUptime }: Pick<LedgerEntry, 'endedAt' | 'endedUptime'>,
): boolean => {
  if (seenUptime !== null && endedUptime !== null) return elapsedSince(endedUptime, seenUptime) >= SUM_MAY_LAG_MS;
  return endedAt !== null && seenAt - endedAt >= SUM_MAY_LAG_MS;
};

/** Readings in the order they came, entries by id. What was made before the first reading is in it. */
export const unexplainedSpendingOf = (
  readings: readonly SumReading[],
  entries: readonly LedgerEntry[],
): readonly UnexplainedSpending[] => {
  const levels: UnexplainedSpending[] = [];
  const [first] = readings;
  if (first === undefined) return levels;
  let next = entries.findIndex(({ id }) => id > first.ledgerMark);
  if (next < 0) next = entries.length;
  let charged = 0;
  let level = 0;
  for (const reading of readings) {
    const from = next;
    while ((entries[next]?.id ?? Number.POSITIVE_INFINITY) <= reading.ledgerMark) {
      const entry = entries[next];
      if (entry?.isCharged === true) charged += entry.kopecks;
      next += 1;
    }
    const newest = entries[next - 1];
    const unexplained = reading.spentKopecks - first.spentKopecks - charged;
    const isSettled = newest === undefined || hasSettled(reading, newest);
    level = isSettled ? unexplained : Math.max(level, unexplained);
    levels.push({ reading, entries: entries.slice(from, next), unexplained, level, isSettled });
  }
  return levels;
};
