import type { Clock, Logger } from '../ports.ts';
import { kindOf } from './kinds/index.ts';
import { INTERRUPTED, NEVER_SENT, type Outcome, outcomeOfReading } from './outcome.ts';
import type { OpenPurchase, PurchaseJournal } from './purchase-journal.ts';

interface Deps {
  readonly journal: PurchaseJournal;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of these alone; without it, of all. */
  readonly only?: ReadonlySet<number>;
}

/**
 * At start-up: closes what the last run left open, as far as this machine alone can tell. Nothing is sent, now or ever
 * again: a purchase that left without an answer stays `unknown` until evidence settles it.
 */
export const recoverPurchases = ({ journal, clock, logger, only }: Deps): void => {
  for (const purchase of journal.open()) {
    if (only !== undefined && !only.has(purchase.id)) continue;
    try {
      const outcome = outcomeFor(purchase);
      if (outcome !== null) journal.settle(purchase.id, outcome, clock.now(), null);
    } catch (error) {
      logger.error('an open purchase could not be closed', {
        purchase: purchase.id,
        error: error instanceof Error ? error.name : 'unknown',
      });
    }
  }
};

const outcomeFor = ({ state, order, raw }: OpenPurchase): Outcome | null => {
  if (state === 'prepared') return NEVER_SENT;
  const outcome = raw === null ? INTERRUPTED : outcomeOfReading(kindOf(order).readKept(raw));
  // What is unknown already stays so, unless this version of the app can read the answer that was kept.
  return state === 'unknown' && outcome.event === 'lost' ? null : outcome;
};
