import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconFilterOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch, BatchItem } from '#shared/contract/batch.ts';
import type { BatchItemState } from '#shared/domain/batch-rules.ts';
import { call } from '../../bridge/desk.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { go } from '../../nav/router.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';
import styles from './batch.module.css';
import { itemColumns } from './item-columns.tsx';
import { BatchItemMenu } from './item-menu.tsx';
import { RunPanel } from './run-panel.tsx';
import { useBatch, useBatchTitle } from './use-batch.ts';

const VIEWS = {
  all: [],
  todo: ['waiting', 'running'],
  done: ['done'],
  trouble: ['partial', 'unsaved', 'failed', 'skipped'],
} as const satisfies Readonly<Record<string, readonly BatchItemState[]>>;
type View = keyof typeof VIEWS;
const VIEW_NAMES = ['all', 'todo', 'done', 'trouble'] as const satisfies readonly View[];

const countOf = (batch: Batch, view: View): number =>
  view === 'all' ? batch.items : VIEWS[view].reduce((sum, state) => sum + batch.counts[state], 0);

const openItem = (item: BatchItem): void => {
  if (item.listId !== null) go('lists', { listId: item.listId });
  else if (item.clientId !== null) go('clients', { clientId: item.clientId });
};

/** A batch while it runs and afterwards: who got what, and why somebody did not. */
export const RunScreen = ({ batchId }: { readonly batchId: number }) => {
  const { t } = useTranslation(['batch', 'common']);
  const language = useLanguage();
  const format = useFormat();
  const titleOf = useBatchTitle();
  const [view, setView] = useState<View>('all');
  const rows = useWindowedRows<BatchItem>(
    (offset, limit) => call('batch.items', { batchId, only: [...VIEWS[view]], offset, limit }),
    `${batchId} ${view}`,
  );
  const query = useBatch(batchId, rows.reload);
  const batch = query.value;
  const columns = useMemo(() => itemColumns(t), [t]);

  const back = () => go(batch?.params.kind === 'export' ? 'lists' : 'clients');
  useEscape(back, { beyondFields: true });

  const saveReport = async () => {
    const saved = await callOrTell('batch.saveReport', { batchId, language });
    if (saved !== undefined && saved !== null) doneToast(t('reportSaved', { file: saved.fileName }));
  };

  if (batch === undefined) {
    return (
      <Screen title={t('title')}>
        {query.error === undefined ? null : <ErrorNotice error={query.error} onRetry={query.reload} strip />}
      </Screen>
    );
  }
  return (
    <Screen
      title={titleOf(batch)}
      aside={t(`runStates.${batch.state}`)}
      actions={
        <>
          <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={back}>
            {t('back')}
          </Button>
          <Button leftSection={<IconDownload size={15} aria-hidden />} onClick={() => void saveReport()}>
            {t('saveReport')}
          </Button>
        </>
      }
    >
      <Toolbar
        label={t('views.label')}
        end={
          <dl className={`${styles.facts} selectable`}>
            <div>
              <dt>{t('common:words.lines')}</dt>
              <dd>{format.number(batch.lines)}</dd>
            </div>
            <div>
              <dt>{t('facts.files')}</dt>
              <dd>{format.number(batch.files)}</dd>
            </div>
          </dl>
        }
      >
        <SegmentedControl
          aria-label={t('views.label')}
          value={view}
          onChange={(value) => setView(VIEW_NAMES.find((one) => one === value) ?? 'all')}
          data={VIEW_NAMES.map((one) => ({
            value: one,
            label: `${t(`views.${one}`)} ${format.number(countOf(batch, one))}`,
          }))}
        />
      </Toolbar>
      <div className={styles.grid}>
        <DataGrid
          rows={rows}
          label={t('grid')}
          columns={columns}
          getRowId={(item) => String(item.item)}
          storageKey="batch"
          onOpen={openItem}
          menu={(item) => <BatchItemMenu item={item} />}
          empty={<EmptyState icon={IconFilterOff} title={t('nothingHere')} />}
        />
      </div>
      <RunPanel batch={batch} />
    </Screen>
  );
};
