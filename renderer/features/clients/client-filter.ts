import type { ClientFilter } from '#shared/contract/clients.ts';
import { CLIENT_EXPIRIES, LOW_POOLS } from '#shared/domain/client-needs.ts';
import { type FilterChecks, isFlag, isOneOf, isText, isTexts } from '../../nav/views.ts';

export const NO_FILTER: ClientFilter = {
  search: '',
  tags: [],
  archived: false,
  expiry: 'any',
  lowPool: 'none',
  stale: false,
};

export const CLIENT_FILTER_CHECKS: FilterChecks<ClientFilter> = {
  search: isText,
  tags: isTexts,
  archived: isFlag,
  expiry: isOneOf(CLIENT_EXPIRIES),
  lowPool: isOneOf(LOW_POOLS),
  stale: isFlag,
};

/** Whether anything but the archive narrows the list. */
export const isNarrowed = (filter: ClientFilter): boolean =>
  filter.search.trim() !== '' ||
  filter.tags.length > 0 ||
  filter.expiry !== 'any' ||
  filter.lowPool !== 'none' ||
  filter.stale;
