import { randomUUID } from 'node:crypto';
import type { Clock } from '#core/ports.ts';
import type { DatabaseAddress } from './connection-string.ts';
import { type DatabaseSession, openSession } from './session.ts';
import { postgresSql } from './sql.ts';

/** How long the proof may take, from being sent to being heard. */
const PROOF_MS = 5_000;

/**
 * Makes the session listen to a channel, and proves that it hears, because a pooler in transaction mode accepts LISTEN
 * and forgets it without notice. The proof is sent over another connection: a pooler may use one connection of its own
 * for both messages of one session, and then the session would hear the proof but nothing that comes later. Returns
 * `false` if the session does not hear, or if that cannot be found out. Never rejects.
 */
export const listens = async (
  session: DatabaseSession,
  target: DatabaseAddress,
  channel: string,
  clock: Clock,
): Promise<boolean> => {
  const proof = `reseller_desk_proof_${randomUUID().replaceAll('-', '')}`;
  const over = new AbortController();
  let hear: (isHeard: true) => void = () => undefined;
  const heard = new Promise<true>((resolve) => {
    hear = resolve;
  });
  const hearNoMore = session.onNotification((where) => {
    if (where === proof) hear(true);
  });
  try {
    await session.run({ text: `LISTEN "${channel}"` }, { text: `LISTEN "${proof}"` });
    await sayElsewhere(target, proof);
    const lost = session.ended.then(() => false);
    const late = clock.sleep(PROOF_MS, over.signal).then(() => false);
    late.catch(() => undefined);
    const isHeard = await Promise.race([heard, lost, late]);
    // Otherwise a pooler's connection would go on notifying the session that gets it next. This statement reaches that
    // connection as far as anything can reach it.
    await session.run({ text: isHeard ? `UNLISTEN "${proof}"` : 'UNLISTEN *' });
    return isHeard;
  } catch {
    return false;
  } finally {
    over.abort();
    hearNoMore();
  }
};

const sayElsewhere = async (target: DatabaseAddress, channel: string): Promise<void> => {
  const other = await openSession(target);
  try {
    await other.run(postgresSql`SELECT pg_notify(${channel}, '')`);
  } finally {
    other.end();
  }
};
