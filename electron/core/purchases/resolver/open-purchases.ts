import type { Goods, Order } from '#shared/contract/purchases.ts';
import type { PurchaseState } from '#shared/domain/journal.ts';
import type { ClientPair } from '../../clients/client-pair.ts';
import type { Database } from '../../storage/database.ts';
import type { Evidence, Sibling } from '../kinds/purchase-kind.ts';

/** When a request left and when nobody waited for its answer any more (see Clock.uptime); `null`: not known. */
export interface Sending {
  readonly sentUptime: number | null;
  readonly lostUptime: number | null;
}

/** A purchase with an unknown outcome, and what was so before it. */
export interface UnknownPurchase extends Sending {
  readonly id: number;
  readonly order: Order;
  /** Whom the service knows it for: the pair as it was then. */
  readonly client: ClientPair | null;
  readonly priceKopecks: number;
  readonly before: Evidence;
  readonly sentAt: number;
  /** It came out of a copy of the desk, whose newest purchase this is; `null`: it did not. */
  readonly restoredMark: number | null;
}

/** Another purchase of the account, for what its own reading of the spending tells about an earlier one. */
export interface OtherPurchase extends Sending {
  readonly id: number;
  readonly state: PurchaseState;
  /** What was taken, or would have been. */
  readonly kopecks: number;
  /** `api_spent_rub` just before it was sent. */
  readonly spentBefore: number | null;
  /** When that was read; see Clock.uptime. */
  readonly readUptime: number | null;
}

export interface OpenPurchases {
  unknown(accountId: string): UnknownPurchase[];
  /** When its request left, and when its answer was given up. */
  sending(purchaseId: number): Sending;
  /** Those sent after the given one, oldest first, and those before it of which nothing is proven. */
  others(accountId: string, purchaseId: number): OtherPurchase[];
  siblings(accountId: string, purchase: UnknownPurchase): Sibling[];
}

interface UnknownRow {
  readonly id: number;
  readonly orderJson: string;
  readonly clientId: number | null;
  readonly messengerId: number | null;
  readonly clientKey: string | null;
  readonly clientName: string;
  readonly priceKopecks: number;
  readonly evidenceBefore: string;
  readonly sentAt: number;
  readonly sentUptime: number | null;
  readonly lostUptime: number | null;
  readonly restoredMark: number | null;
}

/** Open, or settled by the word of the user alone. */
const UNPROVEN = "('sent', 'unknown', 'settled-charged', 'settled-not-charged')";

/** The reads of the resolver. SQL only. */
export const createOpenPurchases = (db: Database): OpenPurchases => ({
  unknown: (accountId) =>
    db
      .all<UnknownRow>(
        `SELECT id, order_json AS orderJson, client_id AS clientId, messenger_id AS messengerId,
           client_key AS clientKey, client_name AS clientName, price_kopecks AS priceKopecks,
           evidence_before AS evidenceBefore, coalesce(sent_at, created_at) AS sentAt, sent_uptime AS sentUptime,
           lost_uptime AS lostUptime, restored_mark AS restoredMark
         FROM purchases WHERE account_id = ? AND state = 'unknown' ORDER BY id`,
        accountId,
      )
      .map(({ orderJson, clientId, messengerId, clientKey, clientName, evidenceBefore, ...row }) => ({
        ...row,
        order: JSON.parse(orderJson) as Order,
        client:
          messengerId === null || clientKey === null
            ? null
            : { clientId: clientId ?? 0, messengerId, clientKey, name: clientName },
        before: JSON.parse(evidenceBefore) as Evidence,
      })),
  sending: (purchaseId) =>
    db.get<Sending>(
      'SELECT sent_uptime AS sentUptime, lost_uptime AS lostUptime FROM purchases WHERE id = ?',
      purchaseId,
    ) ?? { sentUptime: null, lostUptime: null },
  others: (accountId, purchaseId) =>
    db.all<OtherPurchase>(
      `SELECT id, state, coalesce(charged_kopecks, price_kopecks) AS kopecks,
         evidence_before ->> '$.balance.spentKopecks' AS spentBefore, evidence_before ->> '$.uptime' AS readUptime,
         sent_uptime AS sentUptime, lost_uptime AS lostUptime
       FROM purchases
       WHERE account_id = ?1 AND (id > ?2 OR (id < ?2 AND state IN ${UNPROVEN})) ORDER BY id`,
      accountId,
      purchaseId,
    ),
  siblings: (accountId, { id, order, client }) =>
    client === null
      ? []
      : db
          .all<{ id: number; orderJson: string; state: PurchaseState; goodsJson: string | null }>(
            `SELECT id, order_json AS orderJson, state, goods_json AS goodsJson FROM purchases
             WHERE account_id = ? AND messenger_id = ? AND client_key = ? AND kind = ? AND id <> ? ORDER BY id`,
            accountId,
            client.messengerId,
            client.clientKey,
            order.kind,
            id,
          )
          .map(({ orderJson, goodsJson, ...row }) => ({
            ...row,
            order: JSON.parse(orderJson) as Order,
            goods: goodsJson === null ? null : (JSON.parse(goodsJson) as Goods),
          })),
});
