/** Lists of proxies, the files they were saved as, and presets. */
export const LIST_TABLES = `
CREATE TABLE lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  -- the client as it was when the list was made
  client_name TEXT NOT NULL,
  client_key TEXT NOT NULL,
  title TEXT NOT NULL,
  -- JSON: the parameters it was generated with
  recipe_json TEXT NOT NULL,
  -- running, failed, partial, cancelled or complete
  state TEXT NOT NULL,
  line_count INTEGER NOT NULL DEFAULT 0,
  -- lines of the two variants, with a domain and with an IP address
  domain_lines INTEGER NOT NULL DEFAULT 0,
  ip_lines INTEGER NOT NULL DEFAULT 0,
  -- 1 while every line of the variant converts between formats 1 and 2 without guessing
  domain_convertible INTEGER NOT NULL DEFAULT 1,
  ip_convertible INTEGER NOT NULL DEFAULT 1,
  duplicates INTEGER NOT NULL DEFAULT 0,
  -- JSON array of the first lines that look wrong, and how many there are in all
  issues_json TEXT NOT NULL DEFAULT '[]',
  issue_count INTEGER NOT NULL DEFAULT 0,
  error_json TEXT,
  run_id INTEGER,
  -- 0 for a list that is there, 1 for one in the trash, below 0 for one that nobody can restore
  -- (electron/core/catalogue/trash/removal-states.ts); removal-columns.ts adds which action removed it
  removed INTEGER NOT NULL DEFAULT 0,
  search_text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- case-folded for sorting
  title_sort TEXT NOT NULL DEFAULT '',
  client_sort TEXT NOT NULL DEFAULT '',
  -- JSON: what its last check found; null: never checked
  last_check_json TEXT,
  -- SHA-256 over all lines in the order they came, which tells apart lists that are otherwise equal; '' for older lists
  digest TEXT NOT NULL DEFAULT '',
  -- lines of both variants that another computer announced and that have not arrived yet
  missing_lines INTEGER NOT NULL DEFAULT 0,
  -- when it was put into the trash; null for a list that is there
  removed_at INTEGER
) STRICT;
CREATE INDEX lists_by_time ON lists (account_id, removed, created_at DESC, id DESC);
CREATE INDEX lists_by_client ON lists (client_id, created_at DESC);
CREATE INDEX lists_by_title ON lists (account_id, removed, title_sort, id DESC);
CREATE INDEX lists_by_client_name ON lists (account_id, removed, client_sort, id DESC);
-- The time is in the index so that counting lists and their lines reads no row.
CREATE INDEX lists_by_lines ON lists (account_id, removed, line_count, id DESC, created_at);
CREATE INDEX lists_by_pool ON lists (account_id, removed, recipe_json ->> 'poolType', id DESC);
CREATE INDEX lists_by_format ON lists (account_id, removed, recipe_json ->> 'formatId', id DESC);
CREATE INDEX lists_by_text ON lists (account_id, removed, id, search_text);
CREATE INDEX lists_by_state ON lists (account_id, removed,
  iif(missing_lines > 0, 0, instr('running failed partial cancelled complete', state)), id DESC);
CREATE INDEX lists_in_trash ON lists (account_id, removed_at, id) WHERE removed > 0;
CREATE INDEX lists_in_trash_by_title ON lists (account_id, title_sort, id) WHERE removed > 0;
CREATE INDEX lists_in_trash_by_client ON lists (account_id, client_sort, id) WHERE removed > 0;

-- The lines as the service sent them, byte for byte (docs/decisions/012-lists-as-they-came.md).
CREATE TABLE list_chunks (
  -- a number of its own, which VACUUM keeps: a shared desk refers to it
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL,
  list_id INTEGER NOT NULL REFERENCES lists ON DELETE CASCADE,
  -- domain or ip
  variant TEXT NOT NULL,
  -- index of the chunk's first line within the variant, from 0
  first_line INTEGER NOT NULL,
  line_count INTEGER NOT NULL,
  -- packed; each line ends with a line feed (electron/core/platform/text/stored-lines.ts)
  lines BLOB NOT NULL,
  UNIQUE (list_id, variant, first_line)
) STRICT;

-- Every file that was written. Rows stay when their list is deleted.
CREATE TABLE exports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  list_id INTEGER REFERENCES lists ON DELETE SET NULL,
  list_title TEXT NOT NULL,
  path TEXT NOT NULL,
  format_id INTEGER NOT NULL,
  variant TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  search_text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- the names of file and list, case-folded for sorting
  file_sort TEXT NOT NULL DEFAULT '',
  list_sort TEXT NOT NULL DEFAULT '',
  -- the name of the layout of its lines; null: a format of the service
  layout TEXT
) STRICT;
CREATE INDEX exports_by_time ON exports (account_id, created_at DESC, id DESC);
CREATE INDEX exports_by_list ON exports (list_id);
CREATE INDEX exports_by_file ON exports (account_id, file_sort, id DESC);
CREATE INDEX exports_by_title ON exports (account_id, list_sort, id DESC);
CREATE INDEX exports_by_format ON exports (account_id, format_id, id DESC);
CREATE INDEX exports_by_variant ON exports (account_id, variant, id DESC);
CREATE INDEX exports_by_lines ON exports (account_id, line_count, id DESC);
CREATE INDEX exports_by_bytes ON exports (account_id, bytes, id DESC);
CREATE INDEX exports_by_text ON exports (account_id, id, search_text);

-- Layouts of the reseller's own for the lines of proxies (docs/layouts.md).
CREATE TABLE line_layouts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  layout_json TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (account_id, name)
) STRICT;

-- Named parameters for lists, without a client.
CREATE TABLE presets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  recipe_json TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (account_id, name)
) STRICT;
`;
