import type { PurchaseFilter, PurchaseTotals } from '#shared/contract/purchases.ts';
import type { Database } from '../storage/database.ts';
import { SUMS, whereOf } from './purchase-filter.ts';

export type GroupBy = 'day' | 'product' | 'client';

type TotalsRow = PurchaseTotals['rows'][number];
type Sums = Pick<PurchaseTotals, 'purchases' | 'spentKopecks' | 'unknown' | 'unknownKopecks'>;

interface Grouping {
  readonly key: string;
  /** An expression over one of the group's rows. */
  readonly label: string;
  readonly clientId: string;
  readonly order: string;
}

/** A day is one of this machine's own calendar: what the reseller calls a day. */
const GROUPINGS: Readonly<Record<GroupBy, Grouping>> = {
  day: {
    key: "date(created_at / 1000, 'unixepoch', 'localtime')",
    label: "''",
    clientId: 'NULL',
    order: 'key',
  },
  product: { key: 'kind', label: "''", clientId: 'NULL', order: 'spentKopecks DESC, key' },
  client: {
    key: "coalesce(messenger_id || ' ' || client_key, '')",
    // The name it was bought under last.
    label: 'client_name',
    clientId: 'client_id',
    order: 'spentKopecks DESC, key',
  },
};

/** More groups than a screen or a chart can show. */
const MAX_ROWS = 1_000;

/** Sums over what was charged. Purchases that were refused are in none of them. */
export const readTotals = (
  db: Database,
  accountId: string,
  groupBy: GroupBy,
  filter: PurchaseFilter,
): PurchaseTotals => {
  const { sql, values } = whereOf(accountId, filter);
  const { key, label, clientId, order } = GROUPINGS[groupBy];
  // With max(id) SQLite takes the other plain columns from the row that has it.
  const rows = db.all<TotalsRow & { readonly newest: number }>(
    `SELECT ${key} AS key, ${label} AS label, ${clientId} AS clientId, max(id) AS newest, ${SUMS}
     FROM purchases WHERE ${sql} GROUP BY 1 HAVING purchases > 0 OR unknown > 0 ORDER BY ${order} LIMIT ?`,
    ...values,
    MAX_ROWS + 1,
  );
  const sums = db.get<Sums>(`SELECT ${SUMS} FROM purchases WHERE ${sql}`, ...values);
  return {
    rows: rows.slice(0, MAX_ROWS).map(({ newest: _, ...row }) => row),
    more: rows.length > MAX_ROWS,
    purchases: sums?.purchases ?? 0,
    spentKopecks: sums?.spentKopecks ?? 0,
    unknown: sums?.unknown ?? 0,
    unknownKopecks: sums?.unknownKopecks ?? 0,
  };
};
