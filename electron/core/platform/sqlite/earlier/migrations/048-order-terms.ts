/** Each term of a standing order is a field of its own on a shared desk: electron/core/sync/model/order-kinds.ts. */
export const orderTerms = `
-- Changed on another computer at the same time, and not what holds, until the order is saved anew; limits in kopecks, 0 for none.
ALTER TABLE standing_orders ADD COLUMN mode_lost TEXT;
ALTER TABLE standing_orders ADD COLUMN ceiling_lost INTEGER;
ALTER TABLE standing_orders ADD COLUMN month_cap_lost INTEGER;

-- All terms were one field: each is as old as that one was.
UPDATE shared_docs SET stamps = json_remove(json_set(stamps,
  '$.action', stamps ->> '$.terms', '$.whom', stamps ->> '$.terms', '$.mode', stamps ->> '$.terms',
  '$.ceiling', stamps ->> '$.terms', '$.cap', stamps ->> '$.terms', '$.hours', stamps ->> '$.terms'), '$.terms')
WHERE kind = 'order' AND stamps ->> '$.terms' IS NOT NULL;
INSERT INTO shared_unsent (account_id, kind, uid, field, stamp, base)
  SELECT account_id, kind, uid, f.value, stamp, base FROM shared_unsent
  JOIN json_each('["action","whom","mode","ceiling","cap","hours"]') f WHERE kind = 'order' AND field = 'terms';
DELETE FROM shared_unsent WHERE kind = 'order' AND field = 'terms';
INSERT INTO shared_dirty (account_id, kind, local_id, field)
  SELECT account_id, kind, local_id, f.value FROM shared_dirty
  JOIN json_each('["action","whom","mode","ceiling","cap","hours"]') f WHERE kind = 'order' AND field = 'terms';
DELETE FROM shared_dirty WHERE kind = 'order' AND field = 'terms';
`;
