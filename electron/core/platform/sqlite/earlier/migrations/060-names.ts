/**
 * Gives tables and columns the names that the code uses. Indexes cannot be renamed, so those that bear an old name are
 * created again.
 */
export const names = `
DROP INDEX standing_occasions_by_time;
DROP INDEX standing_occasions_open;
DROP INDEX standing_occasions_by_run;
DROP INDEX standing_occasions_by_purchase;
DROP INDEX standing_occasions_by_client;
DROP INDEX standing_occasions_by_proxy;
DROP INDEX standing_occasions_by_account;
DROP INDEX standing_occasions_begun;
DROP INDEX scheduled_list_occasions_by_time;
DROP INDEX scheduled_list_occasions_open;
DROP INDEX scheduled_list_occasions_by_run;
DROP INDEX alerts_untold;
DROP INDEX run_wishes_by_run;
DROP INDEX import_bad_lines_by_job;

ALTER TABLE standing_orders RENAME COLUMN hindrance_json TO blocked_reason_json;
ALTER TABLE standing_orders RENAME COLUMN held_purchase_id TO blocking_purchase_id;
ALTER TABLE standing_orders RENAME COLUMN held_run_id TO blocking_run_id;
ALTER TABLE standing_orders RENAME COLUMN looked_at TO checked_at;
ALTER TABLE standing_occasions RENAME COLUMN edition TO version;
ALTER TABLE standing_occasions RENAME COLUMN was_seen TO has_shown;
ALTER TABLE standing_occasions RENAME COLUMN computer TO started_by;
ALTER TABLE standing_occasions RENAME TO due_items;
CREATE INDEX due_items_by_time ON due_items (order_id, due_at, id);
CREATE INDEX due_items_open ON due_items (order_id, state) WHERE state NOT IN ('no-longer-due', 'abandoned');
CREATE INDEX due_items_by_run ON due_items (run_id, charge) WHERE run_id IS NOT NULL;
CREATE INDEX due_items_by_purchase ON due_items (purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX due_items_by_client ON due_items (client_id);
CREATE INDEX due_items_by_proxy ON due_items (proxy_id);
CREATE INDEX due_items_by_account ON due_items (account_id);
CREATE INDEX due_items_started ON due_items (order_id) WHERE started_by IS NOT '';

ALTER TABLE scheduled_lists RENAME COLUMN what_json TO settings_json;
ALTER TABLE scheduled_list_occasions RENAME TO due_lists;
CREATE INDEX due_lists_by_time ON due_lists (schedule_id, id DESC);
CREATE INDEX due_lists_open ON due_lists (schedule_id, id) WHERE ended_at IS NULL;
CREATE INDEX due_lists_by_run ON due_lists (run_id) WHERE run_id IS NOT NULL;

ALTER TABLE deeds RENAME COLUMN back TO undone;
ALTER TABLE deeds RENAME COLUMN taken_back_at TO undone_at;
ALTER TABLE deed_parts RENAME COLUMN what_json TO change_json;

ALTER TABLE alerts RENAME COLUMN edition TO event_at;
ALTER TABLE alerts RENAME COLUMN told_at TO notified_at;
ALTER TABLE alerts RENAME COLUMN chat_told_at TO chat_sent_at;
ALTER TABLE alerts RENAME COLUMN standing_json TO order_json;
CREATE INDEX alerts_unnotified ON alerts (account_id, kind, dismissed, stage) WHERE notified_at IS NULL;
ALTER TABLE alert_marks RENAME COLUMN edition TO event_at;

ALTER TABLE runs RENAME COLUMN by_itself TO is_automatic;
ALTER TABLE run_wishes RENAME TO refresh_requests;
CREATE INDEX refresh_requests_by_run ON refresh_requests (run_id);
CREATE INDEX import_bad_lines_by_run ON import_bad_lines (run_id, id, problems);

ALTER TABLE shared_desks RENAME COLUMN last_stamp TO last_timestamp;
ALTER TABLE shared_desks RENAME COLUMN place_mark TO store_mark;
ALTER TABLE shared_docs RENAME COLUMN stamps TO timestamps;
ALTER TABLE shared_dirty RENAME TO shared_changed_fields;
ALTER TABLE shared_unsent RENAME COLUMN stamp TO timestamp;
ALTER TABLE shared_unsent RENAME TO shared_outbox;
ALTER TABLE shared_conflicts RENAME COLUMN stamp TO timestamp;
ALTER TABLE shared_aside RENAME COLUMN stamp TO timestamp;
ALTER TABLE shared_aside RENAME TO shared_set_aside;
`;
