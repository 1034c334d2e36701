import { IconFileText, IconListSearch, IconServer2, IconUser } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { clientLabel, nameOrKey, rowClientLabel } from '#shared/domain/client-label.ts';
import { foldText, searchWords } from '#shared/domain/fold-text.ts';
import { useSalesInUse } from '../bridge/sales-store.ts';
import { useNoService } from '../bridge/service-gap.ts';
import { useKeptQuery } from '../bridge/use-kept-query.ts';
import { useFormat } from '../i18n/use-format.ts';
import { type CardAction, offeredActions, openCard } from '../nav/card-actions.ts';
import { CARD_ICONS } from '../nav/card-icons.ts';
import { type CardQuery, readActionsOfNobody, readCardQuery } from '../nav/card-words.ts';
import { go } from '../nav/router.ts';
import { namedClients } from '../parts/clients/named-clients.ts';
import type { PaletteAction } from './palette-actions.ts';

const CLIENTS_SHOWN = 8;
const OTHERS_SHOWN = 5;
const CARDS_SHOWN = 5;

/** Whether the text contains every word of the query. */
export const matches = (text: string, query: string): boolean => {
  const folded = foldText(text);
  return searchWords(query).every((word) => folded.includes(word));
};

/** The results of one kind. */
export interface FoundGroup {
  readonly actions: readonly PaletteAction[];
  /** The number of rows that match, and of those that are shown; `null` if all are, or if that is not known yet. */
  readonly part: { readonly shown: number; readonly total: number } | null;
}

export interface Found {
  /** Whether the query names an action and a client, such as “anna renew”. */
  readonly isCardQuery: boolean;
  /** Actions for the clients that the other words name. */
  readonly cardActions: FoundGroup;
  /** Actions that the query names without a client. Each says how to name one, and leads to the list of clients. */
  readonly nobodysActions: readonly PaletteAction[];
  readonly clients: FoundGroup;
  readonly lists: FoundGroup;
  readonly proxies: FoundGroup;
  /** More results may still arrive. */
  readonly isLoading: boolean;
}

/** Keeps the results of the previous text only if they match the current one, because Enter acts on what is visible. */
const fitting = (found: readonly PaletteAction[], isOld: boolean, query: string): readonly PaletteAction[] =>
  isOld ? found.filter(({ label, description = '' }) => matches(`${label} ${description}`, query)) : found;

interface FoundRows {
  readonly rows: readonly unknown[];
  readonly total: number;
}

/** Adds an entry that shows all matching rows on their screen, if some are not shown here. */
const useWithRest = (): ((
  actions: readonly PaletteAction[],
  found: { readonly value?: FoundRows | undefined; readonly loading: boolean },
  screen: 'clients' | 'lists' | 'dedicated',
  search: string,
) => FoundGroup) => {
  const { t } = useTranslation();
  return (actions, { value, loading }, screen, search) => {
    if (value === undefined || loading || value.total <= value.rows.length) return { actions, part: null };
    const { total, rows } = value;
    const all: PaletteAction = {
      id: `all-${screen}`,
      label: t('palette.showAll', { count: total, screen: t(`nav.${screen}`) }),
      icon: IconListSearch,
      run: () => go(screen, { filter: { search } }),
    };
    return { actions: [...actions, all], part: { shown: rows.length, total } };
  };
};

/** Leaves the money out until the desk keeps sales, as the card itself does. `null` if nothing else was meant. */
const possibleQuery = (query: CardQuery | null, hasSales: boolean): CardQuery | null => {
  const actions = offeredActions(query?.actions ?? [], hasSales);
  return query === null || actions.length === 0 ? null : { ...query, actions };
};

