import { networkFailure } from '#core/service/api/network-error.ts';
import { DeskError, type ErrorKind } from '#shared/result.ts';

const ERRORS = {
  // The database cannot be reached now, but perhaps later.
  'place-dns': ['offline', 'The name of the database server was not found.'],
  'place-refused': ['offline', 'The database server refuses connections.'],
  'place-timeout': ['offline', 'The database server did not answer in time.'],
  'place-broken': ['offline', 'The connection to the database was broken.'],
  'place-starting': ['offline', 'The database server is starting or stopping.'],
  'place-full': ['offline', 'The database server has no connection left.'],
  'place-busy': ['offline', 'The database is busy with something else.'],
  // A person has to do something.
  'place-no-tls': ['conflict', 'The database server offers no encryption.'],
  'place-certificate': ['conflict', 'The certificate of the database server is not trusted.'],
  'place-certificate-name': ['conflict', 'The certificate of the database server is for another name.'],
  'place-certificate-date': ['conflict', 'The certificate of the database server is out of date.'],
  'place-not-postgres': ['conflict', 'What answers is no PostgreSQL server.'],
  'place-password': ['conflict', 'The database server does not accept user and password.'],
  'place-not-let-in': ['conflict', 'The database server does not let this computer in.'],
  'place-no-database': ['conflict', 'There is no such database on the server.'],
  'place-rights': ['conflict', 'The database user lacks rights.'],
  'place-old-server': ['conflict', 'The database server is too old.'],
  'place-read-only': ['conflict', 'The database can only be read.'],
  'place-disk-full': ['conflict', 'The disk of the database server is full.'],
  'place-newer': ['conflict', 'The shared desk was made by a newer version of the app.'],
  'place-answer': ['conflict', 'The database answered something that this app has not written.'],
  'place-failed': ['conflict', 'The database refused a request.'],
  'place-snapshot-gone': ['conflict', 'A newer snapshot has taken the place of this one.'],
  'place-gone': ['not-found', 'The shared desk is not in this database.'],
} as const satisfies Readonly<Record<string, readonly [ErrorKind, string]>>;

type StoreErrorCode = keyof typeof ERRORS;

export const storeError = (code: StoreErrorCode, params?: Readonly<Record<string, string | number>>): DeskError => {
  const [kind, message] = ERRORS[code];
  return new DeskError(kind, message, params === undefined ? { code } : { code, params });
};

const BY_NETWORK_CODE: Readonly<Record<string, StoreErrorCode>> = {
  dns: 'place-dns',
  refused: 'place-refused',
  'no-network': 'place-dns',
  certificate: 'place-certificate',
  'connect-timeout': 'place-timeout',
  'timed-out': 'place-timeout',
};

const BY_TLS_CODE: Readonly<Record<string, StoreErrorCode>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'place-certificate-name',
  CERT_HAS_EXPIRED: 'place-certificate-date',
  CERT_NOT_YET_VALID: 'place-certificate-date',
};

/** Returns the error for a connection that could not be made, or that broke. */
export const networkError = (error: unknown): DeskError => {
  if (error instanceof DeskError) return error;
  const tls = BY_TLS_CODE[codeOf(error)];
  if (tls !== undefined) return storeError(tls);
  return storeError(BY_NETWORK_CODE[networkFailure(error).details?.code ?? ''] ?? 'place-broken');
};

/** Error codes by SQLSTATE, or by its class. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const BY_SQLSTATE: Readonly<Record<string, StoreErrorCode>> = {
  '28P01': 'place-password',
  28000: 'place-not-let-in',
  '3D000': 'place-no-database',
  42501: 'place-rights',
  25006: 'place-read-only',
  53100: 'place-disk-full',
  53300: 'place-full',
  '57P01': 'place-broken',
  '57P02': 'place-broken',
  '57P03': 'place-starting',
  '57P05': 'place-broken',
  57014: 'place-busy',
  '55P03': 'place-busy',
  '3F000': 'place-gone',
  '42P01': 'place-gone',
  40: 'place-busy',
  53: 'place-busy',
  '08': 'place-broken',
  // A row violates a constraint. Not even this app's own rows are trusted to be as it wrote them.
  23: 'place-answer',
  // The row belongs to a desk that is not there.
  23503: 'place-gone',
};

/**
 * Returns the error for a refusal of the server. The server's own words are not passed on, because they may contain
 * parts of what was sent. Only those of PgBouncer are looked at, because it has one SQLSTATE for everything that can be
 * wrong with a login.
 */
export const refusal = (error: unknown): DeskError => {
  if (error instanceof DeskError) return error;
  const state = codeOf(error);
  if (!/^[0-9A-Z]{5}$/.test(state) || !(error instanceof Error && 'severity' in error)) return networkError(error);
  const said = state === '08P01' ? error.message : '';
  if (/no such database/i.test(said)) return storeError('place-no-database');
  if (/no such user|auth(entication)? failed|login rejected/i.test(said)) return storeError('place-password');
  const code = BY_SQLSTATE[state] ?? BY_SQLSTATE[state.slice(0, 2)];
  return code === undefined ? storeError('place-failed', { sqlstate: state }) : storeError(code);
};

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
