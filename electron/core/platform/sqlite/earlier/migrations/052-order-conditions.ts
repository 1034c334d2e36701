/**
 * Standing orders may require that their clients have paid, and may pay only so often for each target. Like those of the other terms,
 * the two columns with `_lost` hold the value that lost against one from another computer.
 */
export const orderConditions = `
ALTER TABLE standing_orders ADD COLUMN payment TEXT NOT NULL DEFAULT 'any';
ALTER TABLE standing_orders ADD COLUMN payment_lost TEXT;
ALTER TABLE standing_orders ADD COLUMN times_each INTEGER;
ALTER TABLE standing_orders ADD COLUMN times_each_lost INTEGER;
`;
