import { useCallback } from 'react';
import type { Order, RecordedOrder } from '#shared/contract/purchases.ts';
import { useWords } from '../../i18n/words.ts';
import { kindView } from '../products/index.ts';

/** Describes an order in words: “5 GB of residential traffic”. */
export const useOrderText = (): ((order: RecordedOrder) => string) => {
  const words = useWords();
  return useCallback((order: RecordedOrder) => kindView(order).orderText(order, words), [words]);
};

/** The label of the button that spends: the action, the goods and the price. */
export const useConfirmText = (): ((order: Order, priceKopecks: number) => string) => {
  const words = useWords();
  return useCallback(
    (order: Order, priceKopecks: number) =>
      kindView(order).confirmText(order, words.format.roublesShort(priceKopecks), words),
    [words],
  );
};
