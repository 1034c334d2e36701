import { problemOfQuote } from '#core/money/products/plan.ts';
import type { Quote } from '#core/money/products/product.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { RefreshBalance } from '#core/service/account/session.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { PurchasesProblem } from '#shared/contract/runs.ts';
import {
  chargesOf,
  type PurchasesRun,
  plannedCharge,
  setChargePrice,
  setChargeProblem,
  setRunPrices,
  termsOf,
} from './charges.ts';
import { createPriceBook } from './price-book.ts';

interface RequoteDeps {
  readonly db: Database;
  readonly api: ApiClient;
  readonly readBalance: RefreshBalance;
}

/**
 * Reads the present prices of the waiting charges (equal ones once) and the balance. Returns a function that writes
 * them into the run, because the caller must first check that the run has not started meanwhile.
 */
export const requoted = async (
  { id: runId, accountId }: PurchasesRun,
  { db, api, readBalance }: RequoteDeps,
): Promise<() => void> => {
  const prices = createPriceBook(api);
  const quoteOf = async (order: Order): Promise<Quote | PurchasesProblem> => {
    try {
      return await prices.quote(order);
    } catch (error) {
      return problemOfQuote(error);
    }
  };
  const asked: { readonly charge: number; readonly before: number; readonly quote: Quote | PurchasesProblem }[] = [];
  for (const { charge, state, priceKopecks: before } of chargesOf(db, runId)) {
    if (state !== 'waiting') continue;
    asked.push({ charge, before, quote: await quoteOf(plannedCharge(db, runId, charge).order) });
  }
  const balance = await readBalance(accountId).catch(() => null);

  return () =>
    db.transaction(() => {
      for (const { charge, before, quote } of asked) {
        if ('code' in quote) {
          setChargeProblem(db, runId, charge, quote);
        } else if (quote.priceKopecks !== before) {
          setChargePrice(db, runId, charge, quote.priceKopecks, quote.lines);
        }
      }
      setRunPrices(db, runId, balance?.balanceKopecks ?? null, prices.asOf() ?? termsOf(db, runId).pricesAsOf);
    });
};
