import { IconHourglass, IconLoader2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DueListState } from '#shared/domain/scheduled-lists.ts';
import type { Tone } from '../../ui/notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';

const TONES: Readonly<Record<DueListState, Tone>> = {
  running: 'info',
  waits: 'warn',
  done: 'ok',
  partial: 'warn',
  failed: 'bad',
};
const ICONS = { running: { icon: IconLoader2 }, waits: { icon: IconHourglass } } as const;

export const DueListChip = ({ state }: { readonly state: DueListState }) => {
  const { t } = useTranslation('scheduledLists');
  const icon = state === 'running' || state === 'waits' ? ICONS[state] : {};
  return <StatusChip tone={TONES[state]} label={t(`states.${state}`)} {...icon} />;
};
