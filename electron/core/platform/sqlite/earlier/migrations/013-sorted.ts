/**
 * What the grids of lists, files, purchases and jobs are sorted by: each sort walks along an index, however many rows
 * there are. `sort_key` is a function of the connection (storage/database.ts).
 */
export const sorted = `
-- Folded for sorting, as the clients' are.
ALTER TABLE lists ADD COLUMN title_sort TEXT NOT NULL DEFAULT '';
ALTER TABLE lists ADD COLUMN client_sort TEXT NOT NULL DEFAULT '';
UPDATE lists SET title_sort = sort_key(title), client_sort = sort_key(iif(client_name = '', client_key, client_name));
CREATE INDEX lists_by_title ON lists (account_id, removed, title_sort, id DESC);
CREATE INDEX lists_by_client_name ON lists (account_id, removed, client_sort, id DESC);
-- With the time, so that counting lists and their lines looks up no rows.
CREATE INDEX lists_by_lines ON lists (account_id, removed, line_count, id DESC, created_at);
CREATE INDEX lists_by_state
  ON lists (account_id, removed, instr('running failed partial cancelled complete', state), id DESC);
-- What a search looks at.
CREATE INDEX lists_by_text ON lists (account_id, removed, search_text);
CREATE INDEX lists_by_pool ON lists (account_id, removed, recipe_json ->> 'poolType', id DESC);
CREATE INDEX lists_by_format ON lists (account_id, removed, recipe_json ->> 'formatId', id DESC);

ALTER TABLE exports ADD COLUMN file_sort TEXT NOT NULL DEFAULT '';
ALTER TABLE exports ADD COLUMN list_sort TEXT NOT NULL DEFAULT '';
-- The name is what follows the last slash of either kind.
UPDATE exports SET list_sort = sort_key(list_title),
  file_sort = sort_key(substr(path, length(rtrim(path, replace(replace(path, '/', ''), '\\', ''))) + 1));
CREATE INDEX exports_by_file ON exports (account_id, file_sort, id DESC);
CREATE INDEX exports_by_text ON exports (account_id, search_text);
CREATE INDEX exports_by_title ON exports (account_id, list_sort, id DESC);
CREATE INDEX exports_by_format ON exports (account_id, format_id, id DESC);
CREATE INDEX exports_by_variant ON exports (account_id, variant, id DESC);
CREATE INDEX exports_by_lines ON exports (account_id, line_count, id DESC);
CREATE INDEX exports_by_bytes ON exports (account_id, bytes, id DESC);

ALTER TABLE purchases ADD COLUMN client_sort TEXT NOT NULL DEFAULT '';
UPDATE purchases SET client_sort = sort_key(client_name) WHERE client_name <> '';
-- Those with an unknown outcome first, then by time: the order of the ledger.
CREATE INDEX purchases_by_need ON purchases (account_id, state = 'unknown', created_at, id);
CREATE INDEX purchases_by_client_name ON purchases (account_id, client_sort, id DESC);
CREATE INDEX purchases_by_kind ON purchases (account_id, kind, id DESC);
CREATE INDEX purchases_by_price ON purchases (account_id, price_kopecks, id DESC);
CREATE INDEX purchases_by_state_rank ON purchases (account_id, instr('unknown charged-goods-missing sent prepared rejected confirmed-not-charged settled-not-charged settled-charged confirmed-charged succeeded', state), id DESC);
-- What a search looks at: the rows themselves hold the answers of the service.
CREATE INDEX purchases_by_text ON purchases (account_id, search_text);
-- With the sums, so that adding up the ledger looks up no rows.
DROP INDEX purchases_by_state;
CREATE INDEX purchases_by_state ON purchases (account_id, state, charged_kopecks, price_kopecks);

CREATE INDEX jobs_by_kind ON jobs (account_id, kind, id DESC);
CREATE INDEX jobs_by_state
  ON jobs (account_id, instr('running paused failed interrupted partial cancelled done', state), id DESC);
CREATE INDEX jobs_by_progress ON jobs (account_id, done * 1.0 / max(total, 1), id DESC);
`;
