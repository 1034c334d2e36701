/** Gives the state of shared desks a table or a column for each of the things that special values meant. */
export const SHARED_DESK_COLUMNS = `
-- shared_changed_fields.field held '*' for all fields of a new row, and '^' for a row from before the desk was shared.
-- Rows that were changed as a whole here, and have no timestamps yet.
CREATE TABLE shared_changed_records (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  local_id INTEGER NOT NULL,
  -- 1 for a row that existed before the desk was shared, 0 for one that was added since
  is_initial INTEGER NOT NULL,
  PRIMARY KEY (account_id, kind, local_id)
) STRICT, WITHOUT ROWID;
INSERT INTO shared_changed_records (account_id, kind, local_id, is_initial)
  SELECT account_id, kind, local_id, max(field = '^') FROM shared_changed_fields WHERE field IN ('*', '^')
  GROUP BY account_id, kind, local_id;
DELETE FROM shared_changed_fields WHERE field IN ('*', '^');

-- shared_outbox.field held '*' for all fields, and then a base for a record from before the desk was shared.
-- The outbox: records that are not in the shared database yet, to be published with all their fields, each with the
-- timestamp that it has.
CREATE TABLE shared_outbox_records (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  -- that of the latest change that asked for it
  timestamp TEXT NOT NULL,
  -- 1 for a record that existed here before the desk was shared, and that no other computer knows yet
  is_initial INTEGER NOT NULL,
  PRIMARY KEY (account_id, kind, uid)
) STRICT, WITHOUT ROWID;
INSERT INTO shared_outbox_records (account_id, kind, uid, timestamp, is_initial)
  SELECT account_id, kind, uid, timestamp, base IS NOT NULL FROM shared_outbox WHERE field = '*';
DELETE FROM shared_outbox WHERE field = '*';

-- shared_docs.timestamps held a '-' before the timestamp of a field that is off.
-- JSON array of the fields that are off: a removal that was taken back, and items that are gone from a set; null: none
ALTER TABLE shared_docs ADD COLUMN tombstones TEXT;
UPDATE shared_docs SET
  tombstones = (SELECT nullif(json_group_array(key), '[]') FROM json_each(timestamps) WHERE value LIKE '-%'),
  timestamps = (SELECT json_group_object(key, ltrim(value, '-')) FROM json_each(timestamps))
  WHERE instr(timestamps, ':"-') > 0;

-- shared_set_aside.kind held '' for a whole change, and value '' where there was no room for it.
ALTER TABLE shared_set_aside RENAME TO former_set_aside;
CREATE TABLE shared_set_aside (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  field TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  -- JSON, as received; null where there was no room for it
  value TEXT,
  base TEXT,
  -- unknown: from a newer app; unfit: not a value of this field; ahead: dated in the future; waits: it belongs to
  -- something that is set aside
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, kind, uid, field)
) STRICT, WITHOUT ROWID;
-- Whole changes received from other computers that cannot be read here.
CREATE TABLE shared_set_aside_changes (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  -- that of the content; all changes that nobody can read have the same one
  hash TEXT NOT NULL,
  -- JSON, as opened; null where there was no room for it, and for changes that nobody can read
  content TEXT,
  -- unknown: from a newer app; unfit: nobody can read it
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, hash)
) STRICT, WITHOUT ROWID;
INSERT INTO shared_set_aside (account_id, kind, uid, field, timestamp, value, base, reason, at)
  SELECT account_id, kind, uid, field, timestamp, nullif(value, ''), base, reason, at FROM former_set_aside
  WHERE kind <> '' OR field <> '';
INSERT INTO shared_set_aside_changes (account_id, hash, content, reason, at)
  SELECT account_id, uid, nullif(value, ''), reason, at FROM former_set_aside WHERE kind = '' AND field = '';
DROP TABLE former_set_aside;

-- shared_desks.last_timestamp and store_mark held '' for none, and store_mark 'another' after the desk had moved.
ALTER TABLE shared_desks RENAME COLUMN last_timestamp TO former_timestamp;
ALTER TABLE shared_desks RENAME COLUMN store_mark TO former_mark;
-- the newest timestamp given or seen; null: none
ALTER TABLE shared_desks ADD COLUMN last_timestamp TEXT;
-- recognises the database in which the shared desk was last found; null before the first time
ALTER TABLE shared_desks ADD COLUMN store_mark TEXT;
-- 1 after this computer was connected to another database, until it has found the desk there
ALTER TABLE shared_desks ADD COLUMN is_store_replaced INTEGER NOT NULL DEFAULT 0;
UPDATE shared_desks SET last_timestamp = nullif(former_timestamp, ''), is_store_replaced = former_mark = 'another',
  store_mark = nullif(nullif(former_mark, ''), 'another');
ALTER TABLE shared_desks DROP COLUMN former_timestamp;
ALTER TABLE shared_desks DROP COLUMN former_mark;

-- The client id in purchases.order_json was 2 to the power of 40 if the client of a colleague's purchase was not here.
UPDATE purchases SET order_json = json_set(order_json, '$.clientId', NULL)
  WHERE order_json ->> '$.clientId' = 1099511627776;

-- due_items.started_elsewhere_by held - for a computer before its desk was restored from a copy.
-- 1 if a computer had begun to pay for the item before its desk was restored from a copy: nobody may know how that ended
ALTER TABLE due_items ADD COLUMN started_before_copy INTEGER NOT NULL DEFAULT 0
  CHECK (started_before_copy = 0 OR (started_here = 0 AND started_elsewhere_by IS NULL));
UPDATE due_items SET started_before_copy = 1, started_elsewhere_by = NULL WHERE started_elsewhere_by = '-';
DROP INDEX due_items_started;
CREATE INDEX due_items_started ON due_items (order_id)
  WHERE started_here = 1 OR (started_elsewhere_by IS NOT NULL OR started_before_copy = 1);
`;
