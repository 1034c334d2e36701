/** The sort keys of the list of debts. */
export const DEBT_SORTS = ['due', 'owed', 'since', 'name'] as const;
