import { IS_CHARGED, KOPECKS } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { FreshAnswers } from '#core/platform/sqlite/fresh-answers.ts';
import { idRanges } from '#core/platform/sqlite/id-ranges.ts';
import { among, every, plain, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { PurchaseFilter, PurchaseTotals } from '#shared/contract/purchases.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import type { TotalsGroup } from '#shared/domain/ledger-tables.ts';
import { localZone } from '#shared/domain/zoned-time.ts';
import { type LedgerSums, readCounts, sumsOf, wantedOf } from './purchase-counts.ts';
import { fromOne, fromRange, PAYER, SUMS } from './purchase-filter.ts';

type TotalsRow = PurchaseTotals['rows'][number];

interface Grouping {
  readonly key: string;
  /** Expressions over the group's newest row. The name of a client is without the key. */
  readonly label: string;
  readonly clientId: string;
}

/** The groups. A day is a day of this machine's local calendar. */
const GROUPINGS: Readonly<Record<TotalsGroup, Grouping>> = {
  day: { key: 'local_date(created_at)', label: "''", clientId: 'NULL' },
  product: { key: 'kind', label: "''", clientId: 'NULL' },
  client: {
    // A purchase without a client counts for the client to whom it was sold.
    key: `coalesce(messenger_id || ' ' || client_key,
      (SELECT c.messenger_id || ' ' || c.client_key FROM clients c WHERE c.id = sold_to), '')`,
    // The name under which the client last bought.
    label: `coalesce(nullif(client_name, ''),
      (SELECT c.name FROM clients c WHERE c.id = sold_to), '')`,
    clientId: 'coalesce(client_id, sold_to)',
  },
};

/** Joins the price and the client of each sale. */
const SALES = sql`LEFT JOIN (SELECT purchase_id AS sold_id, price_kopecks AS sold_kopecks, client_id AS sold_to
  FROM sales)
  ON sold_id = id`;
const SOLD = sql`coalesce(sum(sold_kopecks) FILTER (WHERE ${IS_CHARGED}), 0) AS soldKopecks,
  coalesce(sum(sold_kopecks - ${KOPECKS}) FILTER (WHERE ${IS_CHARGED}), 0) AS profitKopecks,
  count(*) FILTER (WHERE ${IS_CHARGED} AND sold_kopecks IS NULL) AS unsold,
  coalesce(sum(sold_kopecks) FILTER (WHERE outcome = 'open'), 0) AS unknownSoldKopecks`;

/** More groups than a screen or a chart can show. */
const MAX_ROWS = 1_000;
/** The number of rows added up at a time; their days are computed and their clients looked up. */
const RANGE = 2_000;

interface TotalsDeps {
  readonly db: Database;
  readonly fresh: FreshAnswers;
}

/** Returns the label of a client's group. Its key is the pair (`GROUPINGS`), or empty if there is no client. */
const labelled = ({ key, label }: Pick<TotalsRow, 'key' | 'label'>): string => {
  const blank = key.indexOf(' ');
  return blank < 0
    ? label
    : clientLabel({ name: label, clientKey: key.slice(blank + 1), messengerId: Number(key.slice(0, blank)) });
};

const groupsUnder = (db: Database, groupBy: TotalsGroup, where: Sql): readonly TotalsRow[] => {
  const { key, label, clientId } = GROUPINGS[groupBy];
  // With max(id), SQLite takes the other plain columns from the row with that id.
  return db
    .all<TotalsRow & { readonly newest: number }>(sql`SELECT ${plain(key)} AS key, ${plain(label)} AS label,
      ${plain(clientId)} AS clientId, max(id) AS newest, ${SUMS}, ${SOLD}
      FROM purchases ${where} GROUP BY 1 HAVING purchases > 0 OR unknown > 0`)
    .map(({ newest: _, ...row }) => (groupBy === 'client' ? { ...row, label: labelled(row) } : row));
};

/** Reads the groups range after range, so that the newest part of a group comes last and provides its name. */
const readGroups = async (
  db: Database,
  accountId: string,
  groupBy: TotalsGroup,
  filter: PurchaseFilter,
): Promise<readonly TotalsRow[]> => {
  const chosen = choiceOf(filter);
  const under = (where: Sql): readonly TotalsRow[] => groupsUnder(db, groupBy, every([where, ...chosen]));
  if (filter.clientId !== undefined) return under(fromOne(accountId, filter.clientId, filter, SALES));
  const groups = new Map<string, TotalsRow>();
  for await (const range of idRanges(db, 'purchases', RANGE)) {
    for (const part of under(fromRange(accountId, range, filter, SALES))) {
      const before = groups.get(part.key);
      groups.set(part.key, before === undefined ? part : added(before, part));
    }
  }
  return [...groups.values()];
};

const choiceOf = ({ outcomes, goodsStates, kinds, computer }: PurchaseFilter): Sql[] =>
  [
    { column: sql`outcome`, wanted: outcomes },
    { column: sql`goods`, wanted: goodsStates },
    { column: sql`kind`, wanted: kinds },
    { column: PAYER, wanted: computer === undefined ? [] : [computer] },
  ].flatMap(({ column, wanted }) => (wanted.length === 0 ? [] : [sql`${column} IN ${among(wanted)}`]));

const added = (before: TotalsRow, part: TotalsRow): TotalsRow => ({
  ...part,
  purchases: before.purchases + part.purchases,
  spentKopecks: before.spentKopecks + part.spentKopecks,
  unknown: before.unknown + part.unknown,
  unknownKopecks: before.unknownKopecks + part.unknownKopecks,
  ...soldOf(before, part),
});

type Sold = Pick<TotalsRow, 'soldKopecks' | 'profitKopecks' | 'unsold' | 'unknownSoldKopecks'>;

const soldOf = (one: Sold, other: Sold): Sold => ({
  soldKopecks: one.soldKopecks + other.soldKopecks,
  profitKopecks: one.profitKopecks + other.profitKopecks,
  unsold: one.unsold + other.unsold,
  unknownSoldKopecks: one.unknownSoldKopecks + other.unknownSoldKopecks,
});

const NOTHING_SOLD: Sold = { soldKopecks: 0, profitKopecks: 0, unsold: 0, unknownSoldKopecks: 0 };

const byKey = (a: TotalsRow, b: TotalsRow): number => (a.key < b.key ? -1 : 1);
const bySpending = (a: TotalsRow, b: TotalsRow): number => b.spentKopecks - a.spentKopecks || byKey(a, b);

/**
 * Returns the newest days, or the groups with the highest spending, in their order. Among 100,000 clients, only those with
 * enough spending to be shown are sorted as rows.
 */
const firstOf = (rows: readonly TotalsRow[], groupBy: TotalsGroup, count: number): readonly TotalsRow[] => {
  if (groupBy === 'day') return rows.toSorted(byKey).slice(-count);
  const spending = Float64Array.from(rows, ({ spentKopecks }) => spentKopecks).sort();
  const least = spending[spending.length - count] ?? Number.NEGATIVE_INFINITY;
  return rows
    .filter(({ spentKopecks }) => spentKopecks >= least)
    .toSorted(bySpending)
    .slice(0, count);
};

/** Returns the totals of charged purchases, of at most `most` groups. Refused purchases are in none of them. */
export const readTotals = async (
  { db, fresh }: TotalsDeps,
  accountId: string,
  groupBy: TotalsGroup,
  filter: PurchaseFilter,
  most = MAX_ROWS,
): Promise<PurchaseTotals> => {
  const zone = groupBy === 'day' ? localZone() : null;
  const rows = await fresh(JSON.stringify(['totals', accountId, groupBy, zone, filter]), () =>
    readGroups(db, accountId, groupBy, filter),
  );
  const sums: LedgerSums = sumsOf(wantedOf(await readCounts(db, fresh, accountId, filter), filter));
  return {
    rows: [...firstOf(rows, groupBy, most)],
    more: rows.length > most,
    ...sums,
    ...rows.reduce<Sold>(soldOf, NOTHING_SOLD),
  };
};
