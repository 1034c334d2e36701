import { isRefusal } from '#shared/domain/journal.ts';
import type { RefreshBalance } from '../account/balance.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Clock } from '../ports.ts';
import { kindOf } from './kinds/index.ts';
import type { Intent, PurchaseJournal } from './purchase-journal.ts';
import type { PurchaseLedger } from './purchase-ledger.ts';

interface Deps {
  readonly journal: PurchaseJournal;
  readonly ledger: PurchaseLedger;
  readonly clock: Clock;
  readonly readBalance: RefreshBalance;
  readonly changed: (purchaseId: number, accountId: string) => void;
}

export interface Agreed extends Pick<Intent, 'accountId' | 'order' | 'priceKopecks'> {
  /** `api_spent_rub` just before the purchase. */
  readonly spentKopecks: number;
}

/**
 * Reads the balance after a purchase, for what its answer does not tell. Must run before the account's next purchase.
 * Never rejects: what could not be read is left to the resolver and the reconciliation.
 *
 * - A refusal charged nothing only if the sum of spending did not move.
 * - Where an answer names no price, it may have changed since the quote: when exactly the new price was spent, that is
 *   what was charged.
 */
export type ReadAfterwards = (api: ApiClient, purchaseId: number, agreed: Agreed) => Promise<void>;

export const createReadAfterwards =
  ({ journal, ledger, clock, readBalance, changed }: Deps): ReadAfterwards =>
  async (api, purchaseId, { accountId, order, priceKopecks, spentKopecks }) => {
    try {
      const { outcome, basis, reason, goods } = ledger.get(accountId, purchaseId);
      const isRefused = outcome === 'open' && isRefusal(reason);
      const isBought = outcome === 'charged' && basis === 'answer';
      if (!isRefused && !isBought) return;
      const priority = isRefused ? 'money' : 'background';
      const risen = (await readBalance(accountId, { priority, attempts: 2 })).spentKopecks - spentKopecks;
      if (isRefused) {
        if (risen !== 0) return;
        journal.confirmRefusal(purchaseId, clock.now());
      } else {
        const isTold = goods !== null && 'chargedKopecks' in goods && goods.chargedKopecks !== null;
        if (isTold || risen === priceKopecks || risen <= 0) return;
        const { priceKopecks: quotedNow } = await kindOf(order).quote(api, order, { priority });
        if (quotedNow !== risen) return;
        journal.setCharged(purchaseId, risen);
      }
      changed(purchaseId, accountId);
    } catch {
      // The service or the disk did not answer.
    }
  };
