import { type ClientExpiry, type EndWindow, endWindowOf } from '#shared/domain/client-needs.ts';
import type { Database } from '../storage/database.ts';

/**
 * Subscriptions that the service still names and that are worth renewing, ending in a window: `from`, then `to`. One
 * that the service calls DISABLED cannot be renewed. The one rule for every count, filter and frozen list.
 */
export const ENDS_IN_WINDOW = `gone_at IS NULL AND expires_at >= ? AND expires_at < ?
  AND coalesce(upper(status), '') <> 'DISABLED'`;

const THERE = 'c.account_id = ? AND c.removed = 0 AND c.archived = 0';

export interface EndingCount {
  readonly subscriptions: number;
  readonly clients: number;
  /** When what is known of these clients was read, at the longest ago; `null` without any. */
  readonly oldestAsOf: number | null;
}

/** How many subscriptions of the account's clients, archived ones apart, end in the window. */
export const countEnding = (db: Database, accountId: string, { from, to }: EndWindow): EndingCount =>
  db.get<EndingCount>(
    `SELECT count(*) AS subscriptions, count(DISTINCT s.client_id) AS clients,
       min(c.vpn_as_of) AS oldestAsOf
     FROM vpn_subscriptions s JOIN clients c ON c.id = s.client_id WHERE ${ENDS_IN_WINDOW} AND ${THERE}`,
    from,
    to,
    accountId,
  ) ?? { subscriptions: 0, clients: 0, oldestAsOf: null };

export interface EndingSubscription {
  readonly clientId: number;
  readonly uuid: string;
  /** ms since the epoch, UTC. */
  readonly expiresAt: number;
}

/** The same subscriptions one by one, those that end first first. */
export const endingSubscriptions = (
  db: Database,
  accountId: string,
  expiry: Exclude<ClientExpiry, 'any'>,
  now: number,
): EndingSubscription[] => {
  const { from, to } = endWindowOf(expiry, now);
  return db.all<EndingSubscription>(
    `SELECT s.client_id AS clientId, s.uuid, s.expires_at AS expiresAt
     FROM vpn_subscriptions s JOIN clients c ON c.id = s.client_id WHERE ${ENDS_IN_WINDOW} AND ${THERE}
     ORDER BY s.expires_at, s.client_id, s.uuid`,
    from,
    to,
    accountId,
  );
};
