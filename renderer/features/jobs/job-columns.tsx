import { Progress } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Job } from '#shared/contract/jobs.ts';
import type { Format } from '../../i18n/format.ts';
import type { GridColumn } from '../../ui/grid-column.ts';
import { JobStateChip } from './job-state-chip.tsx';
import styles from './jobs.module.css';

export const percentOf = (job: Job): number => Math.min(100, (job.done / Math.max(1, job.total)) * 100);

export const countText = (job: Job, format: Format): string =>
  `${format.number(job.done)} / ${format.number(job.total)}`;

export const jobColumns = (
  t: TFunction<['jobs', 'common']>,
  format: Format,
  titleOf: (job: Job) => string,
): readonly GridColumn<Job>[] => [
  {
    id: 'title',
    header: t('jobs:columns.title'),
    width: 280,
    minWidth: 160,
    grow: true,
    render: titleOf,
    title: titleOf,
  },
  {
    id: 'state',
    header: t('jobs:columns.state'),
    width: 132,
    sortable: true,
    render: (job) => <JobStateChip state={job.state} />,
  },
  {
    id: 'progress',
    header: t('jobs:columns.progress'),
    width: 200,
    sortable: true,
    render: (job) => (
      <span className={styles.progress}>
        <Progress className={styles.bar} value={percentOf(job)} size="sm" aria-label={t('jobs:columns.progress')} />
        <span>{countText(job, format)}</span>
      </span>
    ),
  },
  {
    id: 'kind',
    header: t('jobs:columns.kind'),
    width: 150,
    sortable: true,
    render: (job) => t(`jobs:kinds.${job.kind}`),
  },
  {
    id: 'started',
    header: t('jobs:columns.started'),
    width: 152,
    sortable: true,
    render: (job) => format.dateTime(job.startedAt),
    title: (job) => format.exact(job.startedAt),
  },
];
