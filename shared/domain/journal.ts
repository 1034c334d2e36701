/**
 * What is known of a purchase: what became of it, on whose word, and where its goods are. The row is on the disk when
 * the request leaves, so whatever happens afterwards, money that may be gone is never forgotten, and no path leads back
 * to a second sending.
 */

/**
 * - `pending`: under way, its end is not written yet;
 * - `open`: it was sent, and nobody knows whether it was charged;
 * - `charged`, `not-charged`: see the basis.
 */
export const OUTCOMES = ['pending', 'open', 'charged', 'not-charged'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Whose word the outcome is. Only an answer is certain (a request that provably never left counts as one); evidence is
 * probable at most; `user`: somebody said so. A pending or open purchase has none.
 */
export const BASES = ['answer', 'evidence', 'user'] as const;
export type Basis = (typeof BASES)[number];

/** `missing`: charged, and what was bought cannot be read any more. `none`: nothing was bought, as far as is known. */
export const GOODS_STATES = ['here', 'missing', 'none'] as const;
export type GoodsState = (typeof GOODS_STATES)[number];

export interface PurchaseStatus {
  readonly outcome: Outcome;
  /** `null` while it is pending or open. */
  readonly basis: Basis | null;
  readonly goodsState: GoodsState;
}

/** The app is not waiting for its answer any more. */
export const isOver = ({ outcome }: Pick<PurchaseStatus, 'outcome'>): boolean => outcome !== 'pending';

/** The service's answer decides: a later reading or the user changes nothing. A refusal may still be contradicted. */
export const isFinal = ({ outcome, basis }: PurchaseStatus): boolean => outcome === 'charged' && basis === 'answer';

/**
 * Whether the journal may write it. What an answer gave is never taken back; a refusal is opened again when the money
 * says otherwise; evidence gives way to better evidence and to the user; the word of the user to the user alone.
 */
export const canTransition = (from: PurchaseStatus, to: PurchaseStatus): boolean => {
  if (from.outcome === 'pending') return to.outcome !== 'pending';
  if (to.outcome === 'pending' || isFinal(from)) return false;
  switch (from.basis) {
    case 'answer':
      return to.outcome === 'open';
    case 'user':
      return to.basis === 'user';
    default:
      return true;
  }
};

/** The reasons with which the service itself said no. */
export const REFUSALS = ['refused', 'unauthorized', 'forbidden', 'rate-limited'] as const;

/** The service said no. That it charged nothing is known only when its sum of spending shows it. */
export const isRefusal = (reason: string | null): boolean => REFUSALS.some((refusal) => refusal === reason);

/** The part of a purchase that two computers compare if they know different outcomes of it. */
export interface Verdict extends Pick<PurchaseStatus, 'outcome' | 'basis'> {
  readonly reason: string | null;
  /** How often it was opened again after somebody had decided it. */
  readonly reopened: number;
}

/** Whether this step takes back what was decided: see `Verdict.reopened`. */
export const reopens = (from: PurchaseStatus, to: PurchaseStatus): boolean =>
  from.basis !== null && to.outcome === 'open';

const WEIGHTS = { evidence: 3, user: 4, answer: 5 } as const;

const weightOf = ({ outcome, basis, reason }: Verdict): number => {
  if (basis !== null) return WEIGHTS[basis];
  if (outcome === 'pending') return 0;
  return isRefusal(reason) ? 2 : 1;
};

/**
 * How much one verdict weighs against another of the same purchase, made by a computer that did not know of it: above 0, the
 * first one holds; 0, the later one does. It follows the transitions that the journal allows, so it only ever grows on the
 * computer that writes them: what was delivered is final, a guess never overrules an answer, and what an app writes at its
 * start, before it has read anything, overrules nothing that is known.
 */
export const compareVerdicts = (one: Verdict, other: Verdict): number => {
  const isDelivered = ({ outcome, basis }: Verdict): boolean => outcome === 'charged' && basis === 'answer';
  const final = Number(isDelivered(one)) - Number(isDelivered(other));
  return final || one.reopened - other.reopened || weightOf(one) - weightOf(other);
};

/** Why a purchase cannot be settled by hand now; `null`: it can. */
type SettleProblem = 'elsewhere' | 'not-open' | 'too-early';

/**
 * Possible only while nothing certain is known: the answer is lost and the service has had its time (`msLeft` is 0), so that no answer
 * of the service is overtaken by a guess; or evidence or the user decided it before. `computer`: see `Purchase`.
 */
export const settleProblem = (
  { outcome, basis, computer }: PurchaseStatus & { readonly computer: string | null },
  msLeft: number,
): SettleProblem | null => {
  if (computer !== null) return 'elsewhere';
  if (basis === 'evidence' || basis === 'user') return null;
  if (outcome !== 'open') return 'not-open';
  return msLeft > 0 ? 'too-early' : null;
};

/** One word for what is known, for a chip, a filter or a line of a file. */
export const STATUS_LABELS = [
  'pending',
  'open',
  'bought',
  'not-as-ordered',
  'bought-probably',
  'charged-by-user',
  'goods-missing',
  'refused',
  'not-sent',
  'not-charged-probably',
  'not-charged-by-user',
] as const;
export type StatusLabel = (typeof STATUS_LABELS)[number];

/**
 * `reason`: of the purchase; `not-sent` tells a request that never left from one that was refused, `not-as-ordered` an answer
 * that names something else, or less, from one that is all right.
 */
export const statusLabel = ({ outcome, basis, goodsState }: PurchaseStatus, reason: string | null): StatusLabel => {
  switch (outcome) {
    case 'pending':
    case 'open':
      return outcome;
    case 'charged':
      if (reason === 'not-as-ordered' && (basis === 'answer' || (basis === 'evidence' && goodsState === 'missing'))) {
        return 'not-as-ordered';
      }
      if (goodsState === 'missing') return 'goods-missing';
      if (basis === 'answer') return 'bought';
      return basis === 'user' ? 'charged-by-user' : 'bought-probably';
    case 'not-charged':
      if (basis === 'answer') return reason === 'not-sent' ? 'not-sent' : 'refused';
      return basis === 'user' ? 'not-charged-by-user' : 'not-charged-probably';
  }
};
