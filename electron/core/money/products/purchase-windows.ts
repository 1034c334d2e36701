/** A range in ms, both ends included. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** When purchases were in flight by this computer's clock, and how far the service's clock is ahead of it. */
export interface PurchaseWindows {
  readonly windows: ReadonlyMap<number, Interval>;
  readonly ahead: Interval;
}

/** When a purchase was sent: by the clock, and by the machine's uptime, which nobody can change. */
interface Timed {
  readonly id: number;
  readonly sentAt: number;
  readonly sentUptime: number | null;
  readonly endedUptime: number | null;
  readonly isElsewhere: boolean;
  readonly isRestored: boolean;
}

/** A bought subscription with its answer, and its times by both clocks in ms. */
export interface AnsweredBuy {
  readonly periodMonths: number;
  readonly expiresAt: number;
  readonly sentAt: number;
  readonly sentUptime: number;
  readonly endedUptime: number;
}

/** Clocks that are set over the network differ by less. */
const CLOCKS_DIFFER_MS = 1_000;
/** A clock that was not set in between advances like the machine's uptime, with this tolerance. */
const STEADY_MS = 500;
const HALF_A_DAY = 43_200_000;
const DAY = 86_400_000;
/** The error from rounding to milliseconds. */
const ROUNDING_MS = 2;

/** A month that is too short for the day of the month moves an end by at most so many days. */
const SHORTER_BY_DAYS = 3;

/**
 * Returns the moment that many calendar months later, or earlier if `months` is negative, in ms since the epoch, UTC. A day
 * that a month has not is counted into the next one: 29 November and three months is 1 March.
 */
export const monthsFrom = (at: number, months: number): number => {
  const date = new Date(at);
  return date.setUTCMonth(date.getUTCMonth() + months);
};

/** Like `monthsFrom`, but a month that has no such day ends on its last one: 29 November and three months is 28 February. */
const monthsFromWithin = (at: number, months: number): number => {
  const date = new Date(at);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return date.getUTCDate() <= lastDay ? monthsFrom(at, months) : date.setUTCMonth(date.getUTCMonth() + months, lastDay);
};

/**
 * Returns all moments from which a period of calendar months ends at `expiresAt`. Several days may end on the same one, and
 * services differ in what they make of a day that a month has not.
 */
const monthsBefore = (expiresAt: number, months: number): readonly number[] => {
  const before = monthsFrom(expiresAt, -months);
  const near = Array.from({ length: 2 * SHORTER_BY_DAYS + 1 }, (_, day) => before + (day - SHORTER_BY_DAYS) * DAY);
  const fits = near.filter((at) => [monthsFrom, monthsFromWithin].some((add) => add(at, months) === expiresAt));
  return [...new Set([before, ...fits])];
};

/**
 * Returns the ranges in which a subscription was created by the service's clock. Services count a month as 30 days or
 * by the calendar.
 */
export const madeAt = (expiresAt: number, months: number): readonly Interval[] =>
  [expiresAt - months * 30 * DAY, ...monthsBefore(expiresAt, months)].map((from) => ({
    from,
    // An end without milliseconds was rounded.
    to: expiresAt % 1_000 === 0 ? from + 999 : from,
  }));

/** Returns when each purchase was in flight; `null` if the clocks do not show it. */
export const windowsOf = (members: readonly Timed[], answered: readonly AnsweredBuy[]): PurchaseWindows | null => {
  const [first] = members;
  if (first === undefined || first.sentUptime === null) return null;
  const startedAt = first.sentAt - first.sentUptime;
  const isSteady = (sentAt: number, sentUptime: number): boolean =>
    Math.abs(sentAt - sentUptime - startedAt) <= STEADY_MS;
  const windows = new Map<number, Interval>();
  for (const { id, sentAt, sentUptime, endedUptime, isElsewhere, isRestored } of members) {
    // Another computer has another clock, and for a copy the machine is unknown.
    if (isElsewhere || isRestored || sentUptime === null || endedUptime === null) return null;
    if (endedUptime < sentUptime || !isSteady(sentAt, sentUptime)) return null;
    windows.set(id, { from: sentAt - ROUNDING_MS, to: sentAt + endedUptime - sentUptime + ROUNDING_MS });
  }
  const ahead = aheadBy(answered.filter((one) => isSteady(one.sentAt, one.sentUptime)));
  return ahead === null ? null : { windows, ahead };
};

/** Returns how far the service's clock is ahead of this one. Every answered purchase narrows the range. */
const aheadBy = (answered: readonly AnsweredBuy[]): Interval | null => {
  const ranges = answered.flatMap(({ periodMonths, expiresAt, sentAt, sentUptime, endedUptime }) => {
    const to = sentAt + endedUptime - sentUptime;
    const bounds = madeAt(expiresAt, periodMonths).map((made) => ({
      from: made.from - to - ROUNDING_MS,
      to: made.to - sentAt + ROUNDING_MS,
    }));
    const [nearest] = bounds.toSorted((a, b) => Math.abs(a.from) - Math.abs(b.from));
    return nearest !== undefined && Math.abs(nearest.from) < HALF_A_DAY ? [nearest] : [];
  });
  if (ranges.length === 0) return { from: -CLOCKS_DIFFER_MS, to: CLOCKS_DIFFER_MS };
  const from = Math.max(...ranges.map((one) => one.from));
  const to = Math.min(...ranges.map((one) => one.to));
  return from <= to ? { from, to } : null;
};

/**
 * Returns whether a thing created at that time by the service's clock may have been created while the purchase was in
 * flight.
 */
export const mayBeMadeWithin = (made: Interval, id: number, { windows, ahead }: PurchaseWindows): boolean => {
  const window = windows.get(id);
  return window !== undefined && made.from - ahead.to <= window.to && made.to - ahead.from >= window.from;
};
