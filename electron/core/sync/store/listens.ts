import { randomUUID } from 'node:crypto';
import type { Clock } from '#core/ports.ts';
import type { DatabaseAddress } from './connection-string.ts';
import { type DatabaseSession, openSession } from './session.ts';
import { postgresSql } from './sql.ts';

/** From the moment in which it was said to that in which it is heard. */
const PROOF_MS = 5_000;

/**
 * Has the session listen to a channel, and proves that it hears: a pooler in transaction mode takes LISTEN and forgets it
 * without a word. What proves it is said over another connection, because a pooler may use the same connection of its
 * own for both messages of one session; then that one is heard, and nothing that comes later. False: it does not hear,
 * or nobody knows. Never rejects.
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
    // A pooler's connection would go on telling whoever has it next; this reaches it as far as it can be reached.
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
