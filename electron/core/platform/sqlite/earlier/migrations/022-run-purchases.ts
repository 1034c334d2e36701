/** Purchases for many become runs. Times are ms since the epoch, UTC. */
export const runPurchases = `
-- never spent beyond it; null until the plan is agreed to
ALTER TABLE runs ADD COLUMN cap_kopecks INTEGER;
-- as read with the prices; null: it could not be
ALTER TABLE runs ADD COLUMN balance_kopecks INTEGER;
ALTER TABLE runs ADD COLUMN prices_as_of INTEGER;
-- how old the ends are that the plan shows, the oldest of them; null: none, or nothing is missing
ALTER TABLE runs ADD COLUMN dates_as_of INTEGER;
-- the newest purchase when it was planned
ALTER TABLE runs ADD COLUMN ledger_mark INTEGER;

-- the request that pays for it, perhaps with others: then the state is that purchase's, and here it is 'purchase'
ALTER TABLE run_lines ADD COLUMN charge INTEGER;
-- a subscription's uuid, a proxy's address; empty for traffic
ALTER TABLE run_lines ADD COLUMN target TEXT NOT NULL DEFAULT '';
-- the proxy's id at the service
ALTER TABLE run_lines ADD COLUMN service_id INTEGER;
-- when it ended at the time of the plan
ALTER TABLE run_lines ADD COLUMN expires_at INTEGER;
-- its part of the charge; null where the service does not say
ALTER TABLE run_lines ADD COLUMN price_kopecks INTEGER;
CREATE INDEX run_lines_by_charge ON run_lines (run_id, charge) WHERE charge IS NOT NULL;

-- One request that charges. Its state is the purchase's.
CREATE TABLE run_charges (
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  charge INTEGER NOT NULL,
  order_json TEXT NOT NULL,
  -- JSON: what it pays for, as the plan shows it, see Target
  target_json TEXT,
  price_kopecks INTEGER NOT NULL,
  -- the price before it was last asked for again, where that changed it
  former_kopecks INTEGER,
  -- JSON: why nothing was sent, found out during the run
  problem_json TEXT,
  -- the outcome is unknown, and the user goes on without it
  skipped INTEGER NOT NULL DEFAULT 0,
  -- written in the transaction that writes the purchase
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  PRIMARY KEY (run_id, charge)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_charges_by_purchase ON run_charges (purchase_id);

-- Each start was a job of its own: the last one is the run. What was only planned is forgotten at a start anyway.
DELETE FROM runs WHERE kind = 'purchases' AND id NOT IN (SELECT job_id FROM bulk_runs WHERE job_id IS NOT NULL);
UPDATE runs SET params_json = b.params_json, target_id = NULL, cap_kopecks = b.cap_kopecks,
    balance_kopecks = b.balance_kopecks, prices_as_of = b.prices_as_of, dates_as_of = b.dates_as_of,
    ledger_mark = b.ledger_mark, started_at = coalesce(b.started_at, b.created_at),
    finished_at = iif(b.stop_reason = 'paused' AND b.state = 'stopped', NULL, b.finished_at),
    error_json = replace(b.error_json, '"code":"bulk-', '"code":"run-'),
    state = CASE
      WHEN b.state = 'running' THEN 'interrupted'
      WHEN b.state = 'stopped' AND b.stop_reason IN ('paused', 'interrupted') THEN b.stop_reason
      WHEN b.state = 'stopped' THEN 'stopped'
      WHEN b.state = 'closed' THEN 'cancelled'
      WHEN EXISTS (SELECT 1 FROM bulk_charges c LEFT JOIN purchases p ON p.id = c.purchase_id
        WHERE c.run_id = b.id AND (p.outcome = 'charged' AND p.goods <> 'missing') IS NOT TRUE) THEN 'partial'
      ELSE 'done' END,
    reason = CASE WHEN b.state <> 'stopped' OR b.stop_reason IN ('paused', 'interrupted') THEN NULL
      WHEN b.stop_reason = 'rejections' THEN 'failures' ELSE b.stop_reason END
  FROM bulk_runs b WHERE b.job_id = runs.id AND runs.kind = 'purchases';
INSERT INTO run_charges (run_id, charge, order_json, target_json, price_kopecks, former_kopecks, problem_json, skipped,
    purchase_id)
  SELECT b.job_id, c.charge, c.order_json, c.target_json, c.price_kopecks, c.former_kopecks, c.problem_json, c.skipped,
    c.purchase_id
  FROM bulk_runs b JOIN bulk_charges c ON c.run_id = b.id JOIN runs ON runs.id = b.job_id;
INSERT INTO run_lines (run_id, line, state, problem_json, client_id, client_name, messenger_id, client_key, charge,
    target, service_id, expires_at, price_kopecks)
  SELECT b.job_id, l.line, iif(l.charge IS NULL, 'cannot', 'purchase'), l.problem_json, l.client_id, l.client_name,
    l.messenger_id, l.client_key, l.charge, l.target, l.service_id, l.expires_at, l.price_kopecks
  FROM bulk_runs b JOIN bulk_lines l ON l.run_id = b.id JOIN runs ON runs.id = b.job_id;
DROP TABLE bulk_lines;
DROP TABLE bulk_charges;
DROP TABLE bulk_runs;
`;
