import type { ErrorKind } from '#shared/result.ts';
import type { CallFailure, Sent } from './api-call-error.ts';

interface NetworkCause {
  /** Key of the renderer's texts (`errors.codes.<code>`). */
  readonly code: string;
  readonly kind: ErrorKind;
  readonly sent: Sent;
  readonly reason: string;
}

/** Only two causes prove by themselves that nothing was sent: an unknown name and a connection that was never made. */
const neverMade = (code: string, reason: string): NetworkCause => ({ code, kind: 'offline', sent: 'no', reason });
/** The network is gone. An open connection may end like this after the request was sent. */
const offline = (code: string, reason: string): NetworkCause => ({ code, kind: 'offline', sent: 'maybe', reason });
const broken = (code: string, reason: string): NetworkCause => ({ code, kind: 'timeout', sent: 'maybe', reason });

const DNS = neverMade('dns', 'the name of the server was not found');
const CONNECT_TIMEOUT = neverMade('connect-timeout', 'no connection was made in time');
const REFUSED = offline('refused', 'the server refused the connection');
const NO_NETWORK = offline('no-network', 'there is no network');
const CERTIFICATE = offline('certificate', 'the certificate of the server is not trusted');
const PROXY = offline('proxy', 'the proxy of this system cannot be used');
const TLS = broken('tls', 'the secure connection failed');
const UNREACHABLE = broken('unreachable', 'the server cannot be reached');
const RESET = broken('reset', 'the connection was broken');
const TIMED_OUT = broken('timed-out', 'no answer came in time');
const REDIRECTED: NetworkCause = {
  code: 'redirected',
  kind: 'malformed',
  sent: 'maybe',
  reason: 'the service redirects elsewhere',
};

/**
 * The `code` of errors of Node and undici. All except the names and the connect timeout can also occur on an open
 * connection.
 */
const NODE_CODES: Readonly<Record<string, NetworkCause>> = {
  ENOTFOUND: DNS,
  EAI_AGAIN: DNS,
  EAI_FAIL: DNS,
  EAI_NONAME: DNS,
  EAI_NODATA: DNS,
  ECONNREFUSED: REFUSED,
  ENETDOWN: NO_NETWORK,
  ENETUNREACH: NO_NETWORK,
  EHOSTUNREACH: UNREACHABLE,
  EHOSTDOWN: UNREACHABLE,
  ETIMEDOUT: TIMED_OUT,
  ECONNRESET: RESET,
  ECONNABORTED: RESET,
  EPIPE: RESET,
  UND_ERR_CONNECT_TIMEOUT: CONNECT_TIMEOUT,
  UND_ERR_HEADERS_TIMEOUT: TIMED_OUT,
  UND_ERR_BODY_TIMEOUT: TIMED_OUT,
  UND_ERR_SOCKET: RESET,
  UND_ERR_CLOSED: RESET,
  UND_ERR_DESTROYED: RESET,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: RESET,
  HPE_INVALID_CONSTANT: broken('not-http', 'the server does not speak HTTP'),
  CERT_HAS_EXPIRED: CERTIFICATE,
  CERT_NOT_YET_VALID: CERTIFICATE,
  CERT_UNTRUSTED: CERTIFICATE,
  CERT_REVOKED: CERTIFICATE,
  CERT_REJECTED: CERTIFICATE,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID: CERTIFICATE,
};

/**
 * The names of Chromium's errors in messages (`net::ERR_…`). A name that ends in `_` stands for a family. They do not
 * say in which step the error occurred: `INTERNET_DISCONNECTED`, certificates, TLS and the proxy can end a connection
 * that carried the request. Only a refusal comes from connect() alone.
 */
