import { IconFileText, IconServer2, IconUser } from '@tabler/icons-react';
import { clientLabel } from '#shared/domain/client-label.ts';
import { useKeptQuery } from '../bridge/use-kept-query.ts';
import { useFormat } from '../i18n/use-format.ts';
import { go } from '../nav/router.ts';
import type { PaletteAction } from './palette-actions.ts';

const CLIENTS_SHOWN = 8;
const OTHERS_SHOWN = 5;

export interface Found {
  readonly clients: readonly PaletteAction[];
  readonly lists: readonly PaletteAction[];
  readonly proxies: readonly PaletteAction[];
}

/** Clients, lists and dedicated proxies under the query, asked for as it is typed. */
export const useFound = (query: string): Found => {
  const format = useFormat();
  const search = query.trim();
  const some = search !== '';
  const { value: clients } = useKeptQuery(
    'clients.list',
    some ? { filter: { search }, sort: { by: 'name', direction: 'asc' }, offset: 0, limit: CLIENTS_SHOWN } : null,
  );
  const { value: lists } = useKeptQuery(
    'lists.list',
    some ? { filter: { search }, offset: 0, limit: OTHERS_SHOWN } : null,
  );
  const { value: proxies } = useKeptQuery(
    'dedicated.list',
    some ? { filter: { search }, sort: { by: 'expiresAt', direction: 'asc' }, offset: 0, limit: OTHERS_SHOWN } : null,
  );
  return {
    clients: (clients?.rows ?? []).map((client) => ({
      id: `client-${client.id}`,
      label: client.name === '' ? client.clientKey : client.name,
      description: `${client.messengerId} · ${client.clientKey}`,
      icon: IconUser,
      run: () => go('clients', { clientId: client.id }),
    })),
    lists: (lists?.rows ?? []).map((list) => ({
      id: `list-${list.id}`,
      label: list.title,
      description: format.dateTime(list.createdAt),
      icon: IconFileText,
      run: () => go('lists', { listId: list.id }),
    })),
    proxies: (proxies?.rows ?? []).map((proxy) => ({
      id: `proxy-${proxy.id}`,
      label: `${proxy.ip ?? '—'}:${proxy.port ?? '—'}`,
      ...(proxy.clientId === null ? {} : { description: clientLabel({ ...proxy, name: proxy.clientName }) }),
      icon: IconServer2,
      run: () => go('dedicated', { proxyId: proxy.id }),
    })),
  };
};
