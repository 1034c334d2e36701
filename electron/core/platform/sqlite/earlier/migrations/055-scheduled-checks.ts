/** The number of newest results of a proxy that were kept. */
const KEPT_RESULTS = 30;

/**
 * Checks on a schedule, and the history of each dedicated proxy. Triggers write the history, because a result is stored
 * by a check here or arrives from another computer of a shared desk. An address that refuses says nothing about the
 * proxy, so it neither stops nor restores one.
 */
export const scheduledChecks = `
CREATE TABLE scheduled_checks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL UNIQUE REFERENCES accounts ON DELETE CASCADE,
  enabled INTEGER NOT NULL,
  every TEXT NOT NULL,
  hours INTEGER NOT NULL,
  time TEXT NOT NULL,
  zone TEXT NOT NULL,
  counts_from INTEGER NOT NULL,
  run_id INTEGER REFERENCES runs ON DELETE SET NULL
) STRICT;
CREATE INDEX scheduled_checks_by_run ON scheduled_checks (run_id) WHERE run_id IS NOT NULL;
CREATE TABLE proxy_checks (
  id INTEGER PRIMARY KEY,
  proxy_id INTEGER NOT NULL REFERENCES dedicated_proxies ON DELETE CASCADE,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  first_byte_ms INTEGER
) STRICT;
CREATE INDEX proxy_checks_by_proxy ON proxy_checks (proxy_id, id);
CREATE TABLE stopped_proxies (
  proxy_id INTEGER PRIMARY KEY REFERENCES dedicated_proxies ON DELETE CASCADE,
  at INTEGER NOT NULL
) STRICT;
INSERT INTO proxy_checks (proxy_id, at, state, reason, first_byte_ms)
  SELECT id, last_check_json ->> 'at', last_check_json ->> 'state', last_check_json ->> 'reason',
    last_check_json ->> 'firstByteMs'
  FROM dedicated_proxies
  WHERE CASE WHEN json_valid(last_check_json) THEN json_type(last_check_json, '$.at') IS 'integer'
    AND json_type(last_check_json, '$.state') IS 'text'
    AND coalesce(json_type(last_check_json, '$.firstByteMs'), 'null') IN ('integer', 'null') ELSE 0 END;
CREATE TRIGGER proxy_checked AFTER UPDATE OF last_check_json ON dedicated_proxies
WHEN NEW.last_check_json IS NOT NULL AND NEW.last_check_json IS NOT OLD.last_check_json BEGIN
  INSERT OR IGNORE INTO stopped_proxies (proxy_id, at)
    SELECT NEW.id, NEW.last_check_json ->> 'at'
    WHERE NEW.last_check_json ->> 'state' IN ('refused', 'dead') AND NEW.last_check_json ->> 'reason' IS NOT 'site'
      AND (SELECT state FROM proxy_checks WHERE proxy_id = NEW.id AND reason IS NOT 'site' ORDER BY id DESC LIMIT 1)
        IN ('alive', 'slow');
  DELETE FROM stopped_proxies
    WHERE proxy_id = NEW.id AND NEW.last_check_json ->> 'state' IN ('alive', 'slow');
  INSERT INTO proxy_checks (proxy_id, at, state, reason, first_byte_ms)
    VALUES (NEW.id, NEW.last_check_json ->> 'at', NEW.last_check_json ->> 'state', NEW.last_check_json ->> 'reason',
      NEW.last_check_json ->> 'firstByteMs');
  DELETE FROM proxy_checks WHERE proxy_id = NEW.id AND id <=
    (SELECT id FROM proxy_checks WHERE proxy_id = NEW.id ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_RESULTS});
END;
CREATE TRIGGER proxy_check_taken_back AFTER UPDATE OF last_check_json ON dedicated_proxies
WHEN NEW.last_check_json IS NULL AND OLD.last_check_json IS NOT NULL BEGIN
  DELETE FROM stopped_proxies WHERE proxy_id = NEW.id AND at = OLD.last_check_json ->> 'at';
  DELETE FROM proxy_checks WHERE at = OLD.last_check_json ->> 'at'
    AND id = (SELECT max(id) FROM proxy_checks WHERE proxy_id = NEW.id);
END;
ALTER TABLE alerts ADD COLUMN stopped_json TEXT;
`;
