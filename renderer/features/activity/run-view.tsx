import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckSort, Run, RunLine } from '#shared/contract/runs.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRunTitle } from '../../parts/runs/use-run-title.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { footRef } from '../../ui/foot-space.ts';
import type { GridColumn, GridSort } from '../../ui/grid-column.ts';
import { Screen } from '../../ui/screen.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';
import styles from './run.module.css';
import { isHeldUp } from './use-wait-text.ts';

/** A filter that shows some of the lines. */
interface LinesView<L extends RunLine> {
  readonly id: string;
  readonly name: string;
  readonly states: readonly L['state'][];
}

/** How the screen of a run shows one kind of runs. */
export interface RunLayout<L extends RunLine> {
  /** Stands beside the title. The default is the state of the run. */
  readonly aside?: ReactNode;
  /** The filters besides "all". */
  readonly views: readonly LinesView<L>[];
  /** The number of lines in each state. */
  readonly counts: Readonly<Record<L['state'], number>>;
  /** The facts in words. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly grid: string;
  readonly columns: readonly GridColumn<L>[];
  readonly storageKey: string;
  /** Present if the lines can be sorted. */
  readonly sorted?: { readonly sort: CheckSort; readonly onSortChange: (sort: GridSort) => void };
  readonly menu: (line: L) => ReactNode;
  readonly onOpen: (line: L) => void;
  readonly hasReport: boolean;
  readonly back: () => void;
  /** The panel below the lines: the progress, why the run stopped, and the next steps. */
  readonly panel: ReactNode;
}

interface RunViewProps<L extends RunLine> {
  readonly run: Run;
  readonly layout: RunLayout<L>;
}

/** Shows a run with the result of each line, during the run and after it. */
export const RunView = <L extends RunLine>({ run, layout }: RunViewProps<L>) => {
  const { t } = useTranslation(['runs', 'common']);
  const language = useLanguage();
  const format = useFormat();
  const [viewId, setViewId] = useState('all');
  const { id: runId } = run;
  const title = useRunTitle()(run);
  const state = isHeldUp(run) ? 'waiting' : run.state;
  const { sorted } = layout;
  const all: LinesView<L> = { id: 'all', name: t('run.views.all'), states: [] };
  const views = [all, ...layout.views];
  const view = views.find(({ id }) => id === viewId) ?? all;
  const countOf = ({ id, states }: LinesView<L>): number =>
    (id === 'all' ? Object.values<number>(layout.counts) : states.map((state) => layout.counts[state])).reduce(
      (sum, count) => sum + count,
      0,
    );
  const rows = useWindowedRows<L>(
    async (offset, limit) => {
      const sort = sorted === undefined ? {} : { sort: sorted.sort };
      const result = await call('runs.lines', { runId, only: [...view.states], ...sort, offset, limit });
      return result.ok ? { ok: true, value: { total: result.value.total, rows: result.value.rows as L[] } } : result;
    },
    JSON.stringify([runId, view.id, sorted?.sort]),
  );
  useDeskEvent('runs.changed', (changed) => {
    if (changed.id === runId) rows.reload();
  });
  useDeskEvent('purchases.changed', () => {
    if (run.kind === 'purchases') rows.reload();
  });
  useEscape(layout.back, { beyondFields: true });

  const saveReport = async () => {
    const saved = await callOrTell('runs.report', { runId, language });
    if (saved !== undefined && saved !== null) doneToast(t('run.reportSaved', { file: saved.fileName }));
  };

  return (
    <Screen
      title={title}
      aside={layout.aside ?? t(`states.${state}`)}
      actions={
        <>
          <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={layout.back}>
            {t('common:palette.back')}
          </Button>
          {layout.hasReport ? (
            <Button leftSection={<IconDownload size={15} aria-hidden />} onClick={() => void saveReport()}>
              {t('run.saveReport')}
            </Button>
          ) : null}
        </>
      }
    >
      <Toolbar
        label={t('common:words.whatToShow')}
        end={
          <dl className={`${styles.facts} selectable`}>
            {layout.facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        }
      >
        <SegmentedControl
          aria-label={t('common:words.whatToShow')}
          value={view.id}
          onChange={setViewId}
          data={views.map((one) => ({ value: one.id, label: `${one.name} ${format.number(countOf(one))}` }))}
        />
      </Toolbar>
      <div className="fill">
        <DataGrid
          rows={rows}
          label={layout.grid}
          columns={layout.columns}
          getRowId={(line) => String(line.line)}
          storageKey={layout.storageKey}
          {...sorted}
          onOpen={layout.onOpen}
          menu={layout.menu}
          empty={<EmptyState icon={IconFilterOff} title={t('run.nothingHere')} />}
        />
      </div>
      <div ref={footRef}>{layout.panel}</div>
    </Screen>
  );
};
