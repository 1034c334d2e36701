import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { Examined, Sibling } from '#core/money/products/product.ts';
import type { AnsweredBuy } from '#core/money/products/purchase-windows.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { PurchaseReason } from '#shared/contract/purchases.ts';
import type { PurchaseStatus } from '#shared/domain/journal.ts';
import type { LedgerEntry, SumReading } from '#shared/domain/spending.ts';
import type { PurchaseKind } from '#shared/products/index.ts';
import { booksOf, LEDGER_ENTRY, READINGS_BEFORE, SUM_READING } from '../purchase-filter.ts';
import type { StoredResolution } from '../purchase-journal.ts';

/**
 * When a request was sent and when the wait for its answer ended, as uptimes (see `Clock.uptime`); `null` if unknown.
 */
export interface Sending {
  readonly sentUptime: number | null;
  readonly endedUptime: number | null;
}

/** A purchase without a certain outcome, with its status so far. */
export interface WatchedPurchase extends Examined, PurchaseStatus, Sending {
  /** The client pair at that time, by which the service knows it. */
  readonly client: ClientPair | null;
  /** ms since the epoch, UTC. */
  readonly endedAt: number | null;
  readonly priceKopecks: number;
  readonly chargedKopecks: number | null;
  readonly reason: PurchaseReason | null;
  /** Whether its readings belong to another token than the present one. */
  readonly isOfOtherBooks: boolean;
  /** Whether it comes from a copy of the desk. */
  readonly isRestored: boolean;
  /**
   * Whether another computer of the shared desk made it and decides its outcome. Its possible cost still counts here.
   */
  readonly isElsewhere: boolean;
  readonly resolution: StoredResolution | null;
}

interface Row extends Omit<WatchedPurchase, 'client'> {
  readonly clientId: number | null;
  readonly messengerId: number | null;
  readonly clientKey: string | null;
  readonly clientName: string;
}

/** The oldest purchase that may be examined, by number because a clock can be changed. */
const NEWEST = sql`(SELECT max(id) - 1000 FROM purchases)`;

/** This many answered purchases are enough to narrow the difference between the two clocks. */
const ANSWERED = 20;

/**
 * Returns whether the client's goods may decide anything: a purchase is open, or counted as not charged for lack of
 * any sign.
 */
export const hasUnseenGoods = (db: Database, accountId: string, clientId: number): boolean =>
  db.has(sql`SELECT 1 FROM purchases WHERE account_id = ${accountId} AND outcome = 'open' AND client_id = ${clientId}
    AND computer IS NULL UNION ALL SELECT 1 FROM purchases
      WHERE account_id = ${accountId} AND outcome = 'not-charged' AND basis = 'evidence' AND id > ${NEWEST}
      AND client_id = ${clientId} AND computer IS NULL
    LIMIT 1`);

/**
 * Returns the purchases that evidence may still decide or contradict, oldest first: all open ones, and of the newest
 * thousand those decided by evidence or refusal. The user's verdicts are not doubted. Colleagues' purchases are
 * included if they may be charged.
 */
export const watchedPurchases = (db: Database, accountId: string): WatchedPurchase[] =>
  db
    .all<Row>(sql`SELECT id, order_json AS "order:json", client_id, messenger_id, client_key, client_name, outcome,
      basis, goods AS goodsState, price_kopecks, charged_kopecks, evidence_before AS "before:json", reason,
        evidence_after AS "resolution:json", coalesce(sent_at, created_at) AS sentAt, sent_uptime, ended_uptime,
        finished_at AS endedAt, outcome = 'charged' AS "isFound:flag",
        books <> ${booksOf(accountId)} AS "isOfOtherBooks:flag", restored_mark IS NOT NULL AS "isRestored:flag",
        computer IS NOT NULL AS "isElsewhere:flag"
      FROM purchases WHERE id IN (
        SELECT id FROM purchases WHERE account_id = ${accountId} AND outcome = 'open'
        UNION ALL SELECT id FROM purchases
          WHERE account_id = ${accountId} AND outcome = 'pending' AND computer IS NOT NULL
        UNION ALL SELECT id FROM purchases
          WHERE account_id = ${accountId} AND outcome = 'charged' AND basis = 'evidence' AND id > ${NEWEST}
        UNION ALL SELECT id FROM purchases
          WHERE account_id = ${accountId} AND outcome = 'not-charged' AND basis IN ('answer', 'evidence')
            AND id > ${NEWEST} AND reason IS NOT 'not-sent' AND computer IS NULL)
      ORDER BY id`)
    .map(({ clientId, messengerId, clientKey, clientName, ...purchase }) => ({
      ...purchase,
      client:
        messengerId === null || clientKey === null
          ? null
          : { clientId: clientId ?? 0, messengerId, clientKey, name: clientName },
    }));

