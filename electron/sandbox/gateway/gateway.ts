import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { hashText } from '../random.ts';
import { makeCertificate } from './certificate.ts';
import { answerSocks, type Serve } from './socks.ts';

/** All proxies of the sandbox, on one loopback port. */
export interface Gateway {
  readonly host: string;
  readonly port: number;
  /** PEM. All addresses behind the proxies have certificates signed by this one. */
  readonly ca: string;
  close(): Promise<void>;
}

/** The behaviour of a proxy, as cumulative percentages. */
type Manner = 'alive' | 'slow' | 'refuses' | 'hangs' | 'resets';
const MANNERS: readonly (readonly [number, Manner])[] = [
  [90, 'alive'],
  [94, 'slow'],
  [97, 'refuses'],
  [99, 'hangs'],
  [100, 'resets'],
];
const SLOW_MS = 6_000;
const COUNTRIES = ['de', 'nl', 'fr', 'pl', 'gb'];

/** A proxy is identified by its login and password, and always behaves the same. */
interface Manners {
  readonly manner: Manner;
  readonly delayMs: number;
  readonly exit: string;
}

const mannersOf = (credentials: string): Manners => {
  const hash = hashText(credentials);
  const manner = MANNERS.find(([upTo]) => hash % 100 < upTo)?.[1] ?? 'alive';
  const countries = /country-([a-z.]+)/.exec(credentials)?.[1]?.split('.') ?? COUNTRIES;
  const country = countries[hash % countries.length] ?? 'de';
  const ip = `203.0.113.${1 + (hash % 254)}`;
  return {
    manner,
    delayMs: manner === 'slow' ? SLOW_MS : 20 + (hash % 180),
    exit: JSON.stringify({ ip, country: country.toUpperCase() }),
  };
};

const decoded = (header: string): string => Buffer.from(header.replace(/^Basic /, ''), 'base64').toString('utf8');

/**
 * Starts a practice gateway on loopback. It accepts HTTP and SOCKS5 on one port and answers for every https address
 * itself, so nothing leaves the computer.
 */
export const startGateway = async (host: string): Promise<Gateway> => {
  const authority = makeCertificate('Reseller Desk sandbox');
  const contexts = new Map<string, SecureContext>();
  const sockets = new Set<Socket>();
  /** The answer of each connection, by its remote port. */
  const exits = new Map<number | undefined, string>();
  let connections = 0;

  const contextOf = (name: string): SecureContext => {
    const made = contexts.get(name) ?? createSecureContext(makeCertificate(name, authority));
    if (contexts.size < 100) contexts.set(name, made);
    return made;
  };
  const site = createHttpsServer(
    { SNICallback: (name, done) => done(null, contextOf(name)), ...makeCertificate('localhost', authority) },
    (request, response) => {
      response.setHeader('connection', 'close');
      response.end(exits.get(request.socket.remotePort));
    },
  );

  /** Accepts or refuses a connection, as the proxy behaves. */
  const serve: Serve = (socket, credentials, says) => {
    connections += 1;
    // All lines of a rotating list have the same login, so each of their connections counts as another proxy.
    const isOne = credentials !== ':' && (!credentials.includes('country-') || credentials.includes('session-'));
    const { manner, delayMs, exit } = mannersOf(isOne ? credentials : `${credentials} ${connections}`);
    if (manner === 'refuses') socket.end(says.no);
    else if (manner === 'resets') socket.resetAndDestroy();
    else if (manner !== 'hangs') {
      const timer = setTimeout(() => {
        exits.set(socket.remotePort, exit);
        socket.write(says.yes);
        site.emit('connection', socket);
      }, delayMs);
      socket.once('close', () => clearTimeout(timer));
    }
  };

  const http = createHttpServer((_, response) => response.writeHead(405).end());
  http.on('connect', (request, socket: Socket) => {
    const credentials = decoded(request.headers['proxy-authorization'] ?? '');
    serve(socket, credentials, {
      yes: Buffer.from('HTTP/1.1 200 Connection established\r\n\r\n'),
      no: Buffer.from('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n'),
    });
  });

  const server = createServer((socket) => {
    const { remotePort } = socket;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      exits.delete(remotePort);
    });
    socket.once('data', (first) => {
      socket.pause();
      socket.unshift(first);
      if (first[0] === 5) {
        void answerSocks(socket, serve).catch(() => socket.destroy());
        return;
      }
      http.emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  return {
    host,
    port: (server.address() as AddressInfo).port,
    ca: authority.cert,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
