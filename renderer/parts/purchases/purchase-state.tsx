import { IconChecks, IconPlugX, IconUserCheck, IconUserMinus } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase, PurchaseReason } from '#shared/contract/purchases.ts';
import { isRefusal, type StatusLabel, statusLabel } from '#shared/domain/journal.ts';
import { quoteService } from '../../i18n/describe-error.ts';
import { OUTCOME_STYLES } from '../../ui/outcome-styles.ts';
import { StatusChip, type StatusStyle } from '../../ui/status-chip.tsx';

const STATUS_STYLES: Readonly<Record<StatusLabel, StatusStyle>> = {
  pending: OUTCOME_STYLES.sent,
  open: OUTCOME_STYLES.unknown,
  bought: { tone: 'ok', icon: IconChecks },
  'not-as-ordered': OUTCOME_STYLES.notAsOrdered,
  'bought-probably': OUTCOME_STYLES.done,
  'charged-by-user': { tone: 'mute', icon: IconUserCheck },
  'goods-missing': OUTCOME_STYLES.goodsMissing,
  refused: OUTCOME_STYLES.failed,
  'not-sent': { tone: 'mute', icon: IconPlugX },
  'not-charged-probably': OUTCOME_STYLES.nothing,
  'not-charged-by-user': { tone: 'mute', icon: IconUserMinus },
};

/** The state of a purchase in one word. */
export const nameOf = (purchase: Purchase): StatusLabel => statusLabel(purchase, purchase.reason);

interface PurchaseStateLabelProps {
  readonly name: StatusLabel;
  /** The word in the current language. */
  readonly label: string;
}

/** Shows the state of a purchase in a grid, which translates the word for all its rows. */
export const PurchaseStateLabel = ({ name, label }: PurchaseStateLabelProps) => (
  <StatusChip {...STATUS_STYLES[name]} label={label} folds />
);

/** Shows the state of a purchase as icon and word. */
export const PurchaseStateChip = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation('purchases');
  const name = nameOf(purchase);
  return <StatusChip {...STATUS_STYLES[name]} label={t(`standings.${name}`)} />;
};

/** Whether a purchase with this reason has a note in the service's own words, because the service itself answered. */
const isSpoken = (reason: PurchaseReason | null): boolean =>
  reason === null || reason === 'server' || isRefusal(reason);

/** The service's own explanation as a sentence; empty if there was none. */
export const serviceWords = ({ note, reason }: Purchase): string =>
  note.trim() === '' || !isSpoken(reason) ? '' : quoteService(note);

/** Explains the state of a purchase in one sentence, from the user's decision, the evidence or the answer. */
export const useReason = (): ((purchase: Purchase) => string) => {
  const { t } = useTranslation(['purchases', 'ledger']);
  return useCallback(
    (purchase: Purchase) => {
      const { basis, reason, resolution, settlements } = purchase;
      if (basis === 'user') return settlements.at(-1)?.reason ?? '';
      if (basis !== 'answer' && resolution !== null) return t(`ledger:evidence.reasons.${resolution.reason}`);
      return serviceWords(purchase) || (reason === null ? '' : t(`purchases:reasons.${reason}`));
    },
    [t],
  );
};
