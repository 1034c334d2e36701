import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import type { DatabaseAddress } from './connection-string.ts';
import { networkError, storeError } from './store-error.ts';

/** Some routers forget a silent connection within some minutes. */
const KEEP_ALIVE_MS = 30_000;
/** Node's own 250 ms would give up on a server that is far away. */
const NEXT_ADDRESS_MS = 2_000;
/** https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-SSLREQUEST */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Connects to the server, encrypted and verified if the target asks for it. The driver does not connect, because only
 * in this way can the app say what went wrong, and no byte from before the encryption is ever taken for an answer.
 * @throws DeskError, after closing whatever was begun
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
  if (said.length !== 1 || !'SN'.includes(said.toString('latin1'))) throw storeError('store-not-postgres');
  if (said.toString('latin1') === 'N') throw storeError('store-no-tls');
  const secure = connectTls({
    socket,
    host,
    // An IP address is not sent as a server name (RFC 6066). It is verified all the same.
    ...(isIP(host) === 0 && { servername: host }),
    // Both are set, so that no environment variable can add a certificate or switch the verification off.
    ca: tls.ca ?? [...rootCertificates],
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  });
  await event(secure, 'secureConnect', signal);
  return secure;
};

/** Waits for an event. Rejects if the socket closes or fails instead, or the time is up. */
const event = async (socket: Socket, name: string, signal: AbortSignal): Promise<unknown[]> => {
  const over = new AbortController();
  const closed = once(socket, 'close', { signal: over.signal }).then(() => {
    throw storeError('store-broken');
  });
  try {
    return await Promise.race([once(socket, name, { signal }), closed]);
  } catch (error) {
    throw signal.aborted ? storeError('store-timeout') : error;
  } finally {
    over.abort();
    closed.catch(() => undefined);
  }
};
