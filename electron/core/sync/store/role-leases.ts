import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Clock } from '#core/ports.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { hasEnded } from './leases.ts';
import { ROLES, type Role, type SharedStore } from './shared-store.ts';
import { asInteger, asUuid, type PostgresSql, postgresSql, type Row } from './sql.ts';

/**
 * Heartbeats come every 90 s, and two of them may be lost. If a computer is away for longer, another one replaces it
 * with its next heartbeat.
 */
const ROLE_MS = 300_000;

/** More leases than any version of the app knows names for. */
const MOST = 20;

/** The part of a heartbeat that requests roles, and hears which computers have them. */
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
 * Keeps roles as leases that cost no message of their own. They are renewed with the heartbeat, so that a computer that
 * is there keeps its roles, and an idle desk asks the server no more often. A computer that was removed gets none.
 */
export const roleLeasesOf = ({
  deskId,
  computerId,
  clock,
}: RoleLeasesDeps): RoleLeaseRows & Pick<SharedStore, 'roleHolder' | 'knowsRoles'> => {
  /**
   * Uptime of this computer before it asked for the answer that counts. At most the time since then has passed on the
   * server.
   */
  let askedAt = Number.NEGATIVE_INFINITY;
  let held: ReadonlyMap<string, { readonly holder: string; readonly ms: number }> = new Map();

  const since = (): number => (askedAt === Number.NEGATIVE_INFINITY ? ROLE_MS : elapsedSince(askedAt, uptimeOf(clock)));

  const ends = postgresSql`clock_timestamp() + ${ROLE_MS} * interval '1 millisecond'`;
  const take = (role: Role): PostgresSql =>
    postgresSql`INSERT INTO reseller_desk.leases AS lease (desk, name, holder, until)
      SELECT desk, ${role}, id, ${ends} FROM reseller_desk.computers WHERE desk = ${deskId} AND id = ${computerId}
      ON CONFLICT (desk, name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE ${hasEnded} OR lease.holder = excluded.holder`;
  const letGo = (role: Role): PostgresSql =>
    postgresSql`DELETE FROM reseller_desk.leases WHERE desk = ${deskId} AND name = ${role} AND holder = ${computerId}`;
  const look = postgresSql`SELECT name, holder, floor(extract(epoch FROM until - clock_timestamp()) * 1000)::bigint
    FROM reseller_desk.leases AS lease WHERE desk = ${deskId} AND NOT ${hasEnded} AND position(':' IN name) = 0
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
