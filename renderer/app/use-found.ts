import { IconFileText, IconServer2, IconUser } from '@tabler/icons-react';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { foldText, searchWords } from '#shared/domain/fold-text.ts';
import { useKeptQuery } from '../bridge/use-kept-query.ts';
import { useFormat } from '../i18n/use-format.ts';
import { openCard } from '../nav/card-actions.ts';
import { go } from '../nav/router.ts';
import type { PaletteAction } from './palette-actions.ts';

const CLIENTS_SHOWN = 8;
const OTHERS_SHOWN = 5;

/** Whether the text contains every word of the query. */
export const matches = (text: string, query: string): boolean => {
  const folded = foldText(text);
  return searchWords(query).every((word) => folded.includes(word));
};

export interface Found {
  readonly clients: readonly PaletteAction[];
  readonly lists: readonly PaletteAction[];
  readonly proxies: readonly PaletteAction[];
  /** More results may still arrive. */
  readonly isLoading: boolean;
}

/** Keeps the results of the previous text only if they match the current one, because Enter acts on what is visible. */
const fitting = (found: readonly PaletteAction[], isOld: boolean, query: string): readonly PaletteAction[] =>
  isOld ? found.filter(({ label, description = '' }) => matches(`${label} ${description}`, query)) : found;

/** Searches clients, lists and dedicated proxies while the query is typed. */
export const useFound = (query: string): Found => {
  const format = useFormat();
  const search = query.trim();
  const some = search !== '';
  const clients = useKeptQuery(
    'clients.list',
    some ? { filter: { search }, sort: { by: 'name', direction: 'asc' }, offset: 0, limit: CLIENTS_SHOWN } : null,
  );
  const lists = useKeptQuery('lists.list', some ? { filter: { search }, offset: 0, limit: OTHERS_SHOWN } : null);
  const proxies = useKeptQuery(
    'dedicated.list',
    some ? { filter: { search }, sort: { by: 'expiresAt', direction: 'asc' }, offset: 0, limit: OTHERS_SHOWN } : null,
  );
  const foundClients = (clients.value?.rows ?? []).map((client) => ({
    id: `client-${client.id}`,
    label: client.name === '' ? client.clientKey : client.name,
    description: `${client.messengerId} · ${client.clientKey}`,
    icon: IconUser,
    run: () => openCard(client.id),
  }));
  const foundLists = (lists.value?.rows ?? []).map((list) => ({
    id: `list-${list.id}`,
    label: list.title,
    description: format.dateTime(list.createdAt),
    icon: IconFileText,
    run: () => go('lists', { listId: list.id }),
  }));
  const foundProxies = (proxies.value?.rows ?? []).map((proxy) => ({
    id: `proxy-${proxy.id}`,
    label: `${proxy.ip ?? '—'}:${proxy.port ?? '—'}`,
    ...(proxy.clientId === null ? {} : { description: rowClientLabel(proxy) }),
    icon: IconServer2,
    run: () => go('dedicated', { proxyId: proxy.id }),
  }));
  return {
    clients: fitting(foundClients, clients.loading, query),
    lists: fitting(foundLists, lists.loading, query),
    proxies: fitting(foundProxies, proxies.loading, query),
    isLoading: some && (clients.loading || lists.loading || proxies.loading),
  };
};
