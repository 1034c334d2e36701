import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Clock } from '#core/ports.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import type { DatabaseSession } from './session.ts';
import type { Lease, LeaseName, SharedStore } from './shared-store.ts';
import { asInteger, asUuid, postgresSql } from './sql.ts';
import { storeError } from './store-error.ts';

/** A lease that this process holds. Its row in the database names only the computer. */
interface Held {
  /** Microseconds of the server's clock. No two leases have the same value. It is 0 until the server has answered. */
  readonly until: number;
  /** The length for which it was taken. */
  readonly ms: number;
  /** Uptime of this computer before the request. At most the time since then has passed on the server. */
  readonly askedAt: number;
}

/**
 * SQL that is true if the row `lease` has ended. None lasts for more than minutes, so one that reaches further was taken before the
 * clock of the server was set back. Its holder may be gone, and nobody else could have it until then.
 */
export const hasEnded = postgresSql`(lease.until <= clock_timestamp() OR lease.until > clock_timestamp() + interval '1 hour')`;

interface LeaseDeps {
  readonly run: DatabaseSession['run'];
  readonly deskId: string;
  readonly computerId: string;
  readonly clock: Clock;
}

const inMs = (microseconds: number): number => Math.floor(microseconds / 1_000);

/**
 * Keeps leases as rows. The locks of PostgreSQL are lost without notice behind a pooler, and when the connection
 * breaks. A row expires by the clock of the server, which is the only one that all computers have in common.
 */
export const leasesOf = ({ run, deskId, computerId, clock }: LeaseDeps): Pick<SharedStore, 'lease' | 'releaseLeft'> => {
  const held = new Map<LeaseName, Held>();
  /**
   * Leases that are no longer held here, although their rows may still say so: the end that the row names, or `null` if
   * an answer was lost.
   */
  const left = new Map<LeaseName, number | null>();

  const ends = (ms: number) => postgresSql`clock_timestamp() + ${ms} * interval '1 millisecond'`;
  const until = postgresSql`(extract(epoch FROM until) * 1000000)::bigint`;
  const mine = (name: LeaseName) => postgresSql`desk = ${deskId} AND name = ${name} AND holder = ${computerId}`;
  const leftOf = ({ askedAt, ms }: Held): number => Math.max(0, ms - elapsedSince(askedAt, uptimeOf(clock)));

  const take = async (name: LeaseName, ms: number): Promise<{ heldBy: string; until: number }> => {
    const [, rows] = await run(
      postgresSql`INSERT INTO reseller_desk.leases AS lease (desk, name, holder, until)
        VALUES (${deskId}, ${name}, ${computerId}, ${ends(ms)})
        ON CONFLICT (desk, name) DO UPDATE SET holder = excluded.holder, until = ${ends(ms)}
        WHERE ${hasEnded} OR lease.holder = excluded.holder`,
      // A statement of its own sees what another computer has written while the first statement waited for it.
      postgresSql`SELECT holder, ${until} FROM reseller_desk.leases WHERE desk = ${deskId} AND name = ${name}`,
    );
    const row = rows?.[0];
    if (row === undefined) throw storeError('store-answer');
    return { heldBy: asUuid(row[0]), until: asInteger(row[1]) };
  };

  const lease = async (name: LeaseName, ms: number): Promise<Lease | { heldBy: string; until: number }> => {
    const other = held.get(name);
    if (other !== undefined && leftOf(other) > 0) return { heldBy: computerId, until: inMs(other.until) };
    const asked = { until: 0, ms, askedAt: uptimeOf(clock) };
    held.set(name, asked);
    try {
      const taken = await take(name, ms);
      left.delete(name);
      if (taken.heldBy === computerId) return leaseOf(name, { ...asked, until: taken.until });
      held.delete(name);
      return { heldBy: taken.heldBy, until: inMs(taken.until) };
    } catch (error) {
      held.delete(name);
      left.set(name, null);
      throw error;
    }
  };

  const untilNow = async (name: LeaseName): Promise<number | null> => {
    const [rows] = await run(postgresSql`SELECT ${until} FROM reseller_desk.leases WHERE ${mine(name)}`);
    const row = rows?.[0];
    return row === undefined ? null : asInteger(row[0]);
  };

  /**
   * Deletes only the lease that was left, so that a message that was delayed on the way does not end a lease that was
   * taken after it.
   */
  const drop = async (name: LeaseName): Promise<void> => {
    const known = left.get(name) ?? (await untilNow(name));
    if (held.has(name) || !left.has(name)) return;
    if (known !== null)
      await run(postgresSql`DELETE FROM reseller_desk.leases WHERE ${mine(name)} AND ${until} = ${known}`);
    if (!held.has(name)) left.delete(name);
  };

  const leaseOf = (name: LeaseName, first: Held): Lease => {
    const { ms } = first;
    let current = first;
    /** Whether the row certainly says `current.until`, because no answer to a renewal was lost. */
    let isSure = true;
    held.set(name, first);
    const isHeld = (): boolean => held.get(name) === current;
    const over = (): void => {
      if (isHeld()) held.delete(name);
    };
    return {
      get until() {
        return inMs(current.until);
      },
      msLeft: () => (isHeld() ? leftOf(current) : 0),
      renew: async () => {
        if (!isHeld()) return false;
        const askedAt = uptimeOf(clock);
        isSure = false;
        // A lease that has ended is not renewed, even if no other computer has taken it: what it guards was unguarded
        // in between.
        const [rows] = await run(
          postgresSql`UPDATE reseller_desk.leases SET until = ${ends(ms)}
            WHERE ${mine(name)} AND until > clock_timestamp() RETURNING ${until}`,
        );
        const row = rows?.[0];
        if (row === undefined || !isHeld()) {
          over();
          return false;
        }
        current = { until: asInteger(row[0]), ms, askedAt };
        held.set(name, current);
        isSure = true;
        return true;
      },
      release: async () => {
        if (!isHeld()) return;
        over();
        left.set(name, isSure ? current.until : null);
        await drop(name).catch(() => undefined);
      },
    };
  };

  return {
    lease,
    releaseLeft: async () => {
      for (const name of [...left.keys()]) await drop(name);
    },
  };
};
