import { KOPECKS } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { FreshAnswers } from '#core/platform/sqlite/fresh-answers.ts';
import { idRanges } from '#core/platform/sqlite/id-ranges.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { PurchaseTotals } from '#shared/contract/purchases.ts';
import type { GoodsState, Outcome } from '#shared/domain/journal.ts';
import type { PurchaseKind } from '#shared/products/index.ts';
import { fromOne, fromRange, type GroupFilter, PAYER, type RowFilter, SUMS } from './purchase-filter.ts';

/** Purchases with the same outcome, goods, kind and computer. */
interface PurchaseGroup {
  readonly outcome: Outcome;
  readonly goodsState: GoodsState;
  readonly kind: PurchaseKind;
  /** The mark of the computer, as in the filter. */
  readonly computer: string;
  readonly count: number;
  /** The amount that was or would be charged. */
  readonly kopecks: number;
  readonly priceKopecks: number;
  readonly ids: readonly number[];
}

interface Part extends Omit<PurchaseGroup, 'ids'> {
  readonly ids: string;
}

export type LedgerSums = Pick<PurchaseTotals, 'purchases' | 'spentKopecks' | 'unknown' | 'unknownKopecks'>;

const partsUnder = (db: Database, where: Sql): readonly Part[] =>
  db.all<Part>(sql`SELECT outcome, goods AS goodsState, kind, ${PAYER} AS computer, count(*) AS count,
    sum(${KOPECKS}) AS kopecks, sum(price_kopecks) AS priceKopecks, group_concat(id) AS ids
    FROM purchases ${where} GROUP BY outcome, goods, kind, 4`);

const joined = (parts: readonly Part[]): readonly PurchaseGroup[] => {
  const groups = new Map<string, Omit<PurchaseGroup, 'ids'> & { readonly ids: number[] }>();
  for (const { ids, ...part } of parts) {
    const key = `${part.outcome} ${part.goodsState} ${part.kind} ${part.computer}`;
    const before = groups.get(key);
    const all = before?.ids ?? [];
    for (const id of JSON.parse(`[${ids}]`) as number[]) all.push(id);
    groups.set(key, {
      ...part,
      count: (before?.count ?? 0) + part.count,
      kopecks: (before?.kopecks ?? 0) + part.kopecks,
      priceKopecks: (before?.priceKopecks ?? 0) + part.priceKopecks,
      ids: all,
    });
  }
  return [...groups.values()];
};

/**
 * Counts and adds up an account's purchases under a filter by outcome, goods, kind and computer, so that one pass
 * provides everything that the ledger shows. It works in slices by ranges of ids; the purchases of one client are few
 * and read at once.
 */
export const readCounts = (
  db: Database,
  fresh: FreshAnswers,
  accountId: string,
  { search, clientId, from, to }: RowFilter,
): Promise<readonly PurchaseGroup[]> => {
  const filter = { search, from, to };
  return fresh(JSON.stringify(['counts', accountId, clientId, filter]), async () => {
    if (clientId !== undefined) return joined(partsUnder(db, fromOne(accountId, clientId, filter)));
    const parts: Part[] = [];
    for await (const range of idRanges(db, 'purchases')) {
      parts.push(...partsUnder(db, fromRange(accountId, range, filter)));
    }
    return joined(parts);
  });
};

/** Returns the groups with the wanted outcomes, goods, kinds and computer. An empty list means all. */
export const wantedOf = (groups: readonly PurchaseGroup[], wanted: GroupFilter): readonly PurchaseGroup[] =>
  groups.filter(
    ({ outcome, goodsState, kind, computer }) =>
      (wanted.outcomes.length === 0 || wanted.outcomes.includes(outcome)) &&
      (wanted.goodsStates.length === 0 || wanted.goodsStates.includes(goodsState)) &&
      (wanted.kinds.length === 0 || wanted.kinds.includes(kind)) &&
      (wanted.computer === undefined || wanted.computer === computer),
  );

/** Sums up groups of purchases: those charged, and those with an unknown outcome. */
export const sumsOf = (groups: readonly PurchaseGroup[]): LedgerSums => {
  const sum = (some: readonly PurchaseGroup[], value: (group: PurchaseGroup) => number): number =>
    some.reduce((total, group) => total + value(group), 0);
  const charged = groups.filter(({ outcome }) => outcome === 'charged');
  const unknown = groups.filter(({ outcome }) => outcome === 'open');
  return {
    purchases: sum(charged, ({ count }) => count),
    spentKopecks: sum(charged, ({ kopecks }) => kopecks),
    unknown: sum(unknown, ({ count }) => count),
    unknownKopecks: sum(unknown, ({ priceKopecks }) => priceKopecks),
  };
};

/** Returns the number of an account's purchases and their totals. Works in slices by ranges of ids as well. */
export const readSums = (
  db: Database,
  fresh: FreshAnswers,
  accountId: string,
): Promise<LedgerSums & { readonly total: number }> =>
  fresh(JSON.stringify(['sums', accountId]), async () => {
    const sums = { total: 0, purchases: 0, spentKopecks: 0, unknown: 0, unknownKopecks: 0 };
    for await (const range of idRanges(db, 'purchases')) {
      const where = fromRange(accountId, range, { search: '' });
      const part = db.get<typeof sums>(sql`SELECT count(*) AS total, ${SUMS} FROM purchases ${where}`);
      sums.total += part?.total ?? 0;
      sums.purchases += part?.purchases ?? 0;
      sums.spentKopecks += part?.spentKopecks ?? 0;
      sums.unknown += part?.unknown ?? 0;
      sums.unknownKopecks += part?.unknownKopecks ?? 0;
    }
    return sums;
  });
