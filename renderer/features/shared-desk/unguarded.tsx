import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/notice.tsx';
import { useShared } from './store.ts';

/** To be known before paying: colleagues cannot be held off, or it is not known what one of them has bought. */
export const Unguarded = () => {
  const { t } = useTranslation('purchases');
  const shared = useShared();
  const away = shared?.status === 'shared' ? shared.computers.find(({ brokeOff }) => brokeOff) : undefined;
  return <Notice tone="warn">{away === undefined ? t('unguarded') : t('brokeOff', { computer: away.name })}</Notice>;
};
