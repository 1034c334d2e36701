/**
 * The plan of a client and the day until which it is paid, as the reseller knows them. They say nothing about what the
 * service has.
 */
export const PAID_UNTIL_COLUMNS = `
ALTER TABLE clients ADD COLUMN plan TEXT NOT NULL DEFAULT '';
-- case-folded for sorting; null without a plan
ALTER TABLE clients ADD COLUMN plan_sort TEXT;
-- YYYY-MM-DD in the reseller's calendar; null if it is not known
ALTER TABLE clients ADD COLUMN paid_until TEXT;
-- JSON: for how many clients the paid time has ended or ends soon
ALTER TABLE alerts ADD COLUMN paid_json TEXT;
CREATE INDEX clients_by_plan ON clients (account_id, removed, archived, plan_sort, id);
-- With the end of the VPN, so that counting the clients to remind reads no row (electron/core/catalogue/clients/client-needs.ts).
CREATE INDEX clients_by_paid_until ON clients (account_id, removed, archived, paid_until, id, next_expiry);
`;
