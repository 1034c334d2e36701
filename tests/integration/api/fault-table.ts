import type { Fault } from '../../support/control-client.ts';

/** A fault of the service, and the expected result of a call. */
export interface Expected {
  readonly fault: Fault;
  readonly kind: string;
  readonly sent: 'maybe' | 'answered';
  /** The number of times that a read arrives. */
  readonly reads: number;
}

export const not200 = (status: number, body?: unknown, headers?: Record<string, string>): Fault => ({
  kind: 'respond',
  status,
  ...(body === undefined ? {} : { body }),
  ...(headers === undefined ? {} : { headers }),
});

/** Every fault of a service that can be reached. A redirect leads to a host that must never receive the token. */
export const FAULT_TABLE: Readonly<Record<string, Expected>> = {
  'a connection cut before': {
    fault: { kind: 'drop', when: 'before-commit' },
    kind: 'timeout',
    sent: 'maybe',
    reads: 3,
  },
  'a connection cut after': { fault: { kind: 'drop', when: 'after-commit' }, kind: 'timeout', sent: 'maybe', reads: 3 },
  'a connection cut within': { fault: { kind: 'drop', when: 'mid-answer' }, kind: 'timeout', sent: 'maybe', reads: 3 },
  '400 in words': {
    fault: { kind: 'not-ok', shape: 'error-text', message: 'no' },
    kind: 'rejected',
    sent: 'answered',
    reads: 1,
  },
  '200 and not ok': {
    fault: { kind: 'not-ok', shape: 'bare', status: 200 },
    kind: 'rejected',
    sent: 'answered',
    reads: 1,
  },
  '401 without a body': { fault: not200(401), kind: 'unauthorized', sent: 'maybe', reads: 1 },
  '402': { fault: not200(402, { error: 'pay' }), kind: 'rejected', sent: 'answered', reads: 1 },
  '403 as a page': { fault: { kind: 'html-page', status: 403 }, kind: 'forbidden', sent: 'maybe', reads: 1 },
  '404 as a page': { fault: { kind: 'html-page', status: 404 }, kind: 'malformed', sent: 'maybe', reads: 1 },
  '404 in JSON': {
    fault: not200(404, { ok: false, error: 'no client' }),
    kind: 'rejected',
    sent: 'answered',
    reads: 1,
  },
  '408': { fault: not200(408), kind: 'timeout', sent: 'maybe', reads: 3 },
  '425': { fault: not200(425), kind: 'rate-limited', sent: 'maybe', reads: 3 },
  '429': { fault: not200(429, undefined, { 'retry-after': '0' }), kind: 'rate-limited', sent: 'answered', reads: 3 },
  '429 for an hour': {
    fault: not200(429, '', { 'retry-after': '3600' }),
    kind: 'rate-limited',
    sent: 'answered',
    reads: 1,
  },
  '500 in words': { fault: not200(500, { ok: false, error: 'oops' }), kind: 'server', sent: 'maybe', reads: 3 },
  '502 as a page': { fault: { kind: 'html-page' }, kind: 'server', sent: 'maybe', reads: 3 },
  '503 with a time': { fault: not200(503, '', { 'retry-after': '0' }), kind: 'rate-limited', sent: 'maybe', reads: 3 },
  'a redirect': {
    fault: { kind: 'redirect', location: 'http://127.0.0.1:9/' },
    kind: 'malformed',
    sent: 'maybe',
    reads: 1,
  },
  '200 as a page': { fault: { kind: 'html-page', status: 200 }, kind: 'malformed', sent: 'maybe', reads: 1 },
  '200 with half of the JSON': { fault: { kind: 'truncated-json' }, kind: 'malformed', sent: 'maybe', reads: 1 },
  '200 with something else': { fault: not200(200, ['ok']), kind: 'malformed', sent: 'maybe', reads: 1 },
  '200 with null': { fault: not200(200, 'null'), kind: 'malformed', sent: 'maybe', reads: 1 },
  '5 MB of an error': {
    fault: { kind: 'huge-body', megabytes: 5, status: 500 },
    kind: 'server',
    sent: 'maybe',
    reads: 3,
  },
  '400 in a map of fields': {
    fault: { kind: 'not-ok', shape: 'errors-map', message: 'no' },
    kind: 'rejected',
    sent: 'answered',
    reads: 1,
  },
  '400 as a page': { fault: { kind: 'html-page', status: 400 }, kind: 'rejected', sent: 'maybe', reads: 1 },
  '409': { fault: not200(409, { ok: false, error: 'twice' }), kind: 'rejected', sent: 'answered', reads: 1 },
  '200 and not ok, with an object': {
    fault: { kind: 'not-ok', shape: 'error-object', status: 200 },
    kind: 'rejected',
    sent: 'answered',
    reads: 1,
  },
  '200 and not ok, with a message': {
    fault: { kind: 'not-ok', shape: 'message', status: 200 },
    kind: 'rejected',
    sent: 'answered',
    reads: 1,
  },
  '429 without a time': { fault: not200(429), kind: 'rate-limited', sent: 'answered', reads: 3 },
  '500 as a page': { fault: { kind: 'html-page', status: 500 }, kind: 'server', sent: 'maybe', reads: 3 },
  '503 as a page': { fault: { kind: 'html-page', status: 503 }, kind: 'server', sent: 'maybe', reads: 3 },
  '5 MB of an answer': {
    fault: not200(200, 'x'.repeat(5 * 1_048_576)),
    kind: 'malformed',
    sent: 'maybe',
    reads: 1,
  },
};
