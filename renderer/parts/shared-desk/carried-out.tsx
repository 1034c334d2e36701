import { useTranslation } from 'react-i18next';
import { useShared } from './shared-desk-store.ts';

/** Names the computer that carries out standing orders. Hidden if the desk is not shared or the computer is unknown. */
export const CarriedOut = () => {
  const { t } = useTranslation('standing');
  const role = useShared()?.roles.standing;
  if (role === undefined || role.is === 'unknown') return null;
  const { computer } = role;
  const is = role.is === 'other' && computer === '' ? 'somebody' : role.is;
  return (
    <span className="dim clip" title={t('carriedOut.title')}>
      {t(`carriedOut.${is}`, { computer })}
    </span>
  );
};

/** Whether the open desk is shared with other computers, which then have the same purchases, orders and trash. */
export const useIsShared = (): boolean => useShared() !== undefined;
