import { Progress } from '@mantine/core';
import { IconHourglass, IconLoader2 } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Run, RunState } from '#shared/contract/runs.ts';
import type { Format } from '../../i18n/format.ts';
import { RunMark } from '../../parts/runs/run-mark.tsx';
import type { GridColumn } from '../../ui/grid-column.ts';
import type { Tone } from '../../ui/notice.tsx';
import { percentOf } from '../../ui/percent.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './activity.module.css';
import { isHeldUp } from './use-wait-text.ts';

const TONES: Readonly<Record<RunState, Tone>> = {
  planned: 'mute',
  running: 'info',
  paused: 'mute',
  stopped: 'warn',
  done: 'ok',
  partial: 'warn',
  cancelled: 'mute',
  failed: 'bad',
  interrupted: 'warn',
};

export const RunStateChip = ({ run }: { readonly run: Run }) => {
  const { t } = useTranslation('runs');
  const { state } = run;
  if (isHeldUp(run)) return <StatusChip tone="mute" icon={IconHourglass} label={t('states.waiting')} />;
  return (
    <StatusChip
      tone={TONES[state]}
      label={t(`states.${state}`)}
      {...(state === 'running' ? { icon: IconLoader2 } : {})}
    />
  );
};

export const countText = (run: Run, format: Format): string =>
  `${format.number(run.done)} / ${format.number(run.total)}`;

export const runColumns = (
  t: TFunction<['runs', 'common']>,
  format: Format,
  titleOf: (run: Run) => string,
): readonly GridColumn<Run>[] => [
  {
    id: 'title',
    header: t('runs:columns.title'),
    width: 280,
    minWidth: 160,
    grow: true,
    render: (run) => (
      <>
        <RunMark run={run} />
        {titleOf(run)}
      </>
    ),
    title: titleOf,
  },
  {
    id: 'state',
    header: t('common:words.state'),
    width: 132,
    sortable: true,
    render: (run) => <RunStateChip run={run} />,
  },
  {
    id: 'progress',
    header: t('runs:columns.progress'),
    width: 200,
    sortable: true,
    render: (run) => (
      <span className={styles.progress}>
        <Progress
          className={styles.bar}
          value={percentOf(run.done, run.total)}
          size="sm"
          aria-label={t('runs:columns.progress')}
        />
        <span>{countText(run, format)}</span>
      </span>
    ),
  },
  {
    id: 'kind',
    header: t('common:words.kind'),
    width: 150,
    sortable: true,
    render: (run) => t(`runs:kinds.${run.kind}`),
  },
  {
    id: 'started',
    header: t('runs:columns.started'),
    width: 160,
    sortable: true,
    render: (run) => format.dateTime(run.startedAt),
    title: (run) => format.exact(run.startedAt),
  },
];
