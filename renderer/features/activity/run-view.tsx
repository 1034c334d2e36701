import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run, RunLine } from '#shared/contract/runs.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { GridColumn } from '../../ui/grid-column.ts';
import { Screen } from '../../ui/screen.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';
import styles from './run.module.css';

const VIEWS = ['all', 'todo', 'done', 'trouble'] as const;
type View = (typeof VIEWS)[number];

/** What one kind of runs shows of itself. */
export interface RunFace<L extends RunLine> {
  readonly title: string;
  readonly aside: ReactNode;
  /** The states of lines under each view; `all` shows the rest, too. */
  readonly views: Readonly<Record<Exclude<View, 'all'>, readonly L['state'][]>>;
  /** The name of what is done, and of what is not as it should be. */
  readonly viewNames: Readonly<Record<'done' | 'trouble', string>>;
  /** Lines by what became of them. */
  readonly counts: Readonly<Record<L['state'], number>>;
  /** Each with its value, already in words. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly grid: string;
  readonly columns: readonly GridColumn<L>[];
  readonly storageKey: string;
  readonly menu: (line: L) => ReactNode;
  readonly onOpen: (line: L) => void;
  readonly hasReport: boolean;
  readonly back: () => void;
  /** Below the lines: how far it is, why it stands, and the ways on. */
  readonly panel: ReactNode;
}

interface RunViewProps<L extends RunLine> {
  readonly run: Run;
  readonly face: RunFace<L>;
}

/** A run with its lines, while it goes on and afterwards: what became of each, and why. */
export const RunView = <L extends RunLine>({ run, face }: RunViewProps<L>) => {
  const { t } = useTranslation('runs');
  const language = useLanguage();
  const format = useFormat();
  const [view, setView] = useState<View>('all');
  const { id: runId } = run;
  const names = { all: t('run.views.all'), todo: t('run.views.todo'), ...face.viewNames };
  const statesOf = (one: View): readonly L['state'][] => (one === 'all' ? [] : face.views[one]);
  const countOf = (one: View): number =>
    (one === 'all' ? Object.values<number>(face.counts) : statesOf(one).map((state) => face.counts[state])).reduce(
      (sum, count) => sum + count,
      0,
    );
  const rows = useWindowedRows<L>(async (offset, limit) => {
    const result = await call('runs.lines', { runId, only: [...statesOf(view)], offset, limit });
    return result.ok ? { ok: true, value: { total: result.value.total, rows: result.value.rows as L[] } } : result;
  }, `${runId} ${view}`);
  useDeskEvent('runs.changed', (changed) => {
    if (changed.id === runId) rows.reload();
  });
  useDeskEvent('purchases.changed', () => {
    if (run.kind === 'purchases') rows.reload();
  });
  useEscape(face.back, { beyondFields: true });

  const saveReport = async () => {
    const saved = await callOrTell('runs.report', { runId, language });
    if (saved !== undefined && saved !== null) doneToast(t('run.reportSaved', { file: saved.fileName }));
  };

  return (
    <Screen
      title={face.title}
      aside={face.aside}
      actions={
        <>
          <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={face.back}>
            {t('run.back')}
          </Button>
          {face.hasReport ? (
            <Button leftSection={<IconDownload size={15} aria-hidden />} onClick={() => void saveReport()}>
              {t('run.saveReport')}
            </Button>
          ) : null}
        </>
      }
    >
      <Toolbar
        label={t('run.views.label')}
        end={
          <dl className={`${styles.facts} selectable`}>
            {face.facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        }
      >
        <SegmentedControl
          aria-label={t('run.views.label')}
          value={view}
          onChange={(value) => setView(VIEWS.find((one) => one === value) ?? 'all')}
          data={VIEWS.map((one) => ({ value: one, label: `${names[one]} ${format.number(countOf(one))}` }))}
        />
      </Toolbar>
      <div className={styles.grid}>
        <DataGrid
          rows={rows}
          label={face.grid}
          columns={face.columns}
          getRowId={(line) => String(line.line)}
          storageKey={face.storageKey}
          onOpen={face.onOpen}
          menu={face.menu}
          empty={<EmptyState icon={IconFilterOff} title={t('run.nothingHere')} />}
        />
      </div>
      {face.panel}
    </Screen>
  );
};
