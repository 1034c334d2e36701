/** What the ledger can be sorted by. Without the contract's validators, for the window. */
export const PURCHASE_SORTS = ['time', 'client', 'what', 'price', 'state'] as const;
