import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { DeskError, type Problem } from '#shared/result.ts';

/** Where a database is and who asks for it. Holds the password: never logged, never part of an error. */
export interface Target {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** `null`: not encrypted, on this computer only. `ca`: PEM, trusted instead of the usual certificates. */
  readonly tls: { readonly ca: string | null } | null;
}

/** Characters, a certificate in it included. */
const MAX_LENGTH = 16_384;
const MAX_NAME = 255;
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
/** They would lead to another server, user or database than the ones that can be seen in front of them. */
const ELSEWHERE = ['host', 'hostaddr', 'port', 'user', 'password', 'dbname', 'service', 'passfile'];
const UNVERIFIED = ['disable', 'allow', 'prefer', 'no-verify', 'false', '0'];
const VERIFIED = ['require', 'verify-ca', 'verify-full', 'true', '1'];

const refuse = (code: string, params?: Problem['params']): never => {
  throw new DeskError('invalid-input', 'The connection string cannot be used.', {
    problems: [{ field: 'connection', code, ...(params && { params }) }],
  });
};

/**
 * `postgresql://user:password@host:port/database?sslmode=…&sslrootcert=…` as it is given out by hosting services. The
 * server's certificate is verified whatever `sslmode` says, but on this computer, where nothing is encrypted unless it
 * asks for that. `sslrootcert` is the certificate itself (PEM), not the path of a file: another computer has no such file.
 * Other parameters are for other programs and are passed over.
 * @throws DeskError `invalid-input` with one problem of the field `connection`
 */
export const parseConnection = (typed: string): Target => {
  const text = typed.trim();
  if (text === '') return refuse('connection-empty');
  if (text.length > MAX_LENGTH) return refuse('connection-too-long', { max: MAX_LENGTH });
  const url = parseUrl(text);
  if (url === null || url.hash !== '') return refuse('connection-unreadable');
  const host = hostOf(url);
  const user = decoded(url.username);
  if (user === '') return refuse('connection-no-user');
  const elsewhere = ELSEWHERE.find((name) => url.searchParams.has(name));
  if (elsewhere !== undefined) return refuse('connection-parameter', { name: elsewhere });
  const database = decoded(url.pathname.slice(1)) || user;
  const port = url.port === '' ? 5432 : Number(url.port);
  return { host, port, user, password: decoded(url.password), database, tls: tlsOf(url, host) };
};

const parseUrl = (text: string): URL | null => {
  if (!/^postgres(ql)?:\/\//i.test(text)) return null;
  try {
    return new URL(text);
  } catch {
    return null;
  }
};

const hostOf = (url: URL): string => {
  const written = decoded(url.hostname).replace(/^\[(.*)\]$/, '$1');
  if (written.includes(',')) return refuse('connection-many-hosts');
  const host = isIP(written) === 6 ? written : domainToASCII(written);
  // An empty one, or a folder, is a socket in the file system.
  if (host === '' || !/^[0-9a-z._:-]+$/.test(host) || url.port === '0') return refuse('connection-unreadable');
  return host;
};

/** A control character would end the field that it is sent in, and begin another one. */
const decoded = (part: string): string => {
  let text = '';
  try {
    text = decodeURIComponent(part);
  } catch {
    return refuse('connection-unreadable');
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f]/.test(text) || text.length > MAX_NAME ? refuse('connection-characters') : text;
};

const tlsOf = ({ searchParams }: URL, host: string): Target['tls'] => {
  const modes = [...searchParams.getAll('sslmode'), ...searchParams.getAll('ssl')];
  const unknown = modes.find((mode) => ![...UNVERIFIED, ...VERIFIED].includes(mode));
  if (unknown !== undefined) return refuse('connection-ssl-mode');
  const ca = rootOf(searchParams.get('sslrootcert'));
  const isVerified = modes.some((mode) => VERIFIED.includes(mode));
  if (LOOPBACK.includes(host)) return isVerified ? { ca } : null;
  // `prefer` and `allow` are what other programs write when nobody has chosen; nobody has asked for less than safety.
  if (modes.some((mode) => ['disable', 'no-verify', 'false', '0'].includes(mode))) {
    return refuse('connection-not-encrypted');
  }
  return { ca };
};

/** `system`: the usual certificates, which is what happens without it. */
const rootOf = (written: string | null): string | null => {
  if (written === null || written === '' || written === 'system') return null;
  const pem = written.trim();
  if (!pem.startsWith('-----BEGIN CERTIFICATE-----')) return refuse('connection-root-cert');
  return pem;
};