/** Returns decided purchases of the same kind for the same pair. */
export const siblingsOf = (db: Database, accountId: string, { order, client }: WatchedPurchase) =>
  client === null
    ? []
    : db.all<Sibling & { readonly isElsewhere: boolean }>(sql`SELECT id, order_json AS "order:json",
          outcome = 'charged' AS "isCharged:flag", goods_json AS "goods:json", computer IS NOT NULL AS "isElsewhere:flag",
          finished_at AS endedAt, ended_uptime
        FROM purchases WHERE account_id = ${accountId} AND messenger_id = ${client.messengerId}
          AND client_key = ${client.clientKey} AND kind = ${order.kind}
          AND outcome IN ('charged', 'not-charged') ORDER BY id`);

/** Returns the newest subscriptions that this computer bought with an answer. */
export const answeredBuys = (db: Database, accountId: string, kind: PurchaseKind): AnsweredBuy[] =>
  db.all<AnsweredBuy>(sql`SELECT order_json ->> '$.periodMonths' AS periodMonths,
      goods_json ->> '$.expiresAt' AS expiresAt, sent_at, sent_uptime, ended_uptime
    FROM purchases WHERE account_id = ${accountId} AND kind = ${kind} AND outcome = 'charged' AND basis = 'answer'
      AND computer IS NULL AND restored_mark IS NULL AND sent_at IS NOT NULL AND sent_uptime IS NOT NULL
      AND ended_uptime >= sent_uptime AND goods_json ->> '$.expiresAt' IS NOT NULL
    ORDER BY id DESC LIMIT ${ANSWERED}`);

/** Returns the readings of the balance with the present token, oldest first, starting before the purchase. */
export const balanceReadings = (db: Database, accountId: string, beforeId: number): SumReading[] =>
  db.all<SumReading>(sql`SELECT ${SUM_READING}
    FROM balance_history WHERE account_id = ${accountId} AND books = ${booksOf(accountId)} AND ledger_mark IS NOT NULL
      AND seq >= coalesce((SELECT max(seq) - ${READINGS_BEFORE} FROM balance_history
       WHERE account_id = ${accountId} AND books = ${booksOf(accountId)} AND ledger_mark < ${beforeId}), 0)
    ORDER BY seq`);

/** Returns the purchases with the present token from the given one on, oldest first. */
export const ledgerEntries = (db: Database, accountId: string, fromId: number): LedgerEntry[] =>
  db.all<LedgerEntry>(sql`SELECT ${LEDGER_ENTRY}, basis IS 'evidence' AS "isByEvidence:flag" FROM purchases
    WHERE account_id = ${accountId} AND books = ${booksOf(accountId)} AND id >= ${fromId} ORDER BY id`);

/** Returns the number of the newest reading of the balance. */
export const newestReading = (db: Database, accountId: string): number =>
  db.value<number>(sql`SELECT max(seq) FROM balance_history WHERE account_id = ${accountId}`) ?? 0;

export const sendingOf = (db: Database, purchaseId: number): Sending =>
  db.get<Sending>(sql`SELECT sent_uptime, ended_uptime FROM purchases
    WHERE id = ${purchaseId}`) ?? { sentUptime: null, endedUptime: null };

/** Returns this computer's pending purchases that came back from other computers, and so are not in flight now. */
export const returnedPurchases = (db: Database): readonly number[] =>
  db.values<number>(
    "SELECT id FROM purchases WHERE outcome = 'pending' AND computer IS NULL AND restored_mark IS NOT NULL",
  );
