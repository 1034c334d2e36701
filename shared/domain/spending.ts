import { elapsedSince } from './elapsed.ts';

/**
 * The equation that the account's books rest on (docs/money.md): at every reading, the service's total of spending is
 * its first total, plus all charged purchases of this app, plus the spending of others with the same token. The total
 * may lag some minutes behind, so it may show less for a while, but never more.
 */

/**
 * A reading of the balance while no purchase was in flight. Times are in ms: wall-clock time, and the machine's uptime.
 */
export interface SumReading {
  /** The number of the reading in the order of arrival. */
  readonly seq: number;
  readonly at: number;
  /** The time of the last reading with the same values. */
  readonly seenAt: number;
  readonly seenUptime: number | null;
  readonly spentKopecks: number;
  /** The id of the account's newest purchase at the time of the reading. */
  readonly ledgerMark: number;
}

export interface LedgerEntry {
  readonly id: number;
  /** The amount that was taken, or would have been. */
  readonly kopecks: number;
  /** The purchase counts as charged. */
  readonly isCharged: boolean;
  /** Only evidence says so. */
  readonly isByEvidence?: boolean;
  readonly endedAt: number | null;
  readonly endedUptime: number | null;
}

export interface UnexplainedSpending {
  readonly reading: SumReading;
  /** The purchases made after the previous reading and up to this one. */
  readonly entries: readonly LedgerEntry[];
  /** The spending that no charged entry explains; below 0 while the total lags behind. */
  readonly unexplained: number;
  /** The highest unexplained amount so far, until the total is complete: a late total does not lower it. */
  readonly level: number;
  /** The reading is past the lag window of the last purchase. */
  readonly isSettled: boolean;
}

/**
 * The largest difference between the price of a purchase and the rise of the total, each rounded on its own: the
 * service's prices may have fractions of a kopeck, which its total adds up.
 */
export const ROUNDING_KOPECKS = 1;

/** Returns whether two amounts in kopecks may be the same price, each rounded on its own. */
export const isEqualButRounding = (one: number, other: number): boolean => Math.abs(one - other) <= ROUNDING_KOPECKS;

/** The lag window: the service does not say how soon its total shows a charge, so the app allows this long. */
export const SUM_MAY_LAG_MS = 15 * 60_000;

/** Returns whether a reading's total must include the purchase, if it was charged. */
export const hasSettled = (
  { seenAt, seenUptime }: Pick<SumReading, 'seenAt' | 'seenUptime'>,
  { endedAt, endedUptime }: Pick<LedgerEntry, 'endedAt' | 'endedUptime'>,
): boolean => {
  if (seenUptime !== null && endedUptime !== null) return elapsedSince(endedUptime, seenUptime) >= SUM_MAY_LAG_MS;
  return endedAt !== null && seenAt - endedAt >= SUM_MAY_LAG_MS;
};

/**
 * Returns the unexplained spending at each reading. Readings are in the order of arrival, entries by id. The first
 * reading already includes the purchases made before it.
 */
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
