import { Button } from '@mantine/core';
import { IconActivity, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '#shared/contract/runs.ts';
import { RUN_SORTS } from '#shared/domain/run-rules.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go, useScreenParams } from '../../nav/router.ts';
import { useRunActions, wayToResult } from '../../parts/runs/run-actions.ts';
import { useRunTitle } from '../../parts/runs/use-run-title.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActionItems } from '../../ui/menu-action.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useKeptSort } from '../../ui/use-kept-sort.ts';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';
import { runColumns } from './run-columns.tsx';
import { RunDetail } from './run-detail.tsx';

interface JobsViewProps {
  readonly troubled: boolean;
  readonly onShowAll: () => void;
  /** The screen's own switch, above the jobs. */
  readonly views: ReactNode;
}

/** Lists running and finished jobs with their outcomes. */
export const JobsView = ({ troubled, onShowAll, views }: JobsViewProps) => {
  const { t } = useTranslation(['runs', 'common']);
  const format = useFormat();
  const titleOf = useRunTitle();
  const { runId } = useScreenParams('activity');
  const [active, setActive] = useState<Run | null>(null);
  useEffect(() => {
    if (runId === undefined) return;
    void call('runs.get', { runId }).then((result) => {
      if (result.ok) setActive(result.value);
    });
  }, [runId]);
  const columns = useMemo(() => runColumns(t, format, titleOf), [t, format, titleOf]);
  const [sort, setSort] = useKeptSort('jobs', RUN_SORTS, { by: 'started', direction: 'desc' });
  const question = { show: troubled ? 'troubled' : 'all', sort } as const;
  const rows = useWindowedRows<Run>(
    (offset, limit) => call('runs.list', { ...question, offset, limit }),
    JSON.stringify(question),
  );
  useDeskEvent('runs.changed', (run) => {
    rows.reload();
    setActive((shown) => (shown?.id === run.id ? run : shown));
  });
  return (
    <>
      <Toolbar label={t('common:words.whatToShow')}>{views}</Toolbar>
      <SplitPane
        detail={active === null ? null : <RunDetail run={active} onClose={() => setActive(null)} />}
        detailLabel={t('detail')}
        storageKey="jobs"
        onClose={() => setActive(null)}
      >
        <DataGrid
          rows={rows}
          label={t('grid')}
          columns={columns}
          getRowId={(run) => String(run.id)}
          storageKey="jobs"
          sort={sort}
          onSortChange={setSort}
          activeId={active === null ? undefined : String(active.id)}
          onActivate={setActive}
          onOpen={(run) => wayToResult(run)?.run()}
          menu={(run) => <RunMenuItems run={run} />}
          empty={
            troubled ? (
              <EmptyState
                icon={IconCircleCheck}
                title={t('empty.troubled')}
                action={<Button onClick={onShowAll}>{t('empty.showAll')}</Button>}
              />
            ) : (
              <EmptyState
                icon={IconActivity}
                title={t('empty.title')}
                text={t('empty.text')}
                action={
                  <Button variant="filled" onClick={() => go('generator')}>
                    {t('common:words.generateList')}
                  </Button>
                }
              />
            )
          }
        />
      </SplitPane>
    </>
  );
};

/** The actions on one run, for the context menu. */
const RunMenuItems = ({ run }: { readonly run: Run }) => <ActionItems actions={useRunActions(run)} />;
