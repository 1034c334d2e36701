import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Clock } from '#core/ports.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { ROLES, type Role, type SharedStore } from './shared-store.ts';
import { asInteger, asUuid, type PostgresSql, postgresSql, type Row } from './sql.ts';

/** Heartbeats come every 90 s, and two of them may be lost. Whoever is away for longer is replaced with somebody's next heartbeat. */
const ROLE_MS = 300_000;

/** More leases than any app knows names for. */
const MOST = 20;

/** What a heartbeat asks and hears about duties. */
export interface RoleLeaseRows {
  ask(wanted: readonly Role[]): {
    readonly statements: readonly PostgresSql[];
    /** The rows of the last of the statements. */
    readonly hear: (rows: readonly Row[]) => void;
  };
}

interface RoleLeasesDeps {
  readonly deskId: string;
  readonly computerId: string;
  readonly clock: Clock;
}

/**
 * Leases that cost no message of their own: they go with the heartbeat, so that who is there keeps what it has, and an idle
 * desk asks no more than it did. A computer that was removed gets none.
 */
export const roleLeasesOf = ({
  deskId,
  computerId,
  clock,
}: RoleLeasesDeps): RoleLeaseRows & Pick<SharedStore, 'roleHolder' | 'knowsRoles'> => {
  /** Uptime of this computer before the answer that counts was asked for: the server's clock has not gone on by more since. */
  let askedAt = Number.NEGATIVE_INFINITY;
  let held: ReadonlyMap<string, { readonly holder: string; readonly ms: number }> = new Map();

  const since = (): number => (askedAt === Number.NEGATIVE_INFINITY ? ROLE_MS : elapsedSince(askedAt, uptimeOf(clock)));

  const ends = postgresSql`clock_timestamp() + ${ROLE_MS} * interval '1 millisecond'`;
  const take = (role: Role): PostgresSql =>
    postgresSql`INSERT INTO reseller_desk.leases AS lease (desk, name, holder, until)
      SELECT desk, ${role}, id, ${ends} FROM reseller_desk.computers WHERE desk = ${deskId} AND id = ${computerId}
      ON CONFLICT (desk, name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE lease.until <= clock_timestamp() OR lease.holder = excluded.holder`;
  const letGo = (role: Role): PostgresSql =>
    postgresSql`DELETE FROM reseller_desk.leases WHERE desk = ${deskId} AND name = ${role} AND holder = ${computerId}`;
  const look = postgresSql`SELECT name, holder, floor(extract(epoch FROM until - clock_timestamp()) * 1000)::bigint
    FROM reseller_desk.leases WHERE desk = ${deskId} AND until > clock_timestamp() AND position(':' IN name) = 0
    LIMIT ${MOST}`;

  return {
    ask: (wanted) => {
      const asked = uptimeOf(clock);
      return {
        statements: [...ROLES.map((role) => (wanted.includes(role) ? take(role) : letGo(role))), look],
        hear: (rows) => {
          held = new Map(
            rows.map(([name, holder, ms]) => [
              String(name),
              { holder: asUuid(holder), ms: Math.min(asInteger(ms), ROLE_MS) },
            ]),
          );
          askedAt = asked;
        },
      };
    },
    knowsRoles: () => since() < ROLE_MS,
    roleHolder: (role) => {
      const one = held.get(role);
      const msLeft = (one?.ms ?? 0) - since();
      return one === undefined || msLeft <= 0 ? null : { holder: one.holder, msLeft };
    },
  };
};
