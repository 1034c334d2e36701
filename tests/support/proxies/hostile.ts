import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { RunningProxy } from './real.ts';

/** The behaviour of one of our own proxies on a connection. */
export type Play = (socket: Socket) => void;

/** Returns the number of connections that it holds open. */
export interface HostileProxy extends RunningProxy {
  open(): number;
}

export const startHostile = async (play: Play): Promise<HostileProxy> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    play(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    open: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};

const OPENED = 'HTTP/1.1 200 Connection established\r\n\r\n';

/** Answers CONNECT with this text, whatever the request was. */
export const says =
  (answer: string | Buffer): Play =>
  (socket) =>
    socket.once('data', () => socket.write(answer));

/** Opens a tunnel to this port of this computer, regardless of the requested destination, after calling `first`. */
export const leadsTo =
  (port: number, first: (socket: Socket) => void = () => undefined): Play =>
  (socket) =>
    socket.once('data', () => {
      first(socket);
      socket.write(OPENED);
      const way = connect(port, '127.0.0.1');
      way.on('error', () => socket.destroy());
      socket.pipe(way).pipe(socket);
    });

/** Passes on every byte, including the first ones, which were already read. */
export const leadsToRaw =
  (port: number, first: Buffer): Play =>
  (socket) => {
    const way = connect(port, '127.0.0.1');
    way.write(first);
    way.on('error', () => socket.destroy());
    socket.once('close', () => way.destroy());
    socket.pipe(way).pipe(socket);
  };

const NOISE = Buffer.alloc(64 * 1024, 'x');

const pour = (socket: Socket): void => {
  const more = (): void => {
    while (!socket.destroyed && socket.write(NOISE));
  };
  socket.on('drain', more);
  more();
};

/** Proxies that do not behave as proxies. */
export const PLAYS = {
  // It reads, so that it notices the end of the connection.
  silent: (socket) => socket.resume(),
  resets: (socket) => socket.once('data', () => socket.resetAndDestroy()),
  closes: (socket) => socket.once('data', () => socket.end()),
  'is not a proxy': says('SSH-2.0-OpenSSH_9.2\r\n'),
  'pours without end': (socket) => pour(socket),
  'has endless headers': (socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write(`x-${'y'.repeat(1_000)}: z\r\n`));
      };
      socket.on('drain', more);
      more();
    }),
  'opens, then garbage': says(`${OPENED}<script>alert(1)</script>`),
  'opens, then silence': says(OPENED),
  'opens, then a reset': (socket) =>
    socket.once('data', () => {
      socket.write(OPENED);
      socket.once('data', () => socket.resetAndDestroy());
    }),
  'asks for a login': says('HTTP/1.1 407 Say <b>please</b>\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n'),
  'asks for money': says('HTTP/1.1 402 Payment Required\r\ncontent-length: 0\r\n\r\n'),
  'forbids it': says('HTTP/1.1 403 Forbidden\r\ncontent-length: 9\r\n\r\nyour IP x'),
  'has too many': says('HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n'),
  'does not get through': says('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'),
  'leads elsewhere': says('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n'),
} as const satisfies Record<string, Play>;

const socks = (...answers: readonly (readonly number[])[]): Play => {
  return (socket) => {
    const left = [...answers];
    socket.on('data', () => {
      const next = left.shift();
      if (next !== undefined) socket.write(Buffer.from(next));
    });
  };
};

/** The same for SOCKS5. */
export const SOCKS_PLAYS = {
  // It reads, so that it notices the end of the connection.
  silent: (socket) => socket.resume(),
  resets: (socket) => socket.once('data', () => socket.resetAndDestroy()),
  'is HTTP': says('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'wants what nobody has': socks([5, 255]),
  'refuses the login': socks([5, 2], [1, 1]),
  'hangs at the login': socks([5, 2]),
  'hangs at the request': socks([5, 2], [1, 0]),
  'forbids it': socks([5, 0], [5, 2, 0, 1, 0, 0, 0, 0, 0, 0]),
  'does not get through': socks([5, 0], [5, 4, 0, 1, 0, 0, 0, 0, 0, 0]),
  'pours without end': (socket) => pour(socket),
} as const satisfies Record<string, Play>;
