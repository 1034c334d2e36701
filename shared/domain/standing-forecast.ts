import { shiftDay, shiftMonth } from './local-date.ts';
import { dueFrom } from './schedule-time.ts';
import { STILL_DUE_DAYS } from './standing-rules.ts';
import { dayAt, momentOf } from './zoned-time.ts';

export const FORECAST_DAYS = 30;

/** The days (YYYY-MM-DD) of a zone that a forecast tells, today first. `now` in ms since the epoch, UTC. */
export const forecastDays = (now: number, zone: string): string[] => {
  const today = dayAt(now, zone);
  return Array.from({ length: FORECAST_DAYS }, (_, index) => shiftDay(today, index));
};

/** How an end moves when it is paid for: by calendar months, or by days. */
export type Step = { readonly months: number } | { readonly days: number };

/** The end after one payment more, at the same time of the day in the zone. Ends in ms since the epoch, UTC. */
export const movedEnd = (endsAt: number, step: Step, zone: string): number => {
  const day = dayAt(endsAt, zone);
  const moved = 'months' in step ? shiftMonth(day, step.months) : shiftDay(day, step.days);
  return momentOf(moved, 0, zone) + (endsAt - momentOf(day, 0, zone));
};

/** What falls due of an order on a day. */
export interface DaySum {
  readonly count: number;
  readonly kopecks: number;
  /** Of these, without a known price: in none of the sums. */
  readonly unpriced: number;
  /** Of these, dearer than the order may pay without asking. */
  readonly aboveCeiling: number;
  /** Of these, what waits for the next month, because the order may spend nothing more in this one: in none of the sums. */
  readonly waits: number;
  /** The same of what is not due any more by then. */
  readonly overCap: number;
  /** Of these, what has waited since the month before. */
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

export const addSums = (one: DaySum, other: DaySum): DaySum => ({
  count: one.count + other.count,
  kopecks: one.kopecks + other.kopecks,
  unpriced: one.unpriced + other.unpriced,
  aboveCeiling: one.aboveCeiling + other.aboveCeiling,
  waits: one.waits + other.waits,
  overCap: one.overCap + other.overCap,
  carried: one.carried + other.carried,
});

/** One thing that an order pays for again and again. */
export interface EndingTarget {
  /** ms since the epoch, UTC. */
  readonly endsAt: number;
  /** `null`: not known. */
  readonly priceKopecks: number | null;
}

interface DueTarget extends EndingTarget {
  /** It has waited since the month before. */
  readonly isCarried: boolean;
}

interface OrderTerms {
  /** Of its days and months. */
  readonly zone: string;
  readonly daysBefore: number;
  readonly step: Step;
  /** The most that the order pays for one without asking; `null`: no such limit. */
  readonly ceilingKopecks: number | null;
  /** The most that it may spend in a month; `null`: no such limit. */
  readonly monthCapKopecks: number | null;
  /** The same of what is left of the first month. */
  readonly leftKopecks: number | null;
}

const DAY = 86_400_000;
const monthOf = (day: string): string => day.slice(0, 7);

/**
 * What an order pays for, day by day. As when it is paid, once one is too much for the month those behind it wait, too; with
 * the next month they come first, as far as they are due then. The days (YYYY-MM-DD, in its zone) are asked for in their order.
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
    /** What is to be paid for on a day, what has waited first; each is given to `pay`. */
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
      // What would be due again at once is so with the next day.
      due.get(nextDay > day ? nextDay : shiftDay(day, 1))?.push(next);
      if (priceKopecks === null) return { ...sum, unpriced: 1 };
      left -= priceKopecks;
      const isDear = ceilingKopecks !== null && priceKopecks > ceilingKopecks;
      return { ...sum, kopecks: priceKopecks, aboveCeiling: isDear ? 1 : 0 };
    },
  };
};

/** What is left of a balance after each day, and the first day that it does not cover. Kopecks. */
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
