import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { invalidInput, type Problem } from '#shared/result.ts';

/**
 * The address of a database, and the login for it. It holds the password, so it is never logged and never part of an
 * error.
 */
export interface DatabaseAddress {
  /** A name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** `null`: not encrypted, which is for this computer only. `ca`: PEM, trusted instead of the usual certificates. */
  readonly tls: { readonly ca: string | null } | null;
}

/** In characters, including a certificate. */
const MAX_LENGTH = 16_384;
const MAX_NAME = 255;
/** In characters. Some hosting services use long tokens as passwords. */
const MAX_PASSWORD = 2_048;
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
/** Returns whether a host always means the computer that uses it. */
export const isLoopback = (host: string): boolean => LOOPBACK.includes(host);
/** Parameters that would lead to another server, user or database than those that can be seen in front of them. */
const ELSEWHERE = ['host', 'hostaddr', 'port', 'user', 'password', 'dbname', 'service', 'passfile'];
const UNVERIFIED = ['disable', 'allow', 'prefer', 'no-verify', 'false', '0'];
const VERIFIED = ['require', 'verify-ca', 'verify-full', 'true', '1'];

const refuse = (code: string, params?: Problem['params']): never => {
  throw invalidInput('The connection string cannot be used.', { field: 'connection', code, ...(params && { params }) });
};

/**
 * Parses `postgresql://user:password@host:port/database?sslmode=…&sslrootcert=…` as hosting services give it out. The
 * certificate of the server is verified whatever `sslmode` says. Only on this computer is the connection not encrypted,
 * unless `sslmode` asks for that. `sslrootcert` is the certificate itself (PEM, as it is or percent-encoded, with line
 * breaks or without) and not the path of a file, because another computer has no such file. A `psql` in front, quotes
 * around the string, and parameters for other programs are ignored.
 * @throws DeskError `invalid-input` with one problem of the field `connection`
 */
export const parseConnection = (typed: string): DatabaseAddress => {
  const text = unquoted(typed);
  if (text === '') return refuse('connection-empty');
  if (text.length > MAX_LENGTH) return refuse('connection-too-long', { max: MAX_LENGTH });
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return refuse('connection-unreadable');
  if (!/^postgres(ql)?$/.test(scheme)) return refuse('connection-other-kind', { kind: scheme });
  refuseUnwritable(text);
  const url = parseUrl(text);
  const host = hostOf(url);
  const user = decoded('connection-long-user', url.username);
  if (user === '') return refuse('connection-no-user');
  const elsewhere = ELSEWHERE.find((name) => url.searchParams.has(name));
  if (elsewhere !== undefined) return refuse('connection-parameter', { name: elsewhere });
  const database = decoded('connection-long-database', url.pathname.slice(1)) || user;
  const port = url.port === '' ? 5432 : Number(url.port);
  const password = decoded('connection-long-password', url.password, MAX_PASSWORD);
  return { host, port, user, password, database, tls: tlsOf(url, host, rootOf(text)) };
};

