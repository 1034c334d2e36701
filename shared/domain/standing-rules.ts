/** How a standing order acts when something falls due. It only pays automatically if the user chose so. */
export const STANDING_MODES = ['ask', 'do'] as const;
export type StandingMode = (typeof STANDING_MODES)[number];

/**
 * The payment that an order requires of the client of each due item, from the least strict to the most:
 * - `any`: nothing;
 * - `no-debt`: the client owes nothing;
 * - `paid-ahead`: the client has paid at least the price of this item in advance, by the price list.
 */
export const REQUIRED_PAYMENTS = ['any', 'no-debt', 'paid-ahead'] as const;
export type RequiredPayment = (typeof REQUIRED_PAYMENTS)[number];

/** The most that an order can be limited to pay for one target. More than that is no limit. */
export const MAX_TIMES_EACH = 999;

/** The conditions of an order whose user sets none. */
export const NO_CONDITIONS = { payment: 'any', timesEach: null } as const;

export const MAX_STANDING_ORDERS = 200;
/** The most clients or proxies that an order can name; a tag may have any number. */
export const MAX_STANDING_TARGETS = 5_000;
/** The most that one check handles for one order; the rest waits for the next check. */
const STANDING_BATCH = 500;
export const MAX_DAYS_BEFORE = 60;
/** For this many days after its end something can still be renewed; after that its client has probably left. */
export const STILL_DUE_DAYS = 7;
/** Orders are checked every minute, so something found this late fell due while the app was not checking. */
export const MISSED_AFTER_MS = 10 * 60_000;

const HOUR = 3_600_000;
const RESTS_MS = [15 * 60_000, HOUR, 3 * HOUR, 6 * HOUR] as const;

/**
 * Returns whether something that failed this many times in a row may be tried again; both times are in ms since the
 * epoch, UTC.
 */
export const mayRetry = (tries: number, triedAt: number | null, now: number): boolean => {
  const rest = RESTS_MS[Math.min(tries, RESTS_MS.length) - 1] ?? 0;
  // After the clock was set back, the item must not be blocked for years.
  return triedAt === null || Math.abs(now - triedAt) >= rest;
};

/**
 * Returns the items that one check handles for an order. Cheap ones go first, so that many expensive ones do not block
 * them.
 */
export const firstBatch = <T>(ready: readonly T[], isDear: (one: T) => boolean): T[] =>
  [...ready.filter((one) => !isDear(one)), ...ready.filter(isDear)].slice(0, STANDING_BATCH);

/**
 * Something that the order could pay for, with its price; `null` if the service states no price for this item alone.
 */
export interface PricedLine {
  readonly key: string;
  readonly priceKopecks: number | null;
  /** Its share of the total cost of its charge, which may be more than its own price. */
  readonly shareKopecks: number;
}

/** The limits of an order in kopecks; `null` means no limit. */
export interface StandingLimits {
  readonly ceilingKopecks: number | null;
  readonly monthLeftKopecks: number | null;
  readonly balanceKopecks: number | null;
}

export interface Choice {
  readonly taken: ReadonlySet<string>;
  /** `unsure`: somebody else may have paid for it already. */
  readonly refused: ReadonlyMap<string, 'ceiling' | 'month-cap' | 'insufficient-balance' | 'needs-confirmation'>;
  /** The amount in kopecks by which the balance falls short of everything that no other limit refuses. */
  readonly missingKopecks: number;
}

/**
 * Chooses the lines that an order may pay for, in their order. Once a line exceeds the monthly limit, the later ones
 * wait, too.
 */
export const chooseLines = (lines: readonly PricedLine[], limits: StandingLimits): Choice => {
  const { ceilingKopecks, monthLeftKopecks, balanceKopecks } = limits;
  const taken = new Set<string>();
  const refused = new Map<string, 'ceiling' | 'month-cap' | 'insufficient-balance'>();
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
      refused.set(key, 'month-cap');
      continue;
    }
    wanted += price;
    if (balanceKopecks !== null && wanted > balanceKopecks) refused.set(key, 'insufficient-balance');
    else taken.add(key);
  }
  return { taken, refused, missingKopecks: balanceKopecks === null ? 0 : Math.max(0, wanted - balanceKopecks) };
};

/** How long to wait for a top-up to become visible. After that the order asks the user. */
const VISIBLE_WITHIN_MS = 24 * HOUR;

/** The newest confirmed top-up of a pool. Times are in ms since the epoch, UTC. */
export interface LastTopUp {
  readonly finishedAt: number;
  /** The service has had its time to show the top-up, measured by the machine's uptime, which nobody can set. */
  readonly hasHadTime: boolean;
  /** The GB in the pool before the top-up; `null` if they were not read. */
  readonly gbBefore: number | null;
  /** This order made the top-up, and is responsible for checking that it arrives. */
  readonly isOwn: boolean;
  /** A reading has shown the top-up. */
  readonly hasShown: boolean;
}

/** Returns whether a reading made after the top-up shows more GB than before it. */
export const showsTopUp = (
  { finishedAt, gbBefore }: Pick<LastTopUp, 'finishedAt' | 'gbBefore'>,
  reading: { readonly gb: number; readonly asOf: number },
): boolean => reading.asOf > finishedAt && gbBefore !== null && reading.gb > gbBefore;

/**
 * Decides whether a pool with a low reading may be topped up again. Services show a top-up some minutes late, so a
 * reading may not include the last one yet.
 */
export const afterTopUp = (
  last: LastTopUp | null,
  reading: { readonly gb: number; readonly asOf: number },
  now: number,
): 'ready' | 'wait' | 'ask' => {
  if (last === null) return 'ready';
  // Until the service has had its time, readings may arrive out of order, so one without the top-up may be an older
  // one.
  const isAsBefore = last.gbBefore !== null && reading.gb <= last.gbBefore;
  if (last.hasShown && isAsBefore && !last.hasHadTime) return 'wait';
  if (last.hasShown || showsTopUp(last, reading)) return 'ready';
  if (!last.hasHadTime || Math.abs(now - last.finishedAt) < VISIBLE_WITHIN_MS) return 'wait';
  return last.isOwn ? 'ask' : 'ready';
};
