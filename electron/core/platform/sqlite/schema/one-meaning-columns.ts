/** Splits or replaces columns in which a special value meant something else than the others. */
export const ONE_MEANING_COLUMNS = `
-- due_items.started_by held '' for nobody, null for this computer and otherwise the mark of another one. An item that has
-- begun to be paid for keeps that, or it would be paid for a second time.
-- 1 while this computer has begun to pay for the item and has not noted how that ended
ALTER TABLE due_items ADD COLUMN started_here INTEGER NOT NULL DEFAULT 0;
-- the mark of another computer that has begun to pay for the item and has not said how that ended; null: none has. An item
-- from before the desk was restored from a copy has a column of shared-desk-columns.ts.
ALTER TABLE due_items ADD COLUMN started_elsewhere_by TEXT CHECK (started_here = 0 OR started_elsewhere_by IS NULL);
UPDATE due_items SET started_here = started_by IS NULL, started_elsewhere_by = nullif(started_by, '')
  WHERE started_by IS NOT '';
DROP INDEX due_items_started;
ALTER TABLE due_items DROP COLUMN started_by;
CREATE INDEX due_items_started ON due_items (order_id) WHERE started_here = 1 OR started_elsewhere_by IS NOT NULL;

-- telegram_bots.summary_day held '' while no day's summary was done.
-- YYYY-MM-DD, the last local day whose summary is no longer due: it was sent, or its time had passed when the user chose
-- it; null: none
ALTER TABLE telegram_bots ADD COLUMN summary_done_day TEXT;
UPDATE telegram_bots SET summary_done_day = nullif(summary_day, '');
ALTER TABLE telegram_bots DROP COLUMN summary_day;
`;
