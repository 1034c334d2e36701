import type { DedicatedProxy, ProxyFilter, ProxySort } from '#shared/contract/dedicated.ts';
import { EXPIRIES, PROXY_SORTS } from '#shared/domain/dedicated-limits.ts';
import { IPV_VALUES } from '#shared/domain/limits.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { areOf, type FilterChecks, isFlag, isId, isOneOf, isText, isTexts } from '../../nav/views.ts';
import type { GridSort } from '../../ui/grid-column.ts';
import { useKeptSort } from '../../ui/use-kept-sort.ts';
import { useWindowedRows, type WindowedRows } from '../../ui/use-windowed-rows.ts';

/** What of a kept filter can be trusted. */
export const PROXY_FILTER_CHECKS: FilterChecks<ProxyFilter> = {
  search: isText,
  countries: isTexts,
  ipvs: areOf(IPV_VALUES),
  clientId: isId,
  unassigned: isFlag,
  expiry: isOneOf(EXPIRIES),
  purchaseId: isId,
  archived: isFlag,
};

export const NO_FILTER: ProxyFilter = {
  search: '',
  countries: [],
  ipvs: [],
  unassigned: false,
  expiry: 'any',
  archived: false,
};

export interface Proxies {
  readonly sort: ProxySort;
  readonly setSort: (sort: GridSort) => void;
  readonly rows: WindowedRows<DedicatedProxy>;
  /** Ids between two rows of the grid, both ends included, loaded or not. */
  readonly idsBetween: (from: number, to: number) => Promise<readonly string[]>;
}

/** The proxies under a filter and a sort, read in windows and read again whenever proxies, clients or the zone change. */
export const useProxies = (filter: ProxyFilter): Proxies => {
  const [sort, setSort] = useKeptSort('dedicated', PROXY_SORTS, { by: 'expiresAt', direction: 'asc' });
  const question = { filter, sort };
  const rows = useWindowedRows<DedicatedProxy>(
    (offset, limit) => call('dedicated.list', { ...question, offset, limit }),
    JSON.stringify(question),
  );
  useDeskEvent('dedicated.changed', rows.reload);
  useDeskEvent('clients.changed', rows.reload);
  useDeskEvent('settings.changed', rows.reload);

  return {
    sort,
    setSort,
    rows,
    idsBetween: async (from, to) => {
      const result = await call('dedicated.ids', question);
      return result.ok ? result.value.ids.slice(from, to + 1).map(String) : [];
    },
  };
};
