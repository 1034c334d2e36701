/** Gives clients and lists a column for the number of their removal, which was the value of `removed`. */
export const REMOVAL_COLUMNS = `
-- the number of the action on this computer that removed the client, by which it is undone, while removed is 1; null: none
-- did. 2 to the power of 40 in removed stood for another computer.
ALTER TABLE clients ADD COLUMN removal INTEGER;
UPDATE clients SET removal = nullif(removed, 1099511627776), removed = 1 WHERE removed > 0;
-- likewise
ALTER TABLE lists ADD COLUMN removal INTEGER;
UPDATE lists SET removal = nullif(removed, 1099511627776), removed = 1 WHERE removed > 0;
-- A removed order needs no number, because it is restored by its id.
UPDATE standing_orders SET removed = 1 WHERE removed > 0;
`;
