/** The sort keys of the ledger. They are outside the contract, so that the window need not load its validators. */
export const PURCHASE_SORTS = ['time', 'client', 'what', 'price', 'state'] as const;
