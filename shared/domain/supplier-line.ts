import type { ProxyProtocol } from './check.ts';
import { bracketedHost, isIpv4, isIpv6 } from './ip-address.ts';
import type { ProxyParts } from './proxy-line.ts';

/** One way to read a line in the notations of proxy suppliers. */
export interface SupplierProxy extends ProxyParts {
  /** The protocol of the line's scheme; `null` if it has none. */
  readonly protocol: ProxyProtocol | null;
  /** The address in brackets, which gives this proxy a new exit when it is requested; `null` if there is none. */
  readonly rotationLink: string | null;
  /** Whether login and password precede the host. */
  readonly loginFirst: boolean;
}

/** How certainly a text is a host: an address, a name with dots, or a single word that could be anything. */
type Likeness = 0 | 1 | 2;

interface Reading {
  readonly host: string;
  readonly port: string;
  readonly credentials: ProxyParts['credentials'];
  readonly loginFirst: boolean;
  readonly likeness: Likeness;
}

/** The most characters of a line; no proxy needs as many. */
export const MAX_PROXY_LINE = 2_000;
/** The most colons that are considered; a proxy has fewer. */
const MAX_TOKENS = 40;
/** The most groups of an IPv6 address. */
const MAX_GROUPS = 8;
const SCHEME = /^(https?|socks5h?|socks):\/\//i;
const ROTATION_LINK = /\[(https?:\/\/[^\]\s]+)\]$/i;
const PORT = /^\d{1,5}$/;
const LABEL = /^[\p{L}\p{N}_-]{1,63}$/u;
const LETTER = /\p{L}/u;
const MAX_HOST = 253;
/** The column separators of a table. Blanks come last, because a password may contain one. */
const DELIMITERS = ['\t', '|', ';', ',', ' '] as const;

const isPort = (text: string): boolean => PORT.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

/** Returns how certainly a text is a host; `null` if it cannot be one. */
const likenessOf = (host: string): Likeness | null => {
  if (isIpv4(host)) return 2;
  if (host.startsWith('[') && host.endsWith(']') && isIpv6(host.slice(1, -1))) return 2;
  if (host.includes(':')) return isIpv6(host) ? 2 : null;
  const labels = host.split('.');
  if (host.length > MAX_HOST || !labels.every((label) => LABEL.test(label))) return null;
  if (labels.length === 1) return LETTER.test(host) ? 0 : null;
  return LETTER.test(labels.at(-1) ?? '') ? 1 : null;
};

const reading = (host = '', port = '', login = '', password = '', loginFirst = false): Reading[] => {
  const likeness = likenessOf(host);
  if (likeness === null || !isPort(port)) return [];
  // A login without a password, or a password without a login, means that part of the line is missing.
  if ((login === '') !== (password === '')) return [];
  const credentials = login === '' ? null : { login, password };
  return [{ host: bracketedHost(host), port, credentials, loginFirst, likeness }];
};

/** Reads `host:port:login:password`, `host:port` and `login:password:host:port`; an IPv6 address may have brackets. */
const readColons = (text: string): Reading[] => {
  const tokens = text.split(':');
  if (tokens.length > MAX_TOKENS) return [];
  const found: Reading[] = [];
  const bracket = /^(\[[^\]]*\]):(\d+)(?::([^:]+):(.+))?$/.exec(text);
  if (bracket !== null) return reading(bracket[1], bracket[2], bracket[3], bracket[4]);
  const closing = /^([^:]+):(.+):(\[[^\]]*\]):(\d+)$/.exec(text);
  if (closing !== null) return reading(closing[3], closing[4], closing[1], closing[2], true);
  const [host, port, login] = tokens;
  if (tokens.length === 2) found.push(...reading(host, port));
  if (tokens.length >= 4) {
    found.push(...reading(host, port, login, tokens.slice(3).join(':')));
    found.push(...reading(tokens.at(-2), tokens.at(-1), host, tokens.slice(1, -2).join(':'), true));
  }
  for (let groups = 3; groups <= MAX_GROUPS && groups < tokens.length; groups += 1) {
    const rest = tokens.slice(groups + 1);
    const first = tokens.slice(0, groups).join(':');
    if (rest.length === 0 || rest.length === 2) found.push(...reading(first, tokens[groups], rest[0], rest[1]));
    const last = tokens.slice(-1 - groups, -1).join(':');
    if (tokens.length === groups + 3) found.push(...reading(last, tokens.at(-1), tokens[0], tokens[1], true));
  }
  return found;
};

/** Splits `host:port`; an IPv6 address may lack brackets. */
const hostAndPort = (text: string): readonly [string, string] => {
  const at = text.lastIndexOf(':');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
};

const loginAndPassword = (text: string): readonly [string, string] => {
  const at = text.indexOf(':');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
};

/** Reads `login:password@host:port`, where the password may contain `@`, and `host:port@login:password`. */
const readAtSign = (text: string): Reading[] => {
  const [last, first] = [text.lastIndexOf('@'), text.indexOf('@')];
  if (last < 0) return [];
  const usual = reading(...hostAndPort(text.slice(last + 1)), ...loginAndPassword(text.slice(0, last)), true).filter(
    ({ credentials }) => credentials !== null,
  );
  const turned = reading(...hostAndPort(text.slice(0, first)), ...loginAndPassword(text.slice(first + 1)));
  return [...usual, ...turned.filter(({ credentials }) => credentials !== null)];
};

const unquoted = (field: string): string => field.trim().replace(/^"(.*)"$/, '$1');

/**
 * Reads the columns of a table: host, port, login, password, or login and password first; further columns are ignored.
 */
