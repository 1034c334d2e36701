import type { BookEntry } from '../state/model.ts';

/** The service's own accounts: what the app's ledger is compared with, to the kopeck. */
export interface Books {
  readonly balanceKopecks: number;
  readonly spentKopecks: number;
  /** Spent before the first entry: `spentKopecks` is this and the sum of the entries. */
  readonly openingSpentKopecks: number;
  readonly entries: readonly BookEntry[];
}
