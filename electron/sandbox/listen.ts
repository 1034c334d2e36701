import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
/** A client that never completes its request must not keep a socket open. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 5_000;

interface Listener {
  /** Without a trailing slash. */
  readonly url: string;
  /** Cuts every open connection, so that a keep-alive connection does not delay closing. */
  close(): Promise<void>;
}

const isTcp = (address: ReturnType<Server['address']>): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** Listens on loopback only. Rejects if the port is taken or the host is not loopback. */
export const listen = async (handler: RequestListener, host: string, port: number): Promise<Listener> => {
  if (!LOOPBACK.has(host)) throw new RangeError(`the sandbox listens on loopback only, not on ${host}`);
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    (request, response) => {
      // The header would be this computer's own time, which says nothing about whether its clock is right.
      response.sendDate = false;
      handler(request, response);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (!isTcp(address)) throw new Error('the sandbox has no TCP address');
  const shownHost = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${shownHost}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
