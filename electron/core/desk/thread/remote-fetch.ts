import type { Fetch } from '#core/ports.ts';
import { BODY_WINDOW, type FetchOrder, type ToThread } from './messages.ts';
import { fromWire } from './wire-error.ts';

export interface Wire {
  order(id: number, order: FetchOrder): void;
  taken(id: number, bytes: number): void;
  abort(id: number): void;
}

type FetchPart = Extract<ToThread, { type: 'head' | 'chunk' | 'end' }>;

interface Running {
  readonly settle: (answer: Response) => void;
  /** Before the head arrives the call rejects; afterwards the body breaks off. */
  fail: (reason: unknown) => void;
  body: ReadableStreamDefaultController<Uint8Array> | null;
  /** How many bytes of the body have arrived. */
  received: number;
  readonly over: () => void;
}

export type RemoteFetch = ReturnType<typeof createRemoteFetch>;

/**
 * Creates a `fetch` that works by messages, because Chromium's network is in the main process. The body arrives chunk
 * by chunk as it is read, without a copy.
 */
export const createRemoteFetch = (wire: Wire) => {
  const running = new Map<number, Running>();
  let lastId = 0;

  const fetch: Fetch = (url, init) =>
    new Promise((settle, reject) => {
      const signal = init.signal ?? null;
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      lastId += 1;
      const id = lastId;
      const over = (): void => {
        running.delete(id);
        signal?.removeEventListener('abort', stop);
      };
      const stop = (): void => {
        running.get(id)?.fail(signal?.reason);
        wire.abort(id);
      };
      const fail = (reason: unknown): void => {
        over();
        reject(reason);
      };
      running.set(id, { settle, fail, body: null, received: 0, over });
      signal?.addEventListener('abort', stop, { once: true });
      wire.order(id, {
        url,
        method: init.method ?? 'GET',
        headers: [...new Headers(init.headers)],
        body: typeof init.body === 'string' ? init.body : null,
      });
    });

  const begin = (one: Running, { id, status, headers, hasBody }: Extract<FetchPart, { type: 'head' }>): void => {
    let acknowledged = 0;
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          one.body = controller;
        },
        // Everything that arrived has been read, so the reader waits for more.
        pull: () => {
          if (one.received - acknowledged < BODY_WINDOW / 2) return;
          wire.taken(id, one.received - acknowledged);
          acknowledged = one.received;
        },
        cancel: () => {
          one.over();
          wire.abort(id);
        },
      },
      { highWaterMark: 0 },
    );
    one.fail = (reason) => {
      one.over();
      one.body?.error(reason);
    };
    one.settle(
      new Response(hasBody ? stream : null, { status, headers: headers.map(([name, value]) => [name, value]) }),
    );
  };

  return {
    fetch,
    /** Takes what the main process received. */
    onPart: (part: FetchPart): void => {
      const one = running.get(part.id);
      // The fetch was aborted in the meantime.
      if (one === undefined) return;
      if (part.type === 'head') begin(one, part);
      else if (part.type === 'chunk') {
        one.received += part.bytes.byteLength;
        one.body?.enqueue(part.bytes);
      } else if (part.error !== null) one.fail(fromWire(part.error));
      else {
        one.over();
        one.body?.close();
      }
    },
  };
};
