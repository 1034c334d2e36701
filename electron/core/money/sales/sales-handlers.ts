import { findClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { DeskContext } from '#core/context.ts';
import type { RunStarter } from '#core/engine/run-many.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { askPrice } from '#core/money/products/index.ts';
import { assertSalesShown } from '#core/money/rights/computer-rights.ts';
import { createFreshAnswers } from '#core/platform/sqlite/fresh-answers.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';
import { openAccountId } from '#core/service/account/session.ts';
import type { ParsedInput } from '#shared/contract/index.ts';
import type { ClientMoney } from '#shared/contract/sales.ts';
import { MAX_SALE_KOPECKS, markedUp } from '#shared/domain/sale-amounts.ts';
import { parseProduct, productKey } from '#shared/domain/sale-products.ts';
import { invalidInput } from '#shared/result.ts';
import { createDebtList } from './debt-list.ts';
import { areSalesShown } from './in-use.ts';
import { pageOfPayments } from './payment-repository.ts';
import { findPrice, priceRows, putPrice } from './price-repository.ts';
import {
  type Done,
  payForSale,
  priceEarlier,
  receivePayment,
  removePayment,
  setSale,
  suggestSale,
} from './sale-actions.ts';

/**
 * Creates the prices, payments and debts of the reseller's clients (docs/decisions/032-sales.md). They are never sent
 * to the service.
 */
export const createSales = (context: DeskContext, engine: RunStarter) => {
  const { db, session, bus, emit, undos } = context;
  const debts = createDebtList(db);
  const fresh = createFreshAnswers(db);

  const state = (accountId: string) => ({ inUse: areSalesShown(db, accountId) });

  /** Does nothing while nobody is signed in. An account that is deleted then takes its sales with it. */
  const publishState = (): void => {
    const accountId = openAccountId(session);
    if (accountId !== null) emit('sales.changed', state(accountId));
  };

  /** Stores the undo of a change. */
  const undoable = (accountId: string, { count, undo }: Done) => ({ count, undoId: undos.keep(accountId, undo) });

  /** Returns the open account. Throws if this computer shows nothing about selling. */
  const shown = (): string => {
    const accountId = session.accountId();
    assertSalesShown(db, accountId);
    return accountId;
  };

  const act = (work: (accountId: string) => Done) => {
    const accountId = shown();
    return undoable(accountId, work(accountId));
  };

  const setPrice = (accountId: string, clientId: number | null, typed: string, kopecks: number | null): Done => {
    const found = parseProduct(typed);
    if (found === null) {
      throw invalidInput('There is no such product.', { field: 'product', code: 'product-unknown' });
    }
    if (clientId !== null) findClientPair(db, accountId, clientId);
    const product = productKey(found);
    const before = findPrice(db, accountId, clientId, product);
    putPrice(db, accountId, clientId, product, kopecks);
    return {
      count: before === kopecks ? 0 : 1,
      undo: async () => {
        // A price that was changed meanwhile is the user's own.
        if (findPrice(db, accountId, clientId, product) !== kopecks) return 0;
        putPrice(db, accountId, clientId, product, before);
        return 1;
      },
    };
  };

  const fillPrices = (accountId: string, percent: number): Done => {
    const filled = priceRows(db, accountId, null).flatMap(({ product, priceKopecks, costKopecks }) => {
      if (priceKopecks !== null || costKopecks === null || costKopecks <= 0 || costKopecks > MAX_SALE_KOPECKS)
        return [];
      return [{ product, kopecks: Math.min(markedUp(costKopecks, percent), MAX_SALE_KOPECKS) }];
    });
    db.transaction(() => {
      for (const { product, kopecks } of filled) putPrice(db, accountId, null, product, kopecks);
    });
    return {
      count: filled.length,
      undo: async () =>
        db.transaction(() => {
          // A price that was changed meanwhile is the user's own.
          const kept = filled.filter(({ product, kopecks }) => findPrice(db, accountId, null, product) === kopecks);
          for (const { product } of kept) putPrice(db, accountId, null, product, null);
          return kept.length;
        }),
    };
  };

  /** Reads the service's prices; they are stored as they arrive (money/products/index.ts). */
  const refreshCosts = async (): Promise<void> => {
    const accountId = shown();
    const api = await session.api(accountId);
    for (const row of priceRows(db, accountId, null)) {
      const product = parseProduct(row.product);
      if (product !== null) await askPrice(api, product);
    }
    publishState();
  };

  const clientMoney = (accountId: string, clientId: number, offset: number, limit: number): ClientMoney => {
    findClientPair(db, accountId, clientId);
    const balance = db.get<
      Pick<ClientMoney, 'owedKopecks' | 'since' | 'dueDay' | 'uncertainKopecks'>
    >(sql`SELECT owed_kopecks, owed_since AS since, due_day,
        (SELECT coalesce(sum(s.price_kopecks), 0) FROM sales s JOIN purchases p ON p.id = s.purchase_id
         WHERE s.account_id = c.account_id AND s.client_id = c.id
         AND p.outcome IN ('open', 'pending')) AS uncertainKopecks
      FROM clients c WHERE id = ${clientId}`);
    const none = { owedKopecks: null, since: null, dueDay: null, uncertainKopecks: 0 };
    return { ...(balance ?? none), ...pageOfPayments(db, accountId, clientId, offset, limit) };
  };

  /** Returns the total debt under a filter, computed once for all pages of a scrolled list. */
  const owedUnder = (accountId: string, question: ParsedInput<'sales.debts'>): number =>
    fresh(JSON.stringify(['owed', accountId, question.filter]), () => {
      const ids = debts.ids(accountId, question);
      return db.value<number>(sql`SELECT sum(owed_kopecks) FROM clients WHERE id IN ${among(ids)}`) ?? 0;
    });

  const handlers: FeatureHandlers<'sales'> = {
    'sales.state': () => state(session.accountId()),
    'sales.prices': ({ clientId }) => {
      const accountId = shown();
      if (clientId !== null) findClientPair(db, accountId, clientId);
      return { rows: priceRows(db, accountId, clientId) };
    },
    'sales.setPrice': ({ clientId, product, priceKopecks }) =>
      act((accountId) => setPrice(accountId, clientId, product, priceKopecks)),
    'sales.fillPrices': ({ percent }) => act((accountId) => fillPrices(accountId, percent)),
    'sales.refreshCosts': async () => {
      await refreshCosts();
      return {};
    },
    'sales.priceEarlier': async ({ isPaid }) => {
      const accountId = shown();
      return undoable(accountId, await priceEarlier(context, engine, accountId, isPaid));
    },
    'sales.suggest': ({ purchaseId, clientId }) => ({
      priceKopecks: suggestSale(db, shown(), purchaseId, clientId),
    }),
    'sales.set': (sale) => act((accountId) => setSale(db, accountId, sale)),
    'sales.paid': ({ purchaseId }) => act((accountId) => payForSale(context, accountId, purchaseId)),
    'sales.receive': (received) => act((accountId) => receivePayment(context, accountId, received)),
    'sales.removePayment': ({ paymentId }) => act((accountId) => removePayment(db, accountId, paymentId)),
    'sales.client': ({ clientId, offset, limit }) => clientMoney(shown(), clientId, offset, limit),
    'sales.debts': (question) => {
      const accountId = shown();
      return { ...debts.page(accountId, question), owedKopecks: owedUnder(accountId, question) };
    },
  };

  bus.onSignal('account.opened', publishState);
  bus.onSignal('sales.written', publishState);

  return { handlers };
};
