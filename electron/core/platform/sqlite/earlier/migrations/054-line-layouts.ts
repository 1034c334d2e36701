/** Layouts of the reseller's own for the lines of proxies, and the name of the layout of each file. */
export const lineLayouts = `
CREATE TABLE line_layouts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  layout_json TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (account_id, name)
) STRICT;
ALTER TABLE exports ADD COLUMN layout TEXT;
`;
