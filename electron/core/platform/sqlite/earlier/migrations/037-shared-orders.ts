/** Standing orders on several computers: docs/shared-desk.md#standing-orders. */
export const sharedOrders = `
-- How all computers know the order, whatever is changed of it. One that was there before has the same in every copy of its desk.
ALTER TABLE standing_orders ADD COLUMN uid TEXT NOT NULL DEFAULT '';
UPDATE standing_orders SET uid = printf('%d-%d', on_since, id);
CREATE UNIQUE INDEX standing_orders_by_uid ON standing_orders (account_id, uid);

-- A colleague's order was not looked at here.
ALTER TABLE standing_orders RENAME COLUMN looked_at TO looked_before;
ALTER TABLE standing_orders ADD COLUMN looked_at INTEGER NOT NULL DEFAULT 0;
UPDATE standing_orders SET looked_at = looked_before;
ALTER TABLE standing_orders DROP COLUMN looked_before;

-- What the order waits for, beside hindrance_json: purchases have other numbers elsewhere, and runs are of one computer.
ALTER TABLE standing_orders ADD COLUMN held_purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL;
ALTER TABLE standing_orders ADD COLUMN held_run_id INTEGER REFERENCES runs ON DELETE SET NULL;
UPDATE standing_orders SET
  held_purchase_id = (SELECT id FROM purchases WHERE id = hindrance_json ->> '$.purchaseId'),
  held_run_id = (SELECT id FROM runs WHERE id = hindrance_json ->> '$.runId'),
  hindrance_json = '{"code":"held"}'
WHERE hindrance_json ->> '$.code' = 'held';

-- Who has begun to pay for it and has not said yet what came of that: '' nobody, null this computer, else a computer's mark
ALTER TABLE standing_occasions ADD COLUMN computer TEXT DEFAULT '';
UPDATE standing_occasions SET computer = NULL WHERE state = 'started';
CREATE INDEX standing_occasions_begun ON standing_occasions (order_id) WHERE computer IS NOT '';

-- Of traffic: a client and a pool, and the top-ups that were charged before, in words that mean the same everywhere.
UPDATE OR IGNORE standing_occasions SET
  edition = (SELECT coalesce(sum(p.created_at - 1577836800000), 0) FROM purchases p, standing_orders s, clients c
    WHERE s.id = order_id AND c.id = standing_occasions.client_id AND p.client_id = c.id AND p.kind = 'traffic'
      AND p.outcome = 'charged' AND p.messenger_id = c.messenger_id AND p.client_key = c.client_key
      AND p.order_json ->> '$.poolType' = s.action_json ->> '$.poolType' AND p.id <= edition),
  target = (SELECT c.messenger_id || ' ' || c.client_key || ' ' || (s.action_json ->> '$.poolType')
    FROM standing_orders s, clients c WHERE s.id = order_id AND c.id = standing_occasions.client_id)
WHERE client_id IS NOT NULL
  AND order_id IN (SELECT id FROM standing_orders WHERE action_json ->> '$.kind' = 'traffic');

-- The uid of the standing order it was bought for; standing_order_id is that order here.
ALTER TABLE purchases ADD COLUMN standing_uid TEXT;
UPDATE purchases SET standing_uid = (SELECT uid FROM standing_orders WHERE id = standing_order_id)
WHERE standing_order_id IS NOT NULL;
CREATE INDEX purchases_by_standing_uid ON purchases (standing_uid) WHERE standing_uid IS NOT NULL;

-- What the others do not know yet, where the desk is shared already.
INSERT INTO shared_dirty (account_id, kind, local_id, field)
  SELECT account_id, 'order', id, '^' FROM standing_orders WHERE account_id IN (SELECT account_id FROM shared_desks);
INSERT INTO shared_dirty (account_id, kind, local_id, field)
  SELECT account_id, 'occasion', id, '^' FROM standing_occasions WHERE account_id IN (SELECT account_id FROM shared_desks);
INSERT INTO shared_dirty (account_id, kind, local_id, field)
  SELECT account_id, 'purchase', id, 'order' FROM purchases
  WHERE standing_uid IS NOT NULL AND account_id IN (SELECT account_id FROM shared_desks) ON CONFLICT DO NOTHING;
`;
