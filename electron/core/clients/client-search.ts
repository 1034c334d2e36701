import type { ClientFilter, ClientSort } from '#shared/contract/clients.ts';
import { searchWords } from '#shared/domain/client-search.ts';
import { createFreshAnswers } from '../common/fresh-answers.ts';
import { containsAll, idsIn, onlyFound } from '../common/id-ranges.ts';
import { nextTurn } from '../common/slices.ts';
import { every } from '../common/sorted-rows.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../storage/database.ts';
import { readNeed } from './client-ids.ts';
import { dependsOnTime, type NeedContext, needsOf } from './client-needs.ts';
import { createClientOrders } from './client-orders.ts';
import { createClientTexts } from './client-texts.ts';

/** The trigram index finds nothing shorter. */
const TRIGRAM = 3;
/** Answers kept: the grid's own, and one each for the palette and a search being typed. */
const KEPT = 4;
const MINUTE = 60_000;

export interface ClientSearch {
  /** Ids of every client under the filter, in the order of the sort; clients without the value come last. */
  ids(accountId: string, filter: ClientFilter, sort: ClientSort): Promise<readonly number[]>;
}

export interface SearchDeps {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly lowTrafficGb: () => number;
}

/** A quoted string of FTS5: nothing in it is syntax. */
const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;

const isLong = (word: string): boolean => [...word].length >= TRIGRAM;

/**
 * Search, filter and sort at once, as ids: any deeper page is free then, and a frozen selection needs them. What is
 * found and the order of all clients are read apart, each as one text out of one walk, and brought together here: in SQL
 * it takes three times as long for 100,000, and while a search is typed the order stays what it was.
 */
export const createClientSearch = ({ db, clock, lowTrafficGb }: SearchDeps): ClientSearch => {
  const fresh = createFreshAnswers(db, KEPT);
  const orders = createClientOrders(db);
  const texts = createClientTexts(db);

  /** Of all accounts: whoever asks keeps those of its own. */
  const withWords = (words: readonly string[]): readonly number[] => {
    const long = words.filter(isLong);
    const short = words.filter((word) => !isLong(word));
    const match = long.map(quoted).join(' AND ');
    if (short.length === 0) {
      return idsIn(db, 'SELECT group_concat(rowid) AS ids FROM clients_fts WHERE clients_fts MATCH ?', [match]);
    }
    const found = texts.withWords(short, long.length === 0 ? undefined : withWords(long));
    if (found !== undefined) return found;
    const matched = { sql: 'client_id IN (SELECT rowid FROM clients_fts WHERE clients_fts MATCH ?)', values: [match] };
    const { sql, values } = every([...(long.length === 0 ? [] : [matched]), ...containsAll(short)]);
    return idsIn(db, `SELECT group_concat(client_id) AS ids FROM client_texts WHERE ${sql}`, values);
  };

  const find = async (filter: ClientFilter, sort: ClientSort, context: NeedContext): Promise<readonly number[]> => {
    const words = searchWords(filter.search);
    const needs = needsOf(filter, context);
    const { accountId } = context;
    // The list is open: a search may follow.
    if (words.length === 0) void texts.prepare();
    let ids = orders.ids(accountId, filter.archived, sort);
    if (words.length > 0) ids = onlyFound(ids, withWords(words));
    for (const tag of filter.tags) {
      const tagged = 'SELECT group_concat(client_id) AS ids FROM client_tags WHERE account_id = ? AND tag = ?';
      ids = onlyFound(ids, idsIn(db, tagged, [accountId, tag]));
    }
    for (const need of needs) {
      await nextTurn();
      ids = onlyFound(ids, await readNeed(db, need));
    }
    return ids;
  };

  const known = (filter: ClientFilter, sort: ClientSort, context: NeedContext): Promise<readonly number[]> => {
    const moment = dependsOnTime(filter) ? Math.floor(context.now / MINUTE) : 0;
    const key = [context.accountId, filter, sort.by, sort.direction, moment, context.lowTrafficGb];
    return fresh(JSON.stringify(key), () => find(filter, sort, context));
  };

  return {
    ids: (accountId, filter, sort) =>
      known(filter, sort, { accountId, now: clock.now(), lowTrafficGb: lowTrafficGb() }),
  };
};
