import type { EndWindow } from '#shared/domain/client-needs.ts';
import type { Database } from '../storage/database.ts';

/**
 * Subscriptions that the service still names and that are worth renewing, ending in a window: `from`, then `to`. One
 * that the service calls DISABLED cannot be renewed. The one rule for every count, filter and frozen list.
 */
export const ENDS_IN_WINDOW = `gone_at IS NULL AND expires_at >= ? AND expires_at < ?
  AND coalesce(upper(status), '') <> 'DISABLED'`;

/** `CROSS JOIN`: the planner has no statistics, and might walk all clients instead. */
const ENDING = `FROM vpn_subscriptions s CROSS JOIN clients c ON c.id = s.client_id
  WHERE ${ENDS_IN_WINDOW} AND c.account_id = ? AND c.removed = 0 AND c.archived = 0`;

/** How many subscriptions of the account's clients, archived ones apart, end in the window. */
export const countEnding = (db: Database, accountId: string, { from, to }: EndWindow): number =>
  db.value<number>(`SELECT count(*) ${ENDING}`, from, to, accountId) ?? 0;

interface EndingSum {
  readonly subscriptions: number;
  readonly clients: number;
  /** When the subscriptions of the one of these clients were read that was read first. ms since the epoch, UTC. */
  readonly oldestAsOf: number | null;
}

export const sumEnding = (db: Database, accountId: string, { from, to }: EndWindow): EndingSum =>
  db.get<EndingSum>(
    `SELECT count(*) AS subscriptions, count(DISTINCT s.client_id) AS clients, min(c.vpn_as_of) AS oldestAsOf ${ENDING}`,
    from,
    to,
    accountId,
  ) ?? { subscriptions: 0, clients: 0, oldestAsOf: null };

interface EndingSubscription {
  readonly clientId: number;
  readonly uuid: string;
}

/** The same subscriptions one by one, those that end first first. */
export const endingSubscriptions = (db: Database, accountId: string, { from, to }: EndWindow): EndingSubscription[] =>
  db.all<EndingSubscription>(
    `SELECT s.client_id AS clientId, s.uuid ${ENDING}
     ORDER BY s.expires_at, s.client_id, s.uuid`,
    from,
    to,
    accountId,
  );