/** An action that spends goes on to its review, where the price and the client are read once more. */
const useCardActionsFound = (
  query: string,
): { readonly isCardQuery: boolean; readonly group: FoundGroup; readonly isLoading: boolean } => {
  const withRest = useWithRest();
  const { t } = useTranslation('clients');
  const noService = useNoService();
  const hasSales = useSalesInUse();
  const wanted = useMemo(() => possibleQuery(readCardQuery(query), hasSales), [query, hasSales]);
  const search = wanted?.search ?? '';
  const { value, loading } = useKeptQuery('clients.list', wanted === null ? null : namedClients(search, CARDS_SHOWN));
  if (wanted === null) return { isCardQuery: false, group: { actions: [], part: null }, isLoading: false };
  const { actions, amount } = wanted;
  // The results of the text before may be of another client than the one who is named now.
  const rows = loading ? [] : (value?.rows ?? []);
  const isPossible = (action: CardAction, vpnTotal: number | null): boolean => {
    if (action === 'renew' || action === 'traffic') return !noService;
    return action === 'link' || action === 'qr' ? vpnTotal !== 0 && (vpnTotal !== null || !noService) : true;
  };
  const found = rows.flatMap((client) =>
    actions
      .filter((action) => isPossible(action, client.vpnTotal))
      .map((action) => ({
        id: `card-${client.id}-${action}`,
        label: `${labelOf(t, action, amount)} ${clientLabel(client)}`,
        description: `${client.messengerId} · ${client.clientKey}`,
        icon: CARD_ICONS[action],
        run: () =>
          openCard(client.id, action, {
            review: action === 'renew' || (action === 'traffic' && amount !== null),
            amount,
          }),
      })),
  );
  const group = withRest(found, { value, loading }, 'clients', search);
  return { isCardQuery: true, group, isLoading: loading };
};

/** Names the action with its amount. The client follows. */
const labelOf = (t: TFunction<'clients'>, action: CardAction, amount: string | null): string =>
  action === 'renew'
    ? t('actions.renewFor', { count: Number(amount ?? 1) })
    : action === 'traffic' && amount !== null
      ? t('actions.trafficFor', { gb: amount })
      : t(`actions.for.${action}`);

/** These wait for all results, because a client whose name begins like an action must come first. */
const useNobodysActions = (query: string, isLoading: boolean): readonly PaletteAction[] => {
  const { t } = useTranslation(['clients', 'common']);
  const hasSales = useSalesInUse();
  if (isLoading) return [];
  const possible = offeredActions(readActionsOfNobody(query), hasSales);
  return possible.map((action) => ({
    id: `nobody-${action}`,
    label: t(`actions.long.${action}`),
    description: t('common:palette.nameClient', { typed: query.trim() }),
    icon: CARD_ICONS[action],
    run: () => go('clients'),
  }));
};

/** Searches clients, lists and dedicated proxies while the query is typed. */
export const useFound = (query: string): Found => {
  const format = useFormat();
  const withRest = useWithRest();
  const search = query.trim();
  const some = search !== '';
  const clients = useKeptQuery('clients.list', some ? namedClients(search, CLIENTS_SHOWN) : null);
  const cards = useCardActionsFound(query);
  const lists = useKeptQuery('lists.list', some ? { filter: { search }, offset: 0, limit: OTHERS_SHOWN } : null);
  const proxies = useKeptQuery(
    'dedicated.list',
    some ? { filter: { search }, sort: { by: 'expiresAt', direction: 'asc' }, offset: 0, limit: OTHERS_SHOWN } : null,
  );
  const foundClients = (clients.value?.rows ?? []).map((client) => ({
    id: `client-${client.id}`,
    label: nameOrKey(client),
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
  const isLoading = some && (clients.loading || lists.loading || proxies.loading || cards.isLoading);
  const nobodysActions = useNobodysActions(query, isLoading);
  return {
    isCardQuery: cards.isCardQuery,
    cardActions: cards.group,
    nobodysActions,
    clients: withRest(fitting(foundClients, clients.loading, query), clients, 'clients', search),
    lists: withRest(fitting(foundLists, lists.loading, query), lists, 'lists', search),
    proxies: withRest(fitting(foundProxies, proxies.loading, query), proxies, 'dedicated', search),
    isLoading,
  };
};
