/** In ms, both ends included. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** When purchases were under way by this computer's clock, and by how much the service's clock is ahead of it. */
export interface PurchaseWindows {
  readonly windows: ReadonlyMap<number, Interval>;
  readonly ahead: Interval;
}

/** When a purchase left: by the clock, and by the machine's uptime, which nobody can set. */
interface Timed {
  readonly id: number;
  readonly sentAt: number;
  readonly sentUptime: number | null;
  readonly endedUptime: number | null;
  readonly isElsewhere: boolean;
  readonly isRestored: boolean;
}

/** A subscription that was bought, with its answer: when, by both clocks. ms. */
export interface AnsweredBuy {
  readonly periodMonths: number;
  readonly expiresAt: number;
  readonly sentAt: number;
  readonly sentUptime: number;
  readonly endedUptime: number;
}

/** Clocks that are set by the network differ by less. */
const CLOCKS_DIFFER_MS = 1_000;
/** A clock that was not set in between has gone on as the machine's uptime has, but for so much. */
const STEADY_MS = 500;
const HALF_A_DAY = 43_200_000;
const DAY = 86_400_000;
/** Rounding to milliseconds may take away this much. */
const ROUNDING_MS = 2;

const monthsBefore = (at: number, months: number): number => {
  const date = new Date(at);
  return date.setUTCMonth(date.getUTCMonth() - months);
};

/** Between what times a subscription was made, by the service's clock: services count a month as 30 days or by the calendar. */
export const madeAt = (expiresAt: number, months: number): readonly Interval[] =>
  [expiresAt - months * 30 * DAY, monthsBefore(expiresAt, months)].map((from) => ({
    from,
    // One without milliseconds was rounded.
    to: expiresAt % 1_000 === 0 ? from + 999 : from,
  }));

/** When each purchase was under way; `null`: the clocks do not tell. */
export const windowsOf = (members: readonly Timed[], answered: readonly AnsweredBuy[]): PurchaseWindows | null => {
  const [first] = members;
  if (first === undefined || first.sentUptime === null) return null;
  const startedAt = first.sentAt - first.sentUptime;
  const isSteady = (sentAt: number, sentUptime: number): boolean =>
    Math.abs(sentAt - sentUptime - startedAt) <= STEADY_MS;
  const windows = new Map<number, Interval>();
  for (const { id, sentAt, sentUptime, endedUptime, isElsewhere, isRestored } of members) {
    // Another computer's clock is another one; and of a copy it is not known which machine it was.
    if (isElsewhere || isRestored || sentUptime === null || endedUptime === null) return null;
    if (endedUptime < sentUptime || !isSteady(sentAt, sentUptime)) return null;
    windows.set(id, { from: sentAt - ROUNDING_MS, to: sentAt + endedUptime - sentUptime + ROUNDING_MS });
  }
  const ahead = aheadBy(answered.filter((one) => isSteady(one.sentAt, one.sentUptime)));
  return ahead === null ? null : { windows, ahead };
};

/** By how much the service's clock is ahead of this one: every purchase that was answered bounds it. */
const aheadBy = (answered: readonly AnsweredBuy[]): Interval | null => {
  const told = answered.flatMap(({ periodMonths, expiresAt, sentAt, sentUptime, endedUptime }) => {
    const to = sentAt + endedUptime - sentUptime;
    const bounds = madeAt(expiresAt, periodMonths).map((made) => ({
      from: made.from - to - ROUNDING_MS,
      to: made.to - sentAt + ROUNDING_MS,
    }));
    const [nearest] = bounds.toSorted((a, b) => Math.abs(a.from) - Math.abs(b.from));
    return nearest !== undefined && Math.abs(nearest.from) < HALF_A_DAY ? [nearest] : [];
  });
  if (told.length === 0) return { from: -CLOCKS_DIFFER_MS, to: CLOCKS_DIFFER_MS };
  const from = Math.max(...told.map((one) => one.from));
  const to = Math.min(...told.map((one) => one.to));
  return from <= to ? { from, to } : null;
};

/** One that was made so by the service's clock may have been made while the purchase was under way. */
export const mayBeMadeWithin = (made: Interval, id: number, { windows, ahead }: PurchaseWindows): boolean => {
  const window = windows.get(id);
  return window !== undefined && made.from - ahead.to <= window.to && made.to - ahead.from >= window.from;
};
