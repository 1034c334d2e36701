import { findClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers, Handler } from '#core/handlers.ts';
import { kindOf } from '#core/money/products/index.ts';
import type { Stores } from '#core/money/products/product.ts';
import { createFreshAnswers } from '#core/platform/sqlite/fresh-answers.ts';
import type { RefreshBalance } from '#core/service/account/session.ts';
import { isRefusal } from '#shared/domain/journal.ts';
import { rulesOf } from '#shared/products/index.ts';
import { invalidInput } from '#shared/result.ts';
import { type ChargeGuard, createBuying } from './buying.ts';
import { createLedgerExport } from './csv-ledger.ts';
import { createAccountQueue, createInFlight } from './in-flight.ts';
import { createPurchaseLedger, findPurchase } from './purchase-ledger.ts';
import { reconcile } from './reconciliation.ts';
import { recoverPurchases } from './recover.ts';
import { createResolver } from './resolver/resolver.ts';
import { returnedPurchases } from './resolver/watched-purchases.ts';
import { settlePurchase } from './settle.ts';
import { readTimeline } from './timeline.ts';
import { readTotals } from './totals.ts';

type PurchasesContext = CommonDeps<
  'db' | 'session' | 'clock' | 'logger' | 'dialogs' | 'desktop' | 'partials' | 'bus' | 'emit' | 'closing' | 'onCharges'
>;

interface PurchasesDeps {
  readonly stores: Stores;
  /** Reads an account's balance, stores it and shows it. */
  readonly readBalance: RefreshBalance;
  readonly guard: ChargeGuard;
  /** See `AccountFeature`. */
  readonly isInQuestion: (accountId: string) => boolean;
  /** See `ConnectionFeature`. */
  readonly isClockWrong: () => boolean;
}

export type Purchases = ReturnType<typeof createPurchases>;

/**
 * Creates the journal (docs/money.md). Purchases left open when the app last ended are closed before the first request.
 */
