import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { actionOf } from './stored-order.ts';

interface CoveringRow {
  readonly orderId: number;
  readonly name: string;
  readonly actionJson: string;
  readonly isOn: boolean;
}

/** Returns the orders that cover a client: by name, by a tag, or through one of the client's proxies. */
export const ordersOfClient = (db: Database, accountId: string, clientId: number) =>
  db
    .all<CoveringRow>(sql`SELECT o.id AS orderId, o.name, o.action_json, o.is_on AS "isOn:flag"
      FROM standing_orders o
      WHERE o.account_id = ${accountId} AND o.removed = 0 AND (
        o.targets_of = 'clients'
          AND EXISTS (SELECT 1 FROM standing_clients m WHERE m.order_id = o.id AND m.client_id = ${clientId})
        OR o.targets_of = 'tag' AND EXISTS (SELECT 1 FROM client_tags t
        WHERE t.client_id = ${clientId} AND t.tag = o.tag)
        OR o.targets_of = 'proxies' AND EXISTS (SELECT 1 FROM dedicated_proxies p
          JOIN standing_proxies m ON m.proxy_id = p.id AND m.order_id = o.id
          WHERE p.client_id = ${clientId} AND p.archived = 0))
      ORDER BY o.id DESC`)
    .map(({ actionJson, ...order }) => ({ ...order, action: actionOf(actionJson) }));
