import { asInteger, asUuid, type PostgresSql, postgresSql, type Row } from './sql.ts';

/** As a duty: two heartbeats may be lost. */
const HERE_MS = 300_000;
/** So long it is known that a computer has become another one: until its twin has looked. */
const APART_MS = 30 * 86_400_000;
/** More than one machine copied so often is not told apart any better. */
const MOST = 20;

/** Of one opening of the app, in which this computer is there. */
export interface OwnSession {
  readonly id: string;
  /** Those before it of the same desk file: what they left behind is no twin's. */
  readonly before: readonly string[];
}

interface ClonesDeps {
  readonly deskId: string;
  readonly computerId: string;
  readonly session: OwnSession;
}

/** `maybe`: another session of this computer's was there lately, and whether it goes on is seen with the next heartbeat. */
export type CloneState = 'none' | 'maybe' | 'found';

export type Clones = ReturnType<typeof clonesOf>;

/**
 * A machine that is copied with everything on it, as a virtual one is, shares the desk as the same computer twice. Each
 * session of the app has a row of its own, which it renews with the heartbeat: a row of the same computer that somebody else
 * renews is a twin's. Both find it so.
 */
export const clonesOf = ({ deskId, computerId, session }: ClonesDeps) => {
  const prefix = `at:${computerId}:`;
  const own = `${prefix}${session.id}`;
  const apart = `apart:${computerId}`;
  /** Until when the row of each other session held with the last heartbeat; `null` as long as no heartbeat was answered. */
  let seen: ReadonlyMap<string, number> | null = null;
  let state: CloneState = 'none';

  const until = (ms: number): PostgresSql => postgresSql`clock_timestamp() + ${ms} * interval '1 millisecond'`;
  const drop = (name: string): PostgresSql =>
    postgresSql`DELETE FROM reseller_desk.leases WHERE desk = ${deskId} AND name = ${name}`;
  const mine = postgresSql`INSERT INTO reseller_desk.leases (desk, name, holder, until)
    SELECT desk, ${own}, ${session.id}, ${until(HERE_MS)} FROM reseller_desk.computers
    WHERE desk = ${deskId} AND id = ${computerId}
    ON CONFLICT (desk, name) DO UPDATE SET until = excluded.until`;
  const look = postgresSql`SELECT name, holder, (extract(epoch FROM until) * 1000000)::bigint FROM reseller_desk.leases
    WHERE desk = ${deskId} AND until > clock_timestamp() AND (left(name, ${prefix.length}) = ${prefix} OR name = ${apart})
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
    // Of what was found only its end is told by itself: that it is another computer now.
    else if (isApart && others.size === 0) state = 'none';
  };

  return {
    cloneState: (): CloneState => state,
    /** With each heartbeat; the rows of the last of the statements are for `hear`. */
    ask: (): readonly PostgresSql[] => [
      ...(seen === null ? session.before.map((id) => drop(`${prefix}${id}`)) : []),
      mine,
      look,
    ],
    hear,
    /** This computer becomes another one, and its twin is alone from then on. */
    leaveToClone: (): readonly PostgresSql[] => [
      drop(own),
      postgresSql`INSERT INTO reseller_desk.leases (desk, name, holder, until)
        VALUES (${deskId}, ${apart}, ${session.id}, ${until(APART_MS)})
        ON CONFLICT (desk, name) DO UPDATE SET holder = excluded.holder, until = excluded.until`,
    ],
  };
};
