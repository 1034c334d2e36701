import type { CommonDeps } from '#core/context.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { BoughtProxies } from '#shared/api/dedicated.ts';
import type { DedicatedOrder, ProlongOrder } from '#shared/contract/dedicated.ts';
import { formatWallTime, instantOfWallTime, parseWallTime, wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { ipSortKey } from './proxy-texts.ts';
import { storeSearchText } from './search-text.ts';
import { takeOverImported } from './take-over-imported.ts';

interface Delivered<O> {
  readonly accountId: string;
  readonly purchaseId: number;
  readonly order: O;
  readonly clientId: number | null;
  readonly at: number;
}

/** The end of a proxy, as the desk knows it. */
export interface ProxyDate {
  readonly serviceId: number;
  readonly dateEnd: string | null;
  readonly dateSource: string;
  readonly wallEnd: number | null;
  /** The time of `wallEnd` in the assumed zone, in ms since the epoch, UTC. */
  readonly endsAt: number | null;
}

/** The changes of the journal of purchases to the owned proxies. Every call joins the journal's own transaction. */
export interface DedicatedStore {
  /**
   * Stores every entry of the answer, even one that is mostly unreadable. A proxy that was owned before, by the
   * service's id, is not stored again. If the answer repeats an id for another address or login, both are stored,
   * because both were paid for.
   */
  addBought(delivered: Delivered<DedicatedOrder> & { readonly bought: BoughtProxies }): void;
  /**
   * Sets the new dates of the proxies that the answer names (`null`: all of the order). If the answer contains no
   * readable date for a proxy, it is computed and marked as such: the days are added to the old date, or to now if that
   * has passed.
   */
  prolong(
    delivered: Delivered<ProlongOrder> & {
      readonly dates: ReadonlyMap<number, string>;
      readonly named: ReadonlySet<number> | null;
    },
  ): void;
  /** Returns which of these proxies are here from earlier purchases. One that somebody imported is not among them. */
  boughtBefore(accountId: string, serviceIds: readonly number[]): ReadonlySet<number>;
  /**
   * Returns the dates of the owned proxies, once each. The desk may hold one proxy twice: then the end of the bought one
   * counts, if it is known.
   */
  datesOf(accountId: string, serviceIds: readonly number[]): ProxyDate[];
  /**
   * Restores the dates before a prolongation that was only computed. A date that was moved again since then only loses
   * the days of this prolongation, and one that the service has confirmed since then stays.
   */
  takeBack(delivered: Delivered<ProlongOrder> & { readonly dates: readonly ProxyDate[] }): void;
  /** Reads the present stock. Never rejects. */
  refreshAvailability(accountId: string, order: DedicatedOrder): Promise<void>;
}

interface Deps extends CommonDeps<'db' | 'assumedZone'> {
  readonly refreshAvailability: DedicatedStore['refreshAvailability'];
}

const DAY = 86_400_000;

/** Creates the store of purchased proxies. */
export const createDedicatedStore = ({ db, assumedZone, refreshAvailability }: Deps): DedicatedStore => {
  const computedEnd = (wallEnd: number | null, days: number, at: number): number =>
    Math.max(wallEnd ?? 0, wallTimeAt(at, assumedZone())) + days * DAY;

  /** Returns the rows of one proxy, the one that was bought before those that somebody imported. */
  const heldAs = (accountId: string, serviceId: number) =>
    db.all<Omit<ProxyDate, 'serviceId' | 'endsAt'> & { readonly id: number; readonly imported: boolean }>(sql`SELECT id,
      date_end, date_source, wall_end, imported AS "imported:flag" FROM dedicated_proxies
      WHERE account_id = ${accountId} AND service_id = ${serviceId} ORDER BY imported, archived, id`);

  const setDate = (id: number, date: Omit<ProxyDate, 'serviceId' | 'endsAt'>): void => {
    db.run(sql`UPDATE dedicated_proxies SET date_end = ${date.dateEnd}, date_source = ${date.dateSource},
      wall_end = ${date.wallEnd} WHERE id = ${id}`);
  };

  const computed = (wallEnd: number) => ({ dateEnd: formatWallTime(wallEnd), dateSource: 'computed', wallEnd });

  return {
    refreshAvailability,
    boughtBefore: (accountId, serviceIds) =>
      new Set(serviceIds.filter((serviceId) => heldAs(accountId, serviceId).some(({ imported }) => !imported))),
    datesOf: (accountId, serviceIds) =>
      serviceIds.flatMap((serviceId) => {
        const rows = heldAs(accountId, serviceId);
        const held = rows.find(({ wallEnd }) => wallEnd !== null) ?? rows[0];
        if (held === undefined) return [];
        const { id: _, imported: __, ...date } = held;
        const endsAt = date.wallEnd === null ? null : instantOfWallTime(date.wallEnd, assumedZone());
        return [{ serviceId, ...date, endsAt }];
      }),
    takeBack: ({ accountId, order, dates, at }) => {
      const before = new Map(dates.map((date) => [date.serviceId, date]));
      for (const serviceId of order.serviceIds) {
        const old = before.get(serviceId);
        for (const { id, dateSource, wallEnd } of heldAs(accountId, serviceId)) {
          if (dateSource !== 'computed' || wallEnd === null) continue;
          const isAsMoved = old !== undefined && wallEnd === computedEnd(old.wallEnd, order.period, at);
          setDate(id, isAsMoved ? old : computed(wallEnd - order.period * DAY));
        }
      }
    },
    addBought: ({ accountId, purchaseId, order, clientId, bought, at }) => {
      const countryCode = order.countryCode.toLowerCase();
      const { orderId, checkId } = bought;
      const heldBefore = new Map<number, ReturnType<typeof heldAs>>();
      for (const { id } of bought.proxies.filter((entry) => entry !== null)) {
        if (id !== null && !heldBefore.has(id)) heldBefore.set(id, heldAs(accountId, id));
      }
      const stored = new Set<string>();
      for (const entry of bought.proxies) {
        const { id: serviceId = null, ip = null, port = null, username = null, password = null } = entry ?? {};
        const held = serviceId === null ? [] : (heldBefore.get(serviceId) ?? []);
        const named = JSON.stringify([serviceId, ip, port, username, password]);
        if (held.some(({ imported }) => !imported) || (serviceId !== null && stored.has(named))) continue;
        stored.add(named);
        const given = entry?.dateEnd ?? null;
        const wallEnd = given === null ? null : parseWallTime(given);
        const { lastId } = db.run(sql`INSERT INTO dedicated_proxies (account_id, purchase_id, service_id, ip, port,
          username, password, date_end, date_source, wall_end, ipv, country_code, order_id, check_id, ip_sort, complete,
          client_id, note, bought_at)
          VALUES (${accountId}, ${purchaseId}, ${serviceId}, ${ip}, ${port}, ${username}, ${password}, ${given},
          'service', ${wallEnd}, ${order.ipv}, ${countryCode}, ${orderId}, ${checkId}, ${ipSortKey(ip)},
          ${isComplete(entry)}, ${clientId}, '', ${at})`);
        storeSearchText(db, lastId);
        const imported = held.map(({ id }) => id);
        takeOverImported(db, lastId, imported);
      }
    },
    prolong: ({ accountId, order, dates, named, at }) => {
      for (const serviceId of order.serviceIds) {
        if (named !== null && !named.has(serviceId)) continue;
        const given = dates.get(serviceId);
        const givenWall = given === undefined ? null : parseWallTime(given);
        for (const { id, dateSource, wallEnd } of heldAs(accountId, serviceId)) {
          // A repeated old date is not a new one: the proxy would be due again immediately. A computed or typed date,
          // however, may have been too late.
          const isMoved = givenWall !== null && (dateSource !== 'service' || givenWall > (wallEnd ?? 0));
          const isGiven = given !== undefined && isMoved;
          setDate(
            id,
            isGiven
              ? { dateEnd: given, dateSource: 'service', wallEnd: givenWall }
              : computed(computedEnd(wallEnd, order.period, at)),
          );
        }
      }
    },
  };
};

/** Returns whether the entry has an address to connect to. */
export const isConnectable = (entry: BoughtProxies['proxies'][number]): boolean =>
  entry !== null && entry.ip !== null && entry.port !== null;

/** Returns whether the entry has everything needed to use and to prolong the proxy. */
export const isComplete = (entry: BoughtProxies['proxies'][number]): boolean =>
  entry !== null &&
  [entry.id, entry.ip, entry.port, entry.username, entry.password].every((field) => field !== null) &&
  entry.dateEnd !== null &&
  parseWallTime(entry.dateEnd) !== null;
