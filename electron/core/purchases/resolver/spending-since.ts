import { isCharged, isSettled } from '#shared/domain/journal.ts';
import { elapsedSince } from '../uptime.ts';
import type { OtherPurchase, UnknownPurchase } from './open-purchases.ts';

/**
 * The service gets the whole time limit of a charge, and as much again for what was in its queue, before the absence of
 * a charge counts as a proof. Milliseconds since the request left.
 */
export const RIPE_AFTER_MS = 75_000;

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
  /** Prices of purchases in between that are as open as this one. */
  readonly openKopecks: readonly number[];
  /** At the reading that decides the service had had its time. */
  readonly isRipe: boolean;
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
 *
 * `isPrompt`: takes the service to carry out a charge at once or never. Where several open purchases could each be what
 * was spent, that tells them apart; it is likely, and no proof.
 */
export const spendingSince = (
  purchase: UnknownPurchase,
  others: readonly OtherPurchase[],
  now: Reading,
  { sentUptime, isPrompt }: { readonly sentUptime: number; readonly isPrompt: boolean },
): SpendingSince | null => {
  const beforeKopecks = spentBeforeOf(purchase);
  if (beforeKopecks === null) return null;
  const hadTime = (sent: number | null, uptime: number | null): boolean =>
    sent !== null && uptime !== null && elapsedSince(sent, uptime) >= RIPE_AFTER_MS;

  const readAt = uptimeBeforeOf(purchase);
  // One that had its time before this purchase read the spending is in that reading already.
  const earlier = others.filter(({ id, sentUptime: sent }) => id < purchase.id && !isPrompt && !hadTime(sent, readAt));
  const later = others.filter((one) => one.id > purchase.id);
  const isRipeNow = hadTime(sentUptime, now.uptime);
  const at = (spentKopecks: number, uptime: number | null, until: number): SpendingSince => {
    const between = later.filter((one) => one.id < until);
    const ownKopecks = between.filter((one) => isCharged(one.state)).reduce((sum, one) => sum + one.kopecks, 0);
    return {
      beforeKopecks,
      afterKopecks: spentKopecks,
      ownKopecks,
      risenKopecks: spentKopecks - beforeKopecks - ownKopecks,
      openKopecks: [...earlier, ...between].filter((one) => !isSettled(one.state)).map((one) => one.kopecks),
      isRipe: isPrompt ? isRipeNow : hadTime(sentUptime, uptime),
    };
  };
  const readings = later.flatMap(({ id, spentBefore, readUptime }) =>
    spentBefore === null ? [] : [at(spentBefore, readUptime, id)],
  );
  const decides = ({ risenKopecks, isRipe }: SpendingSince): boolean => isRipe || risenKopecks >= purchase.priceKopecks;
  return readings.find(decides) ?? at(now.spentKopecks, now.uptime, Number.POSITIVE_INFINITY);
};
