/**
 * The life of a purchase (DESIGN 6). The row is on the disk as `sent` before the request leaves, so whatever happens
 * afterwards, money that may be gone is never forgotten, and no path leads back to a second sending.
 */
export const PURCHASE_STATES = [
  'prepared',
  'sent',
  'succeeded',
  'rejected',
  'unknown',
  'confirmed-charged',
  'confirmed-not-charged',
  'charged-goods-missing',
  'settled-charged',
  'settled-not-charged',
] as const;

export type PurchaseState = (typeof PURCHASE_STATES)[number];

/**
 * - `sending`: the intent is about to be committed, and only then the request leaves;
 * - `not-sent`: the request provably never left this machine;
 * - `delivered`: the answer was read, price and goods are known;
 * - `refused`: the service answered, and said no;
 * - `lost`: no answer that settles it (time limit, reset, crash, 5xx, unreadable);
 * - `found-charged`, `found-not-charged`, `found-goods-missing`: evidence settled it afterwards;
 * - `called-charged`, `called-not-charged`: the user said so where evidence could not. States of their own, so that what
 *   somebody said is never taken for a proof; only another word of the user changes it.
 */
export const JOURNAL_EVENTS = [
  'sending',
  'not-sent',
  'delivered',
  'refused',
  'lost',
  'found-charged',
  'found-not-charged',
  'found-goods-missing',
  'called-charged',
  'called-not-charged',
] as const;

export type JournalEvent = (typeof JOURNAL_EVENTS)[number];

const TRANSITIONS: Readonly<Record<PurchaseState, Readonly<Partial<Record<JournalEvent, PurchaseState>>>>> = {
  prepared: { sending: 'sent', 'not-sent': 'confirmed-not-charged' },
  sent: { 'not-sent': 'confirmed-not-charged', delivered: 'succeeded', refused: 'rejected', lost: 'unknown' },
  // An answer that was kept but could not be read at first may be read later.
  unknown: {
    delivered: 'succeeded',
    refused: 'rejected',
    'found-charged': 'confirmed-charged',
    'found-not-charged': 'confirmed-not-charged',
    'found-goods-missing': 'charged-goods-missing',
    'called-charged': 'settled-charged',
    'called-not-charged': 'settled-not-charged',
  },
  succeeded: {},
  rejected: {},
  // What evidence made only probable, the user may know better; see `settleProblem`.
  'confirmed-charged': { 'called-not-charged': 'settled-not-charged' },
  'confirmed-not-charged': { 'called-charged': 'settled-charged' },
  'charged-goods-missing': { 'called-not-charged': 'settled-not-charged' },
  'settled-charged': { 'called-not-charged': 'settled-not-charged' },
  'settled-not-charged': { 'called-charged': 'settled-charged' },
};

/** The state after `event`, or `null` when the event cannot happen in this state and nothing may be written. */
export const nextState = (state: PurchaseState, event: JournalEvent): PurchaseState | null =>
  TRANSITIONS[state][event] ?? null;

/** Its outcome is told: by the service, by evidence, or by the user. */
export const isSettled = (state: PurchaseState): boolean => !OPEN_STATES.includes(state);

const OPEN_STATES: readonly PurchaseState[] = ['prepared', 'sent', 'unknown'];

/** It rests on the word of the user, and on nothing else. */
export const isSettledByHand = (state: PurchaseState): boolean =>
  state === 'settled-charged' || state === 'settled-not-charged';

/** The price belongs to what was spent. An `unknown` one may have been charged too, and is counted apart. */
export const isCharged = (state: PurchaseState): boolean => CHARGED_STATES.includes(state);

export const CHARGED_STATES: readonly PurchaseState[] = [
  'succeeded',
  'confirmed-charged',
  'charged-goods-missing',
  'settled-charged',
];

/** Why a purchase cannot be settled by hand now; `null`: it can. */
export type SettleProblem = 'not-open' | 'too-early';

/** Evidence settled it. */
export const isFound = (state: PurchaseState): boolean =>
  state === 'confirmed-charged' || state === 'confirmed-not-charged' || state === 'charged-goods-missing';

/**
 * Only where nothing else will tell any more: its answer is lost and the service has had its time (`msLeft` is 0), so that
 * no proof is overtaken by a guess; or evidence made it no more than probable; or the user settled it before.
 */
export const settleProblem = (
  state: PurchaseState,
  msLeft: number,
  certainty: 'certain' | 'probable' | 'unknown' | null,
): SettleProblem | null => {
  if (isSettledByHand(state) || (isFound(state) && certainty === 'probable')) return null;
  if (state !== 'unknown') return 'not-open';
  return msLeft > 0 ? 'too-early' : null;
};
