import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { among, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { BoughtSubscription, ListedSubscription } from '#shared/api/vpn.ts';
import type { GoneSubscription, VpnState } from '#shared/contract/vpn.ts';
import { linkKindOf } from './link-kind.ts';
import { endFromPurchase } from './recent-purchases.ts';

/** As it is kept, with its link. */
type Kept<Shown> = Omit<Shown, 'link'> & { readonly url: string | null };

/** Words for "does not run": every other one, the unknown ones too, may still work for the client. */
const ENDED = sql`coalesce(upper(status), '') IN ('EXPIRED', 'DISABLED')`;

const READ_AT = sql`(SELECT as_of FROM vpn_reads WHERE client_id = clients.id)`;

/**
 * Keeps with the client what its subscriptions come to, for sorting. What the service calls over has ended when it was
 * read at the latest, however this computer's clock stands to the end it names.
 */
export const sumUpSubscriptions = (db: Database, clientId: number): void => {
  db.run(sql`UPDATE clients SET (vpn_active, vpn_total, next_expiry) =
      (SELECT coalesce(sum(upper(status) = 'ACTIVE'), 0), count(*),
         coalesce(min(expires_at) FILTER (WHERE NOT ${ENDED}), max(iif(upper(status) = 'EXPIRED',
           min(expires_at, coalesce(${READ_AT}, expires_at)), expires_at)))
       FROM vpn_subscriptions WHERE client_id = clients.id AND gone_at IS NULL),
      vpn_as_of = ${READ_AT}
    WHERE id = ${clientId}`);
};

/** The last purchase that was for a subscription; `null`: it was not bought here. */
const lastPurchaseOf = (clientId: number, uuid: Sql): Sql => sql`(SELECT p.id FROM purchases p
  WHERE p.client_id = ${clientId} AND p.kind IN ('vpn-buy', 'vpn-renew') AND p.outcome = 'charged'
    AND lower(p.goods_json ->> '$.uuid') = lower(${uuid}) ORDER BY p.created_at DESC, p.id DESC LIMIT 1)`;

/** Purchases may come before the subscriptions that they are for, or after. */
export const linkSubscriptions = (db: Database, clientId: number): void => {
  db.run(sql`UPDATE vpn_subscriptions SET purchase_id = ${lastPurchaseOf(clientId, sql`vpn_subscriptions.uuid`)}
    WHERE client_id = ${clientId}`);
};

export type VpnRepository = ReturnType<typeof createVpnRepository>;

/** What is known of clients' VPN subscriptions. SQL only; the caller has checked that the client is the account's. */
export const createVpnRepository = (db: Database) => {
  const dropMissing = (clientId: number, listed: readonly string[], at: number): void => {
    const missing = sql`client_id = ${clientId} AND gone_at IS NULL AND uuid NOT IN ${among(listed)}`;
    db.run(sql`DELETE FROM vpn_subscriptions WHERE ${missing} AND purchase_id IS NULL`);
    db.run(sql`UPDATE vpn_subscriptions SET gone_at = ${at}, gone_reason = 'vanished' WHERE ${missing}`);
  };

  const asOf = (clientId: number): number | null =>
    db.value<number>(sql`SELECT as_of FROM vpn_reads WHERE client_id = ${clientId}`);

  return {
    /** When the list was asked for, ms since the epoch, UTC; `null`: it was never read. */
    asOf,
    state: (clientId: number): VpnState => ({
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
      asOf: asOf(clientId),
    }),
    /** The whole list as just read. One that is missing in it is forgotten, or remembered as gone when bought here. */
    saveList: (clientId: number, subscriptions: readonly ListedSubscription[], at: number): void =>
      db.transaction(() => {
        db.run(sql`INSERT INTO vpn_reads (client_id, as_of) VALUES (${clientId}, ${at})
          ON CONFLICT DO UPDATE SET as_of = excluded.as_of`);
        dropMissing(
          clientId,
          subscriptions.map((one) => one.uuid),
          at,
        );
        subscriptions.forEach(({ uuid, status, expiresAt, subscriptionUrl, trafficLimitBytes }, position) => {
          db.run(sql`INSERT INTO vpn_subscriptions (client_id, uuid, status, expires_at, url, traffic_limit_bytes,
            position, purchase_id)
            VALUES (${clientId}, ${uuid}, ${status}, ${expiresAt}, ${subscriptionUrl}, ${trafficLimitBytes},
            ${position}, ${lastPurchaseOf(clientId, sql`${uuid}`)})
            ON CONFLICT DO UPDATE SET status = excluded.status, expires_at = excluded.expires_at,
              url = coalesce(excluded.url, url), traffic_limit_bytes = excluded.traffic_limit_bytes,
              position = excluded.position, gone_at = NULL, gone_reason = NULL`);
        });
        sumUpSubscriptions(db, clientId);
      }),
    /** As the answer to a purchase or renewal tells it; a link that it leaves out stays as it was known. */
    saveBought: (clientId: number, { uuid, expiresAt, subscriptionUrl }: BoughtSubscription, purchaseId: number) =>
      db.transaction(() => {
        db.run(sql`INSERT INTO vpn_subscriptions (client_id, uuid, expires_at, url, position, purchase_id)
          VALUES (${clientId}, ${uuid}, ${endFromPurchase(db, purchaseId, expiresAt)}, ${subscriptionUrl},
            (SELECT count(*) FROM vpn_subscriptions WHERE client_id = ${clientId}), ${purchaseId})
          ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at,
            url = coalesce(excluded.url, url), purchase_id = excluded.purchase_id, gone_at = NULL, gone_reason = NULL`);
        sumUpSubscriptions(db, clientId);
      }),
    markDeleted: (clientId: number, uuid: string, at: number): void =>
      db.transaction(() => {
        db.run(sql`DELETE FROM vpn_subscriptions
          WHERE client_id = ${clientId} AND uuid = ${uuid} AND purchase_id IS NULL`);
        // Its link opens nothing any more, so it need not be kept.
        db.run(sql`UPDATE vpn_subscriptions SET url = NULL, gone_at = ${at}, gone_reason = 'deleted'
          WHERE client_id = ${clientId} AND uuid = ${uuid}`);
        sumUpSubscriptions(db, clientId);
      }),
    /** `undefined`: there is none; the link may be `null`. Gone ones are found, too. */
    find: (clientId: number, uuid: string): { readonly uuid: string; readonly url: string | null } | undefined =>
      db.get(sql`SELECT uuid, url FROM vpn_subscriptions WHERE client_id = ${clientId} AND uuid = ${uuid}`),
    isListed: (clientId: number, uuid: string): boolean =>
      db.has(sql`SELECT 1 FROM vpn_subscriptions WHERE client_id = ${clientId} AND uuid = ${uuid} AND gone_at IS NULL`),
    /** Purchases without an outcome that may have brought it or renewed it, oldest first. */
    openPurchases: ({ clientId, messengerId, clientKey }: ClientPair, uuid: string): readonly number[] =>
      db
        .all<{ readonly id: number }>(sql`SELECT id FROM purchases
          WHERE client_id = ${clientId} AND messenger_id = ${messengerId} AND client_key = ${clientKey}
            AND outcome IN ('pending', 'open') AND (kind = 'vpn-buy'
              OR (kind = 'vpn-renew' AND lower(order_json ->> '$.uuid') = lower(${uuid}))) ORDER BY id`)
        .map(({ id }) => id),
    /** Bought by another purchase, for whichever client; in any spelling. */
    isOfAnother: (uuid: string, purchaseId: number): boolean =>
      db.has(sql`SELECT 1 FROM vpn_subscriptions WHERE uuid = ${uuid} COLLATE NOCASE AND purchase_id <> ${purchaseId}`),
    /** ms since the epoch, UTC; `null`: not known. */
    endOf: (clientId: number, uuid: string): number | null =>
      db.value<number>(sql`SELECT expires_at FROM vpn_subscriptions
        WHERE client_id = ${clientId} AND uuid = ${uuid} AND gone_at IS NULL`),
  };
};
