import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileText, IconPlugConnected, IconSearchOff, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { checkManyRegularly, removeLists } from '../../parts/lists/list-actions.ts';
import { ListMenuItems } from '../../parts/lists/list-menu.tsx';
import { openDraft } from '../../parts/runs/draft-store.ts';
import { ActionsBar } from '../../ui/actions-bar.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActionItems } from '../../ui/menu-action.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { useList } from '../../ui/use-list.ts';
import { listColumns } from './list-columns.tsx';
import { ListDetail } from './list-detail.tsx';
import { LISTS } from './lists.ts';

const EVERY_LIST = { search: '' };

interface ListsTabProps {
  readonly search: string;
  /** Restricts the lists to this client. */
  readonly clientId: number | undefined;
  readonly onShowAll: () => void;
  /** Stands above the lists while none is selected. */
  readonly toolbar: ReactNode;
  readonly activeId: number | null;
  readonly onActivate: (listId: number | null) => void;
}

/** Shows every list, with the chosen one beside the grid. */
export const ListsTab = (props: ListsTabProps) => {
  const { search, clientId, onShowAll, activeId, onActivate } = props;
  const list = useList(LISTS, { search, clientId }, EVERY_LIST);
  const { selected, endSelection } = list;
  const { t } = useTranslation(['lists', 'premium', 'common', 'checks']);
  const format = useFormat();
  const columns = useMemo(() => listColumns(t, format), [t, format]);

  const remove = async (listIds: readonly number[]) => {
    if (!(await removeLists(listIds))) return;
    endSelection();
    if (activeId !== null && listIds.includes(activeId)) onActivate(null);
  };

  const actions: readonly MenuAction[] = [
    { icon: IconDownload, label: t('bulk.save'), run: () => openDraft('export', selected, 'lists') },
    { icon: IconPlugConnected, label: t('checks:check'), run: () => openDraft('check-list', selected, 'lists') },
    ...checkManyRegularly(selected),
    { icon: IconTrash, label: t('common:words.remove'), run: () => void remove(selected) },
  ];

  const selectedText = t('selected', { count: selected.length });
  return (
    <>
      {selected.length === 0 ? (
        props.toolbar
      ) : (
        <ActionsBar label={t('bulk.label')} selected={selectedText} actions={actions} onEnd={endSelection} />
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
          {...list.grid}
          label={t('grid')}
          columns={columns}
          activeId={activeId === null ? undefined : String(activeId)}
          onActivate={(list) => onActivate(list.id)}
          menu={(list, many) =>
            many ? (
              <>
                <Menu.Label>{selectedText}</Menu.Label>
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
                    {t('common:words.generateList')}
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
