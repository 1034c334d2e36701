import type { Database } from '#core/platform/sqlite/database.ts';
import { createFreshAnswers } from '#core/platform/sqlite/fresh-answers.ts';
import { createList, rowsInOrder, tieBreakNewest } from '#core/platform/sqlite/list.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { createMasker } from '#core/service/api/mask.ts';
import type { Purchase, PurchaseFilter, PurchaseSort } from '#shared/contract/purchases.ts';
import type { GoodsState, Outcome } from '#shared/domain/journal.ts';
import type { PurchaseKind } from '#shared/products/index.ts';
import { DeskError } from '#shared/result.ts';
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

/** The lists of the journal as the user reads it. */
export interface PurchaseLedger {
  list(accountId: string, filter: PurchaseFilter, sort: PurchaseSort, page: Page): Promise<LedgerPage>;
  /** Yields the purchases in the order in which they were made, in pages, for a file. */
  inOrder(accountId: string, filter: PurchaseFilter, size: number): AsyncIterable<readonly Purchase[]>;
  facets(accountId: string, filter: PurchaseFilter): Promise<LedgerFacets>;
  /** Returns the service's answer, with secrets masked unless `reveal`. Throws `not-found`. */
  rawAnswer(
    accountId: string,
    purchaseId: number,
    reveal: boolean,
  ): { readonly text: string; readonly status: number | null; readonly complete: boolean };
}

interface Row extends Omit<Purchase, 'sale'> {
  readonly soldTo: number | null;
  readonly soldKopecks: number | null;
  readonly paidKopecks: number | null;
  readonly dueDay: string | null;
}

/** SQL of the mark of a computer, by which its purchases and the timestamps of its records name it. */
export const markOfComputer = (id: Sql): Sql => sql`substr(replace(${id}, '-', ''), 1, 8)`;

/** SQL of the name of the buying computer; a purchase without a mark was made on this one. */
const COMPUTER_NAME = sql`coalesce(
  iif(p.computer IS NULL, (SELECT d.computer FROM shared_desks d WHERE d.account_id = p.account_id),
    (SELECT c.name FROM shared_computers c WHERE c.account_id = p.account_id
      AND ${markOfComputer(sql`c.id`)} = p.computer)), '')`;
const PURCHASES = sql`SELECT id, p.computer, ${COMPUTER_NAME} AS computerName, order_json AS "order:json", p.client_id,
    client_name, messenger_id, client_key, outcome, basis, goods AS goodsState, p.price_kopecks,
    iif(outcome = 'charged', coalesce(charged_kopecks, p.price_kopecks), NULL) AS chargedKopecks,
    risen_kopecks, goods_json AS "goods:json", coalesce(differences_json, '[]') AS "differences:json", s.client_id AS soldTo, s.price_kopecks AS soldKopecks, s.paid_kopecks, s.due_day,
    evidence_after AS "resolution:json", coalesce(settlements_json, '[]') AS "settlements:json",
    raw_answer IS NOT NULL AS "hasAnswer:flag", evidence_before ->> '$.balance.balanceKopecks' AS balanceBeforeKopecks,
    evidence_before ->> '$.isUnguarded' IS 1 AS "isUnguarded:flag", created_at, sent_at, finished_at, note, reason
  FROM purchases p LEFT JOIN sales s ON s.purchase_id = p.id`;

const toPurchase = ({ soldTo, soldKopecks, paidKopecks, dueDay, ...purchase }: Row): Purchase => ({
  ...purchase,
  sale:
    soldTo === null || soldKopecks === null
      ? null
      : { clientId: soldTo, priceKopecks: soldKopecks, paidKopecks: paidKopecks ?? 0, dueDay },
});

/** Returns a purchase. Throws `not-found`. */
export const findPurchase = (db: Database, accountId: string, purchaseId: number): Purchase => {
  const row = db.get<Row>(sql`${PURCHASES} WHERE id = ${purchaseId} AND p.account_id = ${accountId}`);
  if (row === undefined) throw new DeskError('not-found', 'There is no such purchase.', { code: 'purchase' });
  return toPurchase(row);
};

/** Purchases that need attention come first. */
const OUTCOME_RANK = "iif(goods = 'missing', 2, instr('open pending not-charged charged', outcome))";

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Answers are stored without the token, so the masker needs none. */
const mask = createMasker('');

/** Creates the lists of the ledger, which keep their answers until the database changes. */
export const createPurchaseLedger = (db: Database, fresh = createFreshAnswers(db)): PurchaseLedger => {
  const rowsOf = (accountId: string, wanted: readonly number[]): Purchase[] =>
    rowsInOrder(wanted, (ids) =>
      db.all<Row>(sql`${PURCHASES} WHERE +p.account_id = ${accountId} AND id IN ${ids}`),
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
        client: tieBreakNewest('client_sort'),
        what: tieBreakNewest('kind'),
        price: tieBreakNewest('price_kopecks'),
        state: tieBreakNewest(OUTCOME_RANK),
      },
      // Purchases are selected and added up together (purchase-counts.ts).
      matchesWords: () => [],
      filters: () => [],
      rows: rowsOf,
    },
    fresh,
  );

  return {
    list: async (accountId, filter, sort, { offset, limit }) => {
      if (!narrows(filter)) {
        const { spentKopecks: totalSpentKopecks, unknown, unknownKopecks } = await readSums(db, fresh, accountId);
        return {
          ...purchases.page(accountId, { filter, sort, offset, limit }),
          totalSpentKopecks,
          unknown,
          unknownKopecks,
        };
      }
      // One cached answer for everything, because a write during the count makes all of it outdated.
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
      const answer = db.get<ReturnType<PurchaseLedger['rawAnswer']>>(sql`SELECT raw_answer AS text,
        raw_status AS status, raw_complete AS "complete:flag"
        FROM purchases WHERE id = ${purchaseId} AND account_id = ${accountId} AND raw_answer IS NOT NULL`);
      if (answer === undefined) {
        throw new DeskError('not-found', 'There is no answer of the service.', { code: 'raw-answer' });
      }
      return reveal ? answer : { ...answer, text: mask(answer.text) };
    },
  };
};
