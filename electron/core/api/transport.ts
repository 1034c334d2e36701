import { createFetch } from 'ofetch';
import type { Fetch } from '../ports.ts';
import type { WireRequest } from './build-request.ts';
import { type BodyText, readBody } from './read-body.ts';

export interface TransportAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: BodyText;
}

export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<TransportAnswer>;

// Node's type of a request does not know this field; Electron's fetch has a cache and obeys it.
const NO_STORE: object = { cache: 'no-store' };

/**
 * One request, one answer: no retry, no redirect (the token would follow it), no cookies, no cache. Rejects only when
 * no answer began; a body that breaks off is in the answer.
 */
export const createTransport = (fetch: Fetch): Transport => {
  const client = createFetch({ fetch: (input, init) => fetch(String(input), { ...init, ...NO_STORE }) });
  return async (request, signal) => {
    const response = await orAbort(
      client.raw(request.url, {
        method: request.method,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        signal,
        retry: false,
        redirect: 'manual',
        credentials: 'omit',
        responseType: 'stream',
        ignoreResponseError: true,
      }),
      signal,
    );
    const status = response.type === 'opaqueredirect' ? 0 : response.status;
    return { status, retryAfter: response.headers.get('retry-after'), body: await readBody(response, signal) };
  };
};

/** The platform's fetch may be slow to notice an abort; the caller must not wait for it. */
const orAbort = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
