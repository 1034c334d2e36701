import { IconLoader2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProxyList } from '#shared/contract/lists.ts';
import { isGrowing } from '#shared/domain/list-states.ts';
import type { Tone } from '../../ui/notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';

const TONES: Readonly<Record<ProxyList['state'], Tone>> = {
  running: 'info',
  arriving: 'info',
  complete: 'ok',
  partial: 'warn',
  cancelled: 'mute',
  failed: 'bad',
};

export const ListStateChip = ({ state }: { readonly state: ProxyList['state'] }) => {
  const { t } = useTranslation('lists');
  return (
    <StatusChip
      tone={TONES[state]}
      label={t(`states.${state}`)}
      {...(isGrowing({ state }) ? { icon: IconLoader2 } : {})}
    />
  );
};
