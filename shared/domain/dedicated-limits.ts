/** The most proxies of one prolongation: the quote sends their ids in its URL. */
export const MAX_PROLONGED = 200;
/** The most proxies of one purchase; the service's own limit is not known. */
export const MAX_BOUGHT = 10_000;

/**
 * The filters of the list of proxies by their end. `expired-7`: ended within the last 7 days; `unreadable`: without a
 * readable date.
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

/** The sort keys of the list of proxies. */
export const PROXY_SORTS = ['expiresAt', 'boughtAt', 'ip', 'countryCode', 'ipv', 'serviceId'] as const;
