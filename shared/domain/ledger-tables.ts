/** What purchases are added up by. */
export const TOTALS_GROUPS = ['day', 'product', 'client'] as const;
export type TotalsGroup = (typeof TOTALS_GROUPS)[number];

/** What of the ledger can be a file. */
export const LEDGER_TABLES = ['purchases', ...TOTALS_GROUPS, 'debts'] as const;
export type LedgerTable = (typeof LEDGER_TABLES)[number];
