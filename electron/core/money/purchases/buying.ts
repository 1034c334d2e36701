import { type ClientPair, findClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { CommonDeps } from '#core/context.ts';
import { kindOf } from '#core/money/products/index.ts';
import type { Ends, Evidence, Quote } from '#core/money/products/product.ts';
import { assertMayBuy } from '#core/money/rights/computer-rights.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { CallOptions } from '#core/service/api/call.ts';
import type { Offer, OpenPurchase, Order, Purchase } from '#shared/contract/purchases.ts';
import { rulesOf } from '#shared/products/index.ts';
import { DeskError, type ErrorKind, invalidInput } from '#shared/result.ts';
import { type BuyerContext, readAfterwards, sendPurchase } from './buyer.ts';
import type { AccountQueue } from './in-flight.ts';
import { findPurchase } from './purchase-ledger.ts';
import { type Agreement, countFound, newestShown, openPurchases, targetChange, targetOf } from './target.ts';

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

/**
 * Creates the offers: prices that were shown but not agreed to. They are only in memory; after a restart a price is
 * read again. `firstId` differs between starts of the app, so that an old offer is never mistaken for a new one.
 */
const createOffers = (firstId: number) => {
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

interface BuyingContext extends BuyerContext, CommonDeps<'session'> {
  readonly queue: AccountQueue;
  readonly guard: ChargeGuard;
  /** See `ConnectionFeature`. */
  readonly isClockWrong: () => boolean;
  /** Compares outcomes that were decided without an answer with the present knowledge. Sends no request. */
  readonly reopenContradicted: (accountId: string) => void;
  /** Called when a purchase has ended that may have been charged nevertheless. */
  readonly onOpen: (accountId: string) => void;
}

/** Keeps other computers that share the desk from paying at the same time (docs/money.md). */
export interface ChargeGuard {
  /** Returns whether others share the desk and cannot be prevented from paying now. */
  isUnguarded(accountId: string): boolean;
  /**
   * Runs the work while no other computer pays and with the knowledge of all their purchases. Throws `conflict`:
   * `colleague-pays` if one of them takes too long, `unguarded` if they cannot be held off and the user has not agreed
   * to that.
   */
  hold<T>(accountId: string, terms: HoldTerms, work: (hold: ChargeHold) => Promise<T>): Promise<T>;
}

export interface ChargeHold {
  /** Whether no other computer can pay meanwhile. */
  readonly isGuarded: boolean;
  /**
   * Checks the guard just before a charge is sent. Throws `unguarded` if the protection was lost, or may end during the
   * charge, for example after the computer slept.
   */
  assertHeld(): void;
  /**
   * Publishes everything written here and receives everything that the others wrote before. If two computers
   * publish what they are about to pay, the later one therefore knows of the first. `null` if nobody can be informed.
   * Throws `unguarded` if it is not possible now.
   */
  readonly publish: (() => Promise<void>) | null;
}

export interface HoldTerms {
  /** The user has agreed that a colleague may pay at the same time. */
  readonly mayBeUnguarded: boolean;
  readonly signal: AbortSignal;
}

export interface PlannedPart {
  /** Aborted to stop sending. The end of a purchase that was sent is still awaited. */
  readonly signal: AbortSignal;
  /** See `Intent`. */
  readonly withIntent: (purchaseId: number) => void;
  /** See `SendOptions`. */
  readonly onRetryAfter?: (ms: number) => void;
  /**
   * Checks just before a charge is sent, with the readings of the target, that the plan still holds, and throws
   * otherwise. `intendedKopecks` is the part of the recorded spending that belongs to this purchase.
   */
  readonly assertStill: (evidence: Evidence, intendedKopecks: number) => void;
}

/** The client and the goods of an order, as the user sees them. */
interface Seen {
  readonly accountId: string;
  readonly order: Order;
  readonly client: ClientPair | null;
  readonly ends: Ends;
}

interface Attempt {
  readonly accountId: string;
  readonly agreed: Agreement;
  readonly despite: readonly number[];
  /** Called as soon as the purchase is over. Only the next purchase waits for the work after that. */
  readonly ended: (purchaseId: number) => void;
  readonly part?: PlannedPart;
  readonly terms?: ConfirmTerms;
}

/** The terms of somebody who buys without a person at the window. */
export interface ConfirmTerms {
  /** See `Intent`. */
  readonly withIntent: (purchaseId: number) => void;
  /**
   * Checks just before the charge is sent that it is still wanted, and throws otherwise. `intended` is the id of this purchase if
   * it was already written.
   */
  readonly assertStill: (intended: number | null) => void;
}

export type Buying = ReturnType<typeof createBuying>;

/**
 * Creates offers and purchases: the checks before a charge, the charge itself, and the readings after it
 * (docs/money.md).
 */
export const createBuying = (context: BuyingContext) => {
  const { db, session, clock, stores, queue, guard, inFlight, closing, readBalance } = context;
  const offers = createOffers(clock.now());

  /** Throws unless the rights of this computer allow it to buy for so many kopecks now. `but`: see `BuyingMoment`. */
  const mayBuy = (accountId: string, kopecks: number, but: number | null = null): void =>
    assertMayBuy(db, accountId, kopecks, { now: clock.now(), isClockWrong: context.isClockWrong(), but });

  const clientFor = (accountId: string, { clientId }: Order): ClientPair | null =>
    clientId === null ? null : findClientPair(db, accountId, clientId);

  const openOf = (accountId: string, order: Order, client: ClientPair | null) =>
    openPurchases(db, accountId, order.kind)(order, client);

  const checkOrder = (order: Order): void => {
    const problems = rulesOf(order.kind).problems(order);
    if (problems.length > 0) throw invalidInput('The order is not valid.', ...problems);
  };

  /** Creates an offer. `client` has its data from the moment when the ends were read. */
  const offerOf = (
    { accountId, order, client, ends }: Seen,
    { quote, balanceKopecks }: { readonly quote: Quote; readonly balanceKopecks: number | null },
  ): Offer => {
    const offered = {
      order,
      target: targetOf(client, ends),
      mark: newestShown(db, accountId),
      found: countFound(db, accountId, order, client),
      isUnguarded: guard.isUnguarded(accountId),
    };
    const open = openOf(accountId, order, client);
    const known = { open, datesAsOf: kindOf(order).endsAsOf(db, accountId, order) };
    return offers.make(accountId, offered, { quote, balanceKopecks, ...known });
  };

  /**
   * Throws `target-changed`, `target-open`, `price-changed` or `insufficient-balance`, with a new offer. Nothing has
   * been sent by then.
   */
  const check = (
    { accountId, agreed, despite }: Attempt,
    now: {
      readonly quote: Quote;
      readonly balanceKopecks: number;
      readonly ends: Ends;
      /** The id of this purchase, once it is written. */
      readonly intended?: number | null;
    },
  ): void => {
    const { order, priceKopecks: agreedKopecks } = agreed;
    const { quote, balanceKopecks, ends } = now;
    const client = clientFor(accountId, order);
    const refuse = (kind: ErrorKind, message: string, params: Readonly<Record<string, string | number>>): never => {
      const offer = offerOf({ accountId, order, client, ends }, now);
      throw new DeskError(kind, message, { params: { ...offerParams(offer), ...params } });
    };
    mayBuy(accountId, quote.priceKopecks, now.intended);
    const change = targetChange(db, accountId, agreed, client, ends);
    if (change !== null) refuse('target-changed', 'The target has changed, so nothing was sent.', { ...change });
    const open = openOf(accountId, order, client).find(({ purchaseId }) => !despite.includes(purchaseId));
    if (open !== undefined) {
      const { purchaseId } = open;
      refuse('target-open', 'An earlier purchase of the same has no outcome, so nothing was sent.', { purchaseId });
    }
    if (quote.priceKopecks !== agreedKopecks) {
      refuse('price-changed', 'The price has changed, so nothing was sent.', { agreedKopecks });
    }
    if (balanceKopecks < quote.priceKopecks) {
      const { priceKopecks } = quote;
      const params = { balanceKopecks, priceKopecks, missingKopecks: priceKopecks - balanceKopecks };
      throw new DeskError('insufficient-balance', 'The balance does not cover the price, so nothing was sent.', {
        params,
      });
    }
  };

  const buy = async (attempt: Attempt): Promise<void> => {
    const { accountId, part } = attempt;
    const signal = part === undefined ? closing : AbortSignal.any([closing, part.signal]);
    signal.throwIfAborted();
    const terms = { mayBeUnguarded: attempt.agreed.isUnguarded === true, signal };
    await guard.hold(accountId, terms, (hold) => buyAlone(attempt, signal, hold));
  };

  const buyAlone = async (attempt: Attempt, signal: AbortSignal, hold: ChargeHold): Promise<void> => {
    const { accountId, agreed, part } = attempt;
    const { order } = agreed;
    signal.throwIfAborted();
    const options: CallOptions = { priority: 'money', signal };
    const client = clientFor(accountId, order);
    const kind = kindOf(order);
    const api = await session.api(accountId);
    const quote = await kind.quote(api, order, options);
    const { balanceKopecks, spentKopecks } = await readBalance(accountId, options);
    // The new reading may contradict an earlier verdict about the same target.
    context.reopenContradicted(accountId);
    const { evidence: goods, ends } = await kind.before(api, order, client, { stores, accountId, options });
    const now = { quote, balanceKopecks, ends };
    check(attempt, now);
    const evidence = {
      at: clock.now(),
      uptime: uptimeOf(clock),
      balance: { balanceKopecks, spentKopecks },
      ...goods,
      ...(hold.isGuarded ? {} : { isUnguarded: true }),
    };
    const { priceKopecks } = quote;
    const withIntent = part?.withIntent ?? attempt.terms?.withIntent;
    const related = withIntent === undefined ? {} : { withIntent };
    // Throws if the user has signed out meanwhile, so that nothing is bought.
    const sender = await session.api(accountId);
    const intent = { accountId, order, client, priceKopecks, evidence, ...related };
    // The purchase may have waited for its turn, so compare the desk's own data once more.
    const lastCheck = (intended: number | null): void => {
      part?.signal.throwIfAborted();
      hold.assertHeld();
      const despite = intended === null ? attempt.despite : [...attempt.despite, intended];
      check({ ...attempt, despite }, { ...now, intended });
      part?.assertStill(goods, intended === null ? 0 : priceKopecks);
      attempt.terms?.assertStill(intended);
    };
    const { publish } = hold;
    const purchaseId = await sendPurchase(context, sender, intent, {
      signal,
      lastCheck,
      publish,
      onRetryAfter: part?.onRetryAfter,
    });
    const read = readAfterwards(context, api, purchaseId, { accountId, order, priceKopecks, spentKopecks });
    // Only the total of spending shows whether a refusal is final and which of two prices was charged. In other cases
    // nobody waits for it.
    const ended = findPurchase(db, accountId, purchaseId);
    if (ended.outcome === 'open' || isChargedOtherwise(ended)) await read;
    attempt.ended(purchaseId);
    const { outcome, reason } = findPurchase(db, accountId, purchaseId);
    if (reason === 'not-sent') return;
    if (outcome !== 'charged') context.onOpen(accountId);
    // This runs in the background, because the purchase is over, and neither its answer nor the end of the app should
    // wait for the display.
    void kind.refresh(stores, order, accountId).catch(() => {});
    await read;
  };

  return {
    assertMayBuy: mayBuy,
    offer: async (order: Order): Promise<Offer> => {
      const accountId = session.accountId();
      checkOrder(order);
      // A computer that may buy nothing is told so before it is shown a price.
      mayBuy(accountId, 0);
      if (kindOf(order).otherHolder(db, accountId, order) !== undefined) {
        throw new DeskError('conflict', 'A proxy belongs to another client now.', { code: 'proxies-reassigned' });
      }
      const client = clientFor(accountId, order);
      const api = await session.api(accountId);
      const quote = await kindOf(order).quote(api, order, { priority: 'money' });
      const balance = await api.call('balance', {}).catch(() => null);
      const ends = kindOf(order).seen(stores, order, accountId);
      // The client pair from before the requests: if it was edited meanwhile, the form does not show the new one.
      return offerOf(
        { accountId, order, client, ends },
        { quote, balanceKopecks: balance?.value.balanceKopecks ?? null },
      );
    },
    /**
     * Buys what was offered and agreed to, and returns the purchase whatever its outcome. The contract lists what
     * prevents it. `despite` are the open purchases of the same target that the user was shown.
     */
    confirm: (
      offerId: number,
      priceKopecks: number,
      despite: readonly number[],
      terms?: ConfirmTerms,
    ): Promise<Purchase> => {
      const accountId = session.accountId();
      const agreed = { ...offers.take(offerId, accountId), priceKopecks };
      return inFlight.track(accountId, async () => {
        const purchaseId = await new Promise<number>((resolve, reject) => {
          const attempt = { accountId, agreed, despite, ended: resolve, ...(terms === undefined ? {} : { terms }) };
          queue.run(accountId, () => buy(attempt)).catch(reject);
        });
        return findPurchase(db, accountId, purchaseId);
      });
    },
    /** Buys one order of a plan that was agreed to as a whole. Resolves when its cost is known as well. */
    buyPlanned: (accountId: string, agreed: Agreement, part: PlannedPart): Promise<Purchase> =>
      inFlight.track(accountId, async () => {
        checkOrder(agreed.order);
        const { signal } = part;
        const purchaseId = await new Promise<number>((resolve, reject) => {
          let id = 0;
          const leave = (): void => resolve(id);
          const ended = (purchase: number): void => {
            id = purchase;
            if (signal.aborted) leave();
            else signal.addEventListener('abort', leave, { once: true });
          };
          queue.run(accountId, () => buy({ accountId, agreed, despite: [], ended, part })).then(leave, reject);
        });
        return findPurchase(db, accountId, purchaseId);
      }),
  };
};

const isChargedOtherwise = ({ goods, priceKopecks }: Purchase): boolean =>
  goods !== null && 'chargedKopecks' in goods && goods.chargedKopecks !== null && goods.chargedKopecks !== priceKopecks;

const offerParams = ({ offerId, priceKopecks, pricePerGbKopecks, balanceKopecks, asOf }: Offer) => ({
  offerId,
  priceKopecks,
  ...(pricePerGbKopecks === null ? {} : { pricePerGbKopecks }),
  ...(balanceKopecks === null ? {} : { balanceKopecks }),
  asOf,
});
