import type { CommonDeps } from '#core/context.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { CallOptions } from '#core/service/api/call.ts';
import type { DedicatedOrder } from '#shared/contract/dedicated.ts';
import type { Ipv } from '#shared/domain/limits.ts';
import { invalidInput } from '#shared/result.ts';

export interface Availability {
  readonly count: number;
  /** ms since the epoch, UTC. */
  readonly asOf: number;
}

interface OfferedCountry {
  readonly code: string;
  readonly title: string;
  readonly available: Availability | null;
}

interface OfferedCountries {
  readonly rows: readonly OfferedCountry[];
  readonly asOf: number;
}

interface Row {
  readonly code: string;
  readonly title: string;
  readonly asOf: number;
  readonly available: number | null;
  readonly availableAsOf: number | null;
}

type Deps = CommonDeps<'db' | 'session' | 'clock'>;

const LIST_FRESH_MS = 60 * 60_000;
const COUNT_FRESH_MS = 5 * 60_000;
/** After a failure, the stored list is used for this long before the service is asked again. */
const RETRY_AFTER_MS = 60_000;

/**
 * Creates the offer of the service (docs/api.md#dedicated-proxies): the countries of each kind and their stock. Both
 * are stored, so that they are available without a network; `asOf` tells their age.
 */
export const createDedicatedCountries = ({ db, session, clock }: Deps) => {
  const running = new Map<string, Promise<unknown>>();
  const failedAt = new Map<string, number>();

  /** Joins a request of the same key that is under way. */
  const once = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const known = running.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };

  const isFresh = (asOf: number, lifetime: number): boolean => {
    const age = clock.now() - asOf;
    return age >= 0 && age < lifetime;
  };

  const storedCountries = (accountId: string, ipv: Ipv): OfferedCountries | null => {
    const rows = db.all<Row>(sql`SELECT code, title, as_of, available, available_as_of
      FROM dedicated_countries WHERE account_id = ${accountId} AND ipv = ${ipv} AND listed = 1`);
    if (rows.length === 0) return null;
    const collator = new Intl.Collator(['ru', 'en'], { sensitivity: 'base' });
    return {
      asOf: Math.min(...rows.map(({ asOf }) => asOf)),
      rows: rows
        .map(({ code, title, available, availableAsOf }) => ({
          code,
          title,
          available: available === null || availableAsOf === null ? null : { count: available, asOf: availableAsOf },
        }))
        .sort((a, b) => collator.compare(a.title, b.title)),
    };
  };

  const fetchList = async (accountId: string, ipv: Ipv): Promise<OfferedCountries> => {
    const api = await session.api(accountId);
    const { value, receivedAt } = await api.call('dedicated.country', { ipv });
    db.transaction(() => {
      db.run(sql`UPDATE dedicated_countries SET listed = 0 WHERE account_id = ${accountId} AND ipv = ${ipv}`);
      for (const { code, title } of value) {
        db.run(sql`INSERT INTO dedicated_countries (account_id, ipv, code, title, listed, as_of)
          VALUES (${accountId}, ${ipv}, ${code.toLowerCase()}, ${title}, 1, ${receivedAt})
          ON CONFLICT DO UPDATE SET title = excluded.title, listed = 1, as_of = excluded.as_of`);
      }
    });
    return storedCountries(accountId, ipv) ?? { rows: [], asOf: receivedAt };
  };

  const fetchCount = async (
    accountId: string,
    ipv: Ipv,
    code: string,
    priority: NonNullable<CallOptions['priority']>,
  ): Promise<Availability> => {
    const api = await session.api(accountId);
    const { value, receivedAt } = await api.call('dedicated.count', { countryCode: code, ipv }, { priority });
    db.run(sql`INSERT INTO dedicated_countries (account_id, ipv, code, title, listed, as_of, available, available_as_of)
      VALUES (${accountId}, ${ipv}, ${code}, ${code.toUpperCase()}, 0, ${receivedAt}, ${value}, ${receivedAt})
      ON CONFLICT DO UPDATE SET available = excluded.available, available_as_of = excluded.available_as_of`);
    return { count: value, asOf: receivedAt };
  };

  return {
    /** Returns the countries. Throws the error of the request if nothing is stored, or if `refresh` was requested. */
    list: async (ipv: Ipv, refresh: boolean): Promise<OfferedCountries> => {
      const accountId = session.accountId();
      const key = `list ${accountId} ${ipv}`;
      const known = storedCountries(accountId, ipv);
      if (!refresh && known !== null) {
        if (isFresh(known.asOf, LIST_FRESH_MS)) return known;
        if (isFresh(failedAt.get(key) ?? Number.NEGATIVE_INFINITY, RETRY_AFTER_MS)) return known;
      }
      try {
        const list = await once(key, () => fetchList(accountId, ipv));
        failedAt.delete(key);
        return list;
      } catch (error) {
        if (refresh || known === null) throw error;
        failedAt.set(key, clock.now());
        return known;
      }
    },
    /** Returns how many proxies can be bought now. Throws the error of the request. */
    availability: async (ipv: Ipv, countryCode: string, refresh: boolean): Promise<Availability> => {
      const accountId = session.accountId();
      const code = countryCode.trim().toLowerCase();
      if (code === '') {
        throw invalidInput('A country is required.', { field: 'countryCode', code: 'country-required' });
      }
      const row = db.get<{ count: number | null; asOf: number | null }>(sql`SELECT available AS count,
        available_as_of AS asOf FROM dedicated_countries
        WHERE account_id = ${accountId} AND ipv = ${ipv} AND code = ${code}`);
      if (!refresh && row?.count != null && row.asOf !== null && isFresh(row.asOf, COUNT_FRESH_MS)) {
        return { count: row.count, asOf: row.asOf };
      }
      return once(`count ${accountId} ${ipv} ${code}`, () => fetchCount(accountId, ipv, code, 'background'));
    },
    /** Updates the stock after a purchase. Never rejects: the next visit of the country requests it again. */
    refreshAvailability: async (accountId: string, { ipv, countryCode }: DedicatedOrder): Promise<void> => {
      await fetchCount(accountId, ipv, countryCode.trim().toLowerCase(), 'background').catch(() => undefined);
    },
  };
};
