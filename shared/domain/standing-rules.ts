/** What a standing order does when something falls due: nobody pays by itself without having been told to. */
export const STANDING_MODES = ['ask', 'do'] as const;
export type StandingMode = (typeof STANDING_MODES)[number];

export const MAX_STANDING_ORDERS = 200;
/** The most clients or proxies that one order names; a tag may have any number. */
export const MAX_STANDING_TARGETS = 5_000;
/** The most that one look handles of one order; the rest waits for the next. */
const STANDING_BATCH = 500;
export const MAX_DAYS_BEFORE = 60;
/** What ended is still worth going on with for so many days; after that its client has left. */
export const STILL_DUE_DAYS = 7;
/** A look each minute: what is found so late was due while nobody looked. */
export const MISSED_AFTER_MS = 10 * 60_000;

/**
 * What an order has come to with one thing that fell due. Once there is a purchase for it the journal says it: `bought`,
 * `unknown`, `not-bought`.
 */
export const DUE_ITEM_STATES = [
  'due', // found, and taken with the next look
  'hours', // waits for the hours in which the order may act
  'held', // waits until something open about it, or about another one of the order, is settled
  'visible', // the last top-up does not show in the balance yet
  'asked',
  'ceiling', // asked, because the price is above the order's ceiling, or not known for it alone
  'begun', // asked, because a colleague's computer began to pay for it and has not said what came of that
  'unsure', // asked, because nobody knows for sure that it was not paid for already
  'cap', // the order has spent what it may in this month
  'balance', // the balance does not cover it
  'failed', // tried again later
  'started', // in a run that is under way or has ended without a purchase for it
  'left', // the user stopped its run for good
  'gone', // no longer due
  'bought',
  'unknown',
  'not-bought',
] as const;
export type DueItemState = (typeof DUE_ITEM_STATES)[number];

/** The user is asked about it. */
export const ASKED_STATES = ['asked', 'ceiling', 'begun', 'unsure'] as const satisfies readonly DueItemState[];

const HOUR = 3_600_000;
const RESTS_MS = [15 * 60_000, HOUR, 3 * HOUR, 6 * HOUR] as const;

/** Whether something that has failed so often in a row may be tried again; both times in ms since the epoch, UTC. */
export const mayRetry = (tries: number, triedAt: number | null, now: number): boolean => {
  const rest = RESTS_MS[Math.min(tries, RESTS_MS.length) - 1] ?? 0;
  // A clock that was set back must not keep it from being tried for years.
  return triedAt === null || Math.abs(now - triedAt) >= rest;
};

/** What one look handles of an order: too many that are too dear must not keep it from what is behind them. */
export const firstBatch = <T>(ready: readonly T[], isDear: (one: T) => boolean): T[] =>
  [...ready.filter((one) => !isDear(one)), ...ready.filter(isDear)].slice(0, STANDING_BATCH);

/** One thing that could be paid for, with its price; `null` where the service does not say it for this one alone. */
export interface PricedLine {
  readonly key: string;
  readonly priceKopecks: number | null;
  /** Its share of what its charge costs as a whole, which may be more than its own price. */
  readonly shareKopecks: number;
}

/** What limits an order; `null`: it does not. Kopecks. */
export interface StandingLimits {
  readonly ceilingKopecks: number | null;
  readonly monthLeftKopecks: number | null;
  readonly balanceKopecks: number | null;
}

export interface Choice {
  readonly taken: ReadonlySet<string>;
  /** `unsure`: somebody else may have paid for it already. */
  readonly refused: ReadonlyMap<string, 'ceiling' | 'cap' | 'balance' | 'unsure'>;
  /** What the balance is short of for all that nothing else keeps back. */
  readonly missingKopecks: number;
}

/** Which of the lines an order may pay for, the first ones first: once one is too much, those behind it wait, too. */
export const chooseLines = (lines: readonly PricedLine[], limits: StandingLimits): Choice => {
  const { ceilingKopecks, monthLeftKopecks, balanceKopecks } = limits;
  const taken = new Set<string>();
  const refused = new Map<string, 'ceiling' | 'cap' | 'balance'>();
  let wanted = 0;
  let isCapReached = false;
  for (const { key, priceKopecks, shareKopecks } of lines) {
    const price = Math.max(priceKopecks ?? 0, shareKopecks);
    if (ceilingKopecks !== null && (priceKopecks === null || price > ceilingKopecks)) {
      refused.set(key, 'ceiling');
      continue;
    }
    isCapReached ||= monthLeftKopecks !== null && wanted + price > monthLeftKopecks;
    if (isCapReached) {
      refused.set(key, 'cap');
      continue;
    }
    wanted += price;
    if (balanceKopecks !== null && wanted > balanceKopecks) refused.set(key, 'balance');
    else taken.add(key);
  }
  return { taken, refused, missingKopecks: balanceKopecks === null ? 0 : Math.max(0, wanted - balanceKopecks) };
};

/** So long a top-up that does not show is waited for; after that the user is asked. */
const VISIBLE_WITHIN_MS = 24 * HOUR;

/** The newest top-up of a pool that is known to be charged. Times in ms since the epoch, UTC. */
export interface LastTopUp {
  readonly finishedAt: number;
  /** The service has had its time to show it, by the uptime of the machine: nobody can set that. */
  readonly hasHadTime: boolean;
  /** What was in the pool before; `null`: it was not read. */
  readonly gbBefore: number | null;
  /** The order itself has made it, and so looks for it. */
  readonly isOwn: boolean;
  /** A reading has shown it. */
  readonly wasSeen: boolean;
}

/** A reading made since the top-up has more than there was before. */
export const showsTopUp = (
  { finishedAt, gbBefore }: Pick<LastTopUp, 'finishedAt' | 'gbBefore'>,
  reading: { readonly gb: number; readonly asOf: number },
): boolean => reading.asOf > finishedAt && gbBefore !== null && reading.gb > gbBefore;

/**
 * Whether a pool that reads low may be topped up again: services show a top-up minutes late, and until then it reads as it
 * did before.
 */
export const afterTopUp = (
  last: LastTopUp | null,
  reading: { readonly gb: number; readonly asOf: number },
  now: number,
): 'ready' | 'wait' | 'ask' => {
  if (last === null) return 'ready';
  // Readings come out of order while the service has not had its time: one that shows nothing of it may be an older one.
  const isAsBefore = last.gbBefore !== null && reading.gb <= last.gbBefore;
  if (last.wasSeen && isAsBefore && !last.hasHadTime) return 'wait';
  if (last.wasSeen || showsTopUp(last, reading)) return 'ready';
  if (!last.hasHadTime || Math.abs(now - last.finishedAt) < VISIBLE_WITHIN_MS) return 'wait';
  return last.isOwn ? 'ask' : 'ready';
};
