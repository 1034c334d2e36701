import { startOfMonth } from '../overview/periods.ts';
import { KOPECKS } from '../purchases/purchase-filter.ts';
import type { Database } from '../storage/database.ts';
import { SILENT } from './occasion-repository.ts';

/**
 * What a colleague's computer has begun to pay for and not said anything of (`SILENT`) may have been charged at the price
 * of its plan.
 */
const BEGUN = `SELECT coalesce(sum(o.price_kopecks), 0) FROM standing_occasions o
  LEFT JOIN purchases p ON p.id = o.purchase_id WHERE o.order_id = ?1 AND o.at >= ?2 AND (${SILENT})`;

/**
 * Kopecks that purchases on account of a standing order took, or may have taken, in the local month of `now` (ms since the
 * epoch, UTC): from the journal, over restarts and copies. A clock that was set back leaves some ahead of it: they count.
 */
export const spentInMonth = (db: Database, orderId: number, now: number): number =>
  db.get<{ n: number }>(
    `SELECT coalesce(sum(${KOPECKS}), 0) + (${BEGUN}) AS n FROM purchases
     WHERE standing_order_id = ?1 AND created_at >= ?2 AND outcome IN ('charged', 'open', 'pending')`,
    orderId,
    startOfMonth(now),
  )?.n ?? 0;

/**
 * What the order may still spend in this month; `null`: as much as it likes, or there is no such order any more. `besides`:
 * kopecks in the journal that are not to count.
 */
export const monthLeft = (db: Database, orderId: number, now: number, besides = 0): number | null => {
  const cap = db.get<{ cap: number | null }>(
    'SELECT month_cap_kopecks AS cap FROM standing_orders WHERE id = ?',
    orderId,
  );
  return cap === undefined || cap.cap === null ? null : Math.max(0, cap.cap + besides - spentInMonth(db, orderId, now));
};
