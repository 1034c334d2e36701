import type { ClientNeedSettings } from '#core/catalogue/clients/client-needs.ts';
import type { ClientFilter } from '#shared/contract/clients.ts';

/** The filter of clients that leaves nobody out but those in the archive. */
export const NO_CLIENT_FILTER: ClientFilter = {
  search: '',
  tags: [],
  tagsMatch: 'all',
  archived: false,
  expiry: 'any',
  lowPool: 'none',
  stale: false,
  owes: false,
  withoutVpn: false,
  lastPurchase: 'any',
  paidUntil: 'any',
};

/** A low pool has less than 1 GB, and every stage of an end raises an alert. */
export const NEED_SETTINGS: ClientNeedSettings = {
  lowTrafficGb: 1,
  alertSevenDays: true,
  alertThreeDays: true,
  alertOneDay: true,
  alertExpired: true,
};
