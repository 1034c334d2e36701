/**
 * Which database a shared desk was last found in (`placeMark`), and since it was found in another one: the colleagues that
 * have not come there yet, as `{id, seenAt}` with when that database had last heard of each, or null.
 */
export const places = `
ALTER TABLE shared_desks ADD COLUMN place_mark TEXT NOT NULL DEFAULT '';
ALTER TABLE shared_desks ADD COLUMN awaited TEXT NOT NULL DEFAULT '[]';
`;
