/**
 * Outcome, basis and goods of a purchase in the place of one state; what is paid for, as it was seen; readings of the
 * balance that tell how long they held. Times are ms since the epoch, UTC.
 */
export const outcomes = `
-- pending, open, charged or not-charged
ALTER TABLE purchases ADD COLUMN outcome TEXT NOT NULL DEFAULT 'pending';
-- answer, evidence or user; null while pending or open
ALTER TABLE purchases ADD COLUMN basis TEXT;
-- here, missing or none
ALTER TABLE purchases ADD COLUMN goods TEXT NOT NULL DEFAULT 'none';
UPDATE purchases SET
  outcome = CASE
    WHEN state IN ('prepared', 'sent') THEN 'pending'
    WHEN state = 'unknown' THEN 'open'
    WHEN state IN ('succeeded', 'confirmed-charged', 'charged-goods-missing', 'settled-charged') THEN 'charged'
    ELSE 'not-charged' END,
  basis = CASE
    WHEN state IN ('succeeded', 'rejected') THEN 'answer'
    WHEN state = 'confirmed-not-charged' AND reason = 'not-sent' THEN 'answer'
    WHEN state IN ('confirmed-charged', 'confirmed-not-charged', 'charged-goods-missing') THEN 'evidence'
    WHEN state IN ('settled-charged', 'settled-not-charged') THEN 'user' END,
  goods = CASE
    WHEN state IN ('succeeded', 'confirmed-charged') THEN 'here'
    WHEN state = 'charged-goods-missing' THEN 'missing'
    WHEN state = 'settled-charged' THEN iif(kind = 'dedicated' AND goods_json IS NULL, 'missing', 'here')
    ELSE 'none' END;
-- What was certain on evidence is probable now: there is no other evidence any more.
UPDATE purchases SET evidence_after = json_set(json_remove(evidence_after, '$.certainty'),
  '$.quietSince', NULL, '$.quietMs', 0, '$.uptime', 0,
  -- Decided long ago by what was read then: the client may have used the goods since.
  '$.isFirm', json(iif(evidence_after ->> '$.verdict' = 'undecided', 'false', 'true')),
  '$.verdict', CASE evidence_after ->> '$.verdict' WHEN 'undecided' THEN 'open' ELSE evidence_after ->> '$.verdict' END,
  '$.reason', CASE
    WHEN evidence_after ->> '$.verdict' = 'not-charged' THEN 'nothing-came'
    WHEN evidence_after ->> '$.reason' IN ('goods-and-spending', 'spending-rose', 'price-differed', 'more-was-spent',
      'goods-unclear', 'goods-without-spending', 'spending-without-goods', 'other-amount', 'several-open')
      AND NOT (evidence_after ->> '$.verdict' = 'charged' AND evidence_after ->> '$.reason' = 'several-open')
      AND NOT (evidence_after ->> '$.verdict' = 'undecided' AND evidence_after ->> '$.reason' = 'more-was-spent')
      THEN evidence_after ->> '$.reason'
    WHEN evidence_after ->> '$.verdict' = 'charged'
      THEN iif(kind IN ('dedicated', 'dedicated-prolong'), 'spending-rose', 'goods-and-spending')
    WHEN evidence_after ->> '$.reason' IN ('more-was-spent', 'less-was-spent', 'spending-fell') THEN 'other-amount'
    ELSE 'nothing-yet' END)
  WHERE evidence_after IS NOT NULL;

DROP INDEX purchases_by_need;
DROP INDEX purchases_by_state_rank;
DROP INDEX purchases_by_state;
DROP INDEX purchases_by_facts;
DROP INDEX purchases_of_traffic;
ALTER TABLE purchases DROP COLUMN state;
-- Those whose outcome is open first, then by time: the order of the ledger.
CREATE INDEX purchases_by_need ON purchases (account_id, outcome = 'open', created_at, id);
-- What asks for a look first.
CREATE INDEX purchases_by_outcome_rank ON purchases
  (account_id, iif(goods = 'missing', 2, instr('open pending not-charged charged', outcome)), id DESC);
CREATE INDEX purchases_by_outcome ON purchases (account_id, outcome, basis, created_at);
CREATE INDEX purchases_of_traffic ON purchases (account_id, order_json ->> 'poolType', client_id, outcome)
  WHERE kind = 'traffic';
-- All that purchases are counted, added up and narrowed by.
CREATE INDEX purchases_by_facts
  ON purchases (account_id, id, kind, outcome, goods, created_at, charged_kopecks, price_kopecks);

-- When nobody waited for the answer any more, or it was there.
ALTER TABLE purchases RENAME COLUMN lost_uptime TO ended_uptime;
-- Counts the tokens whose readings do not continue each other: readings and purchases of two are never compared.
ALTER TABLE purchases ADD COLUMN books INTEGER NOT NULL DEFAULT 0;
ALTER TABLE balance_history ADD COLUMN books INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN books INTEGER NOT NULL DEFAULT 0;
-- ms since the machine started when it was read first and last (Clock.uptime); null: not known
ALTER TABLE balance_history ADD COLUMN uptime INTEGER;
ALTER TABLE balance_history ADD COLUMN seen_uptime INTEGER;
-- until when readings said the same
ALTER TABLE balance_history ADD COLUMN seen_at INTEGER;

-- What a charge pays for, as the plan shows it: JSON, see Target.
ALTER TABLE bulk_charges ADD COLUMN target_json TEXT;
UPDATE bulk_charges SET target_json = (
  SELECT json_object('messengerId', max(l.messenger_id), 'clientKey', max(l.client_key), 'ends',
    CASE r.params_json ->> '$.kind'
      WHEN 'traffic' THEN json('[]')
      WHEN 'vpn-renew' THEN json_group_array(json_object('id', l.target, 'endsAt', l.expires_at))
      ELSE json_group_array(json_object('id', CAST(l.service_id AS TEXT), 'endsAt', l.expires_at)) END)
  FROM bulk_lines l JOIN bulk_runs r ON r.id = l.run_id
  WHERE l.run_id = bulk_charges.run_id AND l.charge = bulk_charges.charge);
`;
