import type { Client, Notification } from 'pg';
import { createTurns } from '#core/platform/async/turns.ts';
import { DeskError } from '#shared/result.ts';
import type { DatabaseAddress } from './connection-string.ts';
import { dial } from './dial.ts';
import { ServerStream } from './server-stream.ts';
import type { PostgresSql, Row } from './sql.ts';
import { refusal, storeError } from './store-error.ts';

/** All of connecting: name, connection, encryption, login. */
const CONNECT_MS = 10_000;
const STATEMENT_MS = 15_000;
const LOCK_MS = 5_000;
/** What the server does not say itself in time, nobody will: the connection is dead. */
const ANSWER_MS = 20_000;

/**
 * Limits of the transaction, not of the session: behind a pooler that would be somebody else's. Without them the server
 * would go on waiting for a lock long after this computer has given up, once for each time that it tries again.
 */
const LIMITS = `SET LOCAL statement_timeout = ${STATEMENT_MS}; SET LOCAL lock_timeout = ${LOCK_MS}`;
const LIMIT_COUNT = LIMITS.split(';').length;

/** Values stay the text that was sent. */
const AS_TEXT = { getTypeParser: () => (value: string) => value };

/** @throws DeskError: see store-error.ts */
export const openSession = async (target: DatabaseAddress): Promise<DatabaseSession> => {
  const timeUp = AbortSignal.timeout(CONNECT_MS);
  // Only whoever uses a shared desk pays for the driver.
  const { Client } = await import('pg');
  const stream = new ServerStream(await dial(target, timeUp));
  const { host, port, user, password, database } = target;
  const client = new Client({
    host,
    port,
    user,
    database,
    stream: () => stream,
    // A function, so that neither a variable of the environment nor a file of passwords stands in for an empty one.
    password: () => password,
    // The stream is encrypted already.
    ssl: false,
    application_name: 'reseller-desk',
    client_encoding: 'utf8',
  });
  const tooLate = (): void => void stream.destroy(storeError('place-timeout'));
  timeUp.addEventListener('abort', tooLate);
  const ended = endOf(client, stream);
  try {
    await client.connect();
  } catch (error) {
    stream.destroy();
    throw loginError(error, stream, password);
  } finally {
    timeUp.removeEventListener('abort', tooLate);
  }
  return sessionOf(client, stream, ended);
};

/** The stream's own reason is the first one; the driver tells others when it is gone. */
const endOf = (client: Client, stream: ServerStream): Promise<DeskError> =>
  new Promise((resolve) => {
    stream.once('error', (error) => resolve(refusal(error)));
    client.on('error', (error) => {
      resolve(refusal(error));
      stream.destroy();
    });
    stream.once('close', () => resolve(storeError('place-broken')));
  });

const loginError = (error: unknown, stream: ServerStream, password: string): DeskError => {
  if (stream.errored instanceof DeskError) return stream.errored;
  // The driver's own: what the server wants is no login that it knows, or one with a password that is not there.
  if (error instanceof Error && error.message.startsWith('SASL')) {
    return storeError(password === '' ? 'place-password' : 'place-not-postgres');
  }
  return refusal(error);
};

export type DatabaseSession = ReturnType<typeof sessionOf>;

/** One connection to the database, from the login to its end. */
const sessionOf = (client: Client, stream: ServerStream, ended: Promise<DeskError>) => {
  const inTurn = createTurns();
  const query = async (statements: readonly PostgresSql[]): Promise<readonly (readonly Row[])[]> => {
    const timer = setTimeout(() => stream.destroy(storeError('place-timeout')), ANSWER_MS);
    const text = [LIMITS, ...statements.map((statement) => statement.text)].join(';\n');
    try {
      const answer: unknown = await client.query({ text, rowMode: 'array', types: AS_TEXT });
      const results = Array.isArray(answer) ? answer.slice(LIMIT_COUNT) : [];
      if (results.length !== statements.length) throw storeError('place-answer');
      return results.map(({ rows }) => rows as readonly Row[]);
    } catch (error) {
      // A connection that broke is told as such, whatever the driver makes of it.
      throw stream.destroyed ? await ended : refusal(error);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    /**
     * Statements as one message and one transaction: all of them or none. The rows of each of them. One message at a time,
     * in the order in which they were asked for.
     * @throws DeskError; after one that is not a refusal of the server the session has ended
     */
    run: (...statements: readonly PostgresSql[]): Promise<readonly (readonly Row[])[]> =>
      inTurn(() => query(statements)),
    /** Hears what is said on channels that are listened to. Returns what takes it off. */
    onNotification: (listener: (channel: string, payload: string) => void): (() => void) => {
      const hear = ({ channel, payload = '' }: Notification): void => listener(channel, payload);
      client.on('notification', hear);
      return () => void client.off('notification', hear);
    },
    /** Why it ended; never rejects. */
    ended,
    end: (): void => {
      client.end().catch(() => undefined);
      stream.destroy();
    },
  };
};
