import type {
  Goods,
  Order,
  Purchase,
  PurchaseFilter,
  PurchaseReason,
  PurchaseSort,
  Resolution,
  Settlement,
} from '#shared/contract/purchases.ts';
import type { GoodsState, Outcome, Standing } from '#shared/domain/journal.ts';
import type { PurchaseKind } from '#shared/domain/purchase-kinds.ts';
import { DeskError } from '#shared/result.ts';
import { createMasker } from '../api/mask.ts';
import { createFreshAnswers } from '../common/fresh-answers.ts';
import { createList, newestOfEquals, rowsInOrder } from '../common/list.ts';
import type { Database } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import { readCounts, readSums, sumsOf, wantedOf } from './purchase-counts.ts';
import { narrows } from './purchase-filter.ts';

interface LedgerPage {
  readonly total: number;
  readonly rows: Purchase[];
  readonly totalSpentKopecks: number;
  readonly unknown: number;
  readonly unknownKopecks: number;
}

interface LedgerFacets {
  readonly standings: { readonly outcome: Outcome; readonly goodsState: GoodsState; readonly count: number }[];
  readonly kinds: { readonly kind: PurchaseKind; readonly count: number }[];
  readonly computers: { readonly computer: string; readonly computerName: string; readonly count: number }[];
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** The journal as the user reads it. */
export interface PurchaseLedger {
  /** Throws DeskError `not-found`. */
  get(accountId: string, purchaseId: number): Purchase;
  list(accountId: string, filter: PurchaseFilter, sort: PurchaseSort, page: Page): Promise<LedgerPage>;
  /** In the order they were made, some at a time: for a file. */
  inOrder(accountId: string, filter: PurchaseFilter, size: number): AsyncIterable<readonly Purchase[]>;
  facets(accountId: string, filter: PurchaseFilter): Promise<LedgerFacets>;
  /** The service's answer, secrets masked unless `reveal`. Throws DeskError `not-found`. */
  rawAnswer(
    accountId: string,
    purchaseId: number,
    reveal: boolean,
  ): { readonly text: string; readonly status: number | null; readonly complete: boolean };
}

interface Row extends Standing {
  readonly id: number;
  readonly computer: string | null;
  readonly computerName: string;
  readonly orderJson: string;
  readonly clientId: number | null;
  readonly clientName: string;
  readonly messengerId: number | null;
  readonly clientKey: string | null;
  readonly priceKopecks: number;
  readonly charged: number | null;
  readonly goodsJson: string | null;
  readonly soldTo: number | null;
  readonly soldKopecks: number | null;
  readonly paidKopecks: number | null;
  readonly dueDay: string | null;
  readonly resolutionJson: string | null;
  readonly settlementsJson: string | null;
  readonly answered: number;
  readonly balanceBefore: number | null;
  readonly unguarded: number;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly finishedAt: number | null;
  readonly note: string;
  readonly reason: PurchaseReason | null;
}

/** Of the mark in a purchase (shared-desk/docs/stamps.ts), or of this computer. */
const COMPUTER_NAME = sql`coalesce(
  iif(p.computer IS NULL, (SELECT d.computer FROM shared_desks d WHERE d.account_id = p.account_id),
    (SELECT c.name FROM shared_computers c WHERE c.account_id = p.account_id
      AND substr(replace(c.id, '-', ''), 1, 8) = p.computer)), '')`;
const COLUMNS = sql`id, p.computer AS computer, ${COMPUTER_NAME} AS computerName, order_json AS orderJson,
  p.client_id AS clientId, client_name AS clientName, messenger_id AS messengerId, client_key AS clientKey, outcome,
  basis, goods AS goodsState, p.price_kopecks AS priceKopecks, s.client_id AS soldTo, s.price_kopecks AS soldKopecks,
  s.paid_kopecks AS paidKopecks, s.due_day AS dueDay,
  charged_kopecks AS charged, goods_json AS goodsJson, evidence_after AS resolutionJson,
  settlements_json AS settlementsJson, raw_answer IS NOT NULL AS answered,
  evidence_before ->> '$.balance.balanceKopecks' AS balanceBefore,
  evidence_before ->> '$.isUnguarded' IS 1 AS unguarded, created_at AS createdAt, sent_at AS sentAt,
  finished_at AS finishedAt, note, reason FROM purchases p LEFT JOIN sales s ON s.purchase_id = p.id`;

const toPurchase = ({
  orderJson,
  goodsJson,
  resolutionJson,
  settlementsJson,
  answered,
  balanceBefore,
  unguarded,
  charged,
  soldTo,
  soldKopecks,
  paidKopecks,
  dueDay,
  ...row
}: Row): Purchase => ({
  ...row,
  order: JSON.parse(orderJson) as Order,
  chargedKopecks: row.outcome === 'charged' ? (charged ?? row.priceKopecks) : null,
  goods: goodsJson === null ? null : (JSON.parse(goodsJson) as Goods),
  sale:
    soldTo === null || soldKopecks === null
      ? null
      : { clientId: soldTo, priceKopecks: soldKopecks, paidKopecks: paidKopecks ?? 0, dueDay },
  resolution: resolutionJson === null ? null : (JSON.parse(resolutionJson) as Resolution),
  settlements: settlementsJson === null ? [] : (JSON.parse(settlementsJson) as Settlement[]),
  hasAnswer: answered === 1,
  balanceBeforeKopecks: balanceBefore,
  isUnguarded: unguarded === 1,
});

/** What asks for a look first. */
const OUTCOME_RANK = "iif(goods = 'missing', 2, instr('open pending not-charged charged', outcome))";

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** The token is in no answer. */
const mask = createMasker('');

export const createPurchaseLedger = (db: Database, fresh = createFreshAnswers(db)): PurchaseLedger => {
  const rowsOf = (accountId: string, wanted: readonly number[]): Purchase[] =>
    rowsInOrder(wanted, (ids) =>
      db.all<Row>(sql`SELECT ${COLUMNS} WHERE +p.account_id = ${accountId} AND id IN ${ids}`),
    ).map(toPurchase);

  const namesOf = (accountId: string, computers: readonly string[]) =>
    db.all<{ computer: string; computerName: string }>(sql`SELECT coalesce(p.computer, '') AS computer,
      ${COMPUTER_NAME} AS computerName
      FROM (SELECT ${accountId} AS account_id, nullif(value, '') AS computer
      FROM json_each(${JSON.stringify(computers)})) p ORDER BY p.computer IS NOT NULL, 2, 1`);

  const purchases = createList<Purchase, PurchaseFilter, PurchaseSort['by']>(
    db,
    {
      table: 'purchases',
      scope: (accountId) => sql`account_id = ${accountId}`,
      sorts: {
        time: { asc: 'created_at, id', desc: "outcome = 'open' DESC, created_at DESC, id DESC" },
        client: newestOfEquals('client_sort'),
        what: newestOfEquals('kind'),
        price: newestOfEquals('price_kopecks'),
        state: newestOfEquals(OUTCOME_RANK),
      },
      // They are found and added up together (purchase-counts.ts).
      containing: () => [],
      narrowedBy: () => [],
      rows: rowsOf,
    },
    fresh,
  );

  return {
    get: (accountId, purchaseId) => {
      const row = db.get<Row>(sql`SELECT ${COLUMNS} WHERE id = ${purchaseId} AND p.account_id = ${accountId}`);
      if (row === undefined) throw new DeskError('not-found', 'There is no such purchase.', { code: 'purchase' });
      return toPurchase(row);
    },
    list: async (accountId, filter, sort, { offset, limit }) => {
      if (!narrows(filter)) {
        const { spentKopecks: totalSpentKopecks, unknown, unknownKopecks } = await readSums(db, fresh, accountId);
        return {
          ...purchases.page(accountId, { filter, sort, offset, limit }),
          ...{ totalSpentKopecks, unknown, unknownKopecks },
        };
      }
      // All in one answer: what is written while they are counted makes all of it old.
      const { ids, sums } = await fresh(JSON.stringify(['page', accountId, filter, sort]), async () => {
        const groups = wantedOf(await readCounts(db, fresh, accountId, filter), filter);
        const found = groups.flatMap((group) => group.ids);
        return { ids: purchases.inOrder(accountId, { filter, sort }, found), sums: sumsOf(groups) };
      });
      const { spentKopecks: totalSpentKopecks, unknown, unknownKopecks } = sums;
      const rows = rowsOf(accountId, ids.slice(offset, offset + limit));
      return { total: ids.length, rows, totalSpentKopecks, unknown, unknownKopecks };
    },
    inOrder: async function* (accountId, filter, size) {
      const groups = wantedOf(await readCounts(db, fresh, accountId, filter), filter);
      const ids = groups.flatMap((group) => group.ids).toSorted((a, b) => a - b);
      for (let from = 0; from < ids.length; from += size) yield rowsOf(accountId, ids.slice(from, from + size));
    },
    facets: async (accountId, filter) => {
      const groups = await readCounts(db, fresh, accountId, filter);
      const counts = new Map<PurchaseKind, number>();
      for (const { kind, count } of wantedOf(groups, { ...filter, kinds: [] })) {
        counts.set(kind, (counts.get(kind) ?? 0) + count);
      }
      const payers = new Map<string, number>(filter.computer === undefined ? [] : [[filter.computer, 0]]);
      for (const { computer, count } of wantedOf(groups, { ...filter, computer: undefined })) {
        payers.set(computer, (payers.get(computer) ?? 0) + count);
      }
      const standings = new Map<string, LedgerFacets['standings'][number]>();
      for (const { outcome, goodsState, count } of wantedOf(groups, { ...filter, outcomes: [], goodsStates: [] })) {
        const key = `${outcome} ${goodsState}`;
        standings.set(key, { outcome, goodsState, count: (standings.get(key)?.count ?? 0) + count });
      }
      return {
        standings: [...standings].toSorted(byKey).map(([, standing]) => standing),
        kinds: [...counts].toSorted(byKey).map(([kind, count]) => ({ kind, count })),
        computers: namesOf(accountId, [...payers.keys()]).map((payer) => ({
          ...payer,
          count: payers.get(payer.computer) ?? 0,
        })),
      };
    },
    rawAnswer: (accountId, purchaseId, reveal) => {
      const row = db.get<{
        text: string | null;
        status: number | null;
        complete: number | null;
      }>(sql`SELECT raw_answer AS text, raw_status AS status, raw_complete AS complete FROM purchases
        WHERE id = ${purchaseId} AND account_id = ${accountId}`);
      if (row === undefined || row.text === null) {
        throw new DeskError('not-found', 'There is no answer of the service.', { code: 'raw-answer' });
      }
      return { text: reveal ? row.text : mask(row.text), status: row.status, complete: row.complete === 1 };
    },
  };
};
