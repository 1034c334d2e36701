import type { Database } from '../storage/database.ts';
import { createFreshAnswers } from './fresh-answers.ts';
import { containsAll, idRanges, idsAlong, idsIn, onlyFound, within } from './id-ranges.ts';
import { type Condition, every } from './sorted-rows.ts';

export interface TextQuestion {
  /** The account's rows, as the index of the texts and those of the sorts begin. */
  readonly all: Condition;
  /** Folded; each must be found. */
  readonly words: readonly string[];
  /** As an index has it. */
  readonly orderBy: string;
}

/** Ids of the rows whose texts have all the words, in the order of a sort. */
export type TextSearch = (question: TextQuestion) => Promise<readonly number[]>;

/**
 * Searches the texts of a table range by range, and brings what was found into the order of a sort apart: in one query
 * a word that most of 100,000 rows have would hold the window.
 */
export const createTextSearch = (db: Database, table: 'lists' | 'exports'): TextSearch => {
  const fresh = createFreshAnswers(db);
  const find = async ({ all, words, orderBy }: TextQuestion): Promise<readonly number[]> => {
    const found: number[] = [];
    for await (const range of idRanges(db, table)) {
      const { sql, values } = every([all, within(range), ...containsAll(words)]);
      const ids = idsIn(
        db,
        `SELECT group_concat(id) AS ids FROM ${table} INDEXED BY ${table}_by_text WHERE ${sql}`,
        values,
      );
      for (const id of ids) found.push(id);
    }
    return found.length === 0 ? found : onlyFound(await idsAlong(db, fresh, { table, all, orderBy }), found);
  };
  return (question) => fresh(JSON.stringify(question), () => find(question));
};
