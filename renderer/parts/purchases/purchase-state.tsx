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

/** What is known of a purchase, in one word. */
export const nameOf = (purchase: Purchase): StatusLabel => statusLabel(purchase, purchase.reason);

interface PurchaseStateLabelProps {
  readonly name: StatusLabel;
  /** Its word, in the language shown. */
  readonly label: string;
}

/** The state of a purchase as icon and word: for a grid, which translates for all its rows. */
export const PurchaseStateLabel = ({ name, label }: PurchaseStateLabelProps) => (
  <StatusChip {...STATUS_STYLES[name]} label={label} />
);

/** The state of a purchase as icon and word. */
export const PurchaseStateChip = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation('purchases');
  const name = nameOf(purchase);
  return <PurchaseStateLabel name={name} label={t(`standings.${name}`)} />;
};

/** With these the service itself has spoken. Whatever came with the others is not said in its name. */
const isSpoken = (reason: PurchaseReason | null): boolean =>
  reason === null || reason === 'server' || isRefusal(reason);

/** What the service said about it, as a sentence; empty when it said nothing. */
export const serviceWords = ({ note, reason }: Purchase): string =>
  note.trim() === '' || !isSpoken(reason) ? '' : quoteService(note);

/** Why a purchase stands as it does, in one sentence: by the user, by what was found, or by the answer. */
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
