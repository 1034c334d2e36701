import type { CommonDeps } from '#core/context.ts';
import { createLru } from '#core/platform/async/lru.ts';
import type { ParsedInput } from '#shared/contract/index.ts';
import { invalidInput } from '#shared/result.ts';
import { indexLocations, type LocationIndex, searchLocations } from './location-search.ts';
import { type LocationScope, readLocations, scopeKey, writeLocations } from './location-store.ts';

/** An older list is requested again, but stays in use until an answer arrives. */
const FRESH_MS = 24 * 60 * 60 * 1000;
/** After a failure the cached list is used for this time before the service is asked again. */
const RETRY_AFTER_MS = 60_000;
/** The maximum number of locations kept in memory, over all lists. */
const MAX_DECODED = 200_000;

type Deps = CommonDeps<'db' | 'session' | 'clock' | 'logger'>;

/**
 * Creates the five location lists (docs/api.md#locations). They are read from the service once a day and stored; paging
 * and search use the decoded list in memory. Without an answer the stored list is used, whatever its age, which `asOf`
 * tells. Throws the error of the request if nothing is stored, or if `refresh` was requested.
 */
export const createLocations = ({ db, session, clock, logger }: Deps) => {
  const decoded = createLru<LocationIndex>(MAX_DECODED);
  const failedAt = new Map<string, number>();
  const running = new Map<string, Promise<LocationIndex>>();

  const once = (key: string, work: () => Promise<LocationIndex>): Promise<LocationIndex> => {
    const known = running.get(key);
    if (known !== undefined) return known;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };

  const remember = (key: string, index: LocationIndex): LocationIndex => {
    decoded.set(key, index, index.items.length);
    return index;
  };

  const fetchList = async (accountId: string, key: string, scope: LocationScope): Promise<LocationIndex> => {
    const api = await session.api(accountId);
    const { value, receivedAt } = await api.call(`premium.locations.${scope.kind}`, scope);
    failedAt.delete(key);
    const index = remember(key, indexLocations(value, receivedAt));
    try {
      await writeLocations(db, accountId, scope, { items: value, asOf: receivedAt });
    } catch (error) {
      // The list is usable now. Only the next start without a network will lack it.
      logger.warn('locations could not be kept', { error: error instanceof Error ? error.name : 'unknown' });
    }
    return index;
  };

  const load = async (accountId: string, key: string, scope: LocationScope): Promise<LocationIndex> => {
    const kept = decoded.get(key) ?? (await readKept(accountId, key, scope));
    const now = clock.now();
    const age = kept === null ? Number.POSITIVE_INFINITY : now - kept.asOf;
    if (kept !== null && age >= 0 && age < FRESH_MS) return kept;
    if (kept !== null && now - (failedAt.get(key) ?? Number.NEGATIVE_INFINITY) < RETRY_AFTER_MS) return kept;
    try {
      return await fetchList(accountId, key, scope);
    } catch (error) {
      if (kept === null) throw error;
      failedAt.set(key, now);
      return kept;
    }
  };

  const readKept = async (accountId: string, key: string, scope: LocationScope): Promise<LocationIndex | null> => {
    const stored = await readLocations(db, accountId, scope);
    return stored === null ? null : remember(key, indexLocations(stored.items, stored.asOf));
  };

  return async (query: ParsedInput<'premium.locations'>) => {
    const accountId = session.accountId();
    if (query.kind !== 'countries' && query.countries.length === 0) {
      throw invalidInput('These locations need a country.', { field: 'countries', code: 'countries-required' });
    }
    const key = JSON.stringify([accountId, query.poolType, query.kind, scopeKey(query)]);
    const index = await (query.refresh
      ? once(`refresh ${key}`, () => fetchList(accountId, key, query))
      : once(key, () => load(accountId, key, query)));
    const found = searchLocations(index, query.search);
    return {
      total: found.length,
      rows: found.slice(query.offset, query.offset + query.limit),
      asOf: index.asOf,
    };
  };
};
