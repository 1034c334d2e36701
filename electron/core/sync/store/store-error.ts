import { networkFailure } from '#core/service/api/network-error.ts';
import { DeskError, type ErrorKind } from '#shared/result.ts';

const ERRORS = {
  // The database cannot be reached now, but perhaps later.
  'store-dns': ['offline', 'The name of the database server was not found.'],
  'store-refused': ['offline', 'The database server refuses connections.'],
  'store-timeout': ['offline', 'The database server did not answer in time.'],
  'store-broken': ['offline', 'The connection to the database was broken.'],
  'store-starting': ['offline', 'The database server is starting or stopping.'],
  'store-full': ['offline', 'The database server has no connection left.'],
  'store-busy': ['offline', 'The database is busy with something else.'],
  // A person has to do something.
  'store-no-tls': ['conflict', 'The database server offers no encryption.'],
  'store-certificate': ['conflict', 'The certificate of the database server is not trusted.'],
  'store-certificate-name': ['conflict', 'The certificate of the database server is for another name.'],
  'store-certificate-date': ['conflict', 'The certificate of the database server is out of date.'],
  'store-not-postgres': ['conflict', 'A program that is not a PostgreSQL server answers there.'],
  'store-password': ['conflict', 'The database server does not accept user and password.'],
  'store-not-let-in': ['conflict', 'The database server does not let this computer in.'],
  'store-no-database': ['conflict', 'There is no such database on the server.'],
  'store-rights': ['conflict', 'The database user lacks rights.'],
  'store-old-server': ['conflict', 'The database server is too old.'],
  'store-read-only': ['conflict', 'The database can only be read.'],
  'store-disk-full': ['conflict', 'The disk of the database server is full.'],
  'store-newer': ['conflict', 'The shared desk was made by a newer version of the app.'],
  'store-answer': ['conflict', 'The database answered something that this app has not written.'],
  'store-failed': ['conflict', 'The database refused a request.'],
  'store-snapshot-gone': ['conflict', 'A newer snapshot has taken the place of this one.'],
  'store-gone': ['not-found', 'The shared desk is not in this database.'],
} as const satisfies Readonly<Record<string, readonly [ErrorKind, string]>>;

type StoreErrorCode = keyof typeof ERRORS;

export const storeError = (code: StoreErrorCode, params?: Readonly<Record<string, string | number>>): DeskError => {
  const [kind, message] = ERRORS[code];
  return new DeskError(kind, message, params === undefined ? { code } : { code, params });
};

const BY_NETWORK_CODE: Readonly<Record<string, StoreErrorCode>> = {
  dns: 'store-dns',
  refused: 'store-refused',
  'no-network': 'store-dns',
  certificate: 'store-certificate',
  'connect-timeout': 'store-timeout',
  'timed-out': 'store-timeout',
};

const BY_TLS_CODE: Readonly<Record<string, StoreErrorCode>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'store-certificate-name',
  CERT_HAS_EXPIRED: 'store-certificate-date',
  CERT_NOT_YET_VALID: 'store-certificate-date',
};

/** Returns the error for a connection that could not be made, or that broke. */
export const networkError = (error: unknown): DeskError => {
  if (error instanceof DeskError) return error;
  const tls = BY_TLS_CODE[codeOf(error)];
  if (tls !== undefined) return storeError(tls);
  return storeError(BY_NETWORK_CODE[networkFailure(error).details?.code ?? ''] ?? 'store-broken');
};

/** Error codes by SQLSTATE, or by its class. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const BY_SQLSTATE: Readonly<Record<string, StoreErrorCode>> = {
  '28P01': 'store-password',
  28000: 'store-not-let-in',
  '3D000': 'store-no-database',
  42501: 'store-rights',
  25006: 'store-read-only',
  53100: 'store-disk-full',
  53300: 'store-full',
  '57P01': 'store-broken',
  '57P02': 'store-broken',
  '57P03': 'store-starting',
  '57P05': 'store-broken',
  57014: 'store-busy',
  '55P03': 'store-busy',
  '3F000': 'store-gone',
  '42P01': 'store-gone',
  40: 'store-busy',
  53: 'store-busy',
  '08': 'store-broken',
  // A row violates a constraint. Not even this app's own rows are trusted to be as it wrote them.
  23: 'store-answer',
  // The row belongs to a desk that is not there.
  23503: 'store-gone',
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
  if (/no such database/i.test(said)) return storeError('store-no-database');
  if (/no such user|auth(entication)? failed|login rejected/i.test(said)) return storeError('store-password');
  const code = BY_SQLSTATE[state] ?? BY_SQLSTATE[state.slice(0, 2)];
  return code === undefined ? storeError('store-failed', { sqlstate: state }) : storeError(code);
};

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
