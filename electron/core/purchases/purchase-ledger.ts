import type { Goods, Order, Purchase, PurchaseFilter, PurchaseReason } from '#shared/contract/purchases.ts';
import { foldText } from '#shared/domain/fold-text.ts';
import { CHARGED_STATES, type PurchaseState } from '#shared/domain/journal.ts';
import { DeskError } from '#shared/result.ts';
import type { Database, SqlValue } from '../storage/database.ts';

export interface LedgerPage {
  readonly total: number;
  readonly rows: Purchase[];
  readonly totalSpentKopecks: number;
  readonly unknown: number;
  readonly unknownKopecks: number;
}

/** The journal as the user reads it. */
export interface PurchaseLedger {
  /** Throws DeskError `not-found`. */
  get(accountId: string, purchaseId: number): Purchase;
  list(
    accountId: string,
    filter: PurchaseFilter,
    page: { readonly offset: number; readonly limit: number },
  ): LedgerPage;
}

interface Row {
  readonly id: number;
  readonly orderJson: string;
  readonly clientId: number | null;
  readonly clientName: string;
  readonly messengerId: number | null;
  readonly clientKey: string | null;
  readonly state: PurchaseState;
  readonly priceKopecks: number;
  readonly goodsJson: string | null;
  readonly balanceBefore: number | null;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly finishedAt: number | null;
  readonly note: string;
  readonly reason: PurchaseReason | null;
}

const COLUMNS = `id, order_json AS orderJson, client_id AS clientId, client_name AS clientName,
  messenger_id AS messengerId, client_key AS clientKey, state, price_kopecks AS priceKopecks, goods_json AS goodsJson,
  evidence_before ->> '$.balance.balanceKopecks' AS balanceBefore, created_at AS createdAt, sent_at AS sentAt,
  finished_at AS finishedAt, note, reason`;

const CHARGED = CHARGED_STATES.map((state) => `'${state}'`).join(', ');

const toPurchase = ({ orderJson, goodsJson, balanceBefore, ...row }: Row): Purchase => ({
  ...row,
  order: JSON.parse(orderJson) as Order,
  goods: goodsJson === null ? null : (JSON.parse(goodsJson) as Goods),
  balanceBeforeKopecks: balanceBefore,
});

export const createPurchaseLedger = (db: Database): PurchaseLedger => ({
  get: (accountId, purchaseId) => {
    const row = db.get<Row>(`SELECT ${COLUMNS} FROM purchases WHERE id = ? AND account_id = ?`, purchaseId, accountId);
    if (row === undefined) throw new DeskError('not-found', 'There is no such purchase.', { code: 'purchase' });
    return toPurchase(row);
  },
  list: (accountId, filter, { offset, limit }) => {
    const { sql, params } = whereOf(accountId, filter);
    const sums = db.get<{ total: number; spent: number; unknown: number; unknownKopecks: number }>(
      `SELECT count(*) AS total,
         coalesce(sum(price_kopecks) FILTER (WHERE state IN (${CHARGED})), 0) AS spent,
         count(*) FILTER (WHERE state = 'unknown') AS unknown,
         coalesce(sum(price_kopecks) FILTER (WHERE state = 'unknown'), 0) AS unknownKopecks
       FROM purchases WHERE ${sql}`,
      ...params,
    );
    const rows = db.all<Row>(
      `SELECT ${COLUMNS} FROM purchases WHERE ${sql}
       ORDER BY state = 'unknown' DESC, created_at DESC, id DESC LIMIT ? OFFSET ?`,
      ...params,
      limit,
      offset,
    );
    return {
      total: sums?.total ?? 0,
      rows: rows.map(toPurchase),
      totalSpentKopecks: sums?.spent ?? 0,
      unknown: sums?.unknown ?? 0,
      unknownKopecks: sums?.unknownKopecks ?? 0,
    };
  },
});

/** Every word must be found, as it is or inside another. */
const whereOf = (accountId: string, filter: PurchaseFilter): { readonly sql: string; readonly params: SqlValue[] } => {
  const conditions = ['account_id = ?'];
  const params: SqlValue[] = [accountId];
  if (filter.clientId !== undefined) {
    conditions.push('client_id = ?');
    params.push(filter.clientId);
  }
  if (filter.states.length > 0) {
    conditions.push('state IN (SELECT value FROM json_each(?))');
    params.push(JSON.stringify(filter.states));
  }
  for (const word of foldText(filter.search).split(/\s+/)) {
    if (word === '') continue;
    conditions.push('instr(search_text, ?) > 0');
    params.push(word);
  }
  return { sql: conditions.join(' AND '), params };
};
