import type { Clock } from '#core/ports.ts';
import { isLoopback, parseConnection } from './connection-string.ts';
import { listens } from './listens.ts';
import { tryRights } from './schema.ts';
import { type DatabaseSession, openSession } from './session.ts';
import { asInteger, postgresSql } from './sql.ts';
import { storeError } from './store-error.ts';

interface CheckedConnection {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** As users know it: `18.4`. */
  readonly serverVersion: string;
  /** The database does not announce additions, because a pooler in front of it keeps no session. */
  readonly isPooled: boolean;
  readonly isEncrypted: boolean;
  /** Only this computer reaches the database by that address. */
  readonly isLoopback: boolean;
  /** Shared desks that are in the database already. */
  readonly desks: number;
}

/** The oldest version on which all statements here were tried, or for which they are documented. */
const OLDEST = 13;

/**
 * Checks whether a shared desk can be in this database, by trying everything that leaves no trace in it.
 * @throws DeskError `invalid-input` with a problem of the field `connection`, or with a code of store-error.ts
 */
export const checkConnection = async (connection: string, clock: Clock): Promise<CheckedConnection> => {
  const target = parseConnection(connection);
  const session = await openSession(target);
  try {
    const [rows] = await session.run(postgresSql`SELECT current_setting('server_version_num')`);
    const number = asInteger(rows?.[0]?.[0]);
    const major = Math.floor(number / 10_000);
    const serverVersion = `${major}.${number % 10_000}`;
    if (major < OLDEST) throw storeError('store-old-server', { version: serverVersion, oldest: OLDEST });
    await tryRights(session);
    const isPooled = !(await listens(session, target, 'reseller_desk', clock));
    const { host, port, database, tls } = target;
    const desks = await countDesks(session);
    return {
      host,
      port,
      database,
      serverVersion,
      isPooled,
      isEncrypted: tls !== null,
      isLoopback: isLoopback(host),
      desks,
    };
  } finally {
    session.end();
  }
};

const countDesks = async (session: DatabaseSession): Promise<number> => {
  const [there] = await session.run(postgresSql`SELECT to_regclass('reseller_desk.desks') IS NOT NULL`);
  if (there?.[0]?.[0] !== 't') return 0;
  const [rows] = await session.run(postgresSql`SELECT count(*) FROM reseller_desk.desks`);
  return asInteger(rows?.[0]?.[0]);
};
