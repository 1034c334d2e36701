/** İ and ı are searched and sorted as i (shared/domain/fold-text.ts): what was folded before is folded like that, too. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  client_texts: ['search_text'],
  clients: ['name_sort', 'key_sort'],
  lists: ['search_text', 'title_sort', 'client_sort'],
  exports: ['search_text', 'file_sort', 'list_sort'],
  purchases: ['search_text', 'client_sort'],
  dedicated_texts: ['search_text'],
  scheduled_lists: ['name_sort'],
};

const refold = (table: string, column: string): string => `
UPDATE ${table} SET ${column} = replace(replace(${column}, 'i\u0307', 'i'), 'ı', 'i')
  WHERE instr(${column}, 'ı') > 0 OR instr(${column}, 'i\u0307') > 0;`;

export const turkishLetters = `
DELETE FROM client_grams WHERE rowid IN
  (SELECT client_id FROM client_texts WHERE instr(search_text, 'ı') > 0 OR instr(search_text, 'i\u0307') > 0);
${Object.entries(LETTERS)
  .flatMap(([table, columns]) => columns.map((column) => refold(table, column)))
  .join('')}
INSERT INTO client_grams (rowid, grams) SELECT client_id, search_grams(search_text) FROM client_texts
  WHERE client_id NOT IN (SELECT rowid FROM client_grams);
`;
