import { isCharged, isSettled, isSettledByHand } from '#shared/domain/journal.ts';
import { elapsedSince } from '../uptime.ts';
import type { OtherPurchase, Sending, UnknownPurchase } from './open-purchases.ts';

/**
 * The service gets the whole time limit of a charge and more, before the absence of a charge counts as a proof; and some
 * time since the connection was given up, because a request may leave late (a machine that slept in the middle of it).
 */
export const AFTER_SENDING_MS = 75_000;
const AFTER_LOSING_MS = 15_000;
/**
 * Where the goods are not listed, the service's sum of spending is the only witness, and nothing says how soon it knows
 * of a charge: it gets this long before its silence counts for anything.
 */
export const SUM_MAY_LAG_MS = 15 * 60_000;

/**
 * Milliseconds until the service has had its time, as of `uptime`; 0 when it has. What is not known counts as just now.
 * `afterSendingMs`: how long that is.
 */
export const timeLeft = (
  { sentUptime, lostUptime }: Sending,
  uptime: number,
  afterSendingMs = AFTER_SENDING_MS,
): number => {
  const left = (then: number | null, ms: number): number => ms - (then === null ? 0 : elapsedSince(then, uptime));
  return Math.max(0, left(sentUptime, afterSendingMs), left(lostUptime, AFTER_LOSING_MS));
};

/** The spending as it is read now. */
export interface Reading {
  readonly spentKopecks: number;
  readonly uptime: number;
}

export interface SpendingSince {
  readonly beforeKopecks: number;
  /** At the reading that decides. */
  readonly afterKopecks: number;
  /** By purchases of ours in between, which are known to be charged. */
  readonly ownKopecks: number;
  readonly risenKopecks: number;
  /** What the user said of purchases in between is counted as said. */
  readonly restsOnWord: boolean;
  /** Prices of purchases in between that are as open as this one. */
  readonly openKopecks: readonly number[];
  /** At the reading that decides the service had had its time. */
  readonly isRipe: boolean;
}

export interface SpendingView {
  /**
   * Takes the service to carry out a charge at once or never. Where several open purchases could each be what was spent,
   * that tells them apart; it is likely, and no proof.
   */
  readonly isPrompt: boolean;
  /** How long the service's time is for this purchase. */
  readonly afterSendingMs: number;
  /** Only readings that came when the service had had its time: an earlier one can show a charge, and never that there was none. */
  readonly onlyRipe?: boolean;
}

const spentBeforeOf = ({ before }: UnknownPurchase): number | null => {
  const { balance } = before;
  if (typeof balance !== 'object' || balance === null || !('spentKopecks' in balance)) return null;
  return typeof balance.spentKopecks === 'number' ? balance.spentKopecks : null;
};

const uptimeBeforeOf = ({ before }: UnknownPurchase): number | null =>
  typeof before.uptime === 'number' ? before.uptime : null;

/**
 * How the spending rose since just before a purchase. Every later purchase has read the spending, too: the earliest
 * reading that can decide is taken, so that what others spend afterwards does not blur it. `null`: not known before.
 */
export const spendingSince = (
  purchase: UnknownPurchase,
  others: readonly OtherPurchase[],
  now: Reading,
  { isPrompt, afterSendingMs, onlyRipe = false }: SpendingView,
): SpendingSince | null => {
  const beforeKopecks = spentBeforeOf(purchase);
  if (beforeKopecks === null) return null;
  const hadTime = (sending: Sending, uptime: number | null): boolean =>
    uptime !== null && timeLeft(sending, uptime) === 0;

  // What was read before a copy was made was read by the uptime of another machine, perhaps.
  const { restoredMark } = purchase;
  const readAt = restoredMark === null ? uptimeBeforeOf(purchase) : null;
  // One that had its time before this purchase read the spending is in that reading already.
  const earlier = others.filter((one) => one.id < purchase.id && !isPrompt && !hadTime(one, readAt));
  const later = others.filter((one) => one.id > purchase.id);
  const isRipeBy = (uptime: number | null): boolean =>
    uptime !== null && timeLeft(purchase, uptime, afterSendingMs) === 0;
  const at = (spentKopecks: number, uptime: number | null, until: number): SpendingSince => {
    const between = later.filter((one) => one.id < until);
    const ownKopecks = between.filter((one) => isCharged(one.state)).reduce((sum, one) => sum + one.kopecks, 0);
    return {
      beforeKopecks,
      afterKopecks: spentKopecks,
      ownKopecks,
      risenKopecks: spentKopecks - beforeKopecks - ownKopecks,
      openKopecks: [
        // Of an earlier one the word of the user does not say whether its charge is in the reading before this one.
        ...earlier.filter((one) => !isSettled(one.state) || isSettledByHand(one.state)),
        ...between.filter((one) => !isSettled(one.state)),
      ].map((one) => one.kopecks),
      restsOnWord: between.some((one) => isSettledByHand(one.state)),
      isRipe: isRipeBy(isPrompt ? now.uptime : uptime),
    };
  };
  const readings = later.flatMap(({ id, spentBefore, readUptime }) =>
    spentBefore === null ? [] : [at(spentBefore, id <= (restoredMark ?? 0) ? null : readUptime, id)],
  );
  const decides = ({ risenKopecks, isRipe }: SpendingSince): boolean =>
    isRipe || (!onlyRipe && risenKopecks >= purchase.priceKopecks);
  return readings.find(decides) ?? at(now.spentKopecks, now.uptime, Number.POSITIVE_INFINITY);
};
