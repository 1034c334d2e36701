import type { Fetch } from '../ports.ts';
import type { FetchOrder, ToThread } from './messages.ts';
import { fromWire } from './wire-error.ts';

export interface Wire {
  order(id: number, order: FetchOrder): void;
  abort(id: number): void;
}

type FetchPart = Extract<ToThread, { type: 'head' | 'chunk' | 'end' }>;

export interface RemoteFetch {
  readonly fetch: Fetch;
  /** Takes what the main process has received. */
  onPart(part: FetchPart): void;
}

interface Running {
  readonly settle: (answer: Response) => void;
  /** Before the head: the call rejects. Afterwards: the body breaks. */
  fail: (reason: unknown) => void;
  body: ReadableStreamDefaultController<Uint8Array> | null;
  readonly over: () => void;
}

/** `fetch` by messages: Chromium's network is in the main process. The body comes chunk by chunk, without a copy. */
export const createRemoteFetch = (wire: Wire): RemoteFetch => {
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
      running.set(id, { settle, fail, body: null, over });
      signal?.addEventListener('abort', stop, { once: true });
      wire.order(id, {
        url,
        method: init.method ?? 'GET',
        headers: [...new Headers(init.headers)],
        body: typeof init.body === 'string' ? init.body : null,
      });
    });

  const begin = (one: Running, { id, status, headers, hasBody }: Extract<FetchPart, { type: 'head' }>): void => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        one.body = controller;
      },
      cancel: () => {
        one.over();
        wire.abort(id);
      },
    });
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
    onPart: (part) => {
      const one = running.get(part.id);
      // Aborted meanwhile.
      if (one === undefined) return;
      if (part.type === 'head') begin(one, part);
      else if (part.type === 'chunk') one.body?.enqueue(part.bytes);
      else if (part.error !== null) one.fail(fromWire(part.error));
      else {
        one.over();
        one.body?.close();
      }
    },
  };
};
