import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { StandingAction, StandingOrder } from '#shared/contract/standing.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** Words what an order does, briefly. */
export const useActionText = (): ((action: StandingAction | null) => string) => {
  const { t } = useTranslation(['standing', 'premium']);
  const format = useFormat();
  return useCallback(
    (action: StandingAction | null) => {
      if (action === null) return t('actions.unreadable');
      switch (action.kind) {
        case 'vpn-renew':
          return t('actions.vpn-renew', { count: action.periodMonths, days: action.daysBefore });
        case 'dedicated-prolong':
          return t('actions.dedicated-prolong', { count: action.period, days: action.daysBefore });
        case 'traffic': {
          const pool = t(`premium:poolsInline.${action.poolType}`);
          return t('actions.traffic', { gb: format.gb(action.gb), below: format.gb(action.belowGb), pool });
        }
      }
    },
    [t, format],
  );
};

/** Words for whom an order is. */
export const useTargetsText = (): ((targets: StandingOrder['targets']) => string) => {
  const { t } = useTranslation(['standing', 'clients']);
  return useCallback(
    ({ of, tag, count }: StandingOrder['targets']) =>
      of === 'tag' ? t('clients:withTag', { tag, count }) : t(`targets.${of}`, { count }),
    [t],
  );
};

type Named = Pick<StandingOrder, 'name' | 'action'>;

/** The name of an order, or else what it does. */
export const useOrderName = (): ((order: Named) => string) => {
  const actionText = useActionText();
  return useCallback(({ name, action }: Named) => (name === '' ? actionText(action) : name), [actionText]);
};
