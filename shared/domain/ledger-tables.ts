/** The ways to sum up purchases. */
export const TOTALS_GROUPS = ['day', 'product', 'client'] as const;
export type TotalsGroup = (typeof TOTALS_GROUPS)[number];

/** The tables of the ledger that can be exported to a file. */
export const LEDGER_TABLES = ['purchases', ...TOTALS_GROUPS, 'debts', 'payments'] as const;
export type LedgerTable = (typeof LEDGER_TABLES)[number];
