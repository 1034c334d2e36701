import { IconLoader2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { JobState } from '#shared/contract/jobs.ts';
import type { Tone } from '../../ui/notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';

const TONES: Readonly<Record<JobState, Tone>> = {
  running: 'info',
  paused: 'mute',
  done: 'ok',
  partial: 'warn',
  cancelled: 'mute',
  failed: 'bad',
  interrupted: 'warn',
};

export const JobStateChip = ({ state }: { readonly state: JobState }) => {
  const { t } = useTranslation('jobs');
  return (
    <StatusChip
      tone={TONES[state]}
      label={t(`states.${state}`)}
      {...(state === 'running' ? { icon: IconLoader2 } : {})}
    />
  );
};
