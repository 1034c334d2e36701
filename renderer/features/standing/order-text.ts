import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { StandingAction, StandingOrder } from '#shared/contract/standing.ts';
import { useWords } from '../../i18n/words.ts';
import { recurringView } from '../../parts/products/index.ts';

/** Says briefly what an order does. */
export const useActionText = (): ((action: StandingAction | null) => string) => {
  const { t } = useTranslation('standing');
  const words = useWords();
  return useCallback(
    (action: StandingAction | null) =>
      action === null ? t('actions.unreadable') : recurringView(action.kind).actionText(action, words),
    [t, words],
  );
};

/** Says for whom an order is. */
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
