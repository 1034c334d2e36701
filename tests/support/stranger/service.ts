import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBooks, type StrangerBooks } from './books.ts';
import { premiumRoutes } from './premium.ts';
import { productRoutes } from './products.ts';
import type { Dialect, Reply, Route, StrangerRequest } from './types.ts';

/**
 * A second service, written from the API document alone and deliberately unlike the sandbox: it has other seeds, other error
 * bodies and status codes and, where the document says "not shown", other shapes. Code that works against only one of the
 * two relies on a habit of that one and not on the document.
 */
export interface StrangerService {
  readonly baseUrl: string;
  readonly token: string;
  readonly books: StrangerBooks;
  /** Every request as it arrived, newest last, without the token. */
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body: unknown }[];
  /** The exact `domain` and `ip` texts of every generated list, in order. Exported files are compared with them. */
  readonly generated: readonly { readonly domain: string; readonly ip: string }[];
  close(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

const parseBody = (text: string): Record<string, unknown> | null => {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

const send = (response: ServerResponse, { status, body }: Reply): void => {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json; charset=utf-8' });
  response.end(body === undefined ? '' : isText ? body : JSON.stringify(body));
};

/** Sends half of the answer and then breaks the connection. */
const breakOff = (response: ServerResponse, { status, body }: Reply): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
};

export interface StrangerOptions {
  readonly dialect?: Dialect;
  /** Prefix before `/api/v1`, as a reverse proxy adds one. */
  readonly prefix?: string;
  readonly balanceKopecks?: number;
  /** How far its clock runs ahead of the machine's (below 0: behind). */
  readonly clockShiftMs?: number;
  /**
   * Decides the fate of an answer after the service has done its work. `drop`: nothing of it arrives; `half`: the connection
   * breaks in the middle of it.
   */
  readonly disturb?: (request: StrangerRequest, reply: Reply) => Reply | 'drop' | 'half' | Promise<Reply>;
  /** By default a free port. */
  readonly port?: number;
}

/** Starts the service on loopback. */
export const startStranger = async (options: StrangerOptions = {}): Promise<StrangerService> => {
  const dialect = options.dialect ?? 'verbose';
  const prefix = options.prefix ?? '';
  const token = `strngr_${'9f3c'.repeat(9)}`;
  const books = createBooks(options.balanceKopecks ?? 1_234_567);
  const requests: { method: string; path: string; body: unknown }[] = [];
  const generated: { domain: string; ip: string }[] = [];
  const context = {
    books,
    dialect,
    now: () => Date.now() + (options.clockShiftMs ?? 0),
    remember: (list: { domain: string; ip: string }) => generated.push(list),
  };
  const routes: readonly Route[] = [...productRoutes(context), ...premiumRoutes(context)];

  const answer = (request: StrangerRequest, authorization: string | undefined): Reply => {
    if (authorization !== `Bearer ${token}`) return { status: 401, body: { detail: 'Could not validate credentials' } };
    const route = routes.find((one) => one.method === request.method && one.path === request.path);
    if (route === undefined) return { status: 404, body: '<html><body><h1>404 Not Found</h1></body></html>' };
    return route.handle(request);
  };

  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://stranger');
    const base = `${prefix}/api/v1`;
    const text = await readBody(incoming);
    if (!url.pathname.startsWith(base)) return send(response, { status: 404, body: '<h1>Not here</h1>' });
    const body = parseBody(text);
    if (body === null) return send(response, { status: 400, body: { detail: 'Malformed JSON' } });
    const request: StrangerRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname.slice(base.length),
      query: url.searchParams,
      body,
    };
    requests.push({ method: request.method, path: request.path + url.search, body });
    const reply = answer(request, incoming.headers.authorization);
    const disturbed = (await options.disturb?.(request, reply)) ?? reply;
    if (disturbed === 'drop') return void response.destroy();
    if (disturbed === 'half') return breakOff(response, reply);
    return send(response, disturbed);
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}${prefix}`,
    token,
    books,
    requests,
    generated,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
