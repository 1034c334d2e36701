import { type PurchaseStatus, statusLabel } from './journal.ts';

/**
 * What a run of purchases does with one charge. `waiting` alone may still be sent; whatever has a purchase that left
 * this computer never is again, unless the service answered that it wants it later.
 */
export const CHARGE_STATES = [
  'waiting',
  'buying', // written, and not ended yet
  'done',
  'not-as-ordered', // charged, and the answer names something else, or less
  'goods-missing', // charged, and the goods cannot be read
  'rejected',
  'not-charged', // sent, and evidence or the user says that it was not charged
  'unknown',
  'skipped', // the outcome is unknown, and the user goes on without it
  'cannot', // nothing was sent, for a reason that is named
] as const;
export type ChargeState = (typeof CHARGE_STATES)[number];

/** After this many refusals in a row something is wrong with all of them, and the run stops. */
export const MAX_REFUSALS_IN_ROW = 3;
/** The most clients or proxies of one run of purchases. At some seconds each it is already a run of hours. */
export const MAX_CHARGE_TARGETS = 10_000;

/**
 * The most proxies prolonged by one charge of a run. One request could take more, but when its answer is lost the outcome
 * of all of them is unknown.
 */
export const PROXIES_PER_CHARGE = 50;

export interface LinkedPurchase extends PurchaseStatus {
  /** `not-sent`: it provably never left this computer. `rate-limited`: the service wants it later. */
  readonly reason: string | null;
}

interface ChargeFacts {
  /** The last purchase made for it. */
  readonly purchase: LinkedPurchase | null;
  readonly skipped: boolean;
  readonly hasProblem: boolean;
}

/** The state of a charge. Once there is a purchase, only the journal decides it. */
export const chargeStateOf = ({ purchase, skipped, hasProblem }: ChargeFacts): ChargeState => {
  if (purchase === null) return hasProblem ? 'cannot' : 'waiting';
  const { outcome, basis, goodsState, reason } = purchase;
  switch (outcome) {
    case 'pending':
      return 'buying';
    case 'open':
      return skipped ? 'skipped' : 'unknown';
    case 'charged':
      if (statusLabel(purchase, reason) === 'not-as-ordered') return 'not-as-ordered';
      return goodsState === 'missing' ? 'goods-missing' : 'done';
    case 'not-charged':
      if (basis !== 'answer') return 'not-charged';
      if (hasProblem) return 'cannot';
      return reason === 'not-sent' || reason === 'rate-limited' ? 'waiting' : 'rejected';
  }
};

/** Its price is spent, whatever has come of it. */
export const isCharged = (state: ChargeState): boolean =>
  state === 'done' || state === 'not-as-ordered' || state === 'goods-missing';

/** Its price is spent, or may be: it counts against the cap. */
export const countsAsSpent = (state: ChargeState): boolean =>
  isCharged(state) || state === 'unknown' || state === 'skipped' || state === 'buying';

interface RunBooks {
  /** Kopecks that are spent or may be. */
  readonly committedKopecks: number;
  readonly capKopecks: number;
  /** Charges whose outcome is open and was not skipped. */
  readonly open: number;
  /** The price of the next charge that waits; `null` if none does. */
  readonly nextKopecks: number | null;
}

type RunStep =
  | { readonly do: 'buy' }
  | { readonly do: 'finish' }
  | { readonly do: 'stop'; readonly why: 'unknown' | 'cap' };

/** Decides the next step of a run, by what the journal says now. */
export const nextRunStep = (books: RunBooks): RunStep => {
  if (books.open > 0) return { do: 'stop', why: 'unknown' };
  if (books.nextKopecks === null) return { do: 'finish' };
  if (books.committedKopecks + books.nextKopecks > books.capKopecks) return { do: 'stop', why: 'cap' };
  return { do: 'buy' };
};
