/** Which time the ledger shows. `range` is of whole local days, both included; an end that is empty is open. */
export type Period =
  | { readonly name: 'all' | 'today' | 'week' | 'month' | 'thisMonth' }
  | { readonly name: 'range'; readonly from: string; readonly to: string };

export const PERIOD_NAMES = ['all', 'today', 'week', 'month', 'thisMonth', 'range'] as const;

/** Whether a value that was kept names a period. */
export const isPeriod = (value: unknown): value is Period => {
  if (typeof value !== 'object' || value === null || !('name' in value)) return false;
  if (!PERIOD_NAMES.some((name) => name === value.name)) return false;
  if (value.name !== 'range') return true;
  return 'from' in value && typeof value.from === 'string' && 'to' in value && typeof value.to === 'string';
};

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Local midnight of a day (YYYY-MM-DD), moved by whole days; `undefined` when it names none. */
const midnightOf = (day: string, moved = 0): number | undefined => {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + moved).getTime();
};

/** YYYY-MM-DD of this machine's own calendar. */
export const dayOf = (at: number): string => {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** From this moment on and before that one, in ms since the epoch, by this machine's own calendar. */
export const boundsOf = (period: Period, now: number): { readonly from?: number; readonly to?: number } => {
  const daysAgo = (days: number): { readonly from?: number } => ends(midnightOf(dayOf(now), -days), undefined);
  switch (period.name) {
    case 'all':
      return {};
    case 'today':
      return daysAgo(0);
    case 'week':
      return daysAgo(6);
    case 'month':
      return daysAgo(29);
    case 'thisMonth':
      return ends(midnightOf(`${dayOf(now).slice(0, 8)}01`), undefined);
    case 'range':
      return ends(midnightOf(period.from), midnightOf(period.to, 1));
  }
};

const ends = (from: number | undefined, to: number | undefined) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

/** The day before or after another, over any change of the clocks. */
export const shiftDay = (day: string, days: number): string => {
  const at = midnightOf(day, days);
  return at === undefined ? day : dayOf(at);
};
