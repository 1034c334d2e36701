import { containsAll } from './id-ranges.ts';
import { every, type Sql, sql } from './sql.ts';

const tokenOfCode = (code: number): string => code.toString(36).padStart(4, '0');

/** Tokens of the characters that most texts consist of: Latin, Greek, Cyrillic and their neighbours. */
const USUAL = Array.from({ length: 0x800 }, (_, code) => tokenOfCode(code));

/** Returns the token of a character in the index: exactly four letters or digits. */
const tokenOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return USUAL[code] ?? tokenOfCode(code);
};

/** Returns every character and every pair of neighbours of a text, each once, as tokens of the search index. */
export const gramsOf = (text: string): string => {
  const grams = new Set<string>();
  for (const word of text.split(/\s+/)) {
    let before = '';
    for (const character of word) {
      const token = tokenOf(character);
      grams.add(token);
      if (before !== '') grams.add(before + token);
      before = token;
    }
  }
  return [...grams].join(' ');
};

/** More grams would hardly narrow the result, and the texts found are compared with the word itself. */
const GRAMS_OF_WORD = 30;

/** Returns the grams by which a word is searched. `isExact`: every text that has these grams contains the word. */
const askedOf = (word: string): { readonly grams: readonly string[]; readonly isExact: boolean } => {
  const tokens = Array.from(word, tokenOf);
  const grams = tokens.length === 1 ? tokens : tokens.slice(1).map((token, at) => `${tokens[at]}${token}`);
  return { grams: grams.slice(0, GRAMS_OF_WORD), isExact: tokens.length <= 2 };
};

/** Selects the ids of the clients, of all accounts, whose texts contain all the words (folded, without white space). */
export const clientsWith = (words: readonly string[]): Sql => {
  const asked = words.map((word) => ({ word, ...askedOf(word) }));
  const match = asked.flatMap(({ grams }) => grams).join(' ');
  const read = asked.filter(({ isExact }) => !isExact).map(({ word }) => word);
  if (read.length === 0) return sql`SELECT rowid AS id FROM client_grams WHERE client_grams MATCH ${match}`;
  return sql`SELECT client_id AS id FROM client_grams CROSS JOIN client_texts ON client_id = client_grams.rowid
    WHERE ${every([sql`client_grams MATCH ${match}`, ...containsAll(read)])}`;
};
