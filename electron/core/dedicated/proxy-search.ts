import type { ProxyFilter, ProxySort } from '#shared/contract/dedicated.ts';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { searchWords } from '#shared/domain/client-search.ts';
import { assertNever } from '#shared/result.ts';
import type { Clock } from '../ports.ts';
import type { Database, SqlValue } from '../storage/database.ts';

export interface ProxySearch {
  /** Ids of every proxy under the filter, in the order of the sort; proxies without the value come last. */
  ids(accountId: string, filter: ProxyFilter, sort: ProxySort): readonly number[];
  /** How many there are under the filter. */
  count(accountId: string, filter: ProxyFilter): number;
}

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly assumedZone: () => string;
}

interface Answer {
  readonly key: string;
  /** The connection's count of written rows when it was found: any write at all makes it old. */
  readonly version: number;
  readonly ids: readonly number[];
}

interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

const DAY = 86_400_000;
const MINUTE = 60_000;
/** The trigram index of the clients finds nothing shorter. */
const TRIGRAM = 3;
/** Answers kept: of the grid, and of a search that is still being typed. */
const KEPT = 3;

const COLUMNS: Readonly<Record<ProxySort['by'], string>> = {
  expiresAt: 'wall_end',
  boughtAt: 'bought_at',
  ip: 'ip_sort',
  countryCode: 'country_code',
  ipv: 'ipv',
  serviceId: 'service_id',
};
const NULLABLE: ReadonlySet<ProxySort['by']> = new Set(['expiresAt', 'ip', 'serviceId']);

/**
 * In the proxy's own texts, or in those of the client it is assigned to. `+id` keeps the planner on the sort's index: it
 * would otherwise look up each found id, and sort afterwards.
 */
const wordCondition = (word: string): Condition => {
  const isShort = [...word].length < TRIGRAM;
  const clients = isShort
    ? 'SELECT client_id AS id FROM client_texts WHERE instr(search_text, ?) > 0'
    : 'SELECT rowid AS id FROM clients_fts WHERE clients_fts MATCH ?';
  return {
    sql: `+id IN (SELECT proxy_id FROM dedicated_texts WHERE instr(search_text, ?) > 0 UNION ALL
      SELECT p.id FROM (${clients}) found CROSS JOIN dedicated_proxies p ON p.client_id = found.id)`,
    params: [word, isShort ? word : `"${word.replaceAll('"', '""')}"`],
  };
};

const within = (values: readonly SqlValue[], column: string): Condition[] =>
  values.length === 0
    ? []
    : [{ sql: `${column} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(values)] }];

/** What a purchase brought, or what it prolonged. */
const ofPurchase = (accountId: string, purchaseId: number): Condition => ({
  sql: `(purchase_id = ? OR service_id IN (SELECT value FROM json_each(
    (SELECT order_json ->> 'serviceIds' FROM purchases WHERE id = ? AND account_id = ? AND kind = 'dedicated-prolong'))))`,
  params: [purchaseId, purchaseId, accountId],
});

/** Search, filter and sort at once, as the clients' search does it: one walk along the sort's index. */
export const createProxySearch = ({ db, clock, assumedZone }: Deps): ProxySearch => {
  const answers: Answer[] = [];

  const version = (): number => db.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0;

  const expiryCondition = (expiry: ProxyFilter['expiry']): Condition[] => {
    const wallIn = (days: number): number => wallTimeAt(clock.now() + days * DAY, assumedZone());
    const between = (days: number): Condition[] => [
      { sql: 'wall_end >= ? AND wall_end < ?', params: [wallIn(0), wallIn(days)] },
    ];
    switch (expiry) {
      case 'any':
        return [];
      case 'expired':
        return [{ sql: 'wall_end < ?', params: [wallIn(0)] }];
      case 'expired-7':
        return [{ sql: 'wall_end >= ? AND wall_end < ?', params: [wallIn(-7), wallIn(0)] }];
      case 'within-1':
        return between(1);
      case 'within-3':
        return between(3);
      case 'within-7':
        return between(7);
      case 'within-30':
        return between(30);
      case 'unreadable':
        return [{ sql: 'wall_end IS NULL', params: [] }];
      default:
        return assertNever(expiry);
    }
  };

  const conditions = (accountId: string, filter: ProxyFilter): Condition => {
    const parts: Condition[] = [
      { sql: 'account_id = ? AND archived = ?', params: [accountId, filter.archived ? 1 : 0] },
      ...within(
        filter.countries.map((code) => code.toLowerCase()),
        'country_code',
      ),
      ...within(filter.ipvs, 'ipv'),
      ...(filter.clientId === undefined ? [] : [{ sql: 'client_id = ?', params: [filter.clientId] }]),
      ...(filter.purchaseId === undefined ? [] : [ofPurchase(accountId, filter.purchaseId)]),
      ...(filter.unassigned ? [{ sql: 'client_id IS NULL', params: [] }] : []),
      ...expiryCondition(filter.expiry),
      ...searchWords(filter.search).map(wordCondition),
    ];
    return { sql: parts.map((part) => part.sql).join(' AND '), params: parts.flatMap((part) => part.params) };
  };

  const find = (where: Condition, order: string): number[] => {
    const row = db.get<{ ids: string | null }>(
      `SELECT group_concat(id) AS ids FROM (SELECT id FROM dedicated_proxies WHERE ${where.sql} ORDER BY ${order})`,
      ...where.params,
    );
    return row?.ids == null ? [] : (JSON.parse(`[${row.ids}]`) as number[]);
  };

  const search = (accountId: string, filter: ProxyFilter, { by, direction }: ProxySort): readonly number[] => {
    const where = conditions(accountId, filter);
    const column = COLUMNS[by];
    const way = direction === 'asc' ? 'ASC' : 'DESC';
    const order = `${column} ${way}, id ${way}`;
    if (!NULLABLE.has(by)) return find(where, order);
    // Two walks along the index instead of `NULLS LAST`, which would sort the whole answer again.
    const known = find({ ...where, sql: `${where.sql} AND ${column} IS NOT NULL` }, order);
    const unknown = find({ ...where, sql: `${where.sql} AND ${column} IS NULL` }, 'id ASC');
    return unknown.length === 0 ? known : known.concat(unknown);
  };

  return {
    count: (accountId, filter) => {
      const where = conditions(accountId, filter);
      return (
        db.get<{ n: number }>(`SELECT count(*) AS n FROM dedicated_proxies WHERE ${where.sql}`, ...where.params)?.n ?? 0
      );
    },
    ids: (accountId, filter, sort) => {
      const moment = filter.expiry === 'any' ? 0 : Math.floor(clock.now() / MINUTE);
      const key = JSON.stringify([accountId, filter, sort, moment, assumedZone()]);
      const now = version();
      const known = answers.findIndex((answer) => answer.key === key);
      const answer = answers[known];
      if (answer !== undefined && answer.version === now) return answer.ids;
      if (known >= 0) answers.splice(known, 1);
      const ids = search(accountId, filter, sort);
      answers.unshift({ key, version: now, ids });
      answers.length = Math.min(answers.length, KEPT);
      return ids;
    },
  };
};
