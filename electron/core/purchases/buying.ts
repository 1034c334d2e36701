import type { Offer, Order, Purchase } from '#shared/contract/purchases.ts';
import { DeskError } from '#shared/result.ts';
import type { RefreshBalance } from '../account/balance.ts';
import type { Session } from '../account/session.ts';
import { findClientPair } from '../clients/client-pair.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../storage/database.ts';
import type { AccountQueue } from './account-queue.ts';
import type { Buyer } from './buyer.ts';
import type { createChargedPrice } from './charged-price.ts';
import { kindOf } from './kinds/index.ts';
import type { Quote, Stores } from './kinds/purchase-kind.ts';
import type { Offers } from './offers.ts';
import type { PurchaseLedger } from './purchase-ledger.ts';
import { uptimeOf } from './uptime.ts';

interface Deps {
  readonly db: Database;
  readonly session: Session;
  readonly clock: Clock;
  readonly stores: Stores;
  readonly queue: AccountQueue;
  readonly offers: Offers;
  readonly buyer: Buyer;
  readonly ledger: PurchaseLedger;
  readonly readBalance: RefreshBalance;
  readonly noteCharged: ReturnType<typeof createChargedPrice>;
  /** A purchase has ended without anybody knowing how. */
  readonly onUnknown: (accountId: string) => void;
}

export interface Buying {
  offer(order: Order): Promise<Offer>;
  /** Steps 1 to 6 of DESIGN 6, for an offer that was agreed to. Answers with the purchase in whatever state it ended. */
  confirm(offerId: number, agreedKopecks: number): Promise<Purchase>;
  /** The same for one order of a plan that was agreed to as a whole. Answers when what it cost is known, too. */
  buyPlanned(accountId: string, order: Order, agreedKopecks: number, part: PlannedPart): Promise<Purchase>;
}

export interface PlannedPart {
  /** Nothing is sent any more once it is aborted. A purchase that was sent is waited for all the same. */
  readonly signal: AbortSignal;
  /** See `Intent`. */
  readonly withIntent: (purchaseId: number) => void;
}

export const createBuying = (deps: Deps): Buying => {
  const { db, session, clock, stores, queue, offers, buyer, ledger, readBalance } = deps;

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

  /** `ended` is called as soon as the purchase is over; what follows is only waited for by the next one. */
  const buy = async (
    accountId: string,
    order: Order,
    agreed: number,
    ended: (id: number) => void,
    part?: PlannedPart,
  ): Promise<void> => {
    const client = clientFor(accountId, order);
    const kind = kindOf(order);
    const api = await session.api(accountId);
    const quote = await kind.quote(api, order);
    const { balanceKopecks, spentKopecks } = await readBalance(accountId, { priority: 'money' });
    checkPrice(accountId, order, agreed, quote, balanceKopecks);
    const evidence = {
      at: clock.now(),
      uptime: uptimeOf(clock),
      balance: { balanceKopecks, spentKopecks },
      ...(await kind.evidence(api, order, client)),
    };
    const { priceKopecks } = quote;
    part?.signal.throwIfAborted();
    const planned = part === undefined ? {} : { withIntent: part.withIntent };
    // Signed out of meanwhile: then nothing is bought any more. From here on it counts as in flight.
    const sender = await session.api(accountId);
    const purchaseId = await buyer.buy(sender, { accountId, order, client, priceKopecks, evidence, ...planned });
    ended(purchaseId);
    const { state, reason } = ledger.get(accountId, purchaseId);
    if (reason === 'not-sent') return;
    if (state === 'unknown') deps.onUnknown(accountId);
    // In the background: the purchase is over, and neither its answer nor the end of the app waits for what is shown.
    void kind.refresh(stores, order, accountId).catch(() => {});
    await deps.noteCharged(api, purchaseId, { accountId, order, priceKopecks, spentKopecks }).catch(() => {});
  };

  return {
    offer: async (order) => {
      const accountId = session.accountId();
      checkOrder(accountId, order);
      const api = await session.api(accountId);
      const quote = await kindOf(order).quote(api, order);
      const balance = await api.account.balance().catch(() => null);
      return offers.make(accountId, order, quote, balance?.value.balanceKopecks ?? null);
    },
    confirm: async (offerId, agreedKopecks) => {
      const accountId = session.accountId();
      const order = offers.take(offerId, accountId);
      const purchaseId = await new Promise<number>((resolve, reject) => {
        queue.run(accountId, () => buy(accountId, order, agreedKopecks, resolve)).catch(reject);
      });
      return ledger.get(accountId, purchaseId);
    },
    buyPlanned: async (accountId, order, agreedKopecks, part) => {
      checkOrder(accountId, order);
      const { signal } = part;
      const purchaseId = await new Promise<number>((resolve, reject) => {
        let id = 0;
        const leave = (): void => resolve(id);
        const ended = (purchase: number): void => {
          id = purchase;
          if (signal.aborted) leave();
          else signal.addEventListener('abort', leave, { once: true });
        };
        queue.run(accountId, () => buy(accountId, order, agreedKopecks, ended, part)).then(leave, reject);
      });
      return ledger.get(accountId, purchaseId);
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
