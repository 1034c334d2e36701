/** One renewal that falls due; `priceKopecks` is `null` where no price is known. */
export interface DueRenewal {
  /** ms since the epoch, UTC: when what is renewed ends. */
  readonly endsAt: number;
  readonly priceKopecks: number | null;
}

export interface RenewalCoverFacts {
  readonly due: number;
  /** Of these, without a known price: nothing is claimed about them. */
  readonly unpriced: number;
  /** How many of those with a price the balance pays for, the first to end first. */
  readonly covered: number;
  /** The price of all that have one, in kopecks. */
  readonly neededKopecks: number;
  /** Once one was too dear, later ones do not count, whatever they cost: they fall due after it. */
  readonly exhausted: boolean;
}

export const NOTHING_DUE: RenewalCoverFacts = { due: 0, unpriced: 0, covered: 0, neededKopecks: 0, exhausted: false };

/** Adds renewals, those that end first first and later than all before. Amounts in whole kopecks. */
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
