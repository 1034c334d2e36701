/** Computers that left a shared desk keep their names: what they changed says so. */
export const computersLeft = `
ALTER TABLE shared_computers ADD COLUMN has_left INTEGER NOT NULL DEFAULT 0;
`;
