import type { Offer, Order } from '#shared/contract/purchases.ts';
import { DeskError } from '#shared/result.ts';
import type { Session } from '../account/session.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { DedicatedStore } from '../dedicated/dedicated-store.ts';
import type { Emit, FeatureHandlers } from '../handlers.ts';
import type { Clock, Logger } from '../ports.ts';
import { findClientPair } from '../premium/client-pair.ts';
import type { PremiumService } from '../premium/premium-handlers.ts';
import type { Database } from '../storage/database.ts';
import type { VpnService } from '../vpn/vpn-handlers.ts';
import { createAccountQueue } from './account-queue.ts';
import { createBuyer } from './buyer.ts';
import { kindOf } from './kinds/index.ts';
import type { Quote } from './kinds/purchase-kind.ts';
import { createOffers } from './offers.ts';
import { createPurchaseJournal, type Intent } from './purchase-journal.ts';
import { createPurchaseLedger } from './purchase-ledger.ts';
import { recoverPurchases } from './recover.ts';

export interface PurchasesDeps {
  readonly db: Database;
  readonly session: Session;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly emit: Emit;
  readonly premium: PremiumService;
  readonly dedicated: DedicatedStore;
  readonly vpn: VpnService;
  /** Reads the open desk's balance again, and keeps and shows it. Never rejects. */
  readonly refreshBalance: () => Promise<void>;
}

export interface Purchases {
  readonly handlers: FeatureHandlers<'purchases'>;
  /** While true, money may be on its way: the window must not quit without asking, the account must not go. */
  hasChargeInFlight(accountId?: string): boolean;
  /** Waits for a charge that is under way. */
  close(): Promise<void>;
}

/** The money journal (DESIGN 6). What the last run left open is closed before the first request is taken. */
export const createPurchases = (deps: PurchasesDeps): Purchases => {
  const { db, session, clock, logger, emit, premium, dedicated, vpn } = deps;
  const stores = { premium, dedicated, vpn };
  const journal = createPurchaseJournal(db, stores);
  const ledger = createPurchaseLedger(db);
  const offers = createOffers(clock.now());
  const queue = createAccountQueue();

  const changed = (purchaseId: number, accountId: string): void => {
    emit('purchases.changed', { purchaseId });
    const { clientId, order, state } = ledger.get(accountId, purchaseId);
    if (state !== 'succeeded') return;
    kindOf(order).announce(emit, order);
    if (clientId !== null) emit('clients.changed', { clientIds: [clientId] });
  };
  const buyer = createBuyer({ journal, clock, logger, changed });
  recoverPurchases({ journal, clock, logger });

  const clientFor = (accountId: string, { clientId }: Order) =>
    clientId === null ? null : findClientPair(db, accountId, clientId);

  const checkOrder = (accountId: string, order: Order): void => {
    const problems = kindOf(order).problems(order);
    if (problems.length > 0) {
      throw new DeskError('invalid-input', 'This cannot be ordered.', { problems });
    }
    clientFor(accountId, order);
  };

  /** Throws `price-changed` with a new offer, or `insufficient-balance`; nothing has been sent by then. */
  const checkPrice = (accountId: string, order: Order, agreed: number, quote: Quote, balanceKopecks: number): void => {
    if (quote.priceKopecks !== agreed) {
      const offer = offers.make(accountId, order, quote, balanceKopecks);
      throw new DeskError('price-changed', 'The price has changed, so nothing was sent.', {
        params: { ...offerParams(offer), agreedKopecks: agreed },
      });
    }
    if (balanceKopecks < quote.priceKopecks) {
      throw new DeskError('insufficient-balance', 'The balance does not cover the price, so nothing was sent.', {
        params: {
          balanceKopecks,
          priceKopecks: quote.priceKopecks,
          missingKopecks: quote.priceKopecks - balanceKopecks,
        },
      });
    }
  };

  const buy = async (accountId: string, order: Order, agreed: number): Promise<number> => {
    const client = clientFor(accountId, order);
    const kind = kindOf(order);
    const api: ApiClient = await session.api(accountId);
    const quote = await kind.quote(api, order);
    const { value: balance } = await api.account.balance({ priority: 'money' });
    checkPrice(accountId, order, agreed, quote, balance.balanceKopecks);
    const evidence = { at: clock.now(), balance, ...(await kind.evidence(api, order, client)) };
    const intent: Intent = { accountId, order, client, priceKopecks: quote.priceKopecks, evidence };
    return buyer.buy(api, intent);
  };

  /** In the background: the purchase is over, and neither its answer nor the end of the app waits for what is only shown. */
  const refreshAfter = (accountId: string, order: Order): void => {
    void Promise.allSettled([deps.refreshBalance(), kindOf(order).refresh(stores, order, accountId)]);
  };

  return {
    hasChargeInFlight: buyer.inFlight,
    close: buyer.close,
    handlers: {
      'purchases.offer': async ({ order }) => {
        const accountId = session.accountId();
        checkOrder(accountId, order);
        const api = await session.api(accountId);
        const quote = await kindOf(order).quote(api, order);
        const balance = await api.account.balance().catch(() => null);
        return offers.make(accountId, order, quote, balance?.value.balanceKopecks ?? null);
      },
      'purchases.confirm': async ({ offerId, priceKopecks }) => {
        const accountId = session.accountId();
        const order = offers.take(offerId, accountId);
        const purchaseId = await queue.run(accountId, () => buy(accountId, order, priceKopecks));
        const purchase = ledger.get(accountId, purchaseId);
        if (purchase.reason !== 'not-sent') refreshAfter(accountId, order);
        return purchase;
      },
      'purchases.list': ({ filter, offset, limit }) => ledger.list(session.accountId(), filter, { offset, limit }),
      'purchases.get': ({ purchaseId }) => ledger.get(session.accountId(), purchaseId),
    },
  };
};

const offerParams = ({ offerId, priceKopecks, pricePerGbKopecks, balanceKopecks, asOf }: Offer) => ({
  offerId,
  priceKopecks,
  ...(pricePerGbKopecks === null ? {} : { pricePerGbKopecks }),
  ...(balanceKopecks === null ? {} : { balanceKopecks }),
  asOf,
});
