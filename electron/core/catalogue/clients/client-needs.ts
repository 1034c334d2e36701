import { endsIn } from '#core/catalogue/clients/ending-subscriptions.ts';
import { IS_CHARGED } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { joined, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { ClientFilter, ClientNeeds } from '#shared/contract/clients.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { type EndAlertSettings, enabledStages } from '#shared/domain/alert-stages.ts';
import { boughtBefore, endWindowOf, type LowPool, STALE_AFTER_MS } from '#shared/domain/client-needs.ts';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import { type DayRange, type PaidEnd, paidDue, paidUntilRange } from '#shared/domain/paid-until.ts';

/** The settings that decide which clients need something. */
export type ClientNeedSettings = Pick<Settings, 'lowTrafficGb'> & EndAlertSettings;

export interface NeedContext {
  readonly accountId: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
  /** A pool with less than this is low. */
  readonly lowTrafficGb: number;
}

/** `paidDue` returns the days that the alert about paid times covers; `null` if it is switched off. */
export interface PaidContext extends Pick<NeedContext, 'accountId' | 'now'> {
  readonly paidDue: () => DayRange | null;
}

/** Returns the context of all needs. `now` in ms since the epoch, UTC. */
export const needContext = (
  accountId: string,
  now: number,
  settings: ClientNeedSettings,
): NeedContext & PaidContext => ({
  accountId,
  now,
  lowTrafficGb: settings.lowTrafficGb,
  paidDue: () => paidDue(enabledStages(settings), now),
});

/** The time of the older of a client's two readings; 0 if one is missing. The same expression as in an index. */
const OLDEST_READING = sql`min(coalesce(traffic_as_of, 0), coalesce(vpn_as_of, 0))`;

/**
 * Selects the ids of clients with a pool below the threshold, or an empty one for which traffic was bought here: zeros
 * of clients who never bought any mean nothing.
 */
const lowIn = (pool: PoolType, { accountId, lowTrafficGb }: NeedContext): Sql => sql`
  SELECT client_id AS id FROM traffic_balances
  WHERE pool_type = ${pool} AND traffic_gb > 0 AND traffic_gb < ${lowTrafficGb}
  UNION ALL SELECT client_id FROM traffic_balances
    WHERE pool_type = ${pool} AND traffic_gb <= 0 AND traffic_gb < ${lowTrafficGb} AND client_id IN (
      SELECT client_id FROM purchases WHERE account_id = ${accountId} AND kind = 'traffic'
        AND order_json ->> 'poolType' = ${pool} AND client_id IS NOT NULL AND ${IS_CHARGED})`;

const low = (pool: Exclude<LowPool, 'none'>, context: NeedContext): Sql =>
  joined(
    (pool === 'any' ? POOL_TYPES : [pool]).map((one) => lowIn(one, context)),
    ' UNION ALL ',
  );

/**
 * Selects clients with old readings. Clients that were never read are not included, because the desk reads them
 * automatically (jobs/refresh). If only one of two readings exists, that one counts, because the other is being read.
 */
const staleOf = ({ accountId, now }: NeedContext, archived: boolean): Sql => sql`FROM clients
  WHERE account_id = ${accountId} AND removed = 0 AND archived = ${archived}
    AND ${OLDEST_READING} < ${now - STALE_AFTER_MS}
    AND min(coalesce(traffic_as_of, vpn_as_of), coalesce(vpn_as_of, traffic_as_of)) < ${now - STALE_AFTER_MS}`;

/** A VPN that ended longer ago raises no alert any more. */
const ENDED_LONG_AGO_MS = 7 * 86_400_000;

/**
 * Selects clients whose paid time ends soon or has just ended. Clients with a VPN that is known here have alerts of their
 * own about its end, which is certain.
 */
const dueOf = ({ accountId, now, paidDue: days }: PaidContext, archived: boolean): Sql => {
  const due = days();
  return due === null
    ? sql`FROM clients WHERE false`
    : sql`FROM clients WHERE account_id = ${accountId} AND removed = 0 AND archived = ${archived}
        AND paid_until >= ${due.from} AND paid_until <= ${due.to}
        AND coalesce(next_expiry, 0) < ${now - ENDED_LONG_AGO_MS}`;
};

/** Counts the clients that the list shows as due, by their days, without archived ones. */
export const paidEnds = (db: Database, context: PaidContext): PaidEnd[] =>
  db.all<PaidEnd>(sql`SELECT paid_until AS day, count(*) AS clients ${dueOf(context, false)} GROUP BY paid_until`);

/**
 * Returns the parts of a filter that select clients with a need. Each selects the ids of clients with one of the needs.
 */
export const needsOf = (
  filter: ClientNeeds & Pick<ClientFilter, 'archived'>,
  context: NeedContext & PaidContext,
): readonly Sql[] => {
  const needs: Sql[] = [];
  if (filter.expiry !== 'any') {
    const window = endWindowOf(filter.expiry, context.now);
    needs.push(sql`SELECT client_id AS id FROM vpn_subscriptions WHERE ${endsIn(window)}`);
  }
  if (filter.lowPool !== 'none') needs.push(low(filter.lowPool, context));
  if (filter.stale) needs.push(sql`SELECT id ${staleOf(context, filter.archived)}`);
  if (filter.owes) {
    needs.push(
      sql`SELECT id FROM clients WHERE account_id = ${context.accountId} AND removed = 0 AND owed_kopecks > 0`,
    );
  }
  const { archived, lastPurchase, paidUntil } = filter;
  const listed = sql`SELECT id FROM clients WHERE account_id = ${context.accountId} AND removed = 0
    AND archived = ${archived}`;
  // NULL means that the subscriptions of the client were never read.
  if (filter.withoutVpn) needs.push(sql`${listed} AND vpn_active = 0`);
  if (lastPurchase === 'never') needs.push(sql`${listed} AND last_purchase_at IS NULL`);
  else if (lastPurchase !== 'any') {
    needs.push(sql`${listed} AND last_purchase_at < ${boughtBefore(lastPurchase, context.now)}`);
  }
  if (paidUntil === 'due') needs.push(sql`SELECT id ${dueOf(context, archived)}`);
  else if (paidUntil === 'none') needs.push(sql`${listed} AND paid_until IS NULL`);
  else if (paidUntil !== 'any') {
    const { from, to } = paidUntilRange(paidUntil, context.now);
    needs.push(sql`${listed} AND paid_until >= ${from} AND paid_until <= ${to}`);
  }
  return needs;
};

/** Returns whether the result of a filter changes with time alone. */
export const dependsOnTime = ({ expiry, stale, lastPurchase, paidUntil }: ClientNeeds): boolean =>
  expiry !== 'any' ||
  stale ||
  (lastPurchase !== 'any' && lastPurchase !== 'never') ||
  (paidUntil !== 'any' && paidUntil !== 'none');

/**
 * Returns the number of clients that the list shows under this pool, without archived ones, and the oldest reading of
 * their traffic.
 */
export const countLow = (
  db: Database,
  context: NeedContext,
  pool: PoolType,
): { readonly clients: number; readonly oldestAsOf: number | null } => {
  const counted = db.get<{ clients: number; oldestAsOf: number | null }>(sql`
    SELECT count(*) AS clients, min(traffic_as_of) AS oldestAsOf
    FROM (SELECT DISTINCT id FROM (${lowIn(pool, context)})) needy CROSS JOIN clients ON clients.id = needy.id
    WHERE account_id = ${context.accountId} AND removed = 0 AND archived = 0`);
  return counted ?? { clients: 0, oldestAsOf: null };
};

/** Returns the number of clients that the list shows as stale, without archived ones. */
export const countStale = (db: Database, context: NeedContext): number =>
  db.value<number>(sql`SELECT count(*) ${staleOf(context, false)}`) ?? 0;
