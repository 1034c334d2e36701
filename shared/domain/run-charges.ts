import { type PurchaseStatus, statusLabel } from './journal.ts';

/**
 * The states of one charge in a run of purchases. Only `waiting` may still be sent. A purchase that left this computer
 * is never sent again, unless the service answered with a request to try later.
 */
export const CHARGE_STATES = [
  'waiting',
  'buying', // the purchase is recorded, and not finished yet
  'done',
  'not-as-ordered', // charged, but the answer names other goods, or fewer
  'goods-missing', // charged, but the goods cannot be read
  'rejected',
  'not-charged', // sent, but according to evidence or the user it was not charged
  'unknown',
  'skipped', // the outcome is unknown, and the user continues without it
  'cannot', // nothing was sent, for a known reason
] as const;
export type ChargeState = (typeof CHARGE_STATES)[number];

/** After this many refusals in a row the run stops, because the others would probably be refused, too. */
export const MAX_REFUSALS_IN_ROW = 3;
/** The most clients or proxies of one run of purchases. At some seconds each this already takes hours. */
export const MAX_CHARGE_TARGETS = 10_000;

/**
 * The most proxies prolonged by one charge of a run. One request could take more, but if its answer is lost, the
 * outcome of all of them is unknown.
 */
export const PROXIES_PER_CHARGE = 50;

export interface LinkedPurchase extends PurchaseStatus {
  /** `not-sent`: the request provably never left this computer. `rate-limited`: the service asked to try later. */
  readonly reason: string | null;
}

interface ChargeFacts {
  /** The latest purchase made for this charge. */
  readonly purchase: LinkedPurchase | null;
  readonly skipped: boolean;
  readonly hasProblem: boolean;
}

/** Returns the state of a charge. Once a purchase exists, only the journal decides it. */
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

/** Returns whether the price was spent, even if the goods are wrong or missing. */
export const isCharged = (state: ChargeState): boolean =>
  state === 'done' || state === 'not-as-ordered' || state === 'goods-missing';

/** Returns whether the price was spent or may have been, so that it counts against the cap. */
export const countsAsSpent = (state: ChargeState): boolean =>
  isCharged(state) || state === 'unknown' || state === 'skipped' || state === 'buying';

interface RunBooks {
  /** The amount that was spent or may have been, in kopecks. */
  readonly committedKopecks: number;
  readonly capKopecks: number;
  /** The number of charges with an open outcome that were not skipped. */
  readonly open: number;
  /** The price of the next waiting charge; `null` if there is none. */
  readonly nextKopecks: number | null;
}

type RunStep =
  | { readonly do: 'buy' }
  | { readonly do: 'finish' }
  | { readonly do: 'stop'; readonly why: 'unknown' | 'cap' };

/** Decides the next step of a run from the present state of the journal. */
export const nextRunStep = (books: RunBooks): RunStep => {
  if (books.open > 0) return { do: 'stop', why: 'unknown' };
  if (books.nextKopecks === null) return { do: 'finish' };
  if (books.committedKopecks + books.nextKopecks > books.capKopecks) return { do: 'stop', why: 'cap' };
  return { do: 'buy' };
};
