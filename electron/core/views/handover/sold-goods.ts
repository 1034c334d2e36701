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

const isPaid = (sold: readonly Sold[]): boolean =>
  sold[0]?.priceKopecks !== undefined &&
  sold[0].priceKopecks !== null &&
  sold.every(({ priceKopecks, paidKopecks }) => (paidKopecks ?? 0) >= (priceKopecks ?? 0));

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
    const held = sql`FROM dedicated_proxies WHERE account_id = ${accountId} AND client_id = ${clientId}
      AND archived = 0`;
    const sold = bought(sql`p.id IN (SELECT purchase_id ${held})`);
    const prolonged = bought(sql`p.client_id = ${clientId} AND p.kind = 'dedicated-prolong'`);
    newest.push(...(sold.length === 0 ? [undefined] : sold));
    const end = db.value<number>(sql`SELECT min(wall_end) ${held}`);
    const isAllPaid = sold.length > 0 && sold.every((one) => isPaid([one]));
    if (end !== null && isAllPaid && (prolonged.length === 0 || isPaid(prolonged))) {
      paidUntil.push(instantOfWallTime(end, zone));
    }
  }
  const prices = newest.map((sold) => sold?.priceKopecks ?? null);
  const known = prices.filter((price) => price !== null);
  const isKnown = known.length > 0 && known.length === prices.length;
  return { priceKopecks: isKnown ? known.reduce((sum, price) => sum + price, 0) : null, paidUntil };
};
