import type { DuePayment } from '#core/money/products/due.ts';
import { recurringOf } from '#core/money/products/index.ts';
import { inTurns, nextTurn } from '#core/platform/async/slices.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { StandingForecast } from '#shared/contract/standing.ts';
import { localDate, midnightOf } from '#shared/domain/local-date.ts';
import {
  addSums,
  createOrderDays,
  type DaySum,
  forecastDays,
  NO_SUM,
  runningBalance,
} from '#shared/domain/standing-forecast.ts';
import { STILL_DUE_DAYS } from '#shared/domain/standing-rules.ts';
import { localZone, momentOf } from '#shared/domain/zoned-time.ts';
import { RECURRING_KINDS, recurringRulesOf } from '#shared/products/index.ts';
import { targetsReached } from './due-now.ts';
import { spentInMonth } from './month.ts';
import { enabledOrders } from './standing-repository.ts';
import { inAction, type ReadableOrder } from './stored-order.ts';

interface ForecastContext {
  readonly db: Database;
  readonly accountId: string;
  /** The zone in which the ends of proxies are read. */
  readonly zone: string;
  /** `null` if it was never read. */
  readonly balance: { readonly balanceKopecks: number; readonly asOf: number } | null;
}

const daysOf = ({ action }: ReadableOrder): number => ('daysBefore' in action ? action.daysBefore : 0);

const DAY = 86_400_000;

/** Returns the condition that an order of this kind is on and covers a client, by name or by a tag. */
const covered = (kind: string, client: Sql): Sql => sql`EXISTS (SELECT 1 FROM standing_clients m
    JOIN standing_orders o ON o.id = m.order_id AND o.is_on = 1 AND o.removed = 0
      AND ${inAction('o', 'kind')} = ${kind}
    WHERE m.client_id = ${client})
  OR EXISTS (SELECT 1 FROM client_tags t JOIN standing_orders o ON o.account_id = t.account_id AND o.removed = 0
      AND o.is_on = 1 AND o.targets_of = 'tag' AND o.tag = t.tag AND ${inAction('o', 'kind')} = ${kind}
    WHERE t.client_id = ${client})`;

const NAMED = 3;

/** Returns the things of all products that end in a window and that no order renews. */
const uncoveredIn = ({ db, accountId, zone }: ForecastContext, from: number, to: number) => {
  const found = RECURRING_KINDS.flatMap((kind) => {
    const { uncovered } = recurringOf(kind).due;
    const coveredBy = (client: Sql): Sql => covered(kind, client);
    return uncovered === null ? [] : [uncovered(db, accountId, { from, to, zone }, coveredBy, NAMED)];
  });
  return {
    uncovered: found.reduce((sum, { count }) => sum + count, 0),
    // Clients come first, then proxies.
    firstUncovered: found
      .flatMap(({ named }) => named)
      .toSorted((one, other) => Number(one.proxyId !== null) - Number(other.proxyId !== null))
      .slice(0, NAMED),
  };
};

/** Yields the payments that an order will make, page by page, with other work of the thread in between. */
async function* paymentsOf({ db, zone }: ForecastContext, order: ReadableOrder, from: number, to: number) {
  const pageBehind = recurringOf(order.action.kind).due.payments(db, order, { from, to, zone });
  let last: DuePayment | undefined;
  do {
    const page = pageBehind(last);
    yield* inTurns(page);
    last = page.at(-1);
  } while (last !== undefined);
}

/**
 * Forecasts what the orders that are on will pay in 30 days from today, by the known ends and prices, and how long the
 * balance will last. The days are those of this computer's zone.
 */
export const forecastOrders = async (context: ForecastContext, now: number): Promise<StandingForecast> => {
  const { db, accountId, balance } = context;
  const days = forecastDays(now, localZone());
  const begin = midnightOf(days[0] ?? localDate(now)) ?? now;
  const until = midnightOf(days.at(-1) ?? '', 1) ?? now;
  const byDay = new Map(days.map((day) => [day, new Map<number, DaySum>()]));
  const orders = enabledOrders(db, accountId);
  // If several orders cover one target, the earliest pays, and the end has moved before the others would.
  const paid = new Set<string>();
  for (const order of orders.toSorted((one, other) => daysOf(other) - daysOf(one))) {
    const { action, id, zone, ceilingKopecks, monthCapKopecks } = order;
    const step = recurringRulesOf(action.kind).endStep(action);
    if (step === null) continue;
    const daysBefore = daysOf(order);
    const to = until + (daysBefore + 1) * DAY;
    const leftKopecks =
      monthCapKopecks === null ? null : Math.max(0, monthCapKopecks - spentInMonth(context.db, id, now));
    const ownDays = forecastDays(now, zone);
    const orderDays = createOrderDays(
      { zone, daysBefore, step, ceilingKopecks, monthCapKopecks, leftKopecks },
      ownDays,
    );
    const payments = paymentsOf(context, order, now - STILL_DUE_DAYS * DAY, to);
    const reached = targetsReached(context.db, order);
    for await (const { target, endsAt, priceKopecks } of payments) {
      if (paid.has(target) || reached.has(target)) continue;
      paid.add(target);
      orderDays.add({ endsAt, priceKopecks });
    }
    for (const day of ownDays) {
      let sum = NO_SUM;
      for await (const target of inTurns(orderDays.on(day))) sum = addSums(sum, orderDays.pay(target, day));
      // A day in the zone of the order is shown on the day of this computer on which it begins.
      const shown = byDay.get(localDate(Math.max(now, momentOf(day, 0, zone))));
      if (sum.count > 0) shown?.set(id, addSums(shown.get(id) ?? NO_SUM, sum));
    }
    await nextTurn();
  }
  const uncovered: ReturnType<typeof uncoveredIn>[] = [];
  for (const [index, day] of days.entries()) {
    const from = index === 0 ? now : (midnightOf(day) ?? begin);
    uncovered.push(uncoveredIn(context, from, midnightOf(day, 1) ?? until));
    await nextTurn();
  }
  const sums = days.map((day) => [...(byDay.get(day) ?? [])].map(([orderId, sum]) => ({ orderId, ...sum })));
  const kopecks = sums.map((all) => all.reduce((total, one) => total + one.kopecks, 0));
  // A payment that waits for the next month is listed in both months, but counts once.
  const total = sums.flat().reduce<DaySum>(addSums, NO_SUM);
  const running =
    balance === null
      ? null
      : runningBalance(
          balance.balanceKopecks,
          days.map((day, index) => ({ day, kopecks: kopecks[index] ?? 0 })),
        );
  return {
    days: days.map((day, index) => ({
      day,
      orders: sums[index] ?? [],
      ...(uncovered[index] ?? { uncovered: 0, firstUncovered: [] }),
      balanceKopecks: running?.after[index] ?? null,
    })),
    orders: orders.map(({ id, name, action, mode, isOn }) => ({ orderId: id, name, action, mode, isOn })),
    total: { ...total, count: total.count - total.carried },
    balanceKopecks: balance?.balanceKopecks ?? null,
    balanceAsOf: balance?.asOf ?? null,
    shortFrom: running?.shortFrom ?? null,
  };
};
