import { type ClientPair, findClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { CommonDeps } from '#core/context.ts';
import { kindOf } from '#core/money/products/index.ts';
import type { Ends, Evidence, Quote, Stores } from '#core/money/products/product.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { RefreshBalance } from '#core/service/account/balance.ts';
import type { CallOptions } from '#core/service/api/call.ts';
import type { Offer, Order, Purchase } from '#shared/contract/purchases.ts';
import { rulesOf } from '#shared/domain/products/index.ts';
import { DeskError, type ErrorKind, invalidInput } from '#shared/result.ts';
import type { Buyer } from './buyer.ts';
import type { AccountQueue, InFlight } from './in-flight.ts';
import type { Offers } from './offers.ts';
import type { PurchaseLedger } from './purchase-ledger.ts';
import { type Agreement, type Targets, targetOf } from './target.ts';

interface Deps extends CommonDeps<'db' | 'session' | 'clock'> {
  readonly stores: Stores;
  readonly queue: AccountQueue;
  readonly guard: ChargeGuard;
  readonly inFlight: InFlight;
  /** The desk closes: nothing is begun any more. */
  readonly closing: AbortSignal;
  readonly offers: Offers;
  readonly targets: Targets;
  readonly buyer: Buyer;
  readonly ledger: PurchaseLedger;
  readonly readBalance: RefreshBalance;
  /** Compares what is known by now with outcomes that were decided without an answer. Asks the service nothing. */
  readonly reopenContradicted: (accountId: string) => void;
  /** A purchase has ended, and it may have been charged all the same. */
  readonly onOpen: (accountId: string) => void;
}

/** Keeps other computers that share the desk from paying at the same time (docs/money.md). */
export interface ChargeGuard {
  /** Others share the desk, and there is no way to hold them off now. */
  isUnguarded(accountId: string): boolean;
  /**
   * Has the work done while no other computer pays, knowing all that they have bought. Throws DeskError `conflict`:
   * `colleague-pays` when one of them takes too long, `unguarded` when they cannot be held off and that was not agreed to.
   */
  hold<T>(accountId: string, terms: HoldTerms, work: (hold: ChargeHold) => Promise<T>): Promise<T>;
}

export interface ChargeHold {
  /** No other computer pays meanwhile. */
  readonly isGuarded: boolean;
  /**
   * Just before money leaves: throws DeskError `unguarded` when what was guarded is not any more, or may not be to the end
   * of a charge, as after the computer slept.
   */
  assertHeld(): void;
  /**
   * Has the others know all that was written here, and knows all that they wrote before: of two who tell what they are about
   * to pay the later one knows. `null`: nobody can be told. Throws DeskError `unguarded` when that cannot be done now.
   */
  readonly tell: (() => Promise<void>) | null;
}

export interface HoldTerms {
  /** It was agreed to that a colleague may pay at the same time. */
  readonly mayBeUnguarded: boolean;
  readonly signal: AbortSignal;
}

export interface PlannedPart {
  /** Once it is aborted, nothing more is sent. The end of a purchase that was sent is still awaited. */
  readonly signal: AbortSignal;
  /** See `Intent`. */
  readonly withIntent: (purchaseId: number) => void;
  /** See `SendOptions`. */
  readonly onRetryAfter?: (ms: number) => void;
  /**
   * Just before money leaves, with what was read of the target: throws when the plan does not hold any more. `intendedKopecks`:
   * so much of what is written as spent is this very purchase.
   */
  readonly assertStill: (evidence: Evidence, intendedKopecks: number) => void;
}

/** For whom an order is, and what it is for, as the user sees it. */
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
  /** Called as soon as the purchase is over; only the next purchase waits for what follows. */
  readonly ended: (purchaseId: number) => void;
  readonly part?: PlannedPart;
}

export type Buying = ReturnType<typeof createBuying>;

