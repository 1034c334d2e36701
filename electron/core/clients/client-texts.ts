import { nextTurn } from '../common/slices.ts';
import type { Database } from '../storage/database.ts';

/** Texts read in one go: less than a millisecond. */
const PIECE = 1_000;
/** More that changed than this are read with all others again. */
const FEW = 2_000;

export interface ClientTexts {
  /** Begins to read them, unless they are there, and resolves when that has ended; it never rejects. */
  prepare(): Promise<void>;
  /**
   * Ids of the clients with all the words, of all accounts or of `among`. `undefined` while the texts are not in memory:
   * then they are on their way there. It takes a fifth of the time that SQLite takes to walk over them. A client who is
   * gone may still be found.
   */
  withWords(words: readonly string[], among?: readonly number[]): readonly number[] | undefined;
}

interface Piece {
  readonly ids: string | null;
  readonly texts: string | null;
}

/** For this connection alone, and of no file: which texts were written since they were read. */
const NOTES = `
  CREATE TEMP TABLE IF NOT EXISTS changed_texts (client_id INTEGER PRIMARY KEY);
  CREATE TEMP TRIGGER IF NOT EXISTS note_new_text AFTER INSERT ON main.client_texts BEGIN
    INSERT OR IGNORE INTO changed_texts VALUES (new.client_id);
  END;
  CREATE TEMP TRIGGER IF NOT EXISTS note_changed_text AFTER UPDATE ON main.client_texts BEGIN
    INSERT OR IGNORE INTO changed_texts VALUES (new.client_id);
  END;
`;

type Texts = (string | undefined)[];

export const createClientTexts = (db: Database): ClientTexts => {
  let texts: Texts | undefined;
  let reading: Promise<void> | undefined;

  /** Answers with the last id, or `undefined` when there were none. */
  const put = (into: Texts, sql: string, ...params: number[]): number | undefined => {
    const piece = db.get<Piece>(
      `SELECT group_concat(client_id) AS ids, group_concat(search_text, char(0)) AS texts FROM (${sql})`,
      ...params,
    );
    const ids = JSON.parse(`[${piece?.ids ?? ''}]`) as number[];
    // None has a NUL in it (`foldText`).
    const read = (piece?.texts ?? '').split('\0');
    for (const [at, id] of ids.entries()) into[id] = read[at];
    return ids.at(-1);
  };

  const readAll = async (): Promise<void> => {
    db.exec(NOTES);
    db.run('DELETE FROM changed_texts');
    const all: Texts = [];
    let last: number | undefined = 0;
    while (last !== undefined) {
      await nextTurn();
      const sql = 'SELECT client_id, search_text FROM client_texts WHERE client_id > ? ORDER BY client_id LIMIT ?';
      last = put(all, sql, last, PIECE);
    }
    texts = all;
  };

  const prepare = async (): Promise<void> => {
    if (texts !== undefined) return;
    reading ??= readAll()
      // Without them everything is found as well, only later; and the desk may have closed meanwhile.
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  /** As they are in the database now. */
  const current = (): Texts | undefined => {
    if (texts === undefined) {
      void prepare();
      return undefined;
    }
    const changed = db.get<{ n: number }>('SELECT count(*) AS n FROM changed_texts')?.n ?? 0;
    if (changed > FEW) {
      texts = undefined;
      void prepare();
      return undefined;
    }
    if (changed > 0) {
      put(texts, 'SELECT client_id, search_text FROM changed_texts JOIN client_texts USING (client_id)');
      db.run('DELETE FROM changed_texts');
    }
    return texts;
  };

  return {
    prepare,
    withWords: (words, among) => {
      const known = current();
      if (known === undefined) return undefined;
      const [first = '', ...others] = words;
      // `includes` takes three times as long.
      const has = (text: string | undefined): boolean =>
        text !== undefined && text.indexOf(first) !== -1 && others.every((word) => text.indexOf(word) !== -1);
      if (among !== undefined) return among.filter((id) => has(known[id]));
      const found: number[] = [];
      for (let id = 0; id < known.length; id += 1) if (has(known[id])) found.push(id);
      return found;
    },
  };
};
