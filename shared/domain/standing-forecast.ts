import { shiftDay, shiftMonth } from './local-date.ts';
import { dueFrom } from './schedule-time.ts';
import { STILL_DUE_DAYS } from './standing-rules.ts';
import { dayAt, momentOf } from './zoned-time.ts';

export const FORECAST_DAYS = 30;

/** Returns the days (YYYY-MM-DD) in a zone that a forecast covers, today first. `now` is in ms since the epoch, UTC. */
export const forecastDays = (now: number, zone: string): string[] => {
  const today = dayAt(now, zone);
  return Array.from({ length: FORECAST_DAYS }, (_, index) => shiftDay(today, index));
};

/** How a payment moves an end: by calendar months, or by days. */
export type Step = { readonly months: number } | { readonly days: number };

/** Returns the end after one more payment, at the same time of day in the zone. Ends are in ms since the epoch, UTC. */
export const movedEnd = (endsAt: number, step: Step, zone: string): number => {
  const day = dayAt(endsAt, zone);
  const moved = 'months' in step ? shiftMonth(day, step.months) : shiftDay(day, step.days);
  return momentOf(moved, 0, zone) + (endsAt - momentOf(day, 0, zone));
};

/** The payments of an order that fall due on one day. */
export interface DaySum {
  readonly count: number;
  readonly kopecks: number;
  /** The number of these without a known price, which no total includes. */
  readonly unpriced: number;
  /** The number of these above the price that the order may pay without asking. */
  readonly aboveCeiling: number;
  /**
   * The number of these that wait for the next month, because the order has reached its monthly limit. No total
   * includes them.
   */
  readonly waits: number;
  /** The number of these above the monthly limit that will no longer be due next month. No total includes them. */
  readonly overCap: number;
  /** The number of these that have waited since the previous month. */
  readonly carried: number;
}

export const NO_SUM: DaySum = {
  count: 0,
  kopecks: 0,
  unpriced: 0,
  aboveCeiling: 0,
  waits: 0,
  overCap: 0,
  carried: 0,
};

/** Adds up two sums. */
export const addSums = (one: DaySum, other: DaySum): DaySum => ({
  count: one.count + other.count,
  kopecks: one.kopecks + other.kopecks,
  unpriced: one.unpriced + other.unpriced,
  aboveCeiling: one.aboveCeiling + other.aboveCeiling,
  waits: one.waits + other.waits,
  overCap: one.overCap + other.overCap,
  carried: one.carried + other.carried,
});

/** Something that an order pays for repeatedly. */
export interface EndingTarget {
  /** In ms since the epoch, UTC. */
  readonly endsAt: number;
  /** `null` if the price is unknown. */
  readonly priceKopecks: number | null;
}

interface DueTarget extends EndingTarget {
  /** The target has waited since the previous month. */
  readonly isCarried: boolean;
}

interface OrderTerms {
  /** The zone of the order's days and months. */
  readonly zone: string;
  readonly daysBefore: number;
  readonly step: Step;
  /** The highest price that the order pays without asking; `null` if it has no such limit. */
  readonly ceilingKopecks: number | null;
  /** The most that the order may spend in a month; `null` if it has no such limit. */
  readonly monthCapKopecks: number | null;
  /** The rest of that limit in the first month; `null` if it has no such limit. */
  readonly leftKopecks: number | null;
}

const DAY = 86_400_000;
const monthOf = (day: string): string => day.slice(0, 7);

/**
 * Simulates the payments of an order day by day, by the same rules as when it pays. Once a payment exceeds the monthly
 * limit, it and the later ones wait. In the next month they come first, if they are still due. Ask for the days
 * (YYYY-MM-DD, in the order's zone) in their order.
 */
export const createOrderDays = (terms: OrderTerms, days: readonly string[]) => {
  const { zone, daysBefore, step, ceilingKopecks, monthCapKopecks } = terms;
  const due = new Map<string, EndingTarget[]>(days.map((day) => [day, []]));
  const limit = (kopecks: number | null): number => kopecks ?? Number.POSITIVE_INFINITY;
  let month = monthOf(days[0] ?? '');
  let left = limit(terms.leftKopecks);
  let waiting: EndingTarget[] = [];
  const isDueWith = ({ endsAt }: EndingTarget, day: string): boolean =>
    endsAt >= momentOf(day, 0, zone) - STILL_DUE_DAYS * DAY;
  const dayOf = (endsAt: number, from: string): string =>
    dayAt(Math.max(dueFrom(endsAt, daysBefore, zone), momentOf(from, 0, zone)), zone);

  const add = (target: EndingTarget): void => {
    due.get(dayOf(target.endsAt, days[0] ?? ''))?.push(target);
  };

  return {
    add,
    /** Returns the targets due on a day, those that waited first. Pass each of them to `pay`. */
    on: (day: string): readonly DueTarget[] => {
      const fresh = (due.get(day) ?? []).map((target) => ({ ...target, isCarried: false }));
      if (monthOf(day) === month) return fresh;
      month = monthOf(day);
      left = limit(monthCapKopecks);
      const carried = waiting.filter((target) => isDueWith(target, day));
      waiting = [];
      return [...carried.map((target) => ({ ...target, isCarried: true })), ...fresh];
    },
    pay: (target: DueTarget, day: string): DaySum => {
      const { endsAt, priceKopecks, isCarried } = target;
      const sum = { ...NO_SUM, count: 1, carried: isCarried ? 1 : 0 };
      if (priceKopecks !== null && priceKopecks > left) {
        left = 0;
        waiting.push(target);
        return isDueWith(target, `${shiftMonth(day, 1).slice(0, 7)}-01`)
          ? { ...sum, waits: 1 }
          : { ...sum, overCap: 1 };
      }
      const next = { endsAt: movedEnd(endsAt, step, zone), priceKopecks };
      const nextDay = dayOf(next.endsAt, day);
      // A target that would be due again immediately is due on the next day.
      due.get(nextDay > day ? nextDay : shiftDay(day, 1))?.push(next);
      if (priceKopecks === null) return { ...sum, unpriced: 1 };
      left -= priceKopecks;
      const isDear = ceilingKopecks !== null && priceKopecks > ceilingKopecks;
      return { ...sum, kopecks: priceKopecks, aboveCeiling: isDear ? 1 : 0 };
    },
  };
};

/** Returns the balance after each day, and the first day that it does not cover. Amounts are in kopecks. */
export const runningBalance = (
  balanceKopecks: number,
  days: readonly { readonly day: string; readonly kopecks: number }[],
): { readonly after: readonly number[]; readonly shortFrom: string | null } => {
  let left = balanceKopecks;
  let shortFrom: string | null = null;
  const after = days.map(({ day, kopecks }) => {
    left -= kopecks;
    if (left < 0 && kopecks > 0) shortFrom ??= day;
    return left;
  });
  return { after, shortFrom };
};
