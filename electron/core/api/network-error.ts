import type { ErrorKind } from '#shared/result.ts';
import type { CallFailure, Sent } from './api-call-error.ts';

interface NetworkCause {
  /** Key of the renderer's texts (`errors.codes.<code>`). */
  readonly code: string;
  readonly kind: ErrorKind;
  readonly sent: Sent;
  readonly reason: string;
}

const offline = (code: string, reason: string): NetworkCause => ({ code, kind: 'offline', sent: 'no', reason });
const broken = (code: string, reason: string): NetworkCause => ({ code, kind: 'timeout', sent: 'maybe', reason });

const DNS = offline('dns', 'the name of the server was not found');
const REFUSED = offline('refused', 'the server refused the connection');
const NO_NETWORK = offline('no-network', 'there is no network');
const CERTIFICATE = offline('certificate', 'the certificate of the server is not trusted');
const PROXY = offline('proxy', 'the proxy of this system cannot be used');
const CONNECT_TIMEOUT = offline('connect-timeout', 'no connection was made in time');
const UNREACHABLE = broken('unreachable', 'the server cannot be reached');
const RESET = broken('reset', 'the connection was broken');
const TIMED_OUT = broken('timed-out', 'no answer came in time');
const REDIRECTED: NetworkCause = {
  code: 'redirected',
  kind: 'malformed',
  sent: 'maybe',
  reason: 'the service redirects elsewhere',
};

/** Node's and undici's `code`. Those that can also befall an open connection are not proof that nothing left. */
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

/** Chromium's names, from the message of `net.fetch` (`net::ERR_…`). A name that ends in `_` stands for a family. */
const CHROMIUM_NAMES: readonly (readonly [name: string, cause: NetworkCause])[] = [
  ['NAME_NOT_RESOLVED', DNS],
  ['NAME_RESOLUTION_FAILED', DNS],
  ['ICANN_NAME_COLLISION', DNS],
  ['DNS_', DNS],
  ['CONNECTION_REFUSED', REFUSED],
  ['INTERNET_DISCONNECTED', NO_NETWORK],
  ['PROXY_', PROXY],
  ['TUNNEL_CONNECTION_FAILED', PROXY],
  ['SOCKS_', PROXY],
  ['NO_SUPPORTED_PROXIES', PROXY],
  ['MANDATORY_PROXY_CONFIGURATION_FAILED', PROXY],
  ['CERT_', CERTIFICATE],
  ['SSL_PROTOCOL_ERROR', broken('tls', 'the server does not speak TLS')],
  ['SSL_', CERTIFICATE],
  ['ADDRESS_UNREACHABLE', UNREACHABLE],
  ['NETWORK_ACCESS_DENIED', NO_NETWORK],
  ['CONNECTION_TIMED_OUT', TIMED_OUT],
  ['TIMED_OUT', TIMED_OUT],
  ['TOO_MANY_REDIRECTS', REDIRECTED],
];

/** A failure of a table's kind: an unknown one is a broken connection, which claims the least. */
export const networkFailure = (error: unknown): CallFailure => {
  const cause = findCause(error);
  return {
    kind: cause.kind,
    sent: cause.sent,
    reason: cause.reason,
    details: { code: cause.code },
    transient: cause !== CERTIFICATE && cause !== REDIRECTED,
  };
};

/** Our own time limit ran out. Not tried again: the user has waited long enough. */
export const timedOut = (): CallFailure => ({
  kind: TIMED_OUT.kind,
  sent: TIMED_OUT.sent,
  reason: TIMED_OUT.reason,
  details: { code: TIMED_OUT.code },
  transient: false,
});

export const redirected = (status: number): CallFailure => ({
  kind: REDIRECTED.kind,
  sent: REDIRECTED.sent,
  reason: REDIRECTED.reason,
  details: status === 0 ? { code: REDIRECTED.code } : { code: REDIRECTED.code, status },
  transient: false,
});

const findCause = (error: unknown): NetworkCause => {
  for (const link of chainOf(error)) {
    const cause = byCode(link) ?? byMessage(link);
    if (cause !== undefined) return cause;
  }
  return RESET;
};

/** fetch wraps the reason: `TypeError: fetch failed` ← `cause`, which may hold one error per address that was tried. */
const chainOf = (error: unknown): readonly object[] => {
  const chain: object[] = [];
  let link: unknown = error;
  while (typeof link === 'object' && link !== null && chain.length < 8) {
    chain.push(link);
    const first: unknown = 'errors' in link && Array.isArray(link.errors) ? link.errors[0] : undefined;
    link = 'cause' in link && link.cause !== undefined ? link.cause : first;
  }
  return chain;
};

const byCode = (error: object): NetworkCause | undefined => {
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  const cause = NODE_CODES[error.code] ?? (error.code.startsWith('ERR_SSL_') ? CERTIFICATE : undefined);
  // A failed connect() is proof that nothing was sent, whatever the reason.
  const connecting = 'syscall' in error && error.syscall === 'connect';
  return cause !== undefined && connecting && cause.sent === 'maybe'
    ? { ...cause, kind: 'offline', sent: 'no' }
    : cause;
};

const byMessage = (error: object): NetworkCause | undefined => {
  const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
  if (/redirect/i.test(message)) return REDIRECTED;
  const name = /net::ERR_([A-Z0-9_]+)/.exec(message)?.[1];
  if (name === undefined) return undefined;
  const entry = CHROMIUM_NAMES.find(([known]) => (known.endsWith('_') ? name.startsWith(known) : name === known));
  return entry?.[1] ?? RESET;
};
