/** What was removed stays for 30 days: electron/core/catalogue/trash. Times are ms since the epoch, UTC. */
export const trash = `
-- null while it is there
ALTER TABLE clients ADD COLUMN removed_at INTEGER;
ALTER TABLE lists ADD COLUMN removed_at INTEGER;
UPDATE clients SET removed_at = unixepoch() * 1000 WHERE removed > 0;
UPDATE lists SET removed_at = unixepoch() * 1000 WHERE removed > 0;
CREATE INDEX clients_in_trash ON clients (account_id, removed_at, id) WHERE removed > 0;
CREATE INDEX clients_in_trash_by_name ON clients (account_id, name_sort, id) WHERE removed > 0;
CREATE INDEX clients_in_trash_by_key ON clients (account_id, key_sort, id) WHERE removed > 0;
CREATE INDEX lists_in_trash ON lists (account_id, removed_at, id) WHERE removed > 0;
CREATE INDEX lists_in_trash_by_title ON lists (account_id, title_sort, id) WHERE removed > 0;
CREATE INDEX lists_in_trash_by_client ON lists (account_id, client_sort, id) WHERE removed > 0;
`;
