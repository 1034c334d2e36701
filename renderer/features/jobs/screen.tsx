import { Button } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/contract/jobs.ts';
import { go, useScreenParams } from '../../app/router.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';
import { jobColumns } from './job-columns.tsx';
import { JobDetail } from './job-detail.tsx';
import { JobMenuItems } from './job-menu.tsx';

const openResult = (job: Job): void => {
  if (job.targetId === null || job.kind === 'refresh') return;
  if (job.kind === 'bulk') go('bulk', { runId: job.targetId });
  else if (job.kind === 'batch') go('batch', { batchId: job.targetId });
  else go('lists', { listId: job.targetId });
};

/** One of the newest; older ones are found in the list. */
const findJob = async (jobId: number): Promise<Job | null> => {
  const result = await call('jobs.list', { offset: 0, limit: 500 });
  return (result.ok ? result.value.rows.find(({ id }) => id === jobId) : undefined) ?? null;
};

/** Activity: what runs and what has run, with its outcome. */
export const JobsScreen = () => {
  const { t } = useTranslation(['jobs', 'common']);
  const format = useFormat();
  const [active, setActive] = useState<Job | null>(null);
  const columns = useMemo(() => jobColumns(t, format), [t, format]);
  const rows = useWindowedRows<Job>((offset, limit) => call('jobs.list', { offset, limit }), '');
  const { jobId } = useScreenParams('jobs');
  useEffect(() => {
    if (jobId !== undefined) void findJob(jobId).then(setActive);
  }, [jobId]);
  useDeskEvent('jobs.changed', (job) => {
    rows.reload();
    setActive((shown) => (shown?.id === job.id ? job : shown));
  });
  return (
    <Screen title={t('common:nav.jobs')}>
      <SplitPane
        detail={
          active === null ? null : (
            <JobDetail job={active} onOpenResult={() => openResult(active)} onClose={() => setActive(null)} />
          )
        }
        detailLabel={t('detail')}
        storageKey="jobs"
        onClose={() => setActive(null)}
      >
        {rows.error === undefined ? null : <ErrorNotice error={rows.error} onRetry={rows.reload} />}
        <DataGrid
          {...rows}
          label={t('grid')}
          columns={columns}
          getRowId={(job) => String(job.id)}
          loading={rows.first}
          storageKey="jobs"
          activeId={active === null ? undefined : String(active.id)}
          onActivate={setActive}
          onOpen={openResult}
          menu={(job) => <JobMenuItems job={job} onOpenResult={() => openResult(job)} />}
          empty={
            <EmptyState
              icon={IconActivity}
              title={t('empty.title')}
              text={t('empty.text')}
              action={
                <Button variant="filled" onClick={() => go('generator')}>
                  {t('empty.action')}
                </Button>
              }
            />
          }
        />
      </SplitPane>
    </Screen>
  );
};
