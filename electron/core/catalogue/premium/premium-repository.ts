import type { Database } from '#core/platform/sqlite/database.ts';
import { ofRow, sql } from '#core/platform/sqlite/sql.ts';
import type { PasswordShape, PremiumState } from '#shared/contract/premium.ts';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import { isPublicIp } from './ip-ranges.ts';

export interface PoolBalance {
  readonly poolType: PoolType;
  readonly trafficGb: number;
}

export interface StoredPassword {
  readonly shape: PasswordShape;
  readonly password: string;
}

const POOL_ORDER = new Map(POOL_TYPES.map((pool, index) => [pool, index]));

/** Stores the total of a client's pools with the client, for sorting. */
export const sumUpTraffic = (db: Database, clientId: number): void => {
  db.run(
    ofRow(
      'clients',
      clientId,
      sql`UPDATE clients SET (traffic_gb, traffic_as_of) =
      (SELECT round(sum(traffic_gb), 6), min(as_of) FROM traffic_balances WHERE client_id = clients.id)
    WHERE id = ${clientId}`,
    ),
  );
};

// The callers of the following functions check that the client belongs to the account.

export const whitelistIps = (db: Database, clientId: number): string[] =>
  db.values<string>(sql`SELECT ip FROM whitelist_ips WHERE client_id = ${clientId} ORDER BY position, ip`);

const balanceOfPools = (db: Database, clientId: number): PremiumState['balance'] => {
  const rows = db.all<{ poolType: PoolType; trafficGb: number; asOf: number }>(sql`SELECT pool_type, traffic_gb,
    as_of FROM traffic_balances WHERE client_id = ${clientId}`);
  if (rows.length === 0) return null;
  const pools = rows.toSorted((a, b) => (POOL_ORDER.get(a.poolType) ?? 0) - (POOL_ORDER.get(b.poolType) ?? 0));
  return { pools, asOf: Math.min(...rows.map((row) => row.asOf)) };
};

const whitelistOf = (db: Database, clientId: number): PremiumState['whitelist'] => {
  const read = db.get<{ raw: string | null; asOf: number }>(sql`SELECT raw, as_of FROM whitelist_reads
    WHERE client_id = ${clientId}`);
  if (read === undefined) return null;
  const ips = whitelistIps(db, clientId);
  return { ips, notPublic: ips.filter((ip) => !isPublicIp(ip)), raw: read.raw, asOf: read.asOf };
};

const putPool = (db: Database, clientId: number, pool: PoolBalance, at: number): void => {
  db.run(
    ofRow(
      'clients',
      clientId,
      sql`INSERT INTO traffic_balances (client_id, pool_type, traffic_gb, as_of)
    VALUES (${clientId}, ${pool.poolType}, ${pool.trafficGb}, ${at})
    ON CONFLICT DO UPDATE SET traffic_gb = excluded.traffic_gb, as_of = excluded.as_of`,
    ),
  );
};

const insertIp = (db: Database, clientId: number, ip: string, position: number): void => {
  db.run(
    ofRow(
      'clients',
      clientId,
      sql`INSERT OR IGNORE INTO whitelist_ips (client_id, ip, position) VALUES (${clientId}, ${ip}, ${position})`,
    ),
  );
};

export const premiumStateOf = (db: Database, clientId: number): PremiumState => ({
  clientId,
  balance: balanceOfPools(db, clientId),
  whitelist: whitelistOf(db, clientId),
  password:
    db.get<{ shape: PasswordShape; asOf: number }>(sql`SELECT shape, as_of FROM sub_user_passwords
      WHERE client_id = ${clientId}`) ?? null,
});

/** Returns when the newest of the pools was requested, in ms since the epoch, UTC; `null` if none is known. */
export const balanceAsOf = (db: Database, clientId: number): number | null =>
  db.value<number>(sql`SELECT max(as_of) FROM traffic_balances WHERE client_id = ${clientId}`);

export const savePools = (db: Database, clientId: number, pools: readonly PoolBalance[], at: number): void =>
  db.transaction(() => {
    // Otherwise a pool that the service no longer lists would keep its GB for ever.
    db.run(ofRow('clients', clientId, sql`DELETE FROM traffic_balances WHERE client_id = ${clientId}`));
    for (const pool of pools) putPool(db, clientId, pool, at);
    sumUpTraffic(db, clientId);
  });

/** Stores a pool from the answer to a purchase. An answer that is read late does not replace a newer reading. */
export const savePool = (db: Database, clientId: number, pool: PoolBalance, at: number): void =>
  db.transaction(() => {
    const isOlder = db.has(sql`SELECT 1 FROM traffic_balances WHERE client_id = ${clientId}
      AND pool_type = ${pool.poolType} AND as_of > ${at}`);
    if (isOlder) return;
    putPool(db, clientId, pool, at);
    sumUpTraffic(db, clientId);
  });

/** Returns when the whitelist was read (ms since the epoch, UTC); `null` if never. */
export const whitelistAsOf = (db: Database, clientId: number) =>
  db.value<number>(sql`SELECT as_of FROM whitelist_reads WHERE client_id = ${clientId}`);

export const saveWhitelist = (
  db: Database,
  clientId: number,
  ips: readonly string[],
  raw: string | null,
  at: number,
): void =>
  db.transaction(() => {
    db.run(
      ofRow(
        'clients',
        clientId,
        sql`INSERT INTO whitelist_reads (client_id, raw, as_of) VALUES (${clientId}, ${raw}, ${at})
      ON CONFLICT DO UPDATE SET raw = excluded.raw, as_of = excluded.as_of`,
      ),
    );
    db.run(ofRow('clients', clientId, sql`DELETE FROM whitelist_ips WHERE client_id = ${clientId}`));
    ips.forEach((ip, position) => {
      insertIp(db, clientId, ip, position);
    });
  });

/** Stores a change that the service confirmed while the list could not be read again. The age of the list stays. */
export const patchWhitelist = (
  db: Database,
  clientId: number,
  { add, remove }: { readonly add?: string; readonly remove?: string },
): void =>
  db.transaction(() => {
    if (add !== undefined) insertIp(db, clientId, add, whitelistIps(db, clientId).length);
    if (remove !== undefined)
      db.run(
        ofRow('clients', clientId, sql`DELETE FROM whitelist_ips WHERE client_id = ${clientId} AND ip = ${remove}`),
      );
  });

export const storedPassword = (db: Database, clientId: number): StoredPassword | null =>
  db.get<StoredPassword>(sql`SELECT shape, password FROM sub_user_passwords WHERE client_id = ${clientId}`) ?? null;

/** Returns when the password was read or set (ms since the epoch, UTC); `null` if it is not known. */
export const passwordAsOf = (db: Database, clientId: number): number | null =>
  db.value<number>(sql`SELECT as_of FROM sub_user_passwords WHERE client_id = ${clientId}`);

/** Forgets a password that may not be valid any more. */
export const forgetSubUserPassword = (db: Database, clientId: number): void => {
  db.run(ofRow('clients', clientId, sql`DELETE FROM sub_user_passwords WHERE client_id = ${clientId}`));
};

export const saveSubUserPassword = (
  db: Database,
  clientId: number,
  { shape, password }: StoredPassword,
  at: number,
): void => {
  db.run(
    ofRow(
      'clients',
      clientId,
      sql`INSERT INTO sub_user_passwords (client_id, shape, password, as_of)
    VALUES (${clientId}, ${shape}, ${password}, ${at})
    ON CONFLICT DO UPDATE SET shape = excluded.shape, password = excluded.password, as_of = excluded.as_of`,
    ),
  );
};
