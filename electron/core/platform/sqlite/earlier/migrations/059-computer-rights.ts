/** The rights of each computer of a shared desk, and the computer on which they were set. */
export const computerRights = `
CREATE TABLE computer_rights (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  computer TEXT NOT NULL,
  buys TEXT NOT NULL,
  day_cap_kopecks INTEGER NOT NULL,
  hides_sales INTEGER NOT NULL,
  set_by TEXT NOT NULL,
  set_at INTEGER NOT NULL,
  UNIQUE (account_id, computer)
) STRICT;
`;
