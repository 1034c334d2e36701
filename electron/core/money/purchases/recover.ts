import type { CommonDeps } from '#core/context.ts';
import { kindOf } from '#core/money/products/index.ts';
import { type Ending, endingOfReading, INTERRUPTED, NEVER_SENT } from './outcome.ts';
import { endPurchase, type JournalContext, type UnendedPurchase, unendedPurchases } from './purchase-journal.ts';

/**
 * Closes the purchases that the last start of the app left pending, as far as this computer can decide alone. Nothing
 * is ever sent again: a purchase that was sent and has no answer stays open until evidence settles it. `only`: the
 * purchases to look at; all if absent.
 */
export const recoverPurchases = (context: JournalContext & CommonDeps<'logger'>, only?: ReadonlySet<number>): void => {
  for (const purchase of unendedPurchases(context.db, only)) {
    try {
      const ending = endingFor(purchase);
      if (ending !== null) endPurchase(context, purchase.id, ending, context.clock.now(), null);
    } catch (error) {
      context.logger.error('an open purchase could not be closed', {
        purchase: purchase.id,
        error: error instanceof Error ? error.name : 'unknown',
      });
    }
  }
};

const endingFor = ({ isPending, wasSent, isDoubted, order, raw }: UnendedPurchase): Ending | null => {
  if (isPending && !wasSent) return NEVER_SENT;
  const ending = raw === null ? INTERRUPTED : endingOfReading(kindOf(order).readKept(order, raw));
  // A purchase that is already open stays open, unless this version of the app can read the stored answer.
  return isPending || (ending.event === 'delivered' && !isDoubted) ? ending : null;
};
