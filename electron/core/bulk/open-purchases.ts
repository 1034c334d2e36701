import type { Order } from '#shared/contract/purchases.ts';
import { kindOf } from '../purchases/kinds/index.ts';
import type { Database } from '../storage/database.ts';

/** The purchase of the same whose outcome nobody knows; another one now might pay twice. `undefined`: there is none. */
export type OpenPurchaseOf = (order: Order) => number | undefined;

const keysOf = (order: Order): readonly string[] => {
  const kind = kindOf(order);
  return kind.targets(order).map((target) => (kind.isOfClient ? `${order.clientId} ${target}` : target));
};

/** For a whole plan: read once. Each purchase looks again just before it is sent. */
export const findOpenPurchases = (db: Database, accountId: string, kind: Order['kind']): OpenPurchaseOf => {
  const rows = db.all<{ readonly id: number; readonly orderJson: string }>(
    `SELECT id, order_json AS orderJson FROM purchases
     WHERE account_id = ? AND outcome IN ('pending', 'open') AND kind = ? ORDER BY id`,
    accountId,
    kind,
  );
  const open = new Map(
    rows.flatMap(({ id, orderJson }) => keysOf(JSON.parse(orderJson) as Order).map((key) => [key, id] as const)),
  );
  return (order) =>
    keysOf(order)
      .map((key) => open.get(key))
      .find((id) => id !== undefined);
};
