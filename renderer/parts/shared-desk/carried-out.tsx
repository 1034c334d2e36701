import { useTranslation } from 'react-i18next';
import { useShared } from './shared-desk-store.ts';

/** Names the computer that carries out standing orders. Hidden if the desk is not shared or the computer is unknown. */
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

/** Whether the open desk is shared with other computers, which then have the same purchases, orders and trash. */
export const useIsShared = (): boolean => useShared() !== undefined;
