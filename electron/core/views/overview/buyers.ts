import { notEnded } from '#core/catalogue/dedicated/check-history.ts';
import { IS_CHARGED } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Buyers } from '#shared/contract/overview.ts';

/** A client who bought nothing for longer than this has gone, and returns with the next purchase. */
const GONE_AFTER_MS = 60 * 86_400_000;

interface BuyersContext {
  readonly accountId: string;
  /** The start of the month, in ms since the epoch, UTC. */
  readonly from: number;
  readonly now: number;
  /** The zone in which the ends of dedicated proxies are read. */
  readonly zone: string;
}

/**
 * Counts the clients of a month: those who bought for the first time, again, or again after more than 60 days; and those who
 * bought in the 60 days before it, not since, and have nothing left. A purchase of unknown outcome may be one.
 */
export const readBuyers = (db: Database, { accountId, from, now, zone }: BuyersContext): Buyers => {
  const bought = db.get<Omit<Buyers, 'lost'>>(sql`
    WITH buyers AS (
      SELECT client_id, min(created_at) AS first_at FROM purchases
      WHERE account_id = ${accountId} AND created_at >= ${from} AND ${IS_CHARGED} AND client_id IS NOT NULL
      GROUP BY client_id),
    before AS (
      SELECT first_at, (SELECT max(created_at) FROM purchases
        WHERE client_id = buyers.client_id AND created_at < ${from} AND ${IS_CHARGED}) AS last_at
      FROM buyers)
    SELECT count(*) FILTER (WHERE last_at IS NULL) AS fresh,
      count(*) FILTER (WHERE first_at - last_at <= ${GONE_AFTER_MS}) AS renewed,
      count(*) FILTER (WHERE first_at - last_at > ${GONE_AFTER_MS}) AS returned
    FROM before`);
  const lost = db.value<number>(sql`SELECT count(*) FROM clients
    WHERE account_id = ${accountId} AND removed = 0 AND archived = 0
      AND last_purchase_at >= ${from - GONE_AFTER_MS} AND last_purchase_at < ${from}
      AND coalesce(vpn_active, 0) = 0 AND coalesce(traffic_gb, 0) <= 0
      AND NOT EXISTS (SELECT 1 FROM purchases b
        WHERE b.client_id = clients.id AND b.created_at >= ${from} AND b.outcome IN ('open', 'pending'))
      AND NOT EXISTS (SELECT 1 FROM dedicated_proxies p
        WHERE p.client_id = clients.id AND p.archived = 0 AND ${notEnded({ now, zone })})`);
  return { ...(bought ?? { fresh: 0, renewed: 0, returned: 0 }), lost: lost ?? 0 };
};
