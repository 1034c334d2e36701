/** Purchases whose outcome was open in a copy of the desk that was brought back. */
export const restoredPurchases = `
-- The newest purchase of that copy: what was bought after it was made is not in this ledger. null: never in a copy.
ALTER TABLE purchases ADD COLUMN restored_mark INTEGER;
`;
