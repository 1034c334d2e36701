import type { Readable } from 'node:stream';
import { net, type Session, session as sessions } from 'electron';
import type { FetchOrder } from '#core/desk/thread/messages.ts';

/**
 * What came, in plain values. Not Node's `Response` and `Headers`: the first of them would have this process read the whole
 * of Node's own network code, which holds up the window for longer than anything else does at a start.
 */
interface NetAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** `null`: there is none, not even an empty one. Each chunk is a buffer of its own. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** Rejects with `net::ERR_…` as the message where no answer came, and with the signal's reason. */
export type NetFetch = (order: FetchOrder, signal: AbortSignal) => Promise<NetAnswer>;

/**
 * Requests go through Chromium's network, so that the system's proxy settings and certificates apply.
 *
 * Chromium sends a request **again by itself**, POST or not, when a connection that has been used before breaks with no
 * answer: a purchase would be charged twice although the journal sent it once. It never does so on a new connection.
 * So everything but GET gets a session to itself, whose connections are closed before it is used.
 */
export const createNetFetch = (userAgent: string): NetFetch => {
  const open = (name: string): Session => {
    // No `persist:`: what is exchanged with the service leaves nothing on disk.
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
 * One request. Built on `net.request` because Electron's own `net.fetch` has no answer for a redirect (it throws, without the
 * status) and goes on reading a body after an abort. Here a redirect is an ordinary 3xx answer and is never followed,
 * so that the token cannot travel with it; no cookies, no credentials of the system, no cache; an abort ends the
 * request on the wire and the body alike. `done` is called when the connection is no longer in use.
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
      // It is one, though its type does not say so.
      const arriving = answer as unknown as Readable;
      // The core's `Response` takes no other number.
      if (status < 200 || status > 599) {
        breakOff(new Error('net::ERR_INVALID_HTTP_RESPONSE'));
        request.abort();
        return;
      }
      const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => {
          body = controller;
        },
        // What nobody reads yet stays with Chromium, which stops reading from the service then.
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

/** The words of a status line and of headers may be in any language, which `Headers` refuses: nothing here reads those. */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const VALUE = /^[\t\x20-\x7e]*$/;

const plainHeaders = (
  raw: Readonly<Record<string, string | readonly string[]>>,
): readonly (readonly [string, string])[] =>
  Object.entries(raw)
    // Cookies are not ours to keep.
    .filter(([name]) => NAME.test(name) && name.toLowerCase() !== 'set-cookie')
    .flatMap(([name, value]) => (typeof value === 'string' ? [value] : value).map((one) => [name, one] as const))
    .filter(([, value]) => VALUE.test(value));