/** Removes the `psql` command and the quotes with which some hosting services give the string out. */
const unquoted = (typed: string): string =>
  typed
    .trim()
    .replace(/^psql\s+/, '')
    .replace(/^(['"])(.*)\1$/s, '$2')
    .trim();

/** Refuses the most frequent mistakes, each with a sentence of its own. */
const refuseUnwritable = (text: string): void => {
  const behind = text.slice(text.indexOf('//') + 2);
  const [authority = ''] = behind.split(/[/?#]/, 1);
  const [ending, ...rest] = behind.slice(authority.length);
  // A sign in the password ends the address early. A part of the password would be looked up as a host.
  const isCut = authority.includes('@')
    ? isPassword(ending, rest.join(''))
    : /^[^:]*:/.test(authority) && rest.includes('@');
  if (ending !== undefined && isCut) refuseSign(ending);
  if (/%(?![0-9a-f]{2})/i.test(authority)) refuseSign('%');
  if (authority.slice(authority.lastIndexOf('@') + 1).includes(',')) refuse('connection-many-hosts');
};

/**
 * Returns whether the text behind the address is still a part of the password: it has an `@` where the name of a
 * database or of a parameter would be.
 */
const isPassword = (ending: string | undefined, rest: string): boolean =>
  (rest.split(ending === '/' ? /[?#]/ : /[=&#]/, 1)[0] ?? '').includes('@');

const refuseSign = (sign: string): never => refuse('connection-escape', { sign, code: encodeURIComponent(sign) });

const parseUrl = (text: string): URL => {
  try {
    const url = new URL(text);
    if (url.hash === '') return url;
  } catch {
    // It is refused below, as one that cannot be read.
  }
  return refuse('connection-unreadable');
};

const hostOf = (url: URL): string => {
  const written = decoded('connection-long-host', url.hostname).replace(/^\[(.*)\]$/, '$1');
  if (written.includes(',')) return refuse('connection-many-hosts');
  const host = isIP(written) === 6 ? written : domainToASCII(written);
  // An empty host, or a folder, means a socket in the file system.
  if (host === '' || !/^[0-9a-z._:-]+$/.test(host) || url.port === '0') return refuse('connection-unreadable');
  return host;
};

/**
 * Decodes a part. Refuses control characters, because they would end the field in which they are sent and begin another
 * one.
 */
const decoded = (tooLong: string, part: string, max = MAX_NAME): string => {
  let text = '';
  try {
    text = decodeURIComponent(part);
  } catch {
    return refuse('connection-unreadable');
  }
  if (text.length > max) return refuse(tooLong, { max });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f]/.test(text) ? refuse('connection-characters') : text;
};

const tlsOf = ({ searchParams }: URL, host: string, ca: string | null): DatabaseAddress['tls'] => {
  const modes = [...searchParams.getAll('sslmode'), ...searchParams.getAll('ssl')];
  const unknown = modes.find((mode) => ![...UNVERIFIED, ...VERIFIED].includes(mode));
  if (unknown !== undefined) return refuse('connection-ssl-mode');
  const isVerified = modes.some((mode) => VERIFIED.includes(mode));
  if (isLoopback(host)) return isVerified ? { ca } : null;
  // Other programs write `prefer` or `allow` when nobody has chosen a mode, so these do not ask for less safety.
  if (modes.some((mode) => ['disable', 'no-verify', 'false', '0'].includes(mode))) {
    return refuse('connection-not-encrypted');
  }
  return { ca };
};

/**
 * Returns the certificate; `null` for `system`, which means the usual certificates, as without the parameter. It is
 * read from the text, because the parsed address loses the line breaks of a certificate that was pasted as it is, and
 * has spaces for its plus signs.
 */
const rootOf = (text: string): string | null => {
  const [, written = ''] = /[?&]sslrootcert=([^&#]*)/.exec(text) ?? [];
  const pem = decodedRoot(written);
  if (pem === '' || pem === 'system') return null;
  const found = [...pem.matchAll(/-----BEGIN CERTIFICATE-----([0-9A-Za-z+/=\s]+)-----END CERTIFICATE-----/g)];
  if (!pem.startsWith('-----BEGIN CERTIFICATE-----') || found.length === 0) return refuse('connection-root-cert');
  return found.map(([, body = '']) => certificateOf(body.replace(/\s/g, ''))).join('\n');
};

const decodedRoot = (written: string): string => {
  // In the encoding of forms, a plus sign is a space, and a plus sign of the certificate itself is written as %2B.
  const isForm = written.includes('BEGIN+CERTIFICATE');
  try {
    return decodeURIComponent(isForm ? written.replaceAll('+', ' ') : written).trim();
  } catch {
    return refuse('connection-root-cert');
  }
};

const certificateOf = (body: string): string =>
  ['-----BEGIN CERTIFICATE-----', ...(body.match(/.{1,64}/g) ?? []), '-----END CERTIFICATE-----'].join('\n');
