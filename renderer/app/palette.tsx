import { Spotlight, spotlight } from '@mantine/spotlight';
import type { Icon } from '@tabler/icons-react';
import {
  IconFolder,
  IconKeyboard,
  IconLayoutSidebar,
  IconRefresh,
  IconSearch,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { call } from '../bridge/desk.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { showShortcuts, toggleFolded } from './layout-store.ts';
import styles from './palette.module.css';
import { go, SCREENS } from './router.ts';
import { screenIcons } from './screens.ts';

const CLIENTS_SHOWN = 8;

interface PaletteAction {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  readonly run: () => void;
  readonly keys?: string;
  readonly description?: string;
}

const matches = (label: string, query: string): boolean =>
  query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => label.toLocaleLowerCase().includes(word));

/** Clients under the query, asked for as it is typed; an answer to an older query is dropped. */
const useFoundClients = (query: string): readonly ClientRow[] => {
  const [found, setFound] = useState<readonly ClientRow[]>([]);
  useEffect(() => {
    let stale = false;
    if (query.trim() === '') {
      setFound([]);
      return;
    }
    void call('clients.list', {
      filter: { search: query },
      sort: { by: 'name', direction: 'asc' },
      offset: 0,
      limit: CLIENTS_SHOWN,
    }).then((result) => {
      if (!stale) setFound(result.ok ? result.value.rows : []);
    });
    return () => {
      stale = true;
    };
  }, [query]);
  return found;
};

/** Ctrl+K: screens, actions and clients in one list. */
export const Palette = () => {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const clients = useFoundClients(query);

  const screens: readonly PaletteAction[] = SCREENS.map((screen, index) => ({
    id: screen,
    label: t(`nav.${screen}`),
    icon: screenIcons[screen],
    keys: `Ctrl+${index + 1}`,
    run: () => go(screen),
  }));
  const actions: readonly PaletteAction[] = [
    {
      id: 'refresh-balance',
      label: t('palette.refreshBalance'),
      icon: IconRefresh,
      run: () => void call('account.refreshBalance', {}),
    },
    {
      id: 'add-account',
      label: t('palette.addAccount'),
      icon: IconUserPlus,
      run: () => void call('account.openWelcome', {}),
    },
    { id: 'fold-nav', label: t('palette.foldNav'), icon: IconLayoutSidebar, run: toggleFolded },
    {
      id: 'data-folder',
      label: t('palette.dataFolder'),
      icon: IconFolder,
      run: () => void call('system.showDataFolder', {}),
    },
    {
      id: 'shortcuts',
      label: t('palette.shortcuts'),
      icon: IconKeyboard,
      keys: '?',
      run: () => showShortcuts(true),
    },
  ];
  const clientActions: readonly PaletteAction[] = clients.map((client) => ({
    id: `client-${client.id}`,
    label: client.name === '' ? client.clientKey : client.name,
    description: `${client.messengerId} · ${client.clientKey}`,
    icon: IconUser,
    run: () => go('clients', { clientId: client.id }),
  }));
  const shownScreens = screens.filter(({ label }) => matches(label, query));
  const shownActions = actions.filter(({ label }) => matches(label, query));
  const empty = shownScreens.length + shownActions.length + clientActions.length === 0;

  return (
    <Spotlight.Root
      attributes={{ content: { 'aria-label': t('palette.open') } }}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      size={560}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.open')}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <Spotlight.ActionsList>
        <Group label={t('palette.screens')} actions={shownScreens} />
        <Group label={t('palette.actions')} actions={shownActions} />
        {/* Last, because they come later: what is selected must not move under the user's Enter. */}
        <Group label={t('palette.clients')} actions={clientActions} />
        {empty ? <Spotlight.Empty>{t('palette.nothing')}</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
};

const Group = ({ label, actions }: { readonly label: string; readonly actions: readonly PaletteAction[] }) =>
  actions.length === 0 ? null : (
    <Spotlight.ActionsGroup label={label} className={styles.group ?? ''}>
      {actions.map(({ id, label: text, description, icon: IconOf, keys, run }) => (
        <Spotlight.Action
          key={id}
          className={styles.action ?? ''}
          label={text}
          {...(description === undefined ? {} : { description })}
          leftSection={<IconOf size={16} stroke={1.6} aria-hidden />}
          rightSection={keys === undefined ? null : <KeyHint keys={keys} />}
          onClick={() => {
            spotlight.close();
            run();
          }}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
