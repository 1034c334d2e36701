import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import type { DatabaseAddress } from './connection-string.ts';
import { networkError, storeError } from './store-error.ts';

/** A router that forgets a silent connection does so within some minutes. */
const KEEP_ALIVE_MS = 30_000;
/** Node's own 250 ms would give up on a server that is far away. */
const NEXT_ADDRESS_MS = 2_000;
/** https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-SSLREQUEST */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * A connection to the server, encrypted and verified where the target says so. Not the driver's: only so can it be told
 * what went wrong, and nothing that came before the encryption is ever taken for an answer.
 * @throws DeskError; whatever was begun is gone then
 */
export const dial = async ({ host, port, tls }: DatabaseAddress, signal: AbortSignal): Promise<Socket> => {
  const socket = connectTcp({
    host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  });
  try {
    await event(socket, 'connect', signal);
    return tls === null ? socket : await encrypted(socket, host, tls, signal);
  } catch (error) {
    socket.destroy();
    throw networkError(error);
  }
};

const encrypted = async (socket: Socket, host: string, tls: { ca: string | null }, signal: AbortSignal) => {
  socket.write(SSL_REQUEST);
  const [said] = (await event(socket, 'data', signal)) as [Buffer];
  socket.pause();
  if (said.length !== 1 || !'SN'.includes(said.toString('latin1'))) throw storeError('place-not-postgres');
  if (said.toString('latin1') === 'N') throw storeError('place-no-tls');
  const secure = connectTls({
    socket,
    host,
    // An address is not sent as a name (RFC 6066), and verified all the same.
    ...(isIP(host) === 0 && { servername: host }),
    // Both said, so that no variable of the environment can add a certificate or switch the look at them off.
    ca: tls.ca ?? [...rootCertificates],
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  });
  await event(secure, 'secureConnect', signal);
  return secure;
};

/** Rejects when the socket closes instead, fails, or the time is up. */
const event = async (socket: Socket, name: string, signal: AbortSignal): Promise<unknown[]> => {
  const over = new AbortController();
  const closed = once(socket, 'close', { signal: over.signal }).then(() => {
    throw storeError('place-broken');
  });
  try {
    return await Promise.race([once(socket, name, { signal }), closed]);
  } catch (error) {
    throw signal.aborted ? storeError('place-timeout') : error;
  } finally {
    over.abort();
    closed.catch(() => undefined);
  }
};
