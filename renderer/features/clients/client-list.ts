import type { ClientFilter, ClientRow, ClientSort } from '#shared/contract/clients.ts';
import { CLIENT_SORTS } from '#shared/domain/client-list.ts';
import { CLIENT_EXPIRIES, LAST_PURCHASES, LOW_POOLS, TAG_MATCHES } from '#shared/domain/client-needs.ts';
import { PAID_UNTIL_FILTERS } from '#shared/domain/paid-until.ts';
import { call } from '../../bridge/desk.ts';
import { isFlag, isOneOf, isText, isTexts } from '../../nav/views.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import type { FilteredListDeclaration } from '../../ui/use-list.ts';

export const CLIENTS: FilteredListDeclaration<ClientRow, ClientFilter, ClientSort['by']> = {
  name: 'clients',
  sorts: CLIENT_SORTS,
  sort: { by: 'name', direction: 'asc' },
  page: (question) => call('clients.list', question),
  ids: (question) => callOrTell('clients.ids', question),
  events: ['clients.changed', 'sales.changed'],
  noFilter: {
    search: '',
    tags: [],
    archived: false,
    expiry: 'any',
    lowPool: 'none',
    stale: false,
    owes: false,
    tagsMatch: 'all',
    withoutVpn: false,
    lastPurchase: 'any',
    paidUntil: 'any',
  },
  checks: {
    search: isText,
    tags: isTexts,
    archived: isFlag,
    expiry: isOneOf(CLIENT_EXPIRIES),
    lowPool: isOneOf(LOW_POOLS),
    stale: isFlag,
    owes: isFlag,
    tagsMatch: isOneOf(TAG_MATCHES),
    withoutVpn: isFlag,
    lastPurchase: isOneOf(LAST_PURCHASES),
    paidUntil: isOneOf(PAID_UNTIL_FILTERS),
  },
  apart: 'archived',
};
