import type { CatalogueLayer } from '#core/catalogue/create-catalogue.ts';
import type { DeskContext } from '#core/context.ts';
import type { Runs } from '#core/engine/create-runs.ts';
import type { ServiceLayer } from '#core/service/create-service.ts';
import type { ChargeGuard } from './purchases/buying.ts';
import { createPurchases } from './purchases/purchases-handlers.ts';
import { createSales } from './sales/sales-handlers.ts';

export type MoneyLayer = ReturnType<typeof createMoneyLayer>;

interface Below {
  readonly service: ServiceLayer;
  readonly runs: Runs;
  readonly catalogue: CatalogueLayer;
}

/** The journal of purchases, and what clients owe for them. */
export const createMoneyLayer = (context: DeskContext, { service, runs, catalogue }: Below, guard: ChargeGuard) => {
  const { readBalance, isInQuestion } = service.account;
  const { isClockWrong } = service.connection;
  const { stores } = catalogue;
  const purchases = createPurchases(context, { stores, readBalance, guard, isInQuestion, isClockWrong });
  const sales = createSales(context, runs.engine);

  return { purchases, sales, handlers: { ...purchases.handlers, ...sales.handlers }, close: purchases.close };
};