const readColumns = (text: string, delimiter: string): Reading[] => {
  const fields = text
    .split(delimiter, MAX_TOKENS)
    .map(unquoted)
    .filter((field) => delimiter !== ' ' || field !== '');
  if (fields.length < 2) return [];
  const [first = '', second = '', third = '', fourth = ''] = fields;
  const [host, port] = hostAndPort(first);
  return [
    ...reading(first, second, third, fourth),
    ...(fields.length >= 4 ? reading(third, fourth, first, second, true) : []),
    ...(isPort(port) && fields.length >= 3 ? reading(host, port, second, third) : []),
  ];
};

const sameProxy = (a: Reading, b: Reading): boolean =>
  a.host === b.host &&
  a.port === b.port &&
  a.credentials?.login === b.credentials?.login &&
  a.credentials?.password === b.credentials?.password;

/** Returns the readings with the most certain hosts, without repetitions. */
const likeliest = (found: readonly Reading[]): Reading[] => {
  const best = Math.max(...found.map(({ likeness }) => likeness));
  const kept = found.filter(({ likeness }) => likeness === best);
  return kept.filter((one, index) => kept.findIndex((other) => sameProxy(one, other)) === index);
};

const firstReadings = (text: string): Reading[] => {
  for (const read of [readAtSign, readColons]) {
    const found = read(text);
    if (found.length > 0) return found;
  }
  for (const delimiter of DELIMITERS) {
    const found = text.includes(delimiter) ? readColumns(text, delimiter) : [];
    if (found.length > 0) return found;
  }
  return [];
};

/**
 * Returns all ways to read a line in the notations of proxy suppliers, or only the most likely one if it stands out. A
 * line may have a scheme, colons, tabs, pipes, semicolons or blanks between its parts, the login first or last, IPv6
 * with or without brackets, and a rotation link in brackets at its end. An empty result means that the line contains no
 * readable proxy; with several, only the user can decide.
 */
export const readSupplierLine = (line: string): readonly SupplierProxy[] => {
  if (line.length > MAX_PROXY_LINE) return [];
  const trimmed = line.trim();
  const rotationLink = ROTATION_LINK.exec(trimmed)?.[1] ?? null;
  const withoutLink = rotationLink === null ? trimmed : trimmed.slice(0, -rotationLink.length - 2).trim();
  const scheme = SCHEME.exec(withoutLink)?.[1]?.toLowerCase();
  const protocol = scheme === undefined ? null : scheme.startsWith('http') ? 'http' : 'socks5';
  const text = scheme === undefined ? withoutLink : withoutLink.slice(scheme.length + 3).replace(/\/$/, '');
  const found = firstReadings(text);
  if (found.length === 0) return [];
  return likeliest(found).map(({ likeness: _, ...read }) => ({ ...read, protocol, rotationLink }));
};

/** The only reading, or the one with the login in this place; `null` if that leaves none or several. */
export const chooseReading = (readings: readonly SupplierProxy[], loginFirst: boolean | null): SupplierProxy | null => {
  const chosen = readings.length > 1 ? readings.filter((one) => one.loginFirst === loginFirst) : readings;
  return chosen.length === 1 ? (chosen[0] ?? null) : null;
};

/** Host and port of a line, if its login comes last and if it comes first. */
export interface LoginOrders {
  readonly loginLast: string;
  readonly loginFirst: string;
}

/** Returns where a line leads in either order, so that a user can choose; `null` if it cannot be read in both. */
export const loginOrdersOf = (readings: readonly SupplierProxy[]): LoginOrders | null => {
  const last = readings.find(({ loginFirst }) => !loginFirst);
  const first = readings.find(({ loginFirst }) => loginFirst);
  if (last === undefined || first === undefined) return null;
  return { loginLast: `${last.host}:${last.port}`, loginFirst: `${first.host}:${first.port}` };
};

const HEADINGS = {
  host: ['ip', 'host', 'hostname', 'address', 'ip address', 'server', 'proxy', 'адрес', 'хост', 'ip-адрес', 'сервер'],
  port: ['port', 'порт'],
  login: ['login', 'user', 'username', 'логин', 'пользователь'],
  password: ['password', 'pass', 'пароль'],
} as const;
type Heading = keyof typeof HEADINGS;

/** The columns of a table of proxies whose first line names them. */
export interface SupplierColumns {
  readonly delimiter: string;
  readonly at: Readonly<Record<Heading, number>>;
}

/** Returns the columns that a line names; `null` if they are not those of proxies. A missing column is −1. */
export const supplierColumns = (line: string): SupplierColumns | null => {
  if (line.length > MAX_PROXY_LINE) return null;
  for (const delimiter of DELIMITERS) {
    const words = line.split(delimiter, MAX_TOKENS).map((word) => unquoted(word).toLowerCase());
    const indexOf = (heading: Heading): number =>
      words.findIndex((word) => (HEADINGS[heading] as readonly string[]).includes(word));
    const at = { host: indexOf('host'), port: indexOf('port'), login: indexOf('login'), password: indexOf('password') };
    if (at.host >= 0 && (at.port >= 0 || at.login >= 0)) return { delimiter, at };
  }
  return null;
};

/** Reads a line of a table by its columns, in the form of `readSupplierLine`. */
export const readSupplierRow = (line: string, { delimiter, at }: SupplierColumns): readonly SupplierProxy[] => {
  const fields = line.split(delimiter).map(unquoted);
  const field = (index: number): string => (index < 0 ? '' : (fields[index] ?? ''));
  const [host, port] = at.port < 0 ? hostAndPort(field(at.host)) : [field(at.host), field(at.port)];
  const found = reading(host, port, field(at.login), field(at.password));
  return found.map(({ likeness: _, ...read }) => ({ ...read, protocol: null, rotationLink: null }));
};
