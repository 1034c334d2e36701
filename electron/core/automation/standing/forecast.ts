import { endsIn } from '#core/catalogue/clients/ending-subscriptions.ts';
import { PROXY_ADDRESS } from '#core/catalogue/dedicated/proxy-lines.ts';
import { knownPrice } from '#core/money/prices/known-prices.ts';
import { inTurns, nextTurn } from '#core/platform/async/slices.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { StandingForecast } from '#shared/contract/standing.ts';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { clientLabel, type LabelledClient } from '#shared/domain/client-label.ts';
import { localDate, midnightOf } from '#shared/domain/local-date.ts';
import { recurringRulesOf } from '#shared/domain/products/index.ts';
import {
  addSums,
  createOrderDays,
  type DaySum,
  type EndingTarget,
  forecastDays,
  NO_SUM,
  runningBalance,
} from '#shared/domain/standing-forecast.ts';
import { STILL_DUE_DAYS } from '#shared/domain/standing-rules.ts';
import { localZone, momentOf } from '#shared/domain/zoned-time.ts';
import { dueProxies, endingVpn } from './due-targets.ts';
import { spentInMonth } from './month.ts';
import type { StandingRepository } from './standing-repository.ts';
import { inAction, type StoredOrder } from './stored-order.ts';

interface ForecastContext {
  readonly db: Database;
  readonly accountId: string;
  readonly repository: StandingRepository;
  /** In which the ends of proxies are read. */
  readonly zone: string;
  /** `null`: never read. */
  readonly balance: { readonly balanceKopecks: number; readonly asOf: number } | null;
}

const daysOf = ({ action }: StoredOrder): number => ('daysBefore' in action ? action.daysBefore : 0);

interface Payment extends EndingTarget {
  /** What is paid for. */
  readonly target: string;
}

const DAY = 86_400_000;

/** An order that is on and goes on with what `kind` buys covers the row's client, by name or by a tag. */
const covered = (kind: string, client: Sql): Sql => sql`EXISTS (SELECT 1 FROM standing_clients m
    JOIN standing_orders o ON o.id = m.order_id AND o.is_on = 1 AND o.removed = 0
      AND ${inAction('o', 'kind')} = ${kind}
    WHERE m.client_id = ${client})
  OR EXISTS (SELECT 1 FROM client_tags t JOIN standing_orders o ON o.account_id = t.account_id AND o.removed = 0
      AND o.is_on = 1 AND o.targets_of = 'tag' AND o.tag = t.tag AND ${inAction('o', 'kind')} = ${kind}
    WHERE t.client_id = ${client})`;

type Uncovered = Pick<StandingForecast['days'][number], 'uncovered' | 'firstUncovered'>;

const NAMED = 3;

/** What ends in a window, and no order goes on with. */
const uncoveredIn = ({ db, accountId, zone }: ForecastContext, from: number, to: number): Uncovered => {
  const vpn = sql`FROM vpn_subscriptions s CROSS JOIN clients c ON c.id = s.client_id
    WHERE ${endsIn({ from, to, only: 'any' })} AND c.account_id = ${accountId} AND c.removed = 0 AND c.archived = 0
      AND NOT (${covered('vpn-renew', sql`c.id`)})`;
  const proxies = sql`FROM dedicated_proxies p
    WHERE p.account_id = ${accountId} AND p.archived = 0 AND p.wall_end >= ${wallTimeAt(from, zone)}
      AND p.wall_end < ${wallTimeAt(to, zone)}
      AND NOT EXISTS (SELECT 1 FROM standing_proxies m
        JOIN standing_orders o ON o.id = m.order_id AND o.is_on = 1 AND o.removed = 0 WHERE m.proxy_id = p.id)
      AND NOT (${covered('dedicated-prolong', sql`p.client_id`)})`;
  const count = (ending: Sql): number => db.value<number>(sql`SELECT count(*) ${ending}`) ?? 0;
  const clients = db.all<{ clientId: number } & LabelledClient>(sql`SELECT DISTINCT c.id AS clientId, c.name,
    c.client_key, c.messenger_id ${vpn} LIMIT ${NAMED}`);
  const named: Uncovered['firstUncovered'] = [
    ...clients.map(({ clientId, ...client }) => ({ clientId, proxyId: null, name: clientLabel(client) })),
    ...db.all<Uncovered['firstUncovered'][number]>(sql`SELECT p.client_id, p.id AS proxyId,
      coalesce(${PROXY_ADDRESS}, CAST(p.service_id AS TEXT), '') AS name ${proxies} LIMIT ${NAMED}`),
  ];
  return { uncovered: count(vpn) + count(proxies), firstUncovered: named.slice(0, NAMED) };
};

