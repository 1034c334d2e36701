import type { DedicatedOrder, ProlongOrder } from '#shared/contract/dedicated.ts';
import { formatWallTime, parseWallTime, wallTimeAt } from '#shared/domain/assumed-zone.ts';
import type { DedicatedPurchase } from '../api/dedicated-api.ts';
import type { Database } from '../storage/database.ts';
import { ipSortKey, proxySearchText } from './proxy-texts.ts';

interface Delivered<O> {
  readonly accountId: string;
  readonly purchaseId: number;
  readonly order: O;
  readonly clientId: number | null;
  readonly at: number;
}

/** What the journal of purchases does to the proxies we hold. Every call joins the journal's own transaction. */
export interface DedicatedStore {
  /** Stores every entry of the answer, also one of which little or nothing could be read. */
  addBought(delivered: Delivered<DedicatedOrder> & { readonly bought: DedicatedPurchase }): void;
  /**
   * Sets the new dates. One that the answer does not give (or not readably) is computed: the days are added to the old
   * date, or to now where that has passed, and the date is marked as computed.
   */
  prolong(delivered: Delivered<ProlongOrder> & { readonly dates: ReadonlyMap<number, string> }): void;
  /** Reads how many can be bought now. Never rejects. */
  refreshAvailability(accountId: string, order: DedicatedOrder): Promise<void>;
}

interface Deps {
  readonly db: Database;
  readonly assumedZone: () => string;
  readonly refreshAvailability: DedicatedStore['refreshAvailability'];
}

const DAY = 86_400_000;

export const createDedicatedStore = ({ db, assumedZone, refreshAvailability }: Deps): DedicatedStore => {
  const titleOf = (accountId: string, ipv: number, code: string): string =>
    db.get<{ title: string }>(
      'SELECT title FROM dedicated_countries WHERE account_id = ? AND ipv = ? AND code = ?',
      accountId,
      ipv,
      code,
    )?.title ?? code;

  const computedEnd = (wallEnd: number | null, days: number, at: number): number =>
    Math.max(wallEnd ?? 0, wallTimeAt(at, assumedZone())) + days * DAY;

  return {
    refreshAvailability,
    addBought: ({ accountId, purchaseId, order, clientId, bought, at }) => {
      const countryCode = order.countryCode.toLowerCase();
      const countryTitle = titleOf(accountId, order.ipv, countryCode);
      const { orderId, checkId } = bought;
      for (const entry of bought.proxies) {
        const { id: serviceId = null, ip = null, port = null, username = null, password = null } = entry ?? {};
        const given = entry?.dateEnd ?? null;
        const wallEnd = given === null ? null : parseWallTime(given);
        const { lastId } = db.run(
          `INSERT INTO dedicated_proxies (account_id, purchase_id, service_id, ip, port, username, password, date_end,
             date_source, wall_end, ipv, country_code, order_id, check_id, ip_sort, complete, client_id, bought_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'service', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          accountId,
          purchaseId,
          serviceId,
          ip,
          port,
          username,
          password,
          given,
          wallEnd,
          order.ipv,
          countryCode,
          orderId,
          checkId,
          ipSortKey(ip),
          isComplete(entry) ? 1 : 0,
          clientId,
          at,
        );
        const text = { serviceId, ip, username, orderId, checkId, countryCode, countryTitle, note: '' };
        db.run('INSERT INTO dedicated_texts (proxy_id, search_text) VALUES (?, ?)', lastId, proxySearchText(text));
      }
    },
    prolong: ({ accountId, order, dates, at }) => {
      for (const serviceId of order.serviceIds) {
        const proxies = db.all<{ id: number; wallEnd: number | null }>(
          'SELECT id, wall_end AS wallEnd FROM dedicated_proxies WHERE account_id = ? AND service_id = ?',
          accountId,
          serviceId,
        );
        const given = dates.get(serviceId);
        const givenWall = given === undefined ? null : parseWallTime(given);
        for (const { id, wallEnd } of proxies) {
          const wall = givenWall ?? computedEnd(wallEnd, order.period, at);
          const fromService = given !== undefined && givenWall !== null;
          db.run(
            'UPDATE dedicated_proxies SET date_end = ?, date_source = ?, wall_end = ? WHERE id = ?',
            fromService ? given : formatWallTime(wall),
            fromService ? 'service' : 'computed',
            wall,
            id,
          );
        }
      }
    },
  };
};

/** Whether everything is there that is needed to use the proxy and to prolong it. */
export const isComplete = (entry: DedicatedPurchase['proxies'][number]): boolean =>
  entry !== null &&
  [entry.id, entry.ip, entry.port, entry.username, entry.password].every((field) => field !== null) &&
  entry.dateEnd !== null &&
  parseWallTime(entry.dateEnd) !== null;
