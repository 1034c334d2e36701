/**
 * Stores how an answer differs from its order, and by how much more than the answered amount the service's spending total
 * rose (docs/money.md#as-ordered).
 */
export const notAsOrdered = `
ALTER TABLE purchases ADD COLUMN differences_json TEXT;
ALTER TABLE purchases ADD COLUMN risen_kopecks INTEGER;
`;
