import type { EndWindow } from '#shared/domain/client-needs.ts';
import { nextTurn } from '../common/slices.ts';
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

/** About 5 ms of work. */
const SLICE = 1_000;

/** Counted in one go: about 5 ms of work. */
const COUNTED = 3_000;

/**
 * How many subscriptions of the account's clients, archived ones apart, end in the window. Some at a time with a breath
 * in between, cut where the next ones end at another millisecond.
 */
export const countEnding = async (
  db: Database,
  accountId: string,
  { from, to }: EndWindow,
  breathe: () => Promise<void>,
): Promise<number> => {
  let count = 0;
  for (let first = from; first < to; ) {
    const next = db.get<{ end: number }>(
      `SELECT expires_at AS end FROM vpn_subscriptions s WHERE ${ENDS_IN_WINDOW} ORDER BY expires_at LIMIT 1 OFFSET ?`,
      first,
      to,
      COUNTED,
    );
    const end = next === undefined ? to : Math.max(next.end, first + 1);
    count += db.get<{ n: number }>(`SELECT count(*) AS n ${ENDING}`, first, end, accountId)?.n ?? 0;
    first = end;
    await breathe();
  }
  return count;
};

export interface EndingSubscription {
  readonly clientId: number;
  readonly uuid: string;
  /** ms since the epoch, UTC. */
  readonly expiresAt: number;
  /** When the client's subscriptions were read. ms since the epoch, UTC. */
  readonly asOf: number | null;
}

/**
 * The same subscriptions one by one, those that end first first. Slice by slice with a breath in between: a week of
 * 100,000 subscriptions is some 23,000 of them, and those of one bulk run end in the same minute.
 */
export const endingSubscriptions = async (
  db: Database,
  accountId: string,
  { from, to }: EndWindow,
): Promise<EndingSubscription[]> => {
  const found: EndingSubscription[] = [];
  for (let last: Pick<EndingSubscription, 'expiresAt' | 'clientId' | 'uuid'> | undefined; ; ) {
    const slice: EndingSubscription[] = db.all<EndingSubscription>(
      `SELECT s.client_id AS clientId, s.uuid, s.expires_at AS expiresAt, c.vpn_as_of AS asOf ${ENDING}
         AND (s.expires_at, s.client_id, s.uuid) > (?, ?, ?)
       ORDER BY s.expires_at, s.client_id, s.uuid LIMIT ${SLICE}`,
      last?.expiresAt ?? from,
      to,
      accountId,
      last?.expiresAt ?? from,
      last?.clientId ?? 0,
      last?.uuid ?? '',
    );
    for (const one of slice) found.push(one);
    last = slice.at(-1);
    if (last === undefined || slice.length < SLICE) return found;
    await nextTurn();
  }
};
