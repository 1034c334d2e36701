import type { Database } from '#core/platform/sqlite/database.ts';
import { among, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { EndWindow } from '#shared/domain/client-needs.ts';

/** A clock that is farther behind is reported as wrong, and wrong counts are then the smallest problem. */
const CLOCK_BEHIND_MS = 30 * 86_400_000;

const endsWithin = ({ from, to, only }: EndWindow, s: Sql): Sql => {
  const end = sql`${s}expires_at`;
  const isExpired = sql`coalesce(upper(status), '') = 'EXPIRED'`;
  switch (only) {
    case 'any':
      return sql`${end} >= ${from} AND ${end} < ${to}`;
    case 'running':
      return sql`${end} >= ${from} AND ${end} < ${to} AND NOT ${isExpired}`;
    case 'ended':
      return sql`${end} >= ${from} AND ${end} < ${to + CLOCK_BEHIND_MS} AND (${end} < ${to} OR ${isExpired})`;
  }
};

/**
 * Condition for subscriptions that end in a window, that the service still lists, and that are worth renewing. A
 * DISABLED one cannot be renewed. Every count, filter and fixed list uses this rule. `s` is the prefix of the columns;
 * a `+` keeps SQLite from using the index of ends.
 */
export const endsIn = (window: EndWindow, s = sql``): Sql =>
  sql`${s}gone_at IS NULL AND ${endsWithin(window, s)} AND coalesce(upper(status), '') <> 'DISABLED'`;

/** `CROSS JOIN` is needed because the planner has no statistics and might scan all clients. */
const endingOf = (accountId: string, window: EndWindow): Sql =>
  sql`FROM vpn_subscriptions s CROSS JOIN clients c ON c.id = s.client_id
    WHERE ${endsIn(window)} AND c.account_id = ${accountId} AND c.removed = 0 AND c.archived = 0`;

/** Counts the subscriptions of the account's clients that end in the window, without archived clients. */
export const countEnding = (db: Database, accountId: string, window: EndWindow): number =>
  db.value<number>(sql`SELECT count(*) ${endingOf(accountId, window)}`) ?? 0;

/**
 * Counts the subscriptions of these clients that have not ended by `now` (ms since the epoch, UTC), as far as is known.
 */
export const countRunning = (db: Database, accountId: string, clientIds: readonly number[], now: number): number =>
  db.value<number>(sql`SELECT count(*) FROM clients c CROSS JOIN vpn_subscriptions s ON s.client_id = c.id
    WHERE c.id IN ${among(clientIds)} AND c.account_id = ${accountId} AND c.removed = 0 AND s.gone_at IS NULL
      AND coalesce(upper(s.status), '') NOT IN ('EXPIRED', 'DISABLED') AND coalesce(s.expires_at, ${now}) >= ${now}`) ??
  0;

interface EndingSum {
  readonly subscriptions: number;
  readonly clients: number;
  /** The oldest reading of subscriptions among these clients. ms since the epoch, UTC. */
  readonly oldestAsOf: number | null;
}

/** Sums up the subscriptions that end in the window, without archived clients. */
export const sumEnding = (db: Database, accountId: string, window: EndWindow): EndingSum =>
  db.get<EndingSum>(sql`SELECT count(*) AS subscriptions, count(DISTINCT s.client_id) AS clients,
    min(c.vpn_as_of) AS oldestAsOf ${endingOf(accountId, window)}`) ?? {
    subscriptions: 0,
    clients: 0,
    oldestAsOf: null,
  };

interface EndingSubscription {
  readonly clientId: number;
  readonly uuid: string;
}

/** Returns the same subscriptions one by one, earliest end first. */
export const endingSubscriptions = (db: Database, accountId: string, window: EndWindow): EndingSubscription[] =>
  db.all<EndingSubscription>(sql`SELECT s.client_id, s.uuid ${endingOf(accountId, window)}
    ORDER BY s.expires_at, s.client_id, s.uuid`);