export const createPurchases = (
  context: PurchasesContext,
  { stores, readBalance, guard, isInQuestion, isClockWrong }: PurchasesDeps,
) => {
  const { db, session, bus, emit } = context;
  const fresh = createFreshAnswers(db);
  const ledger = createPurchaseLedger(db, fresh);
  const inFlight = createInFlight(context.onCharges);

  const changed = (purchaseId: number, accountId: string): void => {
    emit('purchases.changed', { purchaseId });
    const { order, outcome, resolution } = findPurchase(db, accountId, purchaseId);
    // An outcome that evidence took back is announced as well, because dates may have changed with it.
    if (outcome !== 'charged' && resolution === null) return;
    kindOf(order).announce(emit, order);
  };
  const purchases = { ...context, stores, queue: createAccountQueue(), inFlight, readBalance, changed };
  const resolver = createResolver({
    ...purchases,
    isBuying: inFlight.has,
    isUnguarded: guard.isUnguarded,
    isInQuestion,
  });
  const buying = createBuying({
    ...purchases,
    guard,
    isClockWrong,
    reopenContradicted: resolver.reopenContradicted,
    onOpen: (accountId) => resolver.resolveSoon(accountId),
  });
  const csv = createLedgerExport({ ...context, fresh, ledger });
  recoverPurchases(purchases);

  const resolve = async (purchaseId: number | undefined) => {
    const accountId = session.accountId();
    const named = purchaseId === undefined ? null : findPurchase(db, accountId, purchaseId);
    const isRefused = named?.outcome === 'not-charged' && named.basis === 'answer' && isRefusal(named.reason);
    const canBeResolved = named === null || named.outcome === 'open' || named.basis === 'evidence' || isRefused;
    const ids = canBeResolved ? await resolver.resolve(accountId) : [];
    const looked = ids.map((id) => findPurchase(db, accountId, id));
    const stillUnknown = looked.filter(({ outcome }) => outcome === 'open').length;
    return {
      purchases: named === null ? looked : [findPurchase(db, accountId, named.id)],
      settled: looked.length - stillUnknown,
      stillUnknown,
    };
  };

  /** Handles purchases of other computers that have arrived in the open desk. Never throws. */
  const noteColleagues = (): void => {
    try {
      resolver.noteColleagues(session.accountId());
    } catch {
      // Nobody is signed in.
    }
  };

  /**
   * Called when the other computers of the open desk are connected again and all their changes have arrived. Never
   * throws.
   */
  const noteHeard = (): void => {
    // These were pending when they were last published, and the rest of their data was lost with the disk.
    const returned = returnedPurchases(db);
    if (returned.length > 0) recoverPurchases(purchases, new Set(returned));
    noteColleagues();
  };
  /** Looks for evidence about open purchases of the open desk in the background. Never throws. */
  const resolveSoon = (): void => {
    try {
      resolver.resolveSoon(session.accountId());
    } catch {
      // Nobody is signed in, so there is nothing to look for.
    }
  };

  bus.onSignal('account.opened', resolveSoon);
  bus.onSignal('connection.returned', resolveSoon);
  // Both may tell of an open purchase: that more was spent, and a client's goods.
  bus.onSignal('spending.changed', ({ accountId }) => resolver.noteReading(accountId, null));
  bus.onSignal('goods.read', ({ accountId, clientId }) => resolver.noteReading(accountId, clientId));
  bus.on('purchases.changed', ({ purchaseId }) => {
    if (purchaseId === null) noteColleagues();
  });
  /** Whether every colleague of the shared desk was heard of when its state was last announced. */
  let areHeard = false;
  bus.on('sharedDesk.changed', (state) => {
    const wereHeard = areHeard;
    areHeard = state.status === 'shared' && state.computers.every(({ diedWhilePaying }) => !diedWhilePaying);
    if (areHeard && !wereHeard) noteHeard();
  });

  const handlers: FeatureHandlers<'purchases'> = {
    'purchases.offer': ({ order }) => buying.offer(order),
    'purchases.confirm': ({ offerId, priceKopecks, despite }) => buying.confirm(offerId, priceKopecks, despite),
    'purchases.list': ({ filter, sort, offset, limit }) =>
      ledger.list(session.accountId(), filter, sort, { offset, limit }),
    'purchases.get': ({ purchaseId }) => findPurchase(db, session.accountId(), purchaseId),
    'purchases.facets': ({ filter }) => ledger.facets(session.accountId(), filter),
    'purchases.resolve': ({ purchaseId }) => resolve(purchaseId),
    'purchases.settle': ({ purchaseId, verdict, reason }) => {
      const accountId = session.accountId();
      const purchase = settlePurchase(purchases, accountId, purchaseId, { verdict, reason });
      changed(purchaseId, accountId);
      return purchase;
    },
    'purchases.rawAnswer': ({ purchaseId, reveal }) => ledger.rawAnswer(session.accountId(), purchaseId, reveal),
    'purchases.totals': ({ groupBy, filter }) => readTotals({ db, fresh }, session.accountId(), groupBy, filter),
    'purchases.reconciliation': async ({ onlyDifferences, offset, limit }) => {
      const { windows, sum, spentKopecks } = reconcile(db, session.accountId());
      const shown = windows.filter((window) => !onlyDifferences || window.differenceKopecks !== 0).toReversed();
      return { sum, spentKopecks, total: shown.length, windows: shown.slice(offset, offset + limit) };
    },
    'purchases.exportCsv': (wanted) => csv.save(session.accountId(), wanted),
    'purchases.showCsv': async ({ exportId }) => {
      await csv.show(session.accountId(), exportId);
      return {};
    },
    'purchases.timeline': ({ clientId, offset, limit }) => {
      const accountId = session.accountId();
      const client = findClientPair(db, accountId, clientId);
      return readTimeline(db, client.clientId, { offset, limit }, (id) => findPurchase(db, accountId, id));
    },
  };

  /**
   * Returns the present price of proxies or of a prolongation. Throws `invalid-input` for an order that is not sold.
   */
  const quote: Handler<'dedicated.quote'> = async ({ order }) => {
    const kind = kindOf(order);
    const problems = rulesOf(order.kind).problems(order);
    if (problems.length > 0) throw invalidInput('The order is not valid.', ...problems);
    const { priceKopecks, lines = [], asOf } = await kind.quote(await session.api(), order, {});
    return { priceKopecks, lines, asOf };
  };

  return {
    /**
     * Whether a charge is in flight. Then the window must not quit without asking, and the account must not be removed.
     */
    hasChargeInFlight: inFlight.has,
    /** Offers and single purchases, for callers that are not the window. */
    buying,
    /** Buys one order of an agreed plan, for a run of purchases. */
    buyPlanned: buying.buyPlanned,
    resolveSoon,
    /** Waits for a charge in flight. */
    close: async (): Promise<void> => {
      await Promise.all([inFlight.settled(), resolver.settled()]);
    },
    handlers: { ...handlers, 'dedicated.quote': quote },
  };
};
