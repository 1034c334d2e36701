import { useTranslation } from 'react-i18next';
import { useShared } from './shared-desk-store.ts';

/** Which computer carries the standing orders out; nothing on a desk that is not shared, or as long as that is not known. */
export const CarriedOut = () => {
  const { t } = useTranslation('standing');
  const duty = useShared()?.duties.standing;
  if (duty === undefined || duty.is === 'unknown') return null;
  const { computer } = duty;
  const is = duty.is === 'other' && computer === '' ? 'somebody' : duty.is;
  return (
    <span className="dim clip" title={t('carriedOut.title')}>
      {t(`carriedOut.${is}`, { computer })}
    </span>
  );
};

/** Whether the open desk is shared with other computers: they have the same purchases, orders and trash. */
export const useIsShared = (): boolean => useShared() !== undefined;
