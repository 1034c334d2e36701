/** Lists that computers share: electron/core/sync/model/list-kinds.ts. */
export const sharedLists = `
-- of all lines in the order they came: two lists that are alike in all else are told apart by it; '' for older lists
ALTER TABLE lists ADD COLUMN digest TEXT NOT NULL DEFAULT '';
-- of both variants: lines that another computer has told of, and that are not here yet
ALTER TABLE lists ADD COLUMN missing_lines INTEGER NOT NULL DEFAULT 0;
DROP INDEX lists_by_state;
CREATE INDEX lists_by_state ON lists (account_id, removed,
  iif(missing_lines > 0, 0, instr('running failed partial cancelled complete', state)), id DESC);

-- With a number of its own for each: those that SQLite gives by itself need not stay when the file is written anew.
CREATE TABLE numbered_chunks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL,
  list_id INTEGER NOT NULL REFERENCES lists ON DELETE CASCADE,
  -- domain or ip
  variant TEXT NOT NULL,
  -- index of the chunk's first line in the variant, from 0
  first_line INTEGER NOT NULL,
  line_count INTEGER NOT NULL,
  -- each line ends with a line feed (lists/list-text.ts)
  lines BLOB NOT NULL,
  UNIQUE (list_id, variant, first_line)
) STRICT;
INSERT INTO numbered_chunks (account_id, list_id, variant, first_line, line_count, lines)
  SELECT l.account_id, c.list_id, c.variant, c.first_line, c.line_count, c.lines
  FROM list_chunks c JOIN lists l ON l.id = c.list_id ORDER BY c.rowid;
DROP TABLE list_chunks;
ALTER TABLE numbered_chunks RENAME TO list_chunks;
`;
