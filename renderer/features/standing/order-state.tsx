import { useTranslation } from 'react-i18next';
import type { StandingOrder } from '#shared/contract/standing.ts';
import { StatusChip } from '../../ui/status-chip.tsx';

/** Returns whether everything that an order names one by one was removed or archived. */
export const hasNothingLeft = ({ targets }: StandingOrder): boolean => targets.of !== 'tag' && targets.count === 0;

/** The current state of an order. */
export const OrderState = ({ order }: { readonly order: StandingOrder }) => {
  const { t } = useTranslation('standing');
  const { isOn, blockedReason, asks, failed } = order;
  if (!isOn) {
    const code = blockedReason?.code;
    const name = code === 'restored' || code === 'joined' || code === 'parted' ? code : 'off';
    return <StatusChip tone={name === 'off' ? 'mute' : 'warn'} label={t(`states.${name}`)} />;
  }
  if (blockedReason !== null) {
    const tone = blockedReason.code === 'failed' ? 'bad' : blockedReason.code === 'outside-hours' ? 'mute' : 'warn';
    return <StatusChip tone={tone} label={t(`states.${blockedReason.code}`)} />;
  }
  if (asks > 0) return <StatusChip tone="info" label={t('states.asks', { count: asks })} />;
  if (failed > 0) return <StatusChip tone="bad" label={t('states.failed')} />;
  if (hasNothingLeft(order)) {
    return (
      <StatusChip tone="warn" label={t(order.targets.of === 'proxies' ? 'states.noProxies' : 'states.noClients')} />
    );
  }
  return <StatusChip tone="ok" label={t('states.on')} />;
};
