import type { CommonDeps } from '#core/context.ts';
import { createList, type List, tieBreakId } from '#core/platform/sqlite/list.ts';
import { among, every, plain, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { clientsWith } from '#core/platform/sqlite/text-grams.ts';
import type { DedicatedProxy, ProxyFilter, ProxySort } from '#shared/contract/dedicated.ts';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { assertNever } from '#shared/result.ts';
import { HAS_STOPPED, notEnded } from './check-history.ts';
import { readProxies } from './proxy-repository.ts';

export type DedicatedProxyList = List<DedicatedProxy, ProxyFilter, ProxySort['by']>;

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Selects proxies with a word in their own texts or in those of their client. */
const withWord = (word: string): Sql => sql`
  SELECT proxy_id AS id FROM dedicated_texts WHERE instr(search_text, ${word}) > 0 UNION ALL
  SELECT p.id FROM (${clientsWith([word])}) found CROSS JOIN dedicated_proxies p ON p.client_id = found.id`;

const isOneOf = (column: string, values: readonly (string | number)[]): Sql[] =>
  values.length === 0 ? [] : [sql`${plain(column)} IN ${among(values)}`];

/** Condition for the proxies that a purchase brought or prolonged. */
const ofPurchase = (accountId: string, purchaseId: number): Sql => sql`
  (purchase_id = ${purchaseId} OR service_id IN (SELECT value FROM json_each((SELECT order_json ->> 'serviceIds'
    FROM purchases WHERE id = ${purchaseId} AND account_id = ${accountId} AND kind = 'dedicated-prolong'))))`;

/**
 * Creates the list of dedicated proxies with its sorts, its search and its filters. Ends are read in the assumed zone.
 */
export const createProxyList = (deps: CommonDeps<'db' | 'clock' | 'assumedZone'>): DedicatedProxyList => {
  const { db, clock, assumedZone } = deps;
  const endsIn = (from: number, to: number): Sql[] => {
    const wallIn = (days: number): number => wallTimeAt(clock.now() + days * DAY, assumedZone());
    return [sql`wall_end >= ${wallIn(from)} AND wall_end < ${wallIn(to)}`];
  };

  const expiryOf = (expiry: ProxyFilter['expiry']): Sql[] => {
    switch (expiry) {
      case 'any':
        return [];
      case 'expired':
        return [sql`wall_end < ${wallTimeAt(clock.now(), assumedZone())}`];
      case 'expired-7':
        return endsIn(-7, 0);
      case 'within-1':
        return endsIn(0, 1);
      case 'within-3':
        return endsIn(0, 3);
      case 'within-7':
        return endsIn(0, 7);
      case 'within-30':
        return endsIn(0, 30);
      case 'unreadable':
        return [sql`wall_end IS NULL`];
      default:
        return assertNever(expiry);
    }
  };

  const scope = (accountId: string, { archived }: ProxyFilter): Sql =>
    sql`account_id = ${accountId} AND archived = ${archived}`;

  return createList(db, {
    table: 'dedicated_proxies',
    scope,
    sorts: {
      expiresAt: tieBreakId('wall_end', { nullable: true }),
      boughtAt: tieBreakId('bought_at'),
      ip: tieBreakId('ip_sort', { nullable: true }),
      countryCode: tieBreakId('country_code'),
      ipv: tieBreakId('ipv'),
      serviceId: tieBreakId('service_id', { nullable: true }),
    },
    matchesWords: (words) => words.map(withWord),
    filters: (filter, accountId) => {
      const countries = filter.countries.map((code) => code.toLowerCase());
      const conditions = [
        ...isOneOf('country_code', countries),
        ...isOneOf('ipv', filter.ipvs),
        ...(filter.clientId === undefined ? [] : [sql`client_id = ${filter.clientId}`]),
        ...(filter.purchaseId === undefined ? [] : [ofPurchase(accountId, filter.purchaseId)]),
        ...(filter.unassigned ? [sql`client_id IS NULL`] : []),
        ...(filter.stopped ? [HAS_STOPPED, notEnded({ now: clock.now(), zone: assumedZone() })] : []),
        ...expiryOf(filter.expiry),
      ];
      if (conditions.length === 0) return [];
      return [sql`SELECT id FROM dedicated_proxies WHERE ${every([scope(accountId, filter), ...conditions])}`];
    },
    dependsOn: ({ expiry, stopped }) =>
      `${assumedZone()} ${expiry === 'any' && !stopped ? 0 : Math.floor(clock.now() / MINUTE)}`,
    rows: (accountId, ids) => readProxies(deps, accountId, ids),
  });
};
