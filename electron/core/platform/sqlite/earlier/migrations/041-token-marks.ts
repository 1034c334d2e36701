/** A keyed hash of the token an account was last signed in with, by which the same token is known again. */
export const tokenMarks = `
ALTER TABLE accounts ADD COLUMN token_mark TEXT;
`;
