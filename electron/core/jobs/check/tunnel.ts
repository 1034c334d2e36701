import { connect, type Socket } from 'node:net';
import { SocksClient, SocksClientError } from 'socks';
import { Client } from 'undici';
import type { ProxyProtocol } from '#shared/domain/check.ts';
import { bracketedHost } from '#shared/domain/ip-address.ts';
import type { FoundAddress } from './names.ts';
import { CheckRefusal, refusalOfSocks, refusalOfStatus } from './verdict.ts';

/** A proxy to check. The host of an IPv6 address has no brackets. */
export interface AskedProxy {
  readonly host: string;
  readonly port: number;
  readonly protocol: ProxyProtocol;
  readonly credentials: { readonly login: string; readonly password: string } | null;
}

export interface TunnelDestination {
  readonly host: string;
  readonly port: number;
}

/** The limit for headers in bytes, in both directions; nothing legitimate needs more. */
const MAX_HEADERS = 16_384;
/** The longest login or password that SOCKS5 supports, in bytes. */
const MAX_SOCKS_WORD = 255;
const NEXT_ADDRESS_MS = 2_000;

/** Opens a socket. Everything that uses it ends with it, so destroying it is enough to stop a check. */
export const openSocket = (
  addresses: readonly FoundAddress[],
  port: number,
): { socket: Socket; opened: Promise<void> } => {
  const socket = connect({
    host: 'proxy',
    port,
    noDelay: true,
    autoSelectFamily: true,
    // Node's default of 250 ms would give up on distant proxies.
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    lookup: (_, __, found) => found(null, [...addresses]),
  });
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  // Later errors are reported by the reader of the tunnel.
  socket.on('error', () => {});
  return { socket, opened };
};

const closedEarly = (): CheckRefusal => new CheckRefusal('dead', 'reset');

/** Creates a client for one existing connection. It never gets a closed connection again. */
export const clientOver = (origin: string, socket: Socket): Client => {
  let isGiven = false;
  return new Client(origin, {
    connect: (_, done) => {
      const isUsable = !isGiven && !socket.destroyed;
      isGiven = true;
      // The call comes in a later turn, because the client would miss a synchronous one.
      queueMicrotask(() => (isUsable ? done(null, socket) : done(closedEarly(), null)));
    },
    maxHeaderSize: MAX_HEADERS,
    // The check has one limit for everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
};

const throughHttp = async (
  socket: Socket,
  { credentials }: AskedProxy,
  { host, port }: TunnelDestination,
): Promise<void> => {
  const authority = `${bracketedHost(host)}:${port}`;
  const { login = '', password = '' } = credentials ?? {};
  const basic = Buffer.from(`${login}:${password}`).toString('base64');
  const client = clientOver('http://proxy', socket);
  const { statusCode } = await client.connect({
    path: authority,
    headers: { host: authority, ...(credentials === null ? {} : { 'proxy-authorization': `Basic ${basic}` }) },
  });
  if (statusCode < 200 || statusCode > 299) throw refusalOfStatus(statusCode);
};

const throughSocks = async (
  socket: Socket,
  { credentials }: AskedProxy,
  destination: TunnelDestination,
): Promise<void> => {
  const { login = '', password = '' } = credentials ?? {};
  if (Math.max(Buffer.byteLength(login), Buffer.byteLength(password)) > MAX_SOCKS_WORD) {
    throw new CheckRefusal('unreadable', 'too-long');
  }
  try {
    await SocksClient.createConnection({
      proxy: {
        host: 'proxy',
        port: 1,
        type: 5,
        ...(credentials === null ? {} : { userId: login, password }),
      },
      command: 'connect',
      destination,
      existing_socket: socket,
    });
  } catch (error) {
    // The error contains the credentials: only its message is examined, and the error is dropped.
    throw error instanceof SocksClientError ? refusalOfSocks(error.message) : error;
  }
};

/**
 * Makes the proxy open the way to the destination; after that the socket leads there. Rejects as soon as the proxy
 * closes the connection, because neither library notices a connection that closed before it was handed over.
 */
export const openTunnel = async (socket: Socket, proxy: AskedProxy, destination: TunnelDestination): Promise<void> => {
  if (socket.destroyed) throw closedEarly();
  let onClose: () => void = () => {};
  const closed = new Promise<never>((_, reject) => {
    // Delayed, because a library that closes the connection itself knows the reason and rejects first.
    onClose = () => setImmediate(() => reject(closedEarly()));
    socket.once('close', onClose);
  });
  const opened = proxy.protocol === 'http' ? throughHttp : throughSocks;
  try {
    await Promise.race([opened(socket, proxy, destination), closed]);
  } finally {
    socket.removeListener('close', onClose);
  }
};
