import type { DedicatedProxy, ProxyFilter, ProxySort } from '#shared/contract/dedicated.ts';
import { EXPIRIES, PROXY_SORTS } from '#shared/domain/dedicated-limits.ts';
import { IPV_VALUES } from '#shared/domain/limits.ts';
import { call } from '../../bridge/desk.ts';
import { areOf, isFlag, isId, isOneOf, isText, isTexts } from '../../nav/views.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import type { FilteredListDeclaration } from '../../ui/use-list.ts';

export const PROXIES: FilteredListDeclaration<DedicatedProxy, ProxyFilter, ProxySort['by']> = {
  name: 'dedicated',
  sorts: PROXY_SORTS,
  sort: { by: 'expiresAt', direction: 'asc' },
  page: (question) => call('dedicated.list', question),
  ids: (question) => callOrTell('dedicated.ids', question),
  // The zone in the settings affects when a proxy ends.
  events: ['dedicated.changed', 'clients.changed', 'settings.changed'],
  noFilter: { search: '', countries: [], ipvs: [], unassigned: false, expiry: 'any', stopped: false, archived: false },
  checks: {
    search: isText,
    countries: isTexts,
    ipvs: areOf(IPV_VALUES),
    clientId: isId,
    unassigned: isFlag,
    expiry: isOneOf(EXPIRIES),
    purchaseId: isId,
    stopped: isFlag,
    archived: isFlag,
  },
  apart: 'archived',
};
