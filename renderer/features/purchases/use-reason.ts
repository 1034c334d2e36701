import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase, PurchaseReason } from '#shared/contract/purchases.ts';
import { isRefusal } from '#shared/domain/journal.ts';
import { quoteService } from '../../i18n/describe-error.ts';

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
