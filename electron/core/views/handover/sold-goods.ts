import { IS_CHARGED } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import { areSalesShown } from '#core/money/sales/in-use.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { instantOfWallTime } from '#shared/domain/assumed-zone.ts';
import type { HandoverGoods } from './goods.ts';

/** The price of the handed-over goods, as far as all parts are known. */
export interface SoldGoods {
  /** The sum over the newest purchase of each thing; `null` if one of them has no price. */
  readonly priceKopecks: number | null;
  /** The ends of the goods that are paid for, in ms since the epoch, UTC. Unpaid goods are not included. */
  readonly paidUntil: readonly number[];
}

/** The sale of a purchase; lists have the newest first. */
interface Sold {
  readonly priceKopecks: number | null;
  readonly paidKopecks: number | null;
}

const hasNoRest = ({ priceKopecks, paidKopecks }: Sold): boolean => (paidKopecks ?? 0) >= (priceKopecks ?? 0);

/** Whether the newest sale has a price, and nothing is left to pay of any. */
const isPaid = (sold: readonly Sold[]): boolean =>
  sold[0]?.priceKopecks !== undefined && sold[0].priceKopecks !== null && sold.every(hasNoRest);

const heldBy = (accountId: string, clientId: number): Sql =>
  sql`dedicated_proxies WHERE account_id = ${accountId} AND client_id = ${clientId} AND archived = 0`;

/**
 * Returns the newest sale of each proxy that a client has: of its prolongation, or else of its purchase. A sale for more proxies
 * than these has no price for them, and a proxy that was never sold has none. `isPaid`: nothing is left to pay for any of them.
 */
const soldProxies = (
  db: Database,
  accountId: string,
  clientId: number,
): { readonly newest: readonly (Sold | undefined)[]; readonly isPaid: boolean } => {
  const proxies = db.all<{ serviceId: number | null; purchaseId: number | null }>(
    // The desk may hold one proxy twice, bought and imported. Rows without a number of the service are proxies of their own.
    sql`SELECT service_id, max(purchase_id) AS purchaseId FROM ${heldBy(accountId, clientId)}
      GROUP BY service_id, iif(service_id IS NULL, id, NULL)`,
  );
  const sales = db.all<
    Sold & { readonly id: number; readonly serviceIds: readonly number[] | null; readonly count: number }
  >(sql`
    SELECT p.id, s.price_kopecks, s.paid_kopecks, p.order_json -> '$.serviceIds' AS "serviceIds:json",
      coalesce(json_array_length(p.order_json -> '$.serviceIds'),
        (SELECT count(*) FROM dedicated_proxies WHERE purchase_id = p.id)) AS count
    FROM purchases p LEFT JOIN sales s ON s.purchase_id = p.id AND s.client_id = ${clientId}
    WHERE p.${IS_CHARGED} AND (p.client_id = ${clientId} AND p.kind = 'dedicated-prolong'
      OR p.id IN (SELECT purchase_id FROM ${heldBy(accountId, clientId)})) ORDER BY p.id DESC`);
  const newest: (Sold | undefined)[] = [];
  let areAllPaid = true;
  const left = new Set(proxies);
  for (const { id, serviceIds, count, ...sold } of sales) {
    const named = new Set(serviceIds);
    const isOf = ({ serviceId, purchaseId }: (typeof proxies)[number]): boolean =>
      serviceIds === null ? purchaseId === id : serviceId !== null && named.has(serviceId);
    const covered = proxies.filter(isOf);
    if (covered.length === 0) continue;
    const held = covered.filter((proxy) => left.delete(proxy)).length;
    if (held > 0) newest.push(held === count ? sold : undefined);
    areAllPaid &&= held > 0 ? isPaid([sold]) : hasNoRest(sold);
  }
  return {
    newest: left.size > 0 ? [...newest, undefined] : newest,
    isPaid: areAllPaid && left.size === 0 && proxies.length > 0,
  };
};

/** Reads prices and paid periods; nothing on a computer that shows no sales. `zone` is the IANA zone for dates without a zone. */
export const readSoldGoods = (db: Database, accountId: string, goods: HandoverGoods, zone: string): SoldGoods => {
  if (!areSalesShown(db, accountId)) return { priceKopecks: null, paidUntil: [] };
  const { client, subscriptions, lists } = goods;
  const { clientId } = client;
  const bought = (where: Sql): readonly Sold[] =>
    db.all<Sold>(sql`SELECT s.price_kopecks, s.paid_kopecks
      FROM purchases p LEFT JOIN sales s ON s.purchase_id = p.id AND s.client_id = ${clientId}
      WHERE p.${IS_CHARGED} AND ${where} ORDER BY p.id DESC`);

  const newest: (Sold | undefined)[] = [];
  const paidUntil: number[] = [];
  for (const { uuid, expiresAt } of subscriptions) {
    const sold = bought(sql`p.client_id = ${clientId} AND p.kind IN ('vpn-buy', 'vpn-renew')
      AND lower(p.goods_json ->> 'uuid') = lower(${uuid})`);
    newest.push(sold[0]);
    if (expiresAt !== null && isPaid(sold)) paidUntil.push(expiresAt);
  }
  for (const poolType of new Set(lists.map(({ record }) => record.recipe.poolType))) {
    const sold = bought(sql`p.client_id = ${clientId} AND p.kind = 'traffic'
      AND p.order_json ->> 'poolType' = ${poolType}`);
    newest.push(sold[0]);
  }
  if (goods.dedicatedLines.length > 0) {
    const proxies = soldProxies(db, accountId, clientId);
    newest.push(...proxies.newest);
    const end = db.value<number>(sql`SELECT min(wall_end) FROM ${heldBy(accountId, clientId)}`);
    if (end !== null && proxies.isPaid) paidUntil.push(instantOfWallTime(end, zone));
  }
  const prices = newest.map((sold) => sold?.priceKopecks ?? null);
  const known = prices.filter((price) => price !== null);
  const isKnown = known.length > 0 && known.length === prices.length;
  return { priceKopecks: isKnown ? known.reduce((sum, price) => sum + price, 0) : null, paidUntil };
};
