/**
 * The states of a due item, which is one thing that fell due for a standing order, and the steps between them. Once the
 * item has a purchase, the journal decides what is shown (`SHOWN_DUE_ITEM_STATES`), and the stored state says only what
 * the order did.
 */

/** The states in which a check finds out anew whether an item can be paid for, and if not, why. */
const WAITING = [
  /** It waits for the hours in which the order may act. */
  'outside-hours',
  /** It waits until an open purchase or run for it, or for another item of the order, is settled. */
  'blocked',
  /** It waits for the latest top-up of its pool, which is not visible in the balance yet. */
  'awaiting-topup',
  /** It waits until its client has paid, as the order requires. */
  'awaiting-payment',
  /** The order has paid for its target as often as it may. */
  'times-reached',
  /** The order asks the user, because that is its mode. */
  'asked',
  /** The order asks, because the price is above its limit, or unknown for this item alone. */
  'ceiling',
  /** The order asks, because the item may have been paid for already. */
  'needs-confirmation',
  /** It waits, because the order has reached its limit for this month. */
  'month-cap',
  /** It waits, because the balance does not cover it. */
  'insufficient-balance',
  /** The service or the plan refused it; it is tried again later. */
  'failed',
] as const;

/** The states in which something began to pay for the item. Only its outcome ends them. */
const PAYING = [
  /** This computer put it into a run that pays automatically. The run is under way, or ended without a purchase for it. */
  'started',
  /** The order asks, because a colleague's computer started to pay for the item and has not reported the outcome. */
  'started-elsewhere',
] as const;

export const STORED_DUE_ITEM_STATES = [
  /** It was found, or its last try was never sent. The next check handles it. */
  'due',
  ...WAITING,
  ...PAYING,
  /** The user gave up its run for good. */
  'abandoned',
  /** It is no longer due: somebody paid for it, or the order no longer includes it. */
  'no-longer-due',
] as const;
export type StoredDueItemState = (typeof STORED_DUE_ITEM_STATES)[number];

/** The states that are shown instead as soon as the item has a purchase. They are never stored. */
const OF_PURCHASES = ['bought', 'unknown', 'not-bought'] as const;
export const SHOWN_DUE_ITEM_STATES = [...STORED_DUE_ITEM_STATES, ...OF_PURCHASES] as const;
export type DueItemState = (typeof SHOWN_DUE_ITEM_STATES)[number];

/** The states in which the order asks the user. */
export const ASKED_STATES = [
  'asked',
  'ceiling',
  'started-elsewhere',
  'needs-confirmation',
] as const satisfies readonly StoredDueItemState[];

/** Returns whether something began to pay for the item, and nobody has written down the outcome yet. */
export const isPaying = (state: StoredDueItemState): boolean => PAYING.some((paying) => paying === state);

/**
 * The results of a check. Every check starts from the facts of its moment and not from the previous state, so each state
 * that only waits may be followed by each of these.
 */
const AFTER_CHECK = [...WAITING, 'started', 'abandoned', 'no-longer-due'] as const;
const afterCheckFrom = (state: StoredDueItemState): readonly StoredDueItemState[] =>
  AFTER_CHECK.filter((next) => next !== state);

/** The results of a payment that did not happen: it is due again, refused, doubtful, or given up with its run. */
const AFTER_PAYING = ['due', 'failed', 'needs-confirmation', 'abandoned'] as const;

/** The permitted steps. A new item is `due`; another computer's state replaces the one here as it is. */
export const DUE_ITEM_TRANSITIONS: Readonly<Record<StoredDueItemState, readonly StoredDueItemState[]>> = {
  due: AFTER_CHECK,
  'outside-hours': afterCheckFrom('outside-hours'),
  blocked: afterCheckFrom('blocked'),
  'awaiting-topup': afterCheckFrom('awaiting-topup'),
  'awaiting-payment': afterCheckFrom('awaiting-payment'),
  'times-reached': afterCheckFrom('times-reached'),
  asked: afterCheckFrom('asked'),
  ceiling: afterCheckFrom('ceiling'),
  'needs-confirmation': afterCheckFrom('needs-confirmation'),
  'month-cap': afterCheckFrom('month-cap'),
  'insufficient-balance': afterCheckFrom('insufficient-balance'),
  failed: afterCheckFrom('failed'),
  // Nothing is asked, planned or dropped before the outcome is known, so that nothing is paid for twice.
  started: [...AFTER_PAYING, 'started-elsewhere'],
  // The report that ends it may come in a change of its own, before or after the state: then a check decides.
  'started-elsewhere': ['due', ...AFTER_CHECK],
  // A check never finds it again. Only a pool that was refilled can fall due another time.
  abandoned: ['no-longer-due'],
  // It is due again with the same end or the same top-ups, for example because the order includes its client again.
  'no-longer-due': afterCheckFrom('no-longer-due'),
};

/** Returns whether a due item may go from one state to another. Nothing follows a word that is not a state. */
export const canFollow = (from: string, to: StoredDueItemState): boolean =>
  STORED_DUE_ITEM_STATES.some((state) => state === from && DUE_ITEM_TRANSITIONS[state].includes(to));

/** A step that the table does not permit. */
export class IllegalDueItemStep extends Error {
  constructor(from: string, to: string) {
    super(`A due item cannot go from "${from}" to "${to}".`);
    this.name = 'IllegalDueItemStep';
  }
}
