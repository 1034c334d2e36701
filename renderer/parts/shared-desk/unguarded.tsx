import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/notice.tsx';
import { useShared } from './shared-desk-store.ts';

/** To be known before paying: colleagues cannot be held off, or it is not known what one of them has bought. */
export const Unguarded = () => {
  const { t } = useTranslation('purchases');
  const shared = useShared();
  const computers = shared?.status === 'shared' ? shared.computers : [];
  const away = computers.find(({ brokeOff }) => brokeOff);
  const elsewhere = computers.find(({ isElsewhere }) => isElsewhere);
  if (away !== undefined) return <Notice tone="warn">{t('brokeOff', { computer: away.name })}</Notice>;
  if (elsewhere !== undefined) return <Notice tone="warn">{t('elsewhere', { computer: elsewhere.name })}</Notice>;
  return <Notice tone="warn">{t('unguarded')}</Notice>;
};
