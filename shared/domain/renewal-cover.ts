/** A renewal that falls due; `priceKopecks` is `null` if its price is unknown. */
export interface DueRenewal {
  /** When the subscription or proxy to renew ends, in ms since the epoch, UTC. */
  readonly endsAt: number;
  readonly priceKopecks: number | null;
}

export interface RenewalCoverFacts {
  readonly due: number;
  /** The number of these without a known price, which the other figures leave out. */
  readonly unpriced: number;
  /** The number of those with a price that the balance covers, starting with the first to end. */
  readonly covered: number;
  /** The total of the known prices, in kopecks. */
  readonly neededKopecks: number;
  /** A renewal exceeded the balance. Later ones are not covered, whatever they cost, because they fall due after it. */
  readonly exhausted: boolean;
}

export const NOTHING_DUE: RenewalCoverFacts = { due: 0, unpriced: 0, covered: 0, neededKopecks: 0, exhausted: false };

/** Adds renewals, ordered by their end, all of which end after those added before. Amounts are in whole kopecks. */
export const coverRenewals = (
  before: RenewalCoverFacts,
  renewals: readonly DueRenewal[],
  balanceKopecks: number,
): RenewalCoverFacts => {
  let { due, unpriced, covered, neededKopecks, exhausted } = before;
  for (const { priceKopecks } of renewals) {
    due += 1;
    if (priceKopecks === null) {
      unpriced += 1;
      continue;
    }
    neededKopecks += priceKopecks;
    if (!exhausted && neededKopecks <= balanceKopecks) covered += 1;
    else exhausted = true;
  }
  return { due, unpriced, covered, neededKopecks, exhausted };
};
