import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileText, IconSearchOff, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProxyList } from '#shared/contract/lists.ts';
import { LIST_SORTS } from '#shared/domain/list-sorts.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActionItems } from '../../ui/menu-action.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { useKeptSort } from '../../ui/use-kept-sort.ts';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';
import { openBatch } from '../batch/draft-store.ts';
import { removeLists } from './list-actions.ts';
import { listColumns } from './list-columns.tsx';
import { ListDetail } from './list-detail.tsx';
import { ListMenuItems } from './list-menu.tsx';
import { ListsBar } from './lists-bar.tsx';

interface ListsTabProps {
  readonly search: string;
  /** Only this client's. */
  readonly clientId: number | undefined;
  readonly onShowAll: () => void;
  readonly selection: ReadonlySet<string>;
  readonly onSelectionChange: (selection: ReadonlySet<string>) => void;
  readonly activeId: number | null;
  readonly onActivate: (listId: number | null) => void;
}

export const NO_SELECTION: ReadonlySet<string> = new Set();

/** Every list that was generated, with the chosen one beside them. */
export const ListsTab = (props: ListsTabProps) => {
  const { search, clientId, onShowAll, selection, onSelectionChange: setSelection, activeId, onActivate } = props;
  const { t } = useTranslation(['lists', 'premium']);
  const format = useFormat();
  const columns = useMemo(() => listColumns(t, format), [t, format]);
  const [sort, setSort] = useKeptSort('lists', LIST_SORTS, { by: 'created', direction: 'desc' });
  const question = { filter: { search, ...(clientId === undefined ? {} : { clientId }) }, sort };
  const rows = useWindowedRows<ProxyList>(
    (offset, limit) => call('lists.list', { ...question, offset, limit }),
    JSON.stringify(question),
  );
  useDeskEvent('lists.changed', rows.reload);

  const idsBetween = async (from: number, to: number): Promise<readonly string[]> => {
    const found = await callOrTell('lists.ids', question);
    return found === undefined ? [] : found.ids.slice(from, to + 1).map(String);
  };

  const remove = async (listIds: readonly number[]) => {
    if (!(await removeLists(listIds))) return;
    setSelection(NO_SELECTION);
    if (activeId !== null && listIds.includes(activeId)) onActivate(null);
  };

  const selected = [...selection].map(Number);
  const actions: readonly MenuAction[] = [
    { icon: IconDownload, label: t('bulk.save'), run: () => openBatch('export', selected, 'lists') },
    { icon: IconTrash, label: t('remove'), run: () => void remove(selected) },
  ];

  return (
    <>
      {selected.length === 0 ? null : (
        <ListsBar count={selected.length} actions={actions} onEnd={() => setSelection(NO_SELECTION)} />
      )}
      <SplitPane
        detail={
          activeId === null ? null : (
            <ListDetail
              key={activeId}
              listId={activeId}
              onClose={() => onActivate(null)}
              onRemove={(listIds) => void remove(listIds)}
            />
          )
        }
        detailLabel={t('detail')}
        storageKey="lists"
        defaultWidth={648}
        minWidth={420}
        onClose={() => onActivate(null)}
      >
        <DataGrid
          rows={rows}
          label={t('grid')}
          columns={columns}
          getRowId={(list) => String(list.id)}
          storageKey="lists"
          sort={sort}
          onSortChange={setSort}
          selection={selection}
          onSelectionChange={setSelection}
          resolveIds={idsBetween}
          activeId={activeId === null ? undefined : String(activeId)}
          onActivate={(list) => onActivate(list.id)}
          menu={(list, many) =>
            many ? (
              <>
                <Menu.Label>{t('selected', { count: selected.length })}</Menu.Label>
                <ActionItems actions={actions} />
              </>
            ) : (
              <ListMenuItems list={list} onRemove={() => void remove([list.id])} />
            )
          }
          onDelete={() => selected.length > 0 && void remove(selected)}
          empty={
            search === '' && clientId === undefined ? (
              <EmptyState
                icon={IconFileText}
                title={t('empty.title')}
                text={t('empty.text')}
                action={
                  <Button variant="filled" onClick={() => go('generator')}>
                    {t('empty.action')}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                icon={IconSearchOff}
                title={t('empty.notFound')}
                action={<Button onClick={onShowAll}>{t('empty.showAll')}</Button>}
              />
            )
          }
        />
      </SplitPane>
    </>
  );
};
