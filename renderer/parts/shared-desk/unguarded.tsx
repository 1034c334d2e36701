import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/notice.tsx';
import { useShared } from './shared-desk-store.ts';

/**
 * Warns before a payment that colleagues cannot be stopped from buying the same, or that their purchases are unknown.
 */
export const Unguarded = () => {
  const { t } = useTranslation('purchases');
  const shared = useShared();
  const computers = shared?.status === 'shared' ? shared.computers : [];
  const interrupted = computers.find(({ diedWhilePaying }) => diedWhilePaying);
  const elsewhere = computers.find(({ isElsewhere }) => isElsewhere);
  if (interrupted !== undefined)
    return <Notice tone="warn">{t('diedWhilePaying', { computer: interrupted.name })}</Notice>;
  if (elsewhere !== undefined) return <Notice tone="warn">{t('elsewhere', { computer: elsewhere.name })}</Notice>;
  return <Notice tone="warn">{t('unguarded')}</Notice>;
};
