import type { RefreshBalance } from '../account/balance.ts';
import type { ApiClient } from '../api/api-client.ts';
import { kindOf } from './kinds/index.ts';
import type { Intent, PurchaseJournal } from './purchase-journal.ts';
import type { PurchaseLedger } from './purchase-ledger.ts';

interface Deps {
  readonly journal: PurchaseJournal;
  readonly ledger: PurchaseLedger;
  readonly readBalance: RefreshBalance;
  readonly changed: (purchaseId: number, accountId: string) => void;
}

/**
 * Reads the balance after a purchase. Where an answer does not name a price, the price may have changed between the
 * quote and the purchase: when exactly the new price was spent, that is what was charged. Anything else is left to the
 * reconciliation, which shows it. Must run before the account's next purchase.
 */
export const createChargedPrice =
  ({ journal, ledger, readBalance, changed }: Deps) =>
  async (
    api: ApiClient,
    purchaseId: number,
    { accountId, order, priceKopecks, spentKopecks }: Agreed,
  ): Promise<void> => {
    const balance = await readBalance(accountId, { priority: 'background' });
    const { state, goods } = ledger.get(accountId, purchaseId);
    const isTold = goods !== null && 'chargedKopecks' in goods && goods.chargedKopecks !== null;
    const risen = balance.spentKopecks - spentKopecks;
    if (state !== 'succeeded' || isTold || risen === priceKopecks || risen <= 0) return;
    const { priceKopecks: quotedNow } = await kindOf(order).quote(api, order);
    if (quotedNow !== risen) return;
    journal.setCharged(purchaseId, risen);
    changed(purchaseId, accountId);
  };

export interface Agreed extends Pick<Intent, 'accountId' | 'order' | 'priceKopecks'> {
  /** `api_spent_rub` just before the purchase. */
  readonly spentKopecks: number;
}
