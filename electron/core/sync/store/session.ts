import type { Client, Notification } from 'pg';
import { createTurns } from '#core/platform/async/turns.ts';
import { DeskError } from '#shared/result.ts';
import type { DatabaseAddress } from './connection-string.ts';
import { dial } from './dial.ts';
import { ServerStream } from './server-stream.ts';
import type { PostgresSql, Row } from './sql.ts';
import { refusal, storeError } from './store-error.ts';

/** The limit for all steps of connecting: name, connection, encryption, login. */
const CONNECT_MS = 10_000;
const STATEMENT_MS = 15_000;
const LOCK_MS = 5_000;
/** The server itself ends every statement before this time. If it says nothing by then, the connection is dead. */
const ANSWER_MS = 20_000;

/**
 * These are limits of the transaction. Behind a pooler, limits of the session would become those of another program.
 * Without limits, the server would go on waiting for a lock long after this computer has given up, once for each time
 * that it tries again.
 */
const LIMITS = `SET LOCAL statement_timeout = ${STATEMENT_MS}; SET LOCAL lock_timeout = ${LOCK_MS}`;
const LIMIT_COUNT = LIMITS.split(';').length;

/** Leaves values as the text that was sent. */
const AS_TEXT = { getTypeParser: () => (value: string) => value };

/**
 * Connects to a database and logs in.
 * @throws DeskError: see store-error.ts
 */
export const openSession = async (target: DatabaseAddress): Promise<DatabaseSession> => {
  const timeUp = AbortSignal.timeout(CONNECT_MS);
  // The driver is loaded only if a shared desk is used.
  const { Client } = await import('pg');
  const stream = new ServerStream(await dial(target, timeUp));
  const { host, port, user, password, database } = target;
  const client = new Client({
    host,
    port,
    user,
    database,
    stream: () => stream,
    // A function keeps environment variables and password files from standing in for an empty password.
    password: () => password,
    // The stream is encrypted already.
    ssl: false,
    application_name: 'reseller-desk',
    client_encoding: 'utf8',
  });
  const tooLate = (): void => void stream.destroy(storeError('store-timeout'));
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

/**
 * Resolves with the reason for the end of the session. The stream's own reason is the first one, and the driver gives
 * others when the stream is gone.
 */
const endOf = (client: Client, stream: ServerStream): Promise<DeskError> =>
  new Promise((resolve) => {
    stream.once('error', (error) => resolve(refusal(error)));
    client.on('error', (error) => {
      resolve(refusal(error));
      stream.destroy();
    });
    stream.once('close', () => resolve(storeError('store-broken')));
  });

const loginError = (error: unknown, stream: ServerStream, password: string): DeskError => {
  if (stream.errored instanceof DeskError) return stream.errored;
  // The driver itself throws this: the server wants a login that the driver does not know, or one with a password
  // although there is none.
  if (error instanceof Error && error.message.startsWith('SASL')) {
    return storeError(password === '' ? 'store-password' : 'store-not-postgres');
  }
  return refusal(error);
};

export type DatabaseSession = ReturnType<typeof sessionOf>;

/** Creates a session on one connection to the database, from the login to its end. */
const sessionOf = (client: Client, stream: ServerStream, ended: Promise<DeskError>) => {
  const inTurn = createTurns();
  const query = async (statements: readonly PostgresSql[]): Promise<readonly (readonly Row[])[]> => {
    const timer = setTimeout(() => stream.destroy(storeError('store-timeout')), ANSWER_MS);
    const text = [LIMITS, ...statements.map((statement) => statement.text)].join(';\n');
    try {
      const answer: unknown = await client.query({ text, rowMode: 'array', types: AS_TEXT });
      const results = Array.isArray(answer) ? answer.slice(LIMIT_COUNT) : [];
      if (results.length !== statements.length) throw storeError('store-answer');
      return results.map(({ rows }) => rows as readonly Row[]);
    } catch (error) {
      // A connection that broke is reported as such, whatever error the driver makes of it.
      throw stream.destroyed ? await ended : refusal(error);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    /**
     * Runs statements as one message and one transaction: all of them or none. Returns the rows of each. Messages are
     * sent one at a time, in the order of the calls.
     * @throws DeskError. Unless the server refused a statement, the session has ended then.
     */
    run: (...statements: readonly PostgresSql[]): Promise<readonly (readonly Row[])[]> =>
      inTurn(() => query(statements)),
    /**
     * Calls the listener with every message on the channels that the session listens to. Returns a function that
     * removes the listener.
     */
    onNotification: (listener: (channel: string, payload: string) => void): (() => void) => {
      const hear = ({ channel, payload = '' }: Notification): void => listener(channel, payload);
      client.on('notification', hear);
      return () => void client.off('notification', hear);
    },
    /** Resolves with the reason for the end of the session. Never rejects. */
    ended,
    end: (): void => {
      client.end().catch(() => undefined);
      stream.destroy();
    },
  };
};
