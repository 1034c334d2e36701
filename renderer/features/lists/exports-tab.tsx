import { Menu } from '@mantine/core';
import { IconCopy, IconFileDownload, IconFileText, IconFolder, IconSearchOff } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportRecord } from '#shared/contract/lists.ts';
import { call } from '../../bridge/desk.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { showExport } from '../../parts/lists/save-list.ts';
import { copyText } from '../../ui/copy-text.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActionItem } from '../../ui/menu-action.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { useList } from '../../ui/use-list.ts';
import { ExportDetail } from './export-detail.tsx';
import { exportColumns } from './list-columns.tsx';
import { EXPORTS } from './lists.ts';

interface ExportsTabProps {
  readonly search: string;
  /** Restricts the files to those of this list. */
  readonly listId: number | undefined;
  /** The file to show beside the list at first. */
  readonly openedId: number | undefined;
  readonly onOpenList: (listId: number) => void;
}

/** Lists every written file, with what was read back from it and whether it still exists. */
export const ExportsTab = ({ search, listId, openedId, onOpenList }: ExportsTabProps) => {
  const { t } = useTranslation(['lists', 'premium']);
  const format = useFormat();
  const [active, setActive] = useState<ExportRecord | null>(null);
  const columns = useMemo(() => exportColumns(t, format), [t, format]);
  const list = useList(EXPORTS, { search, listId });
  useEffect(() => {
    if (openedId === undefined || listId === undefined) return;
    void call('lists.exports', { filter: { listId }, offset: 0, limit: 500 }).then((result) => {
      const record = result.ok ? result.value.rows.find(({ id }) => id === openedId) : undefined;
      if (record !== undefined) setActive(record);
    });
  }, [openedId, listId]);
  return (
    <SplitPane
      detail={
        active === null ? null : (
          <ExportDetail key={active.id} record={active} onClose={() => setActive(null)} onOpenList={onOpenList} />
        )
      }
      detailLabel={t('exportDetail')}
      storageKey="exports"
      onClose={() => setActive(null)}
    >
      <DataGrid
        {...list.grid}
        label={t('exportsGrid')}
        columns={columns}
        activeId={active === null ? undefined : String(active.id)}
        onActivate={setActive}
        menu={(record) => <ExportMenuItems record={record} onOpenList={onOpenList} />}
        onOpen={(record) => void showExport(record.id)}
        empty={
          search === '' && listId === undefined ? (
            <EmptyState icon={IconFileDownload} title={t('empty.exports')} text={t('empty.exportsText')} />
          ) : (
            <EmptyState icon={IconSearchOff} title={t('empty.exportsNotFound')} />
          )
        }
      />
    </SplitPane>
  );
};

interface ExportMenuItemsProps {
  readonly record: ExportRecord;
  readonly onOpenList: (listId: number) => void;
}

/** The actions on one file, for the context menu. */
const ExportMenuItems = ({ record, onOpenList }: ExportMenuItemsProps) => {
  const { t } = useTranslation('lists');
  const { listId } = record;
  return (
    <>
      <ActionItem action={{ icon: IconFolder, label: t('showInFolder'), run: () => void showExport(record.id) }} />
      {listId === null ? null : (
        <ActionItem action={{ icon: IconFileText, label: t('openList'), run: () => onOpenList(listId) }} />
      )}
      <Menu.Divider />
      <ActionItem action={{ icon: IconCopy, label: t('copyPath'), run: () => copyText(record.path) }} />
      <ActionItem action={{ icon: IconCopy, label: t('copySha'), run: () => copyText(record.sha256) }} />
    </>
  );
};
