/** The names that scripts gave their purchases, so that none is made twice. They stay on this computer. */
export const scriptPurchases = `
CREATE TABLE script_purchases (
  purchase_id INTEGER PRIMARY KEY REFERENCES purchases ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  order_json TEXT NOT NULL,
  UNIQUE (account_id, name)
) STRICT;
`;
