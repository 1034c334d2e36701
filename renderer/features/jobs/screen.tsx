import { Button, SegmentedControl } from '@mantine/core';
import { IconActivity, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/contract/jobs.ts';
import { JOB_SORTS } from '#shared/domain/job-sorts.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go, useScreenParams } from '../../nav/router.ts';
import type { JobsFilter } from '../../nav/screen-filters.ts';
import { type FilterChecks, isFlag, useScreenFilter } from '../../nav/views.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useKeptSort } from '../../ui/use-kept-sort.ts';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';
import { jobColumns } from './job-columns.tsx';
import { JobDetail } from './job-detail.tsx';
import { JobMenuItems } from './job-menu.tsx';
import { wayToResult } from './use-job-actions.ts';
import { useJobTitle } from './use-job-title.ts';

const NO_FILTER: JobsFilter = { troubled: false };
const CHECKS: FilterChecks<JobsFilter> = { troubled: isFlag };

/** Activity: what runs and what has run, with its outcome. */
export const JobsScreen = () => {
  const { t } = useTranslation(['jobs', 'common']);
  const format = useFormat();
  const titleOf = useJobTitle();
  const { jobId } = useScreenParams('jobs');
  const [{ troubled }, setFilter] = useScreenFilter('jobs', NO_FILTER, CHECKS);
  const [active, setActive] = useState<Job | null>(null);
  useEffect(() => {
    if (jobId === undefined) return;
    void call('jobs.get', { jobId }).then((result) => {
      if (result.ok) setActive(result.value);
    });
  }, [jobId]);
  const columns = useMemo(() => jobColumns(t, format, titleOf), [t, format, titleOf]);
  const [sort, setSort] = useKeptSort('jobs', JOB_SORTS, { by: 'started', direction: 'desc' });
  const question = { troubled, sort };
  const rows = useWindowedRows<Job>(
    (offset, limit) => call('jobs.list', { ...question, offset, limit }),
    JSON.stringify(question),
  );
  useDeskEvent('jobs.changed', (job) => {
    rows.reload();
    setActive((shown) => (shown?.id === job.id ? job : shown));
  });
  return (
    <Screen title={t('common:nav.jobs')}>
      <Toolbar label={t('jobs:filter.label')}>
        <SegmentedControl
          aria-label={t('jobs:filter.label')}
          value={troubled ? 'troubled' : 'all'}
          data={[
            { value: 'all', label: t('jobs:filter.all') },
            { value: 'troubled', label: t('jobs:filter.troubled') },
          ]}
          onChange={(value) => setFilter({ troubled: value === 'troubled' })}
        />
      </Toolbar>
      <SplitPane
        detail={active === null ? null : <JobDetail job={active} onClose={() => setActive(null)} />}
        detailLabel={t('detail')}
        storageKey="jobs"
        onClose={() => setActive(null)}
      >
        <DataGrid
          rows={rows}
          label={t('grid')}
          columns={columns}
          getRowId={(job) => String(job.id)}
          storageKey="jobs"
          sort={sort}
          onSortChange={setSort}
          activeId={active === null ? undefined : String(active.id)}
          onActivate={setActive}
          onOpen={(job) => wayToResult(job)?.run()}
          menu={(job) => <JobMenuItems job={job} />}
          empty={
            troubled ? (
              <EmptyState
                icon={IconCircleCheck}
                title={t('empty.troubled')}
                action={<Button onClick={() => setFilter({ troubled: false })}>{t('empty.showAll')}</Button>}
              />
            ) : (
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
            )
          }
        />
      </SplitPane>
    </Screen>
  );
};
