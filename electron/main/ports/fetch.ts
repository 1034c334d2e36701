import type { Readable } from 'node:stream';
import { net, type Session, session as sessions } from 'electron';
import type { FetchOrder } from '#core/desk/thread/messages.ts';

/**
 * The answer as plain values. Node's `Response` and `Headers` are avoided: their first use loads all of Node's network
 * code, which delays the window more than anything else at a start.
 */
interface NetAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** `null` if there is no body, not even an empty one. Each chunk has a buffer of its own. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** Sends a request. Rejects with `net::ERR_…` as the message if no answer came, or with the signal's reason. */
export type NetFetch = (order: FetchOrder, signal: AbortSignal) => Promise<NetAnswer>;

/**
 * Creates the function that sends requests through Chromium's network, so that the system's proxy settings and
 * certificates apply.
 *
 * Chromium **repeats a request on its own**, POST included, when a reused connection breaks without an answer. A
 * purchase would then be charged twice although the journal sent it once. It never does so on a new connection. So each
 * request except GET gets a session to itself, and the session's connections are closed before it is used.
 */
export const createNetFetch = (userAgent: string): NetFetch => {
  const open = (name: string): Session => {
    // Without `persist:` the session leaves no data on the disk.
    const session = sessions.fromPartition(name, { cache: false });
    session.setUserAgent(userAgent);
    session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
    session.setPermissionCheckHandler(() => false);
    return session;
  };
  const idle: Session[] = [];
  let opened = 0;
  let shared: Session | null = null;

  return async (order, signal) => {
    if (order.method === 'GET') {
      shared ??= open('service-reads');
      return send(shared, order, signal, () => {});
    }
    const session = idle.pop() ?? open(`service-${opened++}`);
    let released = false;
    const release = (): void => {
      if (!released) idle.push(session);
      released = true;
    };
    await session.closeAllConnections();
    return send(session, order, signal, release);
  };
};

/** Statuses that may not have a body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends one request. It uses `net.request` because Electron's `net.fetch` throws on a redirect without reporting the
 * status, and keeps reading a body after an abort. Here a redirect is an ordinary 3xx answer and never followed, so
 * that the token cannot travel with it. Neither cookies nor credentials of the system nor a cache are used. An abort
 * ends both the request on the wire and the body. `done` is called when the connection is no longer in use.
 */
const send = (session: Session, order: FetchOrder, signal: AbortSignal, done: () => void): Promise<NetAnswer> =>
  new Promise((settle, reject) => {
    if (signal.aborted) {
      done();
      reject(signal.reason);
      return;
    }
    const request = net.request({
      url: order.url,
      method: order.method,
      session,
      redirect: 'manual',
      credentials: 'omit',
      useSessionCookies: false,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    for (const [name, value] of order.headers) request.setHeader(name, value);

    let body: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null;
    let over = false;
    const finish = (): void => {
      over = true;
      done();
      signal.removeEventListener('abort', stop);
    };
    const breakOff = (reason: unknown): void => {
      if (over) return;
      finish();
      if (body === null) reject(reason);
      else body.error(reason);
    };
    const stop = (): void => {
      breakOff(signal.reason);
      request.abort();
    };
    signal.addEventListener('abort', stop, { once: true });

    request.on('redirect', (status, _method, _target, headers) => {
      finish();
      settle({ status, headers: plainHeaders(headers), body: null });
      request.abort();
    });
    request.on('response', (answer) => {
      const { statusCode: status } = answer;
      // The answer is a readable stream, although its type does not say so.
      const arriving = answer as unknown as Readable;
      // The core's `Response` accepts no other status.
      if (status < 200 || status > 599) {
        breakOff(new Error('net::ERR_INVALID_HTTP_RESPONSE'));
        request.abort();
        return;
      }
      const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => {
          body = controller;
        },
        // Unread data stays with Chromium, which then stops reading from the service.
        pull: () => {
          arriving.resume();
        },
        cancel: () => {
          finish();
          request.abort();
        },
      });
      answer.on('data', (chunk) => {
        if (over || body === null) return;
        body.enqueue(new Uint8Array(chunk));
        if ((body.desiredSize ?? 0) <= 0) arriving.pause();
      });
      answer.on('end', () => {
        if (over) return;
        finish();
        body?.close();
      });
      answer.on('error', breakOff);
      answer.on('aborted', () => breakOff(new Error('net::ERR_ABORTED')));
      settle({ status, headers: plainHeaders(answer.headers), body: BODILESS.has(status) ? null : stream });
    });
    request.on('error', breakOff);
    if (order.body !== null) request.write(order.body);
    request.end();
  });

/**
 * `Headers` refuses names and values outside these characters. Servers may send texts in any language there, but
 * nothing here reads those.
 */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const VALUE = /^[\t\x20-\x7e]*$/;

const plainHeaders = (
  raw: Readonly<Record<string, string | readonly string[]>>,
): readonly (readonly [string, string])[] =>
  Object.entries(raw)
    // Cookies must not be stored.
    .filter(([name]) => NAME.test(name) && name.toLowerCase() !== 'set-cookie')
    .flatMap(([name, value]) => (typeof value === 'string' ? [value] : value).map((one) => [name, one] as const))
    .filter(([, value]) => VALUE.test(value));
