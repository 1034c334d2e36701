import { createFetch } from 'ofetch';
import type { Fetch } from '#core/ports.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { API_PREFIX } from '#shared/api/endpoints.ts';

export interface WireRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Builds a request as it is sent (docs/api.md#ground-rules): GET parameters go into the query string, with lists joined
 * by commas; other methods have a JSON body. `fields` must have passed the endpoint's request schema.
 */
export const buildRequest = (
  endpoint: Endpoint,
  fields: Readonly<Record<string, unknown>>,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
): WireRequest => {
  const url = `${baseUrl}${API_PREFIX}${endpoint.path}`;
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
  if (endpoint.method === 'GET') return { url: url + queryOf(fields), method: 'GET', headers };
  return {
    url,
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  };
};

const queryOf = (fields: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

export interface TransportAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  /** The time of the answer by the service's own clock, in ms since the epoch, UTC; `null` if it did not say. */
  readonly answeredAt: number | null;
  readonly body: BodyText;
}

export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<TransportAnswer>;

// Node's type of a request lacks this field, but Electron's fetch has a cache and obeys it.
const NO_STORE: object = { cache: 'no-store' };

/**
 * Creates the function that sends one request: without retries, redirects (the token would follow them), cookies and
 * cache. It rejects only if no answer began; a body that breaks off is part of the answer.
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
    const answeredAt = Date.parse(response.headers.get('date') ?? '');
    return {
      status,
      retryAfter: response.headers.get('retry-after'),
      answeredAt: Number.isNaN(answeredAt) ? null : answeredAt,
      body: await readResponseBody(response, signal),
    };
  };
};

/** Rejects as soon as the signal aborts, because the platform's fetch may react late. */
const orAbort = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

/** Larger than any list that the service can return in one call. A larger answer is not from this API. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

interface BodyText {
  readonly text: string;
  /** `too-large`: reading stopped at the limit. `broken`: the connection ended early, with `error` as the reason. */
  readonly end: 'complete' | 'too-large' | 'broken';
  readonly error?: unknown;
}

/**
 * Reads the body as text, including everything that arrived before a failure: half of an answer to a charge is still
 * evidence. Never rejects. It watches `signal` itself, because not every platform ends the stream when its request is
 * aborted.
 */
export const readResponseBody = async (
  response: Response,
  signal: AbortSignal,
  maxBytes = MAX_BODY_BYTES,
): Promise<BodyText> => {
  if (response.body === null) return { text: '', end: 'complete' };
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  const text = () => decode(chunks, response.headers.get('content-type'));
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted]);
      if (done) return { text: text(), end: 'complete' };
      size += value.byteLength;
      if (size > maxBytes) {
        void reader.cancel().catch(() => {});
        return { text: text(), end: 'too-large' };
      }
      chunks.push(value);
    }
  } catch (error) {
    void reader.cancel().catch(() => {});
    return { text: text(), end: 'broken', error };
  } finally {
    signal.removeEventListener('abort', stop);
    aborted.catch(() => {});
  }
};

/**
 * Decodes the bytes. Keeps a byte order mark, so that the text is what was sent. Error pages may use another charset
 * than UTF-8.
 */
const decode = (chunks: readonly Uint8Array[], contentType: string | null): string => {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  return decoderFor(charset).decode(Buffer.concat(chunks));
};

const decoderFor = (charset: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(charset, { ignoreBOM: true });
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true });
  }
};
