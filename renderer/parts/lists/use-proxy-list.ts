import type { ProxyList } from '#shared/contract/lists.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';

/** Reads one list, again after every change. A growing list changes about ten times a second. */
export const useProxyList = (listId: number | null): Query<ProxyList> => {
  const query = useQuery('lists.get', listId === null ? null : { listId });
  useDeskEvent('lists.changed', (changed) => {
    if (changed.listId === null || changed.listId === listId) query.reload();
  });
  return query;
};

export const linesOfVariant = (list: ProxyList, variant: 'domain' | 'ip'): number =>
  variant === 'domain' ? list.domainLines : list.ipLines;
