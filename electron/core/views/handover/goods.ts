import { type ClientPair, findClientPair } from '#core/catalogue/clients/client-pair.ts';
import { proxyLines } from '#core/catalogue/dedicated/proxy-lines.ts';
import { countLinesOfVariant } from '#core/catalogue/lists/list-formats.ts';
import { findList, type ListRecord, proxyLists } from '#core/catalogue/lists/list-repository.ts';
import { assertOutput } from '#core/catalogue/lists/save-list.ts';
import { vpnReadAt } from '#core/catalogue/vpn/vpn-repository.ts';
import type { CommonDeps } from '#core/context.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';
import type { HandoverOptions } from '#shared/contract/handover.ts';
import type { FormatId, HostVariant } from '#shared/contract/lists.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { isGrowing } from '#shared/domain/list-states.ts';
import { endsSoon, suggestMessage } from '#shared/domain/message-kinds.ts';
import { DeskError } from '#shared/result.ts';
import {
  type LeftInPool,
  type NotedPlan,
  readDebt,
  readLastDeliveries,
  readLowPools,
  readNotedPlan,
} from './client-facts.ts';

export interface HandedSubscription {
  readonly uuid: string;
  readonly status: string | null;
  readonly url: string;
  readonly expiresAt: number | null;
  /** 0 means unlimited; `null` means unknown. */
  readonly trafficLimitBytes: number | null;
}

export interface HandedList {
  readonly record: ListRecord;
  readonly variant: HostVariant;
  readonly formatId: FormatId;
  readonly lines: number;
}

/** Everything that a message or a folder consists of, from the stored data. No request is sent. */
export interface HandoverGoods {
  readonly client: ClientPair;
  readonly subscriptions: readonly HandedSubscription[];
  readonly lists: readonly HandedList[];
  /** `ip:port:login:password`. A proxy is left out if any part is unknown or would break the line. */
  readonly dedicatedLines: readonly string[];
  /** The number of dedicated proxies that are left out. */
  readonly leftOut: number;
  /**
   * The time of the oldest last check among the proxies, in ms since the epoch, UTC; `null` if some were never checked,
   * or there are none.
   */
  readonly checkedAt: number | null;
  readonly traffic: readonly LeftInPool[];
  /** The pools that run low. */
  readonly lowTraffic: readonly LeftInPool[];
  /** 0 if the client owes nothing, or if this computer shows no sales. */
  readonly debtKopecks: number;
  readonly noted: NotedPlan;
}

export interface WantedGoods {
  readonly clientId: number;
  readonly uuids: readonly string[];
  readonly listIds: readonly number[];
  readonly dedicated: boolean;
}

/** The number of lists to choose from; older ones can be handed over from the lists themselves. */
const MAX_LISTS = 50;

const hasEnded = (one: HandedSubscription, now: number): boolean =>
  ['EXPIRED', 'DISABLED'].includes(one.status?.toUpperCase() ?? '') || (one.expiresAt ?? now) < now;

/** Returns the oldest time; `null` if there is none or one is missing. */
const oldest = (times: readonly (number | null)[]): number | null =>
  times.reduce((first, at) => (first === null || at === null ? null : Math.min(first, at)), times[0] ?? null);

const subscriptionsOf = (db: Database, clientId: number): HandedSubscription[] =>
  db.all<HandedSubscription>(sql`SELECT uuid, status, url, expires_at, traffic_limit_bytes
    FROM vpn_subscriptions WHERE client_id = ${clientId} AND gone_at IS NULL AND coalesce(url, '') <> ''
    ORDER BY expires_at DESC, position, uuid`);

const dedicatedOf = (db: Database, accountId: string, clientId: number): number[] =>
  db.values<number>(sql`SELECT id FROM dedicated_proxies
    WHERE account_id = ${accountId} AND client_id = ${clientId} AND archived = 0 ORDER BY id`);

/** Returns when each proxy was last checked; `null` if never. */
const checksOf = (db: Database, proxyIds: readonly number[]): (number | null)[] =>
  db.values<number | null>(sql`SELECT last_check_json ->> 'at' FROM dedicated_proxies WHERE id IN ${among(proxyIds)}`);

/** Uses host names if the service sent them, because addresses change. */
const toHanded = (record: ListRecord): HandedList => {
  const variant = record.domainLines > 0 ? 'domain' : 'ip';
  const formatId = record.recipe.formatId;
  return { record, variant, formatId, lines: countLinesOfVariant(record, variant) };
};

/** Returns the newest lists that are complete and have lines. */
const wholeListsOf = (db: Database, accountId: string, clientId: number): ListRecord[] => {
  const byTime = { by: 'created', direction: 'desc' } as const;
  const filter = { search: '', clientId };
  const { rows } = proxyLists(db).page(accountId, { filter, sort: byTime, offset: 0, limit: MAX_LISTS });
  return rows.filter((list) => !isGrowing(list) && list.lineCount > 0);
};

