import { IconFileDownload, IconSearchOff } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportRecord } from '#shared/contract/lists.ts';
import { EXPORT_SORTS } from '#shared/domain/list-sorts.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { useKeptSort } from '../../ui/use-kept-sort.ts';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';
import { ExportDetail } from './export-detail.tsx';
import { ExportMenuItems } from './export-menu.tsx';
import { exportColumns } from './list-columns.tsx';
import { showExport } from './save-list.tsx';

interface ExportsTabProps {
  readonly search: string;
  /** Only those written from this list. */
  readonly listId: number | undefined;
  /** The one to show beside them at first. */
  readonly openedId: number | undefined;
  readonly onOpenList: (listId: number) => void;
}

/** Every file that was written, with what was read back from it then and whether it is still there. */
export const ExportsTab = ({ search, listId, openedId, onOpenList }: ExportsTabProps) => {
  const { t } = useTranslation(['lists', 'premium']);
  const format = useFormat();
  const [active, setActive] = useState<ExportRecord | null>(null);
  const columns = useMemo(() => exportColumns(t, format), [t, format]);
  const [sort, setSort] = useKeptSort('exports', EXPORT_SORTS, { by: 'created', direction: 'desc' });
  const question = { filter: { search, ...(listId === undefined ? {} : { listId }) }, sort };
  const rows = useWindowedRows<ExportRecord>(
    (offset, limit) => call('lists.exports', { ...question, offset, limit }),
    JSON.stringify(question),
  );
  useEffect(() => {
    if (openedId === undefined || listId === undefined) return;
    void call('lists.exports', { filter: { listId }, offset: 0, limit: 500 }).then((result) => {
      const record = result.ok ? result.value.rows.find(({ id }) => id === openedId) : undefined;
      if (record !== undefined) setActive(record);
    });
  }, [openedId, listId]);
  useDeskEvent('lists.exported', rows.reload);
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
        rows={rows}
        label={t('exportsGrid')}
        columns={columns}
        getRowId={(record) => String(record.id)}
        storageKey="exports"
        sort={sort}
        onSortChange={setSort}
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
