import { IconAlertTriangle, IconCheck, IconCircleX, IconMinus, IconQuestionMark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type VpnStatus as KnownStatus, VPN_STATUSES } from '#shared/domain/limits.ts';
import { StatusChip, type StatusStyle } from '../../ui/status-chip.tsx';

const STATUS_STYLES = {
  ACTIVE: { tone: 'ok', icon: IconCheck, text: 'active' },
  LIMITED: { tone: 'warn', icon: IconAlertTriangle, text: 'limited' },
  DISABLED: { tone: 'mute', icon: IconMinus, text: 'disabled' },
  EXPIRED: { tone: 'bad', icon: IconCircleX, text: 'expired' },
} as const satisfies Readonly<Record<KnownStatus, StatusStyle & { text: string }>>;

const knownStatus = (status: string): KnownStatus | undefined =>
  VPN_STATUSES.find((known) => known === status.toUpperCase());

/** Returns whether the service reports a subscription as running. */
export const isActiveStatus = (status: string | null): boolean => status !== null && knownStatus(status) === 'ACTIVE';

/** The name of a status in the user's language. An unknown one stays as the service writes it. */
export const useStatusName = (): ((status: string | null) => string) => {
  const { t } = useTranslation('vpn');
  return (status) => {
    if (status === null) return t('statuses.unsaid');
    const known = knownStatus(status);
    return known === undefined ? status : t(`statuses.${STATUS_STYLES[known].text}`);
  };
};

/** The status of a subscription as the service reports it. */
export const VpnStatusChip = ({ status }: { readonly status: string | null }) => {
  const { t } = useTranslation('vpn');
  const name = useStatusName()(status);
  if (status === null) return <StatusChip tone="mute" label={name} title={t('statusHints.unsaid')} />;
  const known = knownStatus(status);
  if (known === undefined) {
    return <StatusChip tone="mute" icon={IconQuestionMark} label={name} title={t('statusHints.other')} />;
  }
  const { tone, icon, text } = STATUS_STYLES[known];
  return <StatusChip tone={tone} icon={icon} label={name} title={t(`statusHints.${text}`)} />;
};
