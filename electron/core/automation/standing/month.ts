import { atMostKopecks } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { isZone, localZone, startOfMonth } from '#shared/domain/zoned-time.ts';
import { SILENT } from './due-item-repository.ts';

/**
 * Returns the kopecks that purchases on account of a standing order took, or may have taken, in the month of `now` (ms
 * since the epoch, UTC) in the order's zone. The journal knows them across restarts and copies. Purchases that are
 * dated ahead of a clock that was set back count, too. An item that a colleague's computer has started and not reported
 * (`SILENT`) counts with the price of its plan, because it may have been charged.
 */
export const spentInMonth = (db: Database, orderId: number, now: number): number => {
  const zone = db.value<string>(sql`SELECT zone FROM standing_orders WHERE id = ${orderId}`) ?? '';
  // An order with an invalid zone pays for nothing automatically, so the zone of this computer will do.
  const from = startOfMonth(now, isZone(zone) ? zone : localZone());
  const begun = sql`SELECT coalesce(sum(o.price_kopecks), 0) FROM due_items o
    LEFT JOIN purchases p ON p.id = o.purchase_id WHERE o.order_id = ${orderId} AND o.at >= ${from} AND (${SILENT})`;
  return (
    db.value<number>(sql`SELECT coalesce(sum(${atMostKopecks()}), 0) + (${begun}) FROM purchases
      WHERE standing_order_id = ${orderId} AND created_at >= ${from}
        AND outcome IN ('charged', 'open', 'pending')`) ?? 0
  );
};

/**
 * Returns the kopecks that the order may still spend this month; `null` if it has no limit or no longer exists.
 * `besides`: kopecks in the journal that should not count.
 */
export const monthLeft = (db: Database, orderId: number, now: number, besides = 0): number | null => {
  const cap = db.value<number>(sql`SELECT month_cap_kopecks FROM standing_orders WHERE id = ${orderId}`);
  return cap === null ? null : Math.max(0, cap + besides - spentInMonth(db, orderId, now));
};
