/** Why lists for many had stopped, by a code that has words: it had another name when they were no runs yet. */
export const listsErrors = `
UPDATE runs SET error_json = replace(error_json, '"code":"batch-', '"code":"run-')
  WHERE kind = 'lists' AND error_json LIKE '%"code":"batch-%';
`;
