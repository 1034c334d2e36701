import type { Database } from '#core/platform/sqlite/database.ts';
import { ofRow, sql } from '#core/platform/sqlite/sql.ts';
import type { ListedSubscription } from '#shared/api/vpn.ts';
import { hasSettled, type LedgerEntry, SUM_MAY_LAG_MS } from '#shared/domain/spending.ts';
import { SAME_END_MS, sameUuid } from '#shared/domain/subscription-identity.ts';

interface PurchasedEnd {
  readonly kind: 'vpn-buy' | 'vpn-renew';
  /** From the answer or from evidence. */
  readonly expiresAt: number | null;
  /** The end before a renewal, as far as it was known. */
  readonly endBefore: number | null;
}

interface ChargedRow extends PurchasedEnd, Pick<LedgerEntry, 'endedAt' | 'endedUptime'> {
  readonly uuid: string;
}

/** A time by both clocks, like that of purchases: ms since the epoch, UTC, and by `uptimeOf`. */
interface Moment {
  readonly seenAt: number;
  readonly seenUptime: number;
}

/** SQL of the subscription. For a renewal that was called charged without an answer, only the order names it. */
const UUID = sql`coalesce(p.goods_json ->> '$.uuid', p.order_json ->> '$.uuid')`;
const END_COLUMNS = sql`p.kind, p.goods_json ->> '$.expiresAt' AS expires_at,
  (SELECT s.value ->> '$.expiresAt' FROM json_each(p.evidence_before, '$.subscriptions') s
    WHERE lower(s.value ->> '$.uuid') = lower(${UUID})) AS end_before`;

const isLater = (end: number | null, before: number | null): boolean =>
  end !== null && before !== null && end > before + SAME_END_MS;

/** Returns the end. A renewal whose answer repeats the old end, or has none, does not tell the new one. */
const endOf = ({ kind, expiresAt, endBefore }: PurchasedEnd): number | null =>
  kind === 'vpn-renew' && endBefore !== null && !isLater(expiresAt, endBefore) ? null : expiresAt;

/** Returns the end of a subscription that a purchase has just brought or renewed; `null` if it is not known yet. */
export const endFromPurchase = (db: Database, purchaseId: number, expiresAt: number | null): number | null => {
  const purchased = db.get<PurchasedEnd>(sql`SELECT ${END_COLUMNS} FROM purchases p WHERE p.id = ${purchaseId}`);
  return purchased === undefined ? expiresAt : endOf({ ...purchased, expiresAt });
};

/**
 * Adds recent purchases to a client's list, because the service may not list them yet (docs/money.md#late-lists):
 * bought subscriptions are included, and renewed ones have the end from the answer, or an unknown one.
 */
export const overlayRecentPurchases = (
  db: Database,
  clientId: number,
  listed: readonly ListedSubscription[],
  { asked, answered }: { readonly asked: Moment; readonly answered: Moment },
): readonly ListedSubscription[] => {
  // Both times count, because the computer may have slept during the request. A purchase that has ended since the
  // request looks as if it ended before the start of the machine.
  const isListedByNow = (one: ChargedRow): boolean => hasSettled(asked, one) && hasSettled(answered, one);
  const recent = db
    .all<ChargedRow>(sql`SELECT ${UUID} AS uuid, ${END_COLUMNS}, p.finished_at AS ended_at, p.ended_uptime
      FROM clients c JOIN purchases p
        ON p.client_id = c.id AND p.messenger_id = c.messenger_id AND p.client_key = c.client_key
      WHERE c.id = ${clientId} AND p.kind IN ('vpn-buy', 'vpn-renew') AND p.outcome = 'charged' AND ${UUID} IS NOT NULL
      ORDER BY p.id`)
    .filter((one) => !isListedByNow(one));

  const endNow = (uuid: string, listedEnd: number | null): number | null =>
    recent.reduce<number | null>((end, one) => {
      if (!sameUuid(one.uuid, uuid)) return end;
      const purchasedEnd = endOf(one);
      if (purchasedEnd !== null) return Math.max(end ?? 0, purchasedEnd);
      return one.kind === 'vpn-buy' || isLater(end, one.endBefore) ? end : null;
    }, listedEnd);

  const unlisted = [...new Set(recent.map(({ uuid }) => uuid))].flatMap((uuid): readonly ListedSubscription[] => {
    if (listed.some((one) => sameUuid(one.uuid, uuid))) return [];
    const known = db.get<ListedSubscription & { readonly isGone: boolean }>(sql`SELECT uuid, status, expires_at,
        url AS subscription_url, traffic_limit_bytes, gone_at IS NOT NULL AS "isGone:flag"
      FROM vpn_subscriptions WHERE client_id = ${clientId} AND uuid = ${uuid}`);
    if (known === undefined) {
      // A renewed subscription that is no longer known was deleted.
      const wasBought = recent.some((one) => one.kind === 'vpn-buy' && sameUuid(one.uuid, uuid));
      return wasBought ? [{ uuid, status: null, expiresAt: null, subscriptionUrl: null, trafficLimitBytes: null }] : [];
    }
    // It was deleted, or disappeared long ago and the purchase only arrived now.
    return known.isGone ? [] : [known];
  });
  return [...listed, ...unlisted].map((one) => {
    const expiresAt = endNow(one.uuid, one.expiresAt);
    return expiresAt === one.expiresAt ? one : { ...one, expiresAt };
  });
};

/** Returns the present data of the client's purchased subscriptions as JSON, for `restoreOverlay`. */
export const boughtRows = (db: Database, clientId: number): string | null =>
  db.value<string>(sql`SELECT json_group_array(json_object('uuid', s.uuid, 'status', s.status, 'end', s.expires_at,
      'url', s.url, 'limit', s.traffic_limit_bytes, 'position', s.position, 'purchase', p.id, 'at', p.finished_at))
    FROM vpn_subscriptions s JOIN purchases p ON p.id = s.purchase_id AND p.outcome = 'charged'
    WHERE s.client_id = ${clientId} AND s.gone_at IS NULL`);

/**
 * Restores purchased subscriptions (`boughtRows`) after a colleague's reading has replaced the list: those charged
 * later than that reading, or shortly before it, keep their data. Returns whether any were restored.
 */
export const restoreOverlay = (db: Database, clientId: number, rows: string): boolean =>
  db.run(
    ofRow(
      'clients',
      clientId,
      sql`INSERT INTO vpn_subscriptions AS s (client_id, uuid, status, expires_at, url, traffic_limit_bytes, position,
      purchase_id)
    SELECT ${clientId}, b.value ->> '$.uuid', b.value ->> '$.status', b.value ->> '$.end', b.value ->> '$.url',
      b.value ->> '$.limit', b.value ->> '$.position', b.value ->> '$.purchase'
    FROM json_each(${rows}) b JOIN vpn_reads r ON r.client_id = ${clientId}
    WHERE b.value ->> '$.at' > r.as_of - ${SUM_MAY_LAG_MS}
    ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at, purchase_id = excluded.purchase_id
      WHERE s.gone_at IS NULL AND excluded.expires_at > s.expires_at + ${SAME_END_MS}`,
    ),
  ).changes > 0;