/** The parts of the desk from which goods are read. */
interface GoodsContext extends CommonDeps<'db'> {
  /** `lowTrafficGb` is the threshold of the alerts. */
  readonly settings: () => Pick<Settings, 'lowTrafficGb'>;
}

/** Returns what can be handed over to a client, and what is suggested. */
export const handoverOptions = (
  { db, clock, settings }: GoodsContext & CommonDeps<'clock'>,
  accountId: string,
  clientId: number,
): HandoverOptions => {
  const now = clock.now();
  const client = findClientPair(db, accountId, clientId);
  const subscriptions = subscriptionsOf(db, clientId);
  return {
    client: clientLabel(client),
    message: suggestMessage({
      now,
      ...readLastDeliveries(db, clientId),
      subscriptions: subscriptions.map((one) => ({ expiresAt: one.expiresAt, hasEnded: hasEnded(one, now) })),
      isTrafficLow: readLowPools(db, { accountId, clientId }, settings().lowTrafficGb).length > 0,
      owedKopecks: readDebt(db, { accountId, clientId }),
    }),
    subscriptions: subscriptions.map((one) => {
      const { uuid, status, expiresAt } = one;
      const suggested = !hasEnded(one, now);
      return { uuid, status, expiresAt, suggested, endsSoon: suggested && endsSoon(expiresAt, now) };
    }),
    lists: wholeListsOf(db, accountId, clientId).map(({ id, title, createdAt, ...list }, index) => {
      return { id, title, lines: list.lineCount, createdAt, suggested: index === 0 };
    }),
    vpnAsOf: vpnReadAt(db, clientId),
    dedicated: dedicatedOf(db, accountId, clientId).length,
  };
};

/**
 * Returns what is usually handed over to a client: the running subscriptions, the newest list and the dedicated proxies, or
 * only the subscription `uuid` if it is not empty.
 */
export const usualGoods = (
  { db, clock }: CommonDeps<'db' | 'clock'>,
  accountId: string,
  clientId: number,
  uuid: string,
): Omit<WantedGoods, 'clientId'> => {
  if (uuid !== '') return { uuids: [uuid], listIds: [], dedicated: false };
  const now = clock.now();
  const running = subscriptionsOf(db, clientId).filter((one) => !hasEnded(one, now));
  const [newest] = wholeListsOf(db, accountId, clientId);
  return {
    uuids: running.map((one) => one.uuid),
    listIds: newest === undefined ? [] : [newest.id],
    dedicated: dedicatedOf(db, accountId, clientId).length > 0,
  };
};

/** Reads the goods. Throws `not-found` (`subscription`, `list`), or `conflict` if part of them is unavailable. */
export const readHandoverGoods = async (
  { db, settings }: GoodsContext,
  accountId: string,
  { clientId, uuids, listIds, dedicated }: WantedGoods,
): Promise<HandoverGoods> => {
  const client = findClientPair(db, accountId, clientId);
  const known = new Map(subscriptionsOf(db, clientId).map((one) => [one.uuid.toLowerCase(), one]));
  const subscriptions = [...new Set(uuids)].map((uuid) => {
    const found = known.get(uuid.toLowerCase());
    if (found !== undefined) return found;
    throw new DeskError('not-found', 'There is no such subscription.', { code: 'subscription' });
  });
  const handed = [...new Set(listIds)].map((listId) => {
    const record = findList(db, accountId, listId);
    if (record.clientId !== clientId) throw new DeskError('not-found', 'The list is another client’s.');
    const list = toHanded(record);
    assertOutput(record, list);
    return list;
  });
  const dedicatedLines: string[] = [];
  let leftOut = 0;
  const checks = handed.map(({ record }) => record.lastCheck?.at ?? null);
  if (dedicated) {
    const ids = dedicatedOf(db, accountId, clientId);
    checks.push(...checksOf(db, ids));
    for await (const { lines } of proxyLines(db, accountId, ids, 1)) dedicatedLines.push(...lines);
    leftOut = ids.length - dedicatedLines.length;
  }
  return {
    client,
    subscriptions,
    lists: handed,
    dedicatedLines,
    leftOut,
    checkedAt: oldest(checks),
    traffic: db.all(sql`SELECT pool_type, traffic_gb AS gb FROM traffic_balances
      WHERE client_id = ${clientId} AND traffic_gb > 0 ORDER BY pool_type`),
    lowTraffic: readLowPools(db, { accountId, clientId }, settings().lowTrafficGb),
    debtKopecks: readDebt(db, { accountId, clientId }),
    noted: readNotedPlan(db, clientId),
  };
};
