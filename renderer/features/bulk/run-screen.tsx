import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconFilterOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkLine, BulkRun, ChargeState } from '#shared/contract/bulk.ts';
import { call } from '../../bridge/desk.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage, useTexts } from '../../i18n/use-language.ts';
import { go } from '../../nav/router.ts';
import { Age } from '../../ui/age.tsx';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';
import styles from './bulk.module.css';
import { lineColumns, purchaseOf } from './line-columns.tsx';
import { BulkLineMenu } from './line-menu.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunPanel } from './run-panel.tsx';
import { useBulkTitle } from './use-bulk-texts.ts';
import { useRun } from './use-run.ts';

const VIEWS = {
  all: [],
  todo: ['waiting', 'buying'],
  done: ['done'],
  trouble: ['unknown', 'goods-missing', 'skipped', 'rejected', 'not-charged', 'cannot'],
} as const satisfies Readonly<Record<string, readonly ChargeState[]>>;
type View = keyof typeof VIEWS;
const VIEW_NAMES = ['all', 'todo', 'done', 'trouble'] as const satisfies readonly View[];

/** Nothing is left to do of a run that was closed: what still waited is not done. */
const statesOf = (view: View, isClosed: boolean): readonly ChargeState[] =>
  isClosed && view === 'todo'
    ? ['buying']
    : isClosed && view === 'trouble'
      ? ['waiting', ...VIEWS.trouble]
      : VIEWS[view];

const countOf = (run: BulkRun, view: View): number =>
  view === 'all'
    ? run.lines
    : statesOf(view, run.state === 'closed').reduce((sum, state) => sum + run.counts[state], 0);

const openLine = (line: BulkLine): void => {
  const { clientId } = line;
  const purchaseId = purchaseOf(line);
  if (purchaseId !== null) go('purchases', { purchaseId });
  else if (clientId !== null) go('clients', { clientId });
};

/** A plan, its run and its result: the lines above, the money below. */
export const RunScreen = ({ runId }: { readonly runId: number }) => {
  const { t } = useTranslation(['bulk']);
  const language = useLanguage();
  const words = useTexts();
  const format = useFormat();
  const titleOf = useBulkTitle();
  const [view, setView] = useState<View>('all');
  const query = useRun(runId, () => rows.reload());
  const run = query.value;
  const isClosed = run?.state === 'closed';
  const states = statesOf(view, isClosed);
  const rows = useWindowedRows<BulkLine>(
    (offset, limit) => call('bulk.lines', { runId, only: [...states], offset, limit }),
    `${runId} ${states.join()}`,
  );
  const kind = run?.params.kind ?? 'traffic';
  const columns = useMemo(() => lineColumns(kind, words, format, isClosed), [kind, words, format, isClosed]);

  const back = () => go(kind === 'dedicated-prolong' ? 'dedicated' : 'clients');
  useEscape(back, { beyondFields: true });

  const saveReport = async () => {
    const saved = await callOrTell('bulk.saveReport', { runId, language });
    if (saved !== undefined && saved !== null) doneToast(t('bulk:reportSaved', { file: saved.fileName }));
  };

  if (run === undefined) {
    return (
      <Screen title={t('bulk:title')}>
        {query.error === undefined ? null : <ErrorNotice error={query.error} onRetry={query.reload} strip />}
      </Screen>
    );
  }
  return (
    <Screen
      title={titleOf(run.params)}
      aside={
        <>
          {t(`bulk:runStates.${run.state}`)}
          {run.state === 'planned' ? (
            <>
              {' · '}
              <Age at={run.pricesAsOf} />
              {run.datesAsOf === null ? null : (
                <>
                  {' · '}
                  {t('bulk:datesAsOf', { moment: format.dateTime(run.datesAsOf) })}
                </>
              )}
            </>
          ) : null}
        </>
      }
      actions={
        <>
          <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={back}>
            {t('bulk:back')}
          </Button>
          {run.state === 'planned' ? null : (
            <Button leftSection={<IconDownload size={15} aria-hidden />} onClick={() => void saveReport()}>
              {t('bulk:saveReport')}
            </Button>
          )}
        </>
      }
    >
      <Toolbar label={t('bulk:views.label')} end={<RunFacts run={run} />}>
        <SegmentedControl
          aria-label={t('bulk:views.label')}
          value={view}
          onChange={(value) => setView(VIEW_NAMES.find((one) => one === value) ?? 'all')}
          data={VIEW_NAMES.map((one) => ({
            value: one,
            label: `${t(`bulk:views.${one}`)} ${format.number(countOf(run, one))}`,
          }))}
        />
      </Toolbar>
      <div className={styles.grid}>
        <DataGrid
          rows={rows}
          label={t('bulk:grid')}
          columns={columns}
          getRowId={(line) => String(line.line)}
          storageKey={`bulk-${kind}`}
          onOpen={openLine}
          menu={(line) => <BulkLineMenu line={line} isClosed={isClosed} />}
          empty={<EmptyState icon={IconFilterOff} title={t('bulk:nothingHere')} />}
        />
      </div>
      <RunPanel run={run} />
    </Screen>
  );
};
