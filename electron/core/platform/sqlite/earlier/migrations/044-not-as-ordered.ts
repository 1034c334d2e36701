/** In what an answer differs from its order, and by how much the sum of spending rose beyond what was told: docs/money.md#as-ordered. */
export const notAsOrdered = `
ALTER TABLE purchases ADD COLUMN differences_json TEXT;
ALTER TABLE purchases ADD COLUMN risen_kopecks INTEGER;
`;
