import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { among, ofRow, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { BoughtSubscription, ListedSubscription } from '#shared/api/vpn.ts';
import type { GoneSubscription, VpnState } from '#shared/contract/vpn.ts';
import { linkKindOf } from './link-kind.ts';
import { endFromPurchase } from './recent-purchases.ts';

/** A stored subscription, with its link. */
type Kept<Shown> = Omit<Shown, 'link'> & { readonly url: string | null };

/**
 * Condition for subscriptions that do not run. Any other status, even an unknown one, may still work for the client.
 */
const ENDED = sql`coalesce(upper(status), '') IN ('EXPIRED', 'DISABLED')`;

const READ_AT = sql`(SELECT as_of FROM vpn_reads WHERE client_id = clients.id)`;

/**
 * Stores the summary of a client's subscriptions with the client, for sorting. A subscription that the service calls
 * expired counts as ended by the time of the reading at the latest, whatever this computer's clock says.
 */
export const sumUpSubscriptions = (db: Database, clientId: number): void => {
  db.run(
    ofRow(
      'clients',
      clientId,
      sql`UPDATE clients SET (vpn_active, vpn_total, next_expiry) =
      (SELECT coalesce(sum(upper(status) = 'ACTIVE'), 0), count(*),
         coalesce(min(expires_at) FILTER (WHERE NOT ${ENDED}), max(iif(upper(status) = 'EXPIRED',
           min(expires_at, coalesce(${READ_AT}, expires_at)), expires_at)))
       FROM vpn_subscriptions WHERE client_id = clients.id AND gone_at IS NULL),
      vpn_as_of = ${READ_AT}
    WHERE id = ${clientId}`,
    ),
  );
};

/** SQL of the last purchase for a subscription; NULL if it was not bought here. */
const lastPurchaseOf = (clientId: number, uuid: Sql): Sql => sql`(SELECT p.id FROM purchases p
  WHERE p.client_id = ${clientId} AND p.kind IN ('vpn-buy', 'vpn-renew') AND p.outcome = 'charged'
    AND lower(p.goods_json ->> '$.uuid') = lower(${uuid}) ORDER BY p.created_at DESC, p.id DESC LIMIT 1)`;

/** Links subscriptions with their purchases, which may arrive before or after them. */
export const linkSubscriptions = (db: Database, clientId: number): void => {
  db.run(
    ofRow(
      'clients',
      clientId,
      sql`UPDATE vpn_subscriptions SET purchase_id = ${lastPurchaseOf(clientId, sql`vpn_subscriptions.uuid`)}
    WHERE client_id = ${clientId}`,
    ),
  );
};

// The callers of the following functions check that the client belongs to the account.

const dropMissing = (db: Database, clientId: number, listed: readonly string[], at: number): void => {
  const missing = sql`client_id = ${clientId} AND gone_at IS NULL AND uuid NOT IN ${among(listed)}`;
  db.run(ofRow('clients', clientId, sql`DELETE FROM vpn_subscriptions WHERE ${missing} AND purchase_id IS NULL`));
  db.run(
    ofRow(
      'clients',
      clientId,
      sql`UPDATE vpn_subscriptions SET gone_at = ${at}, gone_reason = 'vanished' WHERE ${missing}`,
    ),
  );
};

/** Returns when the list was requested, in ms since the epoch, UTC; `null` if it was never read. */
export const vpnReadAt = (db: Database, clientId: number): number | null =>
  db.value<number>(sql`SELECT as_of FROM vpn_reads WHERE client_id = ${clientId}`);

export const vpnStateOf = (db: Database, clientId: number): VpnState => ({
  clientId,
  subscriptions: db
    .all<Kept<VpnState['subscriptions'][number]>>(sql`SELECT uuid, status, expires_at, url, traffic_limit_bytes,
        purchase_id IS NOT NULL AS "boughtHere:flag"
      FROM vpn_subscriptions WHERE client_id = ${clientId} AND gone_at IS NULL
      ORDER BY ${ENDED}, iif(${ENDED}, -expires_at, expires_at) NULLS LAST, position, uuid`)
    .map(({ url, ...row }) => ({ ...row, link: linkKindOf(url) })),
  gone: db
    .all<Kept<GoneSubscription>>(sql`SELECT uuid, expires_at, url, gone_at, gone_reason AS reason
      FROM vpn_subscriptions WHERE client_id = ${clientId} AND gone_at IS NOT NULL ORDER BY gone_at DESC, uuid`)
    .map(({ url, ...row }) => ({ ...row, link: linkKindOf(url) })),
  asOf: vpnReadAt(db, clientId),
});

/** Stores a complete list. A missing subscription is deleted, or marked as gone if it was bought here. */
export const saveSubscriptions = (
  db: Database,
  clientId: number,
  subscriptions: readonly ListedSubscription[],
  at: number,
): void =>
  db.transaction(() => {
    db.run(
      ofRow(
        'clients',
        clientId,
        sql`INSERT INTO vpn_reads (client_id, as_of) VALUES (${clientId}, ${at})
      ON CONFLICT DO UPDATE SET as_of = excluded.as_of`,
      ),
    );
    dropMissing(
      db,
      clientId,
      subscriptions.map((one) => one.uuid),
      at,
    );
    subscriptions.forEach(({ uuid, status, expiresAt, subscriptionUrl, trafficLimitBytes }, position) => {
      db.run(
        ofRow(
          'clients',
          clientId,
          sql`INSERT INTO vpn_subscriptions (client_id, uuid, status, expires_at, url, traffic_limit_bytes,
        position, purchase_id)
        VALUES (${clientId}, ${uuid}, ${status}, ${expiresAt}, ${subscriptionUrl}, ${trafficLimitBytes},
        ${position}, ${lastPurchaseOf(clientId, sql`${uuid}`)})
        ON CONFLICT DO UPDATE SET status = excluded.status, expires_at = excluded.expires_at,
          url = coalesce(excluded.url, url), traffic_limit_bytes = excluded.traffic_limit_bytes,
          position = excluded.position, gone_at = NULL, gone_reason = NULL`,
        ),
      );
    });
    sumUpSubscriptions(db, clientId);
  });

/** Stores a subscription from the answer to a purchase or renewal. A missing link keeps its known value. */
export const saveBoughtSubscription = (
  db: Database,
  clientId: number,
  { uuid, expiresAt, subscriptionUrl }: BoughtSubscription,
  purchaseId: number,
) =>
  db.transaction(() => {
    db.run(
      ofRow(
        'clients',
        clientId,
        sql`INSERT INTO vpn_subscriptions (client_id, uuid, expires_at, url, position, purchase_id)
      VALUES (${clientId}, ${uuid}, ${endFromPurchase(db, purchaseId, expiresAt)}, ${subscriptionUrl},
        (SELECT count(*) FROM vpn_subscriptions WHERE client_id = ${clientId}), ${purchaseId})
      ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at,
        url = coalesce(excluded.url, url), purchase_id = excluded.purchase_id, gone_at = NULL, gone_reason = NULL`,
      ),
    );
    sumUpSubscriptions(db, clientId);
  });

export const markSubscriptionDeleted = (db: Database, clientId: number, uuid: string, at: number): void =>
  db.transaction(() => {
    db.run(
      ofRow(
        'clients',
        clientId,
        sql`DELETE FROM vpn_subscriptions
      WHERE client_id = ${clientId} AND uuid = ${uuid} AND purchase_id IS NULL`,
      ),
    );
    // Its link is useless now, so it is not kept.
    db.run(
      ofRow(
        'clients',
        clientId,
        sql`UPDATE vpn_subscriptions SET url = NULL, gone_at = ${at}, gone_reason = 'deleted'
      WHERE client_id = ${clientId} AND uuid = ${uuid}`,
      ),
    );
    sumUpSubscriptions(db, clientId);
  });

/** Returns a subscription, even one that is gone; `undefined` if there is none. Its link may be `null`. */
export const findSubscription = (
  db: Database,
  clientId: number,
  uuid: string,
): { readonly uuid: string; readonly url: string | null } | undefined =>
  db.get(sql`SELECT uuid, url FROM vpn_subscriptions WHERE client_id = ${clientId} AND uuid = ${uuid}`);

export const isSubscriptionListed = (db: Database, clientId: number, uuid: string): boolean =>
  db.has(sql`SELECT 1 FROM vpn_subscriptions WHERE client_id = ${clientId} AND uuid = ${uuid} AND gone_at IS NULL`);

/** Returns the purchases without an outcome that may have brought or renewed it, oldest first. */
export const openPurchasesOf = (
  db: Database,
  { clientId, messengerId, clientKey }: ClientPair,
  uuid: string,
): readonly number[] =>
  db
    .all<{ readonly id: number }>(sql`SELECT id FROM purchases
      WHERE client_id = ${clientId} AND messenger_id = ${messengerId} AND client_key = ${clientKey}
        AND outcome IN ('pending', 'open') AND (kind = 'vpn-buy'
          OR (kind = 'vpn-renew' AND lower(order_json ->> '$.uuid') = lower(${uuid}))) ORDER BY id`)
    .map(({ id }) => id);

/** Returns whether another purchase brought it, for any client. The case of the uuid does not matter. */
export const isOfAnotherPurchase = (db: Database, uuid: string, purchaseId: number): boolean =>
  db.has(sql`SELECT 1 FROM vpn_subscriptions WHERE uuid = ${uuid} COLLATE NOCASE AND purchase_id <> ${purchaseId}`);

/** Returns the end in ms since the epoch, UTC; `null` if unknown. */
export const endOfSubscription = (db: Database, clientId: number, uuid: string): number | null =>
  db.value<number>(sql`SELECT expires_at FROM vpn_subscriptions
    WHERE client_id = ${clientId} AND uuid = ${uuid} AND gone_at IS NULL`);
