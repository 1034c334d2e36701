/** The orders of the ledger. Apart from the contract, whose validators the window does not carry. */
export const PURCHASE_SORTS = ['time', 'client', 'what', 'price', 'state'] as const;
