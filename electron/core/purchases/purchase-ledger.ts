import type {
  Goods,
  Order,
  Purchase,
  PurchaseFilter,
  PurchaseReason,
  PurchaseSort,
  PurchaseState,
  Resolution,
  Settlement,
} from '#shared/contract/purchases.ts';
import { isCharged } from '#shared/domain/journal.ts';
import type { PurchaseKind } from '#shared/domain/purchase-kinds.ts';
import { assertNever, DeskError } from '#shared/result.ts';
import { createMasker } from '../api/mask.ts';
import { type Condition, orderAlong } from '../common/sorted-rows.ts';
import type { Database } from '../storage/database.ts';
import { SUMS, whereAlong, whereOf } from './purchase-filter.ts';

export interface LedgerPage {
  readonly total: number;
  readonly rows: Purchase[];
  readonly totalSpentKopecks: number;
  readonly unknown: number;
  readonly unknownKopecks: number;
}

export interface LedgerFacets {
  readonly states: { readonly state: PurchaseState; readonly count: number }[];
  readonly kinds: { readonly kind: PurchaseKind; readonly count: number }[];
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** The journal as the user reads it. */
export interface PurchaseLedger {
  /** Throws DeskError `not-found`. */
  get(accountId: string, purchaseId: number): Purchase;
  list(accountId: string, filter: PurchaseFilter, sort: PurchaseSort, page: Page): LedgerPage;
  /** In the order of time, the oldest first: for a file. */
  inOrder(accountId: string, filter: PurchaseFilter, after: number, limit: number): Purchase[];
  facets(accountId: string, filter: PurchaseFilter): LedgerFacets;
  /** The service's answer, secrets masked unless `reveal`. Throws DeskError `not-found`. */
  rawAnswer(
    accountId: string,
    purchaseId: number,
    reveal: boolean,
  ): { readonly text: string; readonly status: number | null; readonly complete: boolean };
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
  readonly charged: number | null;
  readonly goodsJson: string | null;
  readonly resolutionJson: string | null;
  readonly settlementsJson: string | null;
  readonly answered: number;
  readonly balanceBefore: number | null;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly finishedAt: number | null;
  readonly note: string;
  readonly reason: PurchaseReason | null;
}

const COLUMNS = `id, order_json AS orderJson, client_id AS clientId, client_name AS clientName,
  messenger_id AS messengerId, client_key AS clientKey, state, price_kopecks AS priceKopecks,
  charged_kopecks AS charged, goods_json AS goodsJson, evidence_after AS resolutionJson, settlements_json AS settlementsJson,
  raw_answer IS NOT NULL AS answered, evidence_before ->> '$.balance.balanceKopecks' AS balanceBefore,
  created_at AS createdAt, sent_at AS sentAt, finished_at AS finishedAt, note, reason`;

const toPurchase = ({
  orderJson,
  goodsJson,
  resolutionJson,
  settlementsJson,
  answered,
  balanceBefore,
  charged,
  ...row
}: Row): Purchase => ({
  ...row,
  order: JSON.parse(orderJson) as Order,
  chargedKopecks: isCharged(row.state) ? (charged ?? row.priceKopecks) : null,
  goods: goodsJson === null ? null : (JSON.parse(goodsJson) as Goods),
  resolution: resolutionJson === null ? null : (JSON.parse(resolutionJson) as Resolution),
  settlements: settlementsJson === null ? [] : (JSON.parse(settlementsJson) as Settlement[]),
  hasAnswer: answered === 1,
  balanceBeforeKopecks: balanceBefore,
});

/** What asks for a look first. */
const STATE_RANK = `instr('unknown charged-goods-missing sent prepared rejected confirmed-not-charged settled-not-charged settled-charged confirmed-charged succeeded', state)`;

/** As the indexes have it. */
const orderOf = ({ by, direction }: PurchaseSort): string => {
  switch (by) {
    case 'time':
      return direction === 'asc' ? 'created_at, id' : "state = 'unknown' DESC, created_at DESC, id DESC";
    case 'client':
      return orderAlong('client_sort', direction);
    case 'what':
      return orderAlong('kind', direction);
    case 'price':
      return orderAlong('price_kopecks', direction);
    case 'state':
      return orderAlong(STATE_RANK, direction);
    default:
      return assertNever(by);
  }
};

/** The token is in no answer. */
const mask = createMasker('');

export const createPurchaseLedger = (db: Database): PurchaseLedger => ({
  get: (accountId, purchaseId) => {
    const row = db.get<Row>(`SELECT ${COLUMNS} FROM purchases WHERE id = ? AND account_id = ?`, purchaseId, accountId);
    if (row === undefined) throw new DeskError('not-found', 'There is no such purchase.', { code: 'purchase' });
    return toPurchase(row);
  },
  list: (accountId, filter, sort, { offset, limit }) => {
    const { sql, values } = whereAlong(accountId, filter);
    const sums = db.get<{ total: number; spentKopecks: number; unknown: number; unknownKopecks: number }>(
      `SELECT count(*) AS total, ${SUMS} FROM purchases WHERE ${sql}`,
      ...values,
    );
    const rows = db.all<Row>(
      `SELECT ${COLUMNS} FROM purchases WHERE ${sql} ORDER BY ${orderOf(sort)} LIMIT ? OFFSET ?`,
      ...values,
      limit,
      offset,
    );
    return {
      total: sums?.total ?? 0,
      rows: rows.map(toPurchase),
      totalSpentKopecks: sums?.spentKopecks ?? 0,
      unknown: sums?.unknown ?? 0,
      unknownKopecks: sums?.unknownKopecks ?? 0,
    };
  },
  inOrder: (accountId, filter, after, limit) => {
    const { sql, values } = whereOf(accountId, filter);
    return db
      .all<Row>(`SELECT ${COLUMNS} FROM purchases WHERE ${sql} AND id > ? ORDER BY id LIMIT ?`, ...values, after, limit)
      .map(toPurchase);
  },
  facets: (accountId, filter) => {
    const count = <T>(column: 'state' | 'kind', where: Condition): T[] =>
      db.all<T>(
        `SELECT ${column}, count(*) AS count FROM purchases WHERE ${where.sql} GROUP BY ${column} ORDER BY ${column}`,
        ...where.values,
      );
    return {
      states: count('state', whereAlong(accountId, { ...filter, states: [] })),
      kinds: count('kind', whereAlong(accountId, { ...filter, kinds: [] })),
    };
  },
  rawAnswer: (accountId, purchaseId, reveal) => {
    const row = db.get<{ text: string | null; status: number | null; complete: number | null }>(
      `SELECT raw_answer AS text, raw_status AS status, raw_complete AS complete FROM purchases
       WHERE id = ? AND account_id = ?`,
      purchaseId,
      accountId,
    );
    if (row === undefined || row.text === null) {
      throw new DeskError('not-found', 'There is no answer of the service.', { code: 'raw-answer' });
    }
    return { text: reveal ? row.text : mask(row.text), status: row.status, complete: row.complete === 1 };
  },
});
