import { useTranslation } from 'react-i18next';
import { useShared } from './shared-desk-store.ts';

/**
 * Names the computer that refreshes the clients for everybody who shares the desk; `undefined` if each computer does so
 * itself.
 */
export const useKeptFresh = (): string | undefined => {
  const { t } = useTranslation('refresh');
  const shared = useShared();
  if (shared === undefined) return undefined;
  const { is, computer } = shared.roles.refresh;
  switch (is) {
    case 'this':
      return shared.computers.length > 1 ? t('keptFresh.here') : undefined;
    case 'other':
      return computer === '' ? t('keptFresh.elsewhere') : t('keptFresh.by', { computer });
    default:
      return undefined;
  }
};
