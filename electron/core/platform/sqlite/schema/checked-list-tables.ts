/** The number of newest results of a list that are kept. */
const KEPT_RESULTS = 30;

/** Lists that are checked on the schedule, and the history of the checks of each list. */
export const CHECKED_LIST_TABLES = `
CREATE TABLE checked_lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- the choice of a list in the trash stays, and counts again once the list is restored
  list_id INTEGER NOT NULL UNIQUE REFERENCES lists ON DELETE CASCADE,
  chosen_at INTEGER NOT NULL,
  -- nothing that was due before counts
  counts_from INTEGER NOT NULL,
  -- the last check on the schedule that began on this computer
  run_id INTEGER REFERENCES runs ON DELETE SET NULL,
  -- 1 after a desk was restored, until the user lets the checks go on
  held INTEGER NOT NULL DEFAULT 0,
  -- one character for each line that was checked: - never worked, w works, s worked before and no longer does
  marks TEXT NOT NULL DEFAULT '',
  -- how many lines are marked with s, and when the last of them stopped
  stopped INTEGER NOT NULL DEFAULT 0,
  stopped_at INTEGER
) STRICT;
CREATE INDEX checked_lists_by_account ON checked_lists (account_id, chosen_at, id);
CREATE INDEX checked_lists_by_run ON checked_lists (run_id) WHERE run_id IS NOT NULL;

-- The last results of each list. A trigger writes them, because a result is stored by a check here or arrives from another
-- computer of a shared desk.
CREATE TABLE list_checks (
  id INTEGER PRIMARY KEY,
  list_id INTEGER NOT NULL REFERENCES lists ON DELETE CASCADE,
  at INTEGER NOT NULL,
  working INTEGER NOT NULL,
  failed INTEGER NOT NULL
) STRICT;
CREATE INDEX list_checks_by_list ON list_checks (list_id, id);
INSERT INTO list_checks (list_id, at, working, failed)
  SELECT id, last_check_json ->> '$.at',
    (last_check_json ->> '$.counts.alive') + (last_check_json ->> '$.counts.slow'),
    (last_check_json ->> '$.counts.refused') + (last_check_json ->> '$.counts.dead')
  FROM lists
  WHERE CASE WHEN json_valid(last_check_json) THEN json_type(last_check_json, '$.at') IS 'integer'
    AND json_type(last_check_json, '$.counts.alive') IS 'integer'
    AND json_type(last_check_json, '$.counts.slow') IS 'integer'
    AND json_type(last_check_json, '$.counts.refused') IS 'integer'
    AND json_type(last_check_json, '$.counts.dead') IS 'integer' ELSE 0 END;
CREATE TRIGGER list_checked AFTER UPDATE OF last_check_json ON lists
WHEN NEW.last_check_json IS NOT NULL AND (NEW.last_check_json ->> '$.at') IS NOT (OLD.last_check_json ->> '$.at') BEGIN
  INSERT INTO list_checks (list_id, at, working, failed)
    VALUES (NEW.id, NEW.last_check_json ->> '$.at',
      (NEW.last_check_json ->> '$.counts.alive') + (NEW.last_check_json ->> '$.counts.slow'),
      (NEW.last_check_json ->> '$.counts.refused') + (NEW.last_check_json ->> '$.counts.dead'));
  DELETE FROM list_checks WHERE list_id = NEW.id AND id <=
    (SELECT id FROM list_checks WHERE list_id = NEW.id ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_RESULTS});
END;
`;
