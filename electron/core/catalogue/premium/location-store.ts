import { promisify } from 'node:util';
import { deflate, inflate, type ZlibOptions } from 'node:zlib';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { ParsedInput } from '#shared/contract/index.ts';
import type { Location } from '#shared/contract/premium.ts';
import { OUTER_KINDS, type OuterKind } from '#shared/domain/location-kinds.ts';

const compress = promisify(deflate);
const decompress = promisify<Uint8Array, ZlibOptions, Buffer>(inflate);
/**
 * The maximum size in bytes of one list of locations, larger than any answer of the service. A desk restored from a
 * file may contain anything.
 */
const MAX_JSON_BYTES = 64 * 1024 * 1024;

/** Identifies a list of locations: one kind in one pool, within the chosen outer places. */
export type LocationScope = Pick<ParsedInput<'premium.locations'>, 'poolType' | 'kind' | OuterKind>;

interface StoredLocations {
  readonly items: readonly Location[];
  readonly asOf: number;
}

/** Returns the key of a scope. The order and the case of the places do not matter (docs/api.md#money-and-time). */
export const scopeKey = (scope: LocationScope): string =>
  JSON.stringify(OUTER_KINDS.map((kind) => [...new Set(scope[kind].map((code) => code.toLowerCase()))].sort()));

/** Reads a stored list of the service, which is available without a network; `null` if it was never read. */
export const readLocations = async (
  db: Database,
  accountId: string,
  scope: LocationScope,
): Promise<StoredLocations | null> => {
  const row = db.get<{ items: Uint8Array; asOf: number }>(sql`SELECT items, as_of FROM locations
    WHERE account_id = ${accountId} AND pool_type = ${scope.poolType} AND kind = ${scope.kind}
    AND scope = ${scopeKey(scope)}`);
  if (row === undefined) return null;
  const json = (await decompress(row.items, { maxOutputLength: MAX_JSON_BYTES })).toString('utf8');
  return { items: JSON.parse(json) as readonly Location[], asOf: row.asOf };
};

/** Stores a list of the service, compressed. */
export const writeLocations = async (
  db: Database,
  accountId: string,
  scope: LocationScope,
  { items, asOf }: StoredLocations,
): Promise<void> => {
  const packed = await compress(JSON.stringify(items));
  db.run(sql`INSERT INTO locations (account_id, pool_type, kind, scope, items, as_of)
    VALUES (${accountId}, ${scope.poolType}, ${scope.kind}, ${scopeKey(scope)}, ${packed}, ${asOf})
    ON CONFLICT DO UPDATE SET items = excluded.items, as_of = excluded.as_of`);
};
