/** The seller's side: prices, sales and what clients paid (docs/decisions/032-sales.md). Kopecks; ms since the epoch, UTC. */
export const sales = `
-- The price list; of traffic for 1 GB, of dedicated proxies for one of them.
CREATE TABLE prices (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- null: for every client without a price of its own
  client_id INTEGER REFERENCES clients ON DELETE CASCADE,
  -- shared/domain/sale-products.ts
  product TEXT NOT NULL,
  price_kopecks INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX prices_by_product ON prices (account_id, product, coalesce(client_id, 0));
CREATE INDEX prices_by_client ON prices (client_id);

-- What a purchase was sold for. It counts while the purchase is one that was charged.
CREATE TABLE sales (
  purchase_id INTEGER PRIMARY KEY REFERENCES purchases ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  price_kopecks INTEGER NOT NULL,
  -- what of it the client's payments cover; kept by core/sales/balances.ts
  paid_kopecks INTEGER NOT NULL DEFAULT 0,
  -- a day of the reseller's calendar, YYYY-MM-DD
  due_day TEXT
) STRICT;
CREATE INDEX sales_by_client ON sales (account_id, client_id, purchase_id);
CREATE INDEX sales_of_client ON sales (client_id);

CREATE TABLE payments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  -- received; or opening: what was owed before this desk knew of it, below 0
  kind TEXT NOT NULL,
  -- what it was received for; null: for whatever is owed, the oldest first
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  amount_kopecks INTEGER NOT NULL,
  note TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX payments_by_client ON payments (account_id, client_id, at);
CREATE INDEX payments_of_client ON payments (client_id);
CREATE INDEX payments_of_purchase ON payments (purchase_id) WHERE purchase_id IS NOT NULL;

-- What the client owes, below 0 what it has paid ahead, null while nothing was sold or paid; since when, and until which
-- day at the earliest. Kept by core/sales/balances.ts, so that lists can be sorted by it.
ALTER TABLE clients ADD COLUMN owed_kopecks INTEGER;
ALTER TABLE clients ADD COLUMN owed_since INTEGER;
ALTER TABLE clients ADD COLUMN due_day TEXT;
CREATE INDEX clients_by_owed ON clients (account_id, removed, archived, owed_kopecks, id);
CREATE INDEX clients_owing ON clients (account_id, removed, due_day, owed_kopecks) WHERE owed_kopecks > 0;
`;
