/** What the list of debts can be sorted by. */
export const DEBT_SORTS = ['due', 'owed', 'since', 'name'] as const;