/** Page by page, the rest of the thread's work in between. */
async function* allOf<R>(pageBehind: (last: R | undefined) => readonly R[]): AsyncGenerator<R> {
  let last: R | undefined;
  do {
    const rows = pageBehind(last);
    yield* inTurns(rows);
    last = rows.at(-1);
  } while (last !== undefined);
}

/** What an order will pay for by its ends; of top-ups nobody knows when. */
async function* paymentsOf(
  { db, accountId, zone }: ForecastContext,
  order: StoredOrder,
  from: number,
  to: number,
): AsyncGenerator<Payment> {
  const { action } = order;
  switch (action.kind) {
    case 'vpn-renew': {
      const priceKopecks = knownPrice(db, accountId, { months: action.periodMonths });
      const rows = allOf<ReturnType<typeof endingVpn>[number]>((last) => endingVpn(db, order, from, to, last));
      for await (const { uuid, endsAt } of rows) yield { target: uuid, endsAt, priceKopecks };
      return;
    }
    case 'dedicated-prolong': {
      const prices = new Map<string, number | null>();
      const rows = allOf<ReturnType<typeof dueProxies>[number]>((last) => dueProxies(db, order, zone, from, to, last));
      for await (const { serviceId, endsAt, ipv, countryCode } of rows) {
        const key = `${ipv} ${countryCode}`;
        if (!prices.has(key)) {
          prices.set(key, knownPrice(db, accountId, { ipv, countryCode, days: action.period }));
        }
        yield { target: String(serviceId), endsAt, priceKopecks: prices.get(key) ?? null };
      }
      return;
    }
    case 'traffic':
  }
}

/**
 * What the orders that are on will do in the next 30 days, today included, by the ends and prices that are known, and how
 * far the balance goes. Local days.
 */
export const forecastOrders = async (context: ForecastContext, now: number): Promise<StandingForecast> => {
  const { repository, accountId, balance } = context;
  const days = forecastDays(now, localZone());
  const begin = midnightOf(days[0] ?? localDate(now)) ?? now;
  const until = midnightOf(days.at(-1) ?? '', 1) ?? now;
  const byDay = new Map(days.map((day) => [day, new Map<number, DaySum>()]));
  const orders = repository.enabled(accountId);
  // Of several orders for the same the earliest pays, and the end has moved before the others would.
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
    for await (const { target, endsAt, priceKopecks } of payments) {
      if (paid.has(target)) continue;
      paid.add(target);
      orderDays.add({ endsAt, priceKopecks });
    }
    for (const day of ownDays) {
      let sum = NO_SUM;
      for await (const target of inTurns(orderDays.on(day))) sum = addSums(sum, orderDays.pay(target, day));
      // Its day begins on one of this computer's.
      const shown = byDay.get(localDate(Math.max(now, momentOf(day, 0, zone))));
      if (sum.count > 0) shown?.set(id, addSums(shown.get(id) ?? NO_SUM, sum));
    }
    await nextTurn();
  }
  const uncovered: Uncovered[] = [];
  for (const [index, day] of days.entries()) {
    const from = index === 0 ? now : (midnightOf(day) ?? begin);
    uncovered.push(uncoveredIn(context, from, midnightOf(day, 1) ?? until));
    await nextTurn();
  }
  const sums = days.map((day) => [...(byDay.get(day) ?? [])].map(([orderId, sum]) => ({ orderId, ...sum })));
  const kopecks = sums.map((all) => all.reduce((total, one) => total + one.kopecks, 0));
  // What waits for the next month is told in both, and is one thing all the same.
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
