/** The filters that the user saved by name. They stay on this computer, because they name its clients by their numbers. */
export const savedFilters = `
CREATE TABLE saved_filters (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  screen TEXT NOT NULL CHECK (screen IN ('clients', 'dedicated', 'purchases')),
  name TEXT NOT NULL,
  filter_json TEXT NOT NULL CHECK (json_valid(filter_json) AND json_type(filter_json) = 'object'),
  sort_json TEXT NOT NULL CHECK (json_valid(sort_json)),
  UNIQUE (account_id, screen, name)
) STRICT;
`;
