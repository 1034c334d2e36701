import { shiftDay } from '#shared/domain/local-date.ts';

interface DayTotal {
  /** YYYY-MM-DD. */
  readonly key: string;
  readonly spentKopecks: number;
  readonly soldKopecks: number;
  readonly profitKopecks: number;
}

/** More columns than this are too thin to distinguish. */
const MAX_DAYS = 92;

/** All days up to the last one, including those without a purchase, but at most `MAX_DAYS`. */
export const everyDay = (rows: readonly DayTotal[]): readonly DayTotal[] => {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const known = new Map(rows.map((row) => [row.key, row]));
  const days: DayTotal[] = [];
  for (let day = last.key; day >= first.key && days.length < MAX_DAYS; day = shiftDay(day, -1)) {
    days.push(known.get(day) ?? { key: day, spentKopecks: 0, soldKopecks: 0, profitKopecks: 0 });
  }
  return days.toReversed();
};
