import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { ListedSubscription } from '#shared/api/vpn.ts';
import { hasSettled, type LedgerEntry, SUM_MAY_LAG_MS } from '#shared/domain/spending.ts';
import { SAME_END_MS, sameUuid } from '#shared/domain/subscription-identity.ts';

interface PurchasedEnd {
  readonly kind: 'vpn-buy' | 'vpn-renew';
  /** As the answer, or evidence, has it. */
  readonly expiresAt: number | null;
  /** When what was renewed ended before, as far as it was known. */
  readonly endBefore: number | null;
}

interface ChargedRow extends PurchasedEnd, Pick<LedgerEntry, 'endedAt' | 'endedUptime'> {
  readonly uuid: string;
}

/** A moment, as purchases are dated: ms since the epoch, UTC, and by `uptimeOf`. */
interface Moment {
  readonly seenAt: number;
  readonly seenUptime: number;
}

/** Of a renewal that somebody called charged without its answer only the order says what it was for. */
const UUID = sql`coalesce(p.goods_json ->> '$.uuid', p.order_json ->> '$.uuid')`;
const TOLD = sql`p.kind, p.goods_json ->> '$.expiresAt' AS expires_at,
  (SELECT s.value ->> '$.expiresAt' FROM json_each(p.evidence_before, '$.subscriptions') s
    WHERE lower(s.value ->> '$.uuid') = lower(${UUID})) AS end_before`;

const isLater = (end: number | null, before: number | null): boolean =>
  end !== null && before !== null && end > before + SAME_END_MS;

/** A renewal whose answer has the end of before, or none, does not say when it ends. */
const endOf = ({ kind, expiresAt, endBefore }: PurchasedEnd): number | null =>
  kind === 'vpn-renew' && endBefore !== null && !isLater(expiresAt, endBefore) ? null : expiresAt;

/** When that ends which a purchase has just brought or renewed; `null`: nobody knows yet. */
export const endFromPurchase = (db: Database, purchaseId: number, expiresAt: number | null): number | null => {
  const told = db.get<PurchasedEnd>(sql`SELECT ${TOLD} FROM purchases p WHERE p.id = ${purchaseId}`);
  return told === undefined ? expiresAt : endOf({ ...told, expiresAt });
};

/**
 * A client's list with what was charged lately and the service may not list yet (docs/money.md#late-lists): what was bought is
 * there, and what was renewed ends as the answer said, or nobody knows when.
 */
export const overlayRecentPurchases = (
  db: Database,
  clientId: number,
  listed: readonly ListedSubscription[],
  { asked, answered }: { readonly asked: Moment; readonly answered: Moment },
): readonly ListedSubscription[] => {
  // By when it was asked for: the computer may have slept meanwhile. What has ended since then looks as if it were of before
  // the machine was started.
  const isListedByNow = (one: ChargedRow): boolean => hasSettled(asked, one) && hasSettled(answered, one);
  const recent = db
    .all<ChargedRow>(sql`SELECT ${UUID} AS uuid, ${TOLD}, p.finished_at AS ended_at, p.ended_uptime
      FROM clients c JOIN purchases p
        ON p.client_id = c.id AND p.messenger_id = c.messenger_id AND p.client_key = c.client_key
      WHERE c.id = ${clientId} AND p.kind IN ('vpn-buy', 'vpn-renew') AND p.outcome = 'charged' AND ${UUID} IS NOT NULL
      ORDER BY p.id`)
    .filter((one) => !isListedByNow(one));

  const endNow = (uuid: string, listedEnd: number | null): number | null =>
    recent.reduce<number | null>((end, one) => {
      if (!sameUuid(one.uuid, uuid)) return end;
      const told = endOf(one);
      if (told !== null) return Math.max(end ?? 0, told);
      return one.kind === 'vpn-buy' || isLater(end, one.endBefore) ? end : null;
    }, listedEnd);

  const unlisted = [...new Set(recent.map(({ uuid }) => uuid))].flatMap((uuid): readonly ListedSubscription[] => {
    if (listed.some((one) => sameUuid(one.uuid, uuid))) return [];
    const known = db.get<ListedSubscription & { readonly isGone: boolean }>(sql`SELECT uuid, status, expires_at,
        url AS subscription_url, traffic_limit_bytes, gone_at IS NOT NULL AS "isGone:flag"
      FROM vpn_subscriptions WHERE client_id = ${clientId} AND uuid = ${uuid}`);
    if (known === undefined) {
      // What was renewed and is not known any more was deleted.
      const wasBought = recent.some((one) => one.kind === 'vpn-buy' && sameUuid(one.uuid, uuid));
      return wasBought ? [{ uuid, status: null, expiresAt: null, subscriptionUrl: null, trafficLimitBytes: null }] : [];
    }
    // Deleted; or gone long ago, and only the purchase was heard of now.
    return known.isGone ? [] : [known];
  });
  return [...listed, ...unlisted].map((one) => {
    const expiresAt = endNow(one.uuid, one.expiresAt);
    return expiresAt === one.expiresAt ? one : { ...one, expiresAt };
  });
};

/** What a client bought or renewed, as it is known now: for `restoreOverlay`, as JSON. */
export const boughtRows = (db: Database, clientId: number): string | null =>
  db.value<string>(sql`SELECT json_group_array(json_object('uuid', s.uuid, 'status', s.status, 'end', s.expires_at,
      'url', s.url, 'limit', s.traffic_limit_bytes, 'position', s.position, 'purchase', p.id, 'at', p.finished_at))
    FROM vpn_subscriptions s JOIN purchases p ON p.id = s.purchase_id AND p.outcome = 'charged'
    WHERE s.client_id = ${clientId} AND s.gone_at IS NULL`);

/**
 * After a colleague's reading has taken the place of what was known (`boughtRows`): where what was charged is later than that
 * reading, or not much older, it stays as it was. True: something was to be kept.
 */
export const restoreOverlay = (db: Database, clientId: number, rows: string): boolean =>
  db.run(sql`INSERT INTO vpn_subscriptions AS s (client_id, uuid, status, expires_at, url, traffic_limit_bytes, position,
      purchase_id)
    SELECT ${clientId}, b.value ->> '$.uuid', b.value ->> '$.status', b.value ->> '$.end', b.value ->> '$.url',
      b.value ->> '$.limit', b.value ->> '$.position', b.value ->> '$.purchase'
    FROM json_each(${rows}) b JOIN vpn_reads r ON r.client_id = ${clientId}
    WHERE b.value ->> '$.at' > r.as_of - ${SUM_MAY_LAG_MS}
    ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at, purchase_id = excluded.purchase_id
      WHERE s.gone_at IS NULL AND excluded.expires_at > s.expires_at + ${SAME_END_MS}`).changes > 0;
