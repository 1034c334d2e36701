/**
 * The knowledge about a purchase: its outcome, the source of the outcome, and the state of its goods. The row is on the
 * disk before the request leaves. Whatever happens afterwards, the app therefore never forgets money that may have been
 * spent, and never sends the request a second time.
 */

/**
 * - `pending`: in flight, its outcome is not written yet;
 * - `open`: it was sent, and nobody knows whether it was charged;
 * - `charged`, `not-charged`: as certain as the basis.
 */
export const OUTCOMES = ['pending', 'open', 'charged', 'not-charged'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * The source of an outcome. Only an answer is certain (a request that provably never left counts as one); evidence is
 * probable at most; `user`: a person decided it. A pending or open purchase has no basis.
 */
export const BASES = ['answer', 'evidence', 'user'] as const;
export type Basis = (typeof BASES)[number];

/** `missing`: charged, but the goods can no longer be read. `none`: nothing was bought, as far as is known. */
export const GOODS_STATES = ['here', 'missing', 'none'] as const;
export type GoodsState = (typeof GOODS_STATES)[number];

export interface PurchaseStatus {
  readonly outcome: Outcome;
  /** `null` while the purchase is pending or open. */
  readonly basis: Basis | null;
  readonly goodsState: GoodsState;
}

/** Returns whether the app has stopped waiting for the answer. */
export const isOver = ({ outcome }: Pick<PurchaseStatus, 'outcome'>): boolean => outcome !== 'pending';

/**
 * Returns whether the service's answer has settled the charge: neither later readings nor the user can change it. A
 * refusal is not final, because readings may contradict it.
 */
export const isFinal = ({ outcome, basis }: PurchaseStatus): boolean => outcome === 'charged' && basis === 'answer';

/**
 * Returns whether the journal may make a transition. A charge confirmed by an answer is never taken back; a refusal is
 * reopened if readings contradict it; evidence yields to better evidence and to the user; only the user can change the
 * user's decision.
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

/** The reasons of purchases that the service refused. */
export const REFUSALS = ['refused', 'unauthorized', 'forbidden', 'rate-limited'] as const;

/**
 * Returns whether the service refused a purchase. Only its total of spending shows that a refused purchase was not
 * charged.
 */
export const isRefusal = (reason: string | null): boolean => REFUSALS.some((refusal) => refusal === reason);

/** The part of a purchase that two computers compare if they know different outcomes of it. */
export interface Verdict extends Pick<PurchaseStatus, 'outcome' | 'basis'> {
  readonly reason: string | null;
  /** How often the purchase was reopened after it had been decided. */
  readonly reopened: number;
}

/** Returns whether a transition reopens a decided purchase: see `Verdict.reopened`. */
export const reopens = (from: PurchaseStatus, to: PurchaseStatus): boolean =>
  from.basis !== null && to.outcome === 'open';

const WEIGHTS = { evidence: 3, user: 4, answer: 5 } as const;

const weightOf = ({ outcome, basis, reason }: Verdict): number => {
  if (basis !== null) return WEIGHTS[basis];
  if (outcome === 'pending') return 0;
  return isRefusal(reason) ? 2 : 1;
};

/**
 * Compares two verdicts on the same purchase that were made by computers unaware of each other: above 0, the first one
 * holds; at 0, the later one does. The order follows the transitions that the journal allows, so a verdict only gains
 * weight on the computer that writes it. A confirmed delivery is final, a guess never overrules an answer, and the
 * entries that an app writes at its start, before it has read anything, overrule no knowledge.
 */
export const compareVerdicts = (one: Verdict, other: Verdict): number => {
  const isDelivered = ({ outcome, basis }: Verdict): boolean => outcome === 'charged' && basis === 'answer';
  const final = Number(isDelivered(one)) - Number(isDelivered(other));
  return final || one.reopened - other.reopened || weightOf(one) - weightOf(other);
};

/** Why a purchase cannot be settled by hand now. */
type SettleProblem = 'elsewhere' | 'not-open' | 'too-early';

/**
 * Returns why a purchase cannot be settled by hand now; `null` if it can. A person may decide while nothing is certain:
 * after evidence or a person's decision, or once the answer is lost and the service has had its time (`msLeft` is 0),
 * so that a guess never precedes the service's answer. `computer`: see `Purchase`.
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

/**
 * Returns whether a decision by hand would change nothing. A person may confirm that a purchase was not charged although
 * the evidence says the same, because scripts and standing orders do not act on evidence alone (docs/money.md, "In doubt").
 */
export const isSettledAs = (
  { outcome, basis }: Pick<PurchaseStatus, 'outcome' | 'basis'>,
  verdict: 'charged' | 'not-charged',
): boolean => outcome === verdict && !(verdict === 'not-charged' && basis === 'evidence');

/** The states of a purchase in one word, for a chip, a filter or a line of a file. */
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
 * Returns the state of a purchase in one word. `reason` is that of the purchase: `not-sent` distinguishes a request
 * that never left from a refused one, and `not-as-ordered` an answer with other or fewer goods from a correct one.
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
