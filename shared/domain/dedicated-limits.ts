/** The most proxies of one prolongation: their ids travel in the address of the quote. */
export const MAX_PROLONGED = 200;
/** The most proxies of one purchase; the service's own limit is not known. */
export const MAX_BOUGHT = 10_000;

/**
 * How the list of proxies can be narrowed by their end. `expired-7`: within the last 7 days; `unreadable`: no date, or one that
 * cannot be read.
 */
export const EXPIRIES = [
  'any',
  'expired',
  'expired-7',
  'within-1',
  'within-3',
  'within-7',
  'within-30',
  'unreadable',
] as const;
export type ExpiryFilter = (typeof EXPIRIES)[number];

/** What the list of proxies can be sorted by. */
export const PROXY_SORTS = ['expiresAt', 'boughtAt', 'ip', 'countryCode', 'ipv', 'serviceId'] as const;
