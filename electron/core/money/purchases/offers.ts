import type { Quote } from '#core/money/products/product.ts';
import type { Offer, OpenPurchase } from '#shared/contract/purchases.ts';
import { DeskError } from '#shared/result.ts';
import type { Agreement } from './target.ts';

type Offered = Omit<Agreement, 'priceKopecks'>;

interface Pending {
  readonly accountId: string;
  readonly offered: Offered;
}

interface Circumstances {
  readonly quote: Quote;
  readonly balanceKopecks: number | null;
  /** Earlier purchases of the same target without an outcome. */
  readonly open: readonly OpenPurchase[];
  /** See `Offer`. */
  readonly datesAsOf: number | null;
}

/** Enough for all forms that can be open. Beyond that the oldest offer is dropped. */
const MAX_PENDING = 1_000;

/** Prices that were shown but not agreed to. They are only in memory: after a restart a price is read again. */
export type Offers = ReturnType<typeof createOffers>;

/**
 * Creates the offers. `firstId` differs between starts of the app, so that an old offer is never mistaken for a new
 * one.
 */
export const createOffers = (firstId: number) => {
  const pending = new Map<number, Pending>();
  let nextId = Math.max(1, firstId);

  return {
    make: (accountId: string, offered: Offered, { quote, balanceKopecks, open, datesAsOf }: Circumstances): Offer => {
      const offerId = nextId;
      nextId += 1;
      pending.set(offerId, { accountId, offered });
      const oldest = pending.keys().next().value;
      if (pending.size > MAX_PENDING && oldest !== undefined) pending.delete(oldest);
      return {
        offerId,
        order: offered.order,
        target: offered.target,
        open: [...open],
        priceKopecks: quote.priceKopecks,
        pricePerGbKopecks: quote.pricePerGbKopecks,
        lines: quote.lines ?? [],
        balanceKopecks,
        datesAsOf,
        isUnguarded: offered.isUnguarded === true,
        asOf: quote.asOf,
      };
    },
    /**
     * Returns an offer and removes it, whatever happens next, so that a second click can never buy twice. Throws
     * `conflict` (`offer-used`).
     */
    take: (offerId: number, accountId: string): Offered => {
      const found = pending.get(offerId);
      pending.delete(offerId);
      if (found === undefined || found.accountId !== accountId) {
        throw new DeskError('conflict', 'This offer was used or is not valid any more.', { code: 'offer-used' });
      }
      return found.offered;
    },
  };
};
