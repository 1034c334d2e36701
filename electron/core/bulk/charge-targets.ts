import type { Order } from '#shared/contract/purchases.ts';
import type { Database } from '../storage/database.ts';

/** What an order is for, so that two purchases of the same are recognised. */
export const targetKeysOf = (order: Order): readonly string[] => {
  switch (order.kind) {
    case 'vpn-renew':
      return [`${order.clientId} ${order.uuid.toLowerCase()}`];
    case 'traffic':
      return [`${order.clientId} ${order.poolType}`];
    case 'dedicated-prolong':
      return order.serviceIds.map(String);
    // Each is a new thing.
    case 'dedicated':
    case 'vpn-buy':
      return [];
  }
};

const keysOf = (rows: readonly { readonly orderJson: string }[]): ReadonlySet<string> =>
  new Set(rows.flatMap(({ orderJson }) => targetKeysOf(JSON.parse(orderJson) as Order)));

/** What has a purchase whose outcome is unknown: another one now might pay twice. */
export const openTargets = (db: Database, accountId: string, kind: Order['kind']): ReadonlySet<string> =>
  keysOf(
    db.all(
      `SELECT order_json AS orderJson FROM purchases
       WHERE account_id = ? AND state IN ('prepared', 'sent', 'unknown') AND kind = ?`,
      accountId,
      kind,
    ),
  );

/** What was bought, or may have been, after the purchase `mark` and not by the run. */
export const targetsBoughtSince = (
  db: Database,
  accountId: string,
  kind: Order['kind'],
  { mark, runId }: { readonly mark: number; readonly runId: number },
): ReadonlySet<string> =>
  keysOf(
    db.all(
      `SELECT order_json AS orderJson FROM purchases
       WHERE id > ? AND account_id = ? AND kind = ? AND state NOT IN ('rejected', 'confirmed-not-charged', 'settled-not-charged')
         AND id NOT IN (SELECT purchase_id FROM bulk_charges WHERE run_id = ? AND purchase_id IS NOT NULL)`,
      mark,
      accountId,
      kind,
      runId,
    ),
  );