const CHROMIUM_NAMES: readonly (readonly [name: string, cause: NetworkCause])[] = [
  ['NAME_NOT_RESOLVED', DNS],
  ['NAME_RESOLUTION_FAILED', DNS],
  ['ICANN_NAME_COLLISION', { ...DNS, sent: 'maybe' }],
  ['DNS_', { ...DNS, sent: 'maybe' }],
  ['CONNECTION_REFUSED', { ...REFUSED, sent: 'no' }],
  ['INTERNET_DISCONNECTED', NO_NETWORK],
  ['PROXY_', PROXY],
  ['TUNNEL_CONNECTION_FAILED', PROXY],
  ['SOCKS_', PROXY],
  ['NO_SUPPORTED_PROXIES', PROXY],
  ['MANDATORY_PROXY_CONFIGURATION_FAILED', PROXY],
  ['CERT_', CERTIFICATE],
  ['SSL_', TLS],
  ['ADDRESS_UNREACHABLE', UNREACHABLE],
  ['NETWORK_ACCESS_DENIED', NO_NETWORK],
  ['CONNECTION_TIMED_OUT', TIMED_OUT],
  ['TIMED_OUT', TIMED_OUT],
  ['TOO_MANY_REDIRECTS', REDIRECTED],
];

/**
 * Returns the failure for an error of `fetch`. An unknown error counts as a broken connection, which claims the least.
 */
export const networkFailure = (error: unknown): CallFailure => {
  const cause = findCause(error);
  return {
    kind: cause.kind,
    sent: cause.sent,
    reason: cause.reason,
    details: { code: cause.code },
    transient: cause.code !== CERTIFICATE.code && cause.code !== REDIRECTED.code,
  };
};

/** The failure when our own time limit is over. It is not retried, because the user has waited long enough. */
export const timedOut = (): CallFailure => ({
  kind: TIMED_OUT.kind,
  sent: TIMED_OUT.sent,
  reason: TIMED_OUT.reason,
  details: { code: TIMED_OUT.code },
  transient: false,
});

/**
 * Returns the failure for an answer that redirects. A redirect is never followed, because the token would go elsewhere.
 * `status` is 0 if `fetch` hides it.
 */
export const redirected = (status: number): CallFailure => ({
  kind: REDIRECTED.kind,
  sent: REDIRECTED.sent,
  reason: REDIRECTED.reason,
  details: status === 0 ? { code: REDIRECTED.code } : { code: REDIRECTED.code, status },
  transient: false,
});

/**
 * Returns the outermost known cause. `fetch` wraps it as `TypeError: fetch failed` with a `cause`, which may contain
 * one error per tried address. Then all of them must prove that nothing was sent.
 */
const findCause = (error: unknown, depth = 0): NetworkCause => knownCause(error, depth) ?? RESET;

const MAX_DEPTH = 8;

const knownCause = (error: unknown, depth: number): NetworkCause | undefined => {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return undefined;
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) {
    const causes = error.errors.map((one: unknown) => findCause(one, depth + 1));
    return causes.find(({ sent }) => sent === 'maybe') ?? causes[0];
  }
  const own = byCode(error) ?? byMessage(error);
  return own ?? ('cause' in error ? knownCause(error.cause, depth + 1) : undefined);
};

const byCode = (error: object): NetworkCause | undefined => {
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  const cause = NODE_CODES[error.code] ?? (error.code.startsWith('ERR_SSL_') ? TLS : undefined);
  // A failed connect() proves that nothing was sent, whatever the reason.
  const connecting = 'syscall' in error && error.syscall === 'connect';
  return cause !== undefined && connecting ? { ...cause, kind: 'offline', sent: 'no' } : cause;
};

const byMessage = (error: object): NetworkCause | undefined => {
  const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
  if (/redirect/i.test(message)) return REDIRECTED;
  const name = /net::ERR_([A-Z0-9_]+)/.exec(message)?.[1];
  if (name === undefined) return undefined;
  const entry = CHROMIUM_NAMES.find(([known]) => (known.endsWith('_') ? name.startsWith(known) : name === known));
  return entry?.[1] ?? RESET;
};
