/** How often a purchase was opened again after it was decided: verdicts of two computers are compared by it. */
export const reopened = `
ALTER TABLE purchases ADD COLUMN reopened INTEGER NOT NULL DEFAULT 0;
`;
