import { Button, SegmentedControl } from '@mantine/core';
import { IconPlugConnected, IconWand } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientLabel } from '#shared/domain/client-label.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { go, useScreenParams } from '../../nav/router.ts';
import type { ListsFilter } from '../../nav/screen-filters.ts';
import { changeFilter, type FilterChecks, isId, isOneOf, isText, useScreenFilter } from '../../nav/views.ts';
import { checkFile } from '../../parts/checks/check-file.ts';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useRedrawnChoice } from '../../ui/use-redrawn-choice.ts';
import { useSettledSearch } from '../../ui/use-settled-search.ts';
import { ExportsTab } from './exports-tab.tsx';
import { ListsTab } from './lists-tab.tsx';

const NO_FILTER: ListsFilter = { tab: 'lists', search: '' };
const CHECKS: FilterChecks<ListsFilter> = {
  tab: isOneOf(['lists', 'exports']),
  search: isText,
  clientId: isId,
  listId: isId,
};

/** The screen of lists, and of the files they were saved to. */
export const ListsScreen = () => {
  const { t } = useTranslation(['lists', 'common', 'checks']);
  const { listId: opened, exportId } = useScreenParams('lists');
  const [filter, setFilter] = useScreenFilter('lists', NO_FILTER, CHECKS);
  const { tab, clientId, listId } = filter;
  const setTab = (wanted: ListsFilter['tab']) => setFilter({ ...filter, tab: wanted });
  const choice = useRedrawnChoice(tab, setTab);
  const [activeId, setActiveId] = useState<number | null>(opened ?? null);
  const search = useSettledSearch(filter.search.trim());

  useEffect(() => {
    if (opened === undefined) return;
    changeFilter('lists', NO_FILTER, CHECKS, { tab: 'lists', search: '' });
    setActiveId(opened);
  }, [opened]);

  const toolbar = (
    <Toolbar label={t('common:words.whatToShow')}>
      <SegmentedControl
        aria-label={t('common:words.whatToShow')}
        {...choice}
        data={[
          { value: 'lists', label: t('common:palette.lists') },
          { value: 'exports', label: t('tabs.exports') },
        ]}
      />
      <SearchField
        value={filter.search}
        onChange={(typed) => setFilter({ ...filter, search: typed })}
        label={tab === 'lists' ? t('search') : t('searchExports')}
      />
      {tab === 'lists' && clientId !== undefined ? (
        <ClientChip clientId={clientId} onRemove={() => setFilter({ ...filter, clientId: undefined })} />
      ) : null}
      {tab === 'exports' && listId !== undefined ? (
        <ListChip listId={listId} onRemove={() => setFilter({ ...filter, listId: undefined })} />
      ) : null}
    </Toolbar>
  );
  return (
    <Screen
      title={t('common:nav.lists')}
      actions={
        <>
          <Button leftSection={<IconPlugConnected size={15} aria-hidden />} onClick={() => void checkFile()}>
            {t('checks:checkFile')}
          </Button>
          <Button leftSection={<IconWand size={15} aria-hidden />} onClick={() => go('generator')}>
            {t('common:words.generateList')}
          </Button>
        </>
      }
    >
      {tab === 'lists' ? (
        <ListsTab
          search={search}
          clientId={clientId}
          onShowAll={() => setFilter({ ...filter, search: '', clientId: undefined })}
          toolbar={toolbar}
          activeId={activeId}
          onActivate={setActiveId}
        />
      ) : (
        <>
          {toolbar}
          <ExportsTab
            search={search}
            listId={listId}
            openedId={exportId}
            onOpenList={(id) => {
              // This is a step of its own, which "back" undoes. Repeating it adds no step.
              go('lists', { listId: id });
              setTab('lists');
              setActiveId(id);
            }}
          />
        </>
      )}
    </Screen>
  );
};

/** The chip that restricts the lists to one client. */
const ClientChip = ({ clientId, onRemove }: { readonly clientId: number; readonly onRemove: () => void }) => {
  const { t } = useTranslation('lists');
  const client = useQuery('clients.get', { clientId }).value;
  const name = client === undefined ? `#${clientId}` : clientLabel(client);
  return <FilterChip label={t('chips.client', { client: name })} onRemove={onRemove} />;
};

/** The chip that restricts the files to those of one list. */
const ListChip = ({ listId, onRemove }: { readonly listId: number; readonly onRemove: () => void }) => {
  const { t } = useTranslation('lists');
  const list = useQuery('lists.get', { listId }).value;
  return <FilterChip label={t('chips.list', { list: list?.title ?? `#${listId}` })} onRemove={onRemove} />;
};
