/** What tells a payment that two computers noted from two that are alike: docs/money.md#noted-once. */
export const paymentOrigins = `
ALTER TABLE payments ADD COLUMN origin TEXT NOT NULL DEFAULT '';
`;
