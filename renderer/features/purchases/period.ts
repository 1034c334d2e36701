import { localDate, midnightOf } from '#shared/domain/local-date.ts';
import type { Period } from '../../nav/screen-filters.ts';

export const PERIOD_NAMES = ['all', 'today', 'week', 'month', 'thisMonth', 'range'] as const;

/** Whether a stored value is a period. */
export const isPeriod = (value: unknown): value is Period => {
  if (typeof value !== 'object' || value === null || !('name' in value)) return false;
  if (!PERIOD_NAMES.some((name) => name === value.name)) return false;
  if (value.name !== 'range') return true;
  return 'from' in value && typeof value.from === 'string' && 'to' in value && typeof value.to === 'string';
};

/** The bounds of a period in ms since the epoch by this machine's calendar. The end is not included. */
export const boundsOf = (period: Period, now: number): { readonly from?: number; readonly to?: number } => {
  const daysAgo = (days: number): { readonly from?: number } => ends(midnightOf(localDate(now), -days), undefined);
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
      return ends(midnightOf(`${localDate(now).slice(0, 8)}01`), undefined);
    case 'range':
      return ends(midnightOf(period.from), midnightOf(period.to, 1));
  }
};

const ends = (from: number | undefined, to: number | undefined) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});