export const createBuying = (deps: Deps) => {
  const { db, session, clock, stores, queue, guard, inFlight, closing, offers, targets, buyer, ledger, readBalance } =
    deps;

  const clientFor = (accountId: string, { clientId }: Order): ClientPair | null =>
    clientId === null ? null : findClientPair(db, accountId, clientId);

  const checkOrder = (order: Order): void => {
    const problems = rulesOf(order.kind).problems(order);
    if (problems.length > 0) throw invalidInput('This cannot be ordered.', ...problems);
  };

  /** `client`: as it was when the ends were seen. */
  const offerOf = (
    { accountId, order, client, ends }: Seen,
    { quote, balanceKopecks }: { readonly quote: Quote; readonly balanceKopecks: number | null },
  ): Offer => {
    const offered = {
      order,
      target: targetOf(client, ends),
      mark: targets.mark(),
      found: targets.found(accountId, order, client),
      isUnguarded: guard.isUnguarded(accountId),
    };
    const open = targets.open(accountId, order, client);
    const known = { open, datesAsOf: kindOf(order).endsAsOf(db, accountId, order) };
    return offers.make(accountId, offered, { quote, balanceKopecks, ...known });
  };

  /**
   * Throws `target-changed`, `target-open`, `price-changed` or `insufficient-balance` with a new offer; nothing has been
   * sent by then.
   */
  const check = (
    { accountId, agreed, despite }: Attempt,
    now: { readonly quote: Quote; readonly balanceKopecks: number; readonly ends: Ends },
  ): void => {
    const { order, priceKopecks: agreedKopecks } = agreed;
    const { quote, balanceKopecks, ends } = now;
    const client = clientFor(accountId, order);
    const refuse = (kind: ErrorKind, message: string, params: Readonly<Record<string, string | number>>): never => {
      const offer = offerOf({ accountId, order, client, ends }, now);
      throw new DeskError(kind, message, { params: { ...offerParams(offer), ...params } });
    };
    const change = targets.change(accountId, agreed, client, ends);
    if (change !== null) refuse('target-changed', 'The target has changed, so nothing was sent.', { ...change });
    const open = targets.open(accountId, order, client).find(({ purchaseId }) => !despite.includes(purchaseId));
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
    deps.reopenContradicted(accountId);
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
    const planned = part === undefined ? {} : { withIntent: part.withIntent };
    // Signed out of meanwhile: then nothing is bought any more.
    const sender = await session.api(accountId);
    const intent = { accountId, order, client, priceKopecks, evidence, ...planned };
    // It may have waited for its turn: what the desk itself knows is compared once more.
    const lastCheck = (intended: number | null): void => {
      part?.signal.throwIfAborted();
      hold.assertHeld();
      const despite = intended === null ? attempt.despite : [...attempt.despite, intended];
      check({ ...attempt, despite }, now);
      part?.assertStill(goods, intended === null ? 0 : priceKopecks);
    };
    const { tell } = hold;
    const purchaseId = await buyer.buy(sender, intent, { signal, lastCheck, tell, onRetryAfter: part?.onRetryAfter });
    const read = buyer.readAfterwards(api, purchaseId, { accountId, order, priceKopecks, spentKopecks });
    // Whether a refusal is one, and which of two prices was taken, is told by the sum of spending alone; nobody else waits for it.
    const ended = ledger.get(accountId, purchaseId);
    if (ended.outcome === 'open' || isChargedOtherwise(ended)) await read;
    attempt.ended(purchaseId);
    const { outcome, reason } = ledger.get(accountId, purchaseId);
    if (reason === 'not-sent') return;
    if (outcome !== 'charged') deps.onOpen(accountId);
    // In the background: the purchase is over, and neither its answer nor the end of the app waits for what is shown.
    void kind.refresh(stores, order, accountId).catch(() => {});
    await read;
  };

  return {
    offer: async (order: Order): Promise<Offer> => {
      const accountId = session.accountId();
      checkOrder(order);
      const client = clientFor(accountId, order);
      const api = await session.api(accountId);
      const quote = await kindOf(order).quote(api, order, { priority: 'money' });
      const balance = await api.call('balance', {}).catch(() => null);
      const ends = kindOf(order).seen(stores, order, accountId);
      // The pair as it was when it was asked for: one that was edited meanwhile is not what the form shows.
      return offerOf(
        { accountId, order, client, ends },
        { quote, balanceKopecks: balance?.value.balanceKopecks ?? null },
      );
    },
    /**
     * Buys what was offered and agreed to, however it ends; see the contract for what stops it. `despite`: open purchases of
     * the same that the user was shown.
     */
    confirm: (offerId: number, priceKopecks: number, despite: readonly number[]): Promise<Purchase> => {
      const accountId = session.accountId();
      const agreed = { ...offers.take(offerId, accountId), priceKopecks };
      return inFlight.track(accountId, async () => {
        const purchaseId = await new Promise<number>((resolve, reject) => {
          const attempt = { accountId, agreed, despite, ended: resolve };
          queue.run(accountId, () => buy(attempt)).catch(reject);
        });
        return ledger.get(accountId, purchaseId);
      });
    },
    /** Buys one order of a plan that was agreed to as a whole. Answers when its cost is known as well. */
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
        return ledger.get(accountId, purchaseId);
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
