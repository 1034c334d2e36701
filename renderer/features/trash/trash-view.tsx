import { Button, Menu, SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconSearchOff, IconTrash, IconTrashX } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TRASH_KINDS, type TrashKind } from '#shared/domain/trash-rules.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { useIsShared } from '../../parts/shared-desk/carried-out.tsx';
import { useWho } from '../../parts/shared-desk/changed-by.tsx';
import { ActionsBar } from '../../ui/actions-bar.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { GridNote } from '../../ui/grid-note.tsx';
import { ActionItems } from '../../ui/menu-action.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useList } from '../../ui/use-list.ts';
import { useRedrawnChoice } from '../../ui/use-redrawn-choice.ts';
import { useSettledSearch } from '../../ui/use-settled-search.ts';
import { deleteForGood, restoreFromTrash } from './trash-actions.ts';
import { trashColumns } from './trash-columns.tsx';
import { TRASH } from './trash-list.ts';

interface TrashViewProps {
  readonly kind: TrashKind;
  readonly onKind: (kind: TrashKind) => void;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** The screen's own switch, at the beginning of the toolbar. */
  readonly views: ReactNode;
}

/** The trash of the last 30 days, which can be searched, restored, or deleted for good. */
export const TrashView = (props: TrashViewProps) => {
  const { kind, views } = props;
  const { t } = useTranslation('trash');
  const choice = useRedrawnChoice(kind, props.onKind);
  const toolbar = (
    <Toolbar label={t('toolbar')}>
      {views}
      <SegmentedControl
        aria-label={t('kind')}
        {...choice}
        data={TRASH_KINDS.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
      />
      <SearchField value={props.search} onChange={props.onSearch} label={t('search')} placeholder={t('placeholder')} />
    </Toolbar>
  );
  return <TrashGrid key={kind} {...props} toolbar={toolbar} />;
};

const WHOLE_TRASH = { search: '' };

const TrashGrid = ({ kind, search, onSearch, toolbar }: TrashViewProps & { readonly toolbar: ReactNode }) => {
  const { t } = useTranslation(['trash', 'common', 'fields']);
  const format = useFormat();
  const isShared = useIsShared();
  const who = useWho();
  const wanted = useSettledSearch(search.trim());
  const list = useList(TRASH[kind], { search: wanted }, WHOLE_TRASH);
  const { selected, endSelection } = list;
  const columns = useMemo(
    () => trashColumns(kind, { t, format, who: isShared ? who : null }),
    [kind, t, format, isShared, who],
  );
  const end = (done: boolean): void => {
    if (done) endSelection();
  };
  const actionsFor = (ids: readonly number[]): readonly MenuAction[] => [
    {
      icon: IconArrowBackUp,
      label: t('restore'),
      run: () => void restoreFromTrash(kind, ids).then(end),
    },
    { icon: IconTrashX, label: t('delete.action'), run: () => void deleteForGood(kind, ids, isShared).then(end) },
  ];
  const actions = actionsFor(selected);
  const selectedText = t(`selected.${kind}`, { count: selected.length });
  return (
    <>
      {selected.length === 0 ? (
        toolbar
      ) : (
        <ActionsBar label={t('actions')} selected={selectedText} actions={actions} onEnd={endSelection} />
      )}
      <GridNote>{t('about')}</GridNote>
      <div className="fill">
        <DataGrid
          {...list.grid}
          label={t('title')}
          columns={columns}
          menu={(row, many) =>
            many ? (
              <>
                <Menu.Label>{selectedText}</Menu.Label>
                <ActionItems actions={actions} />
              </>
            ) : (
              <ActionItems actions={actionsFor([row.id])} />
            )
          }
          onDelete={() => selected.length > 0 && void deleteForGood(kind, selected, isShared).then(end)}
          empty={
            wanted === '' ? (
              <EmptyState icon={IconTrash} title={t(`empty.${kind}`)} text={t('empty.text')} />
            ) : (
              <EmptyState
                icon={IconSearchOff}
                title={t('empty.notFound')}
                action={<Button onClick={() => onSearch('')}>{t('common:words.showAll')}</Button>}
              />
            )
          }
        />
      </div>
    </>
  );
};
