import { useTranslation } from 'react-i18next';
import { useShared } from './shared-desk-store.ts';

/** Which computer reads the clients anew for all that share the desk, in words; `undefined` where each does it for itself. */
export const useKeptFresh = (): string | undefined => {
  const { t } = useTranslation('refresh');
  const shared = useShared();
  if (shared === undefined) return undefined;
  const { is, computer } = shared.duties.refresh;
  switch (is) {
    case 'this':
      return shared.computers.length > 1 ? t('keptFresh.here') : undefined;
    case 'other':
      return computer === '' ? t('keptFresh.elsewhere') : t('keptFresh.by', { computer });
    default:
      return undefined;
  }
};
