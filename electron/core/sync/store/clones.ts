import { hasEnded } from './leases.ts';
import { asInteger, asUuid, type PostgresSql, postgresSql, type Row } from './sql.ts';

/** As for a role, two heartbeats may be lost. */
const HERE_MS = 300_000;
/** How long the database says that a computer has become another one, for a clone that looks late. */
const APART_MS = 30 * 86_400_000;
/** How many rows are read. Even if a machine was copied more often, the result would be the same. */
const MOST = 20;

/** One session of the app, in which this computer is there. */
export interface OwnSession {
  readonly id: string;
  /** Earlier sessions of the same desk file. The rows that they left behind are not those of a clone. */
  readonly before: readonly string[];
}

interface ClonesDeps {
  readonly deskId: string;
  readonly computerId: string;
  readonly session: OwnSession;
}

/** `maybe`: another session of this computer was there lately. The next heartbeat shows whether it goes on. */
export type CloneState = 'none' | 'maybe' | 'found';

export type Clones = ReturnType<typeof clonesOf>;

/**
 * Notices when the same computer shares the desk twice, because its machine was copied with everything on it, as
 * virtual machines are. Each session of the app has a row of its own, which it renews with the heartbeat. If another
 * session renews a row of this computer, that session is a clone. Both sides find out in this way.
 */
export const clonesOf = ({ deskId, computerId, session }: ClonesDeps) => {
  const prefix = `at:${computerId}:`;
  const own = `${prefix}${session.id}`;
  const apart = `apart:${computerId}`;
  /**
   * When the row of each other session was to end, at the last heartbeat; `null` as long as no heartbeat was answered.
   */
  let seen: ReadonlyMap<string, number> | null = null;
  let state: CloneState = 'none';

  const until = (ms: number): PostgresSql => postgresSql`clock_timestamp() + ${ms} * interval '1 millisecond'`;
  const drop = (name: string): PostgresSql =>
    postgresSql`DELETE FROM reseller_desk.leases WHERE desk = ${deskId} AND name = ${name}`;
  const mine = postgresSql`INSERT INTO reseller_desk.leases (desk, name, holder, until)
    SELECT desk, ${own}, ${session.id}, ${until(HERE_MS)} FROM reseller_desk.computers
    WHERE desk = ${deskId} AND id = ${computerId}
    ON CONFLICT (desk, name) DO UPDATE SET until = excluded.until`;
  const isSession = postgresSql`left(name, ${prefix.length}) = ${prefix}`;
  /**
   * Deletes the rows of sessions that have ended. After the clock of the server was set back, such a row would otherwise
   * count again as soon as the clock has nearly caught up with it, and look like a clone that has just come.
   */
  const dropEnded = postgresSql`DELETE FROM reseller_desk.leases AS lease
    WHERE desk = ${deskId} AND ${isSession} AND ${hasEnded}`;
  // The row `apart` lasts for longer than any lease, and does no harm if it lasts for longer still.
  const look = postgresSql`SELECT name, holder, (extract(epoch FROM until) * 1000000)::bigint FROM reseller_desk.leases
    WHERE desk = ${deskId} AND (${isSession} OR (name = ${apart} AND until > clock_timestamp()))
    ORDER BY name LIMIT ${MOST}`;

  const hear = (rows: readonly Row[]): void => {
    const others = new Map(
      rows
        .filter(([name]) => name !== own && name !== apart)
        .map(([, holder, at]) => [asUuid(holder), asInteger(at)] as const),
    );
    const former = seen;
    const isAlive = former !== null && [...others].some(([id, at]) => former.get(id) !== at);
    const isApart = rows.some(([name]) => name === apart);
    seen = others;
    if (isAlive) state = 'found';
    else if (state !== 'found') state = others.size > 0 ? 'maybe' : 'none';
    // A clone that was found counts as gone only when it has said that it is another computer now.
    else if (isApart && others.size === 0) state = 'none';
  };

  return {
    cloneState: (): CloneState => state,
    /** Returns the statements for a heartbeat. The rows of the last one are for `hear`. */
    ask: (): readonly PostgresSql[] => [
      ...(seen === null ? session.before.map((id) => drop(`${prefix}${id}`)) : []),
      mine,
      dropEnded,
      look,
    ],
    hear,
    /** Returns the statements by which this computer becomes another one and leaves its clone alone. */
    leaveToClone: (): readonly PostgresSql[] => [
      drop(own),
      postgresSql`INSERT INTO reseller_desk.leases (desk, name, holder, until)
        VALUES (${deskId}, ${apart}, ${session.id}, ${until(APART_MS)})
        ON CONFLICT (desk, name) DO UPDATE SET holder = excluded.holder, until = excluded.until`,
    ],
  };
};
