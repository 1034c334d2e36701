import type { StrangerBooks } from './books.ts';

/**
 * Two ways of answering where the document shows no shape. `verbose`: nested objects, numbers as text, extra keys.
 * `terse`: bare arrays and strings.
 */
export type Dialect = 'verbose' | 'terse';

export interface StrangerRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  handle(request: StrangerRequest): Reply;
}

export interface StrangerContext {
  readonly books: StrangerBooks;
  readonly dialect: Dialect;
  /** ms since the epoch, UTC, by the service's own clock. */
  now(): number;
  remember(list: { readonly domain: string; readonly ip: string }): void;
}

export const success = (data: unknown): Reply => ({ status: 200, body: { ok: true, data } });

/** This service's own form of a refusal; the document shows none. */
export const refuse = (status: number, message: string): Reply => ({
  status,
  body: { ok: false, data: null, message, trace_id: 'b1946ac9' },
});
