import { bracketedHost } from './ip-address.ts';
import type { FormatId } from './limits.ts';

/** The parts of one proxy line. Each is kept as its original text, so that joining them restores the same bytes. */
export interface ProxyParts {
  /** In brackets if it is an IPv6 address. */
  readonly host: string;
  readonly port: string;
  /** `null` in layout 3, which has no credentials. */
  readonly credentials: { readonly login: string; readonly password: string } | null;
}

/** The text shown instead of a hidden password. Its fixed length does not reveal that of the password. */
export const MASK = '••••••••';

const HOST = String.raw`(?:\[[0-9A-Fa-f:.]+(?:%[\w.-]+)?\]|[^\s:@\[\]/]+)`;
const PORT = String.raw`\d{1,5}`;
/** Matches a login or password without separators and without white space. */
const WORD = String.raw`[^\s:@]+`;

const STRICT_1 = new RegExp(`^(${HOST}):(${PORT}):(${WORD}):(${WORD})$`);
const STRICT_2 = new RegExp(`^(${WORD}):(${WORD})@(${HOST}):(${PORT})$`);
const LAYOUT_3 = new RegExp(`^(${HOST}):(${PORT})$`);

/** The layouts of docs/api.md#limits, with any characters in login and password. */
const LOOSE_1 = new RegExp(`^(${HOST}:${PORT}):[^:]*:.*$`);
const LOOSE_2 = new RegExp(`^[^:]*:.*@(${HOST}:${PORT})$`);

const isPort = (port: string): boolean => Number(port) >= 1 && Number(port) <= 65_535;

const parts = (host = '', port = '', login?: string, password?: string): ProxyParts | null => {
  if (!isPort(port)) return null;
  return { host, port, credentials: login === undefined || password === undefined ? null : { login, password } };
};

/**
 * Parses a line that can be read in only one way. Returns `null` if the login or password contains `:`, `@` or white
 * space, or if an IPv6 address has no brackets.
 */
export const parseProxyLine = (line: string, formatId: FormatId): ProxyParts | null => {
  switch (formatId) {
    case 1: {
      const match = STRICT_1.exec(line);
      return match === null ? null : parts(match[1], match[2], match[3], match[4]);
    }
    case 2: {
      const match = STRICT_2.exec(line);
      return match === null ? null : parts(match[3], match[4], match[1], match[2]);
    }
    case 3: {
      const match = LAYOUT_3.exec(line);
      return match === null ? null : parts(match[1], match[2]);
    }
  }
};

/**
 * Writes a proxy in a layout, with an IPv6 address in brackets. Returns `null` if the layout needs credentials that are
 * missing.
 */
export const formatProxyLine = (proxy: ProxyParts, formatId: FormatId): string | null => {
  const host = bracketedHost(proxy.host);
  if (formatId === 3) return `${host}:${proxy.port}`;
  if (proxy.credentials === null) return null;
  const { login, password } = proxy.credentials;
  return formatId === 1 ? `${host}:${proxy.port}:${login}:${password}` : `${login}:${password}@${host}:${proxy.port}`;
};

/** Returns whether a line has the given layout, whatever characters its login and password contain. */
export const hasLayout = (line: string, formatId: FormatId): boolean => {
  switch (formatId) {
    case 1:
      return LOOSE_1.test(line);
    case 2:
      return LOOSE_2.test(line);
    case 3:
      return LAYOUT_3.test(line);
  }
};

/** Returns the only layout that a line can have; `null` if it has none or could have two. */
export const layoutOf = (line: string): FormatId | null => {
  const fitting = ([1, 2, 3] as const).filter((formatId) => hasLayout(line, formatId));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
};

/**
 * Converts a line between layouts 1 and 2, if it can be read in only one way. It never converts to or from layout 3,
 * which has no credentials. Returns `null` if it would have to guess.
 */
export const convertProxyLine = (line: string, from: FormatId, to: FormatId): string | null => {
  if (from === to) return line;
  if (from === 3 || to === 3) return null;
  const proxy = parseProxyLine(line, from);
  return proxy === null ? null : formatProxyLine(proxy, to);
};

/**
 * Returns the line with its password hidden. If login and password cannot be told apart, both are hidden, and a line of
 * no known layout is hidden entirely: hiding too much is better than showing a password.
 */
export const maskProxyLine = (line: string, expected: FormatId): string => {
  const layout = hasLayout(line, expected) ? expected : layoutOf(line);
  if (layout === null) return line === '' ? '' : MASK;
  if (layout === 3) return line;
  const proxy = parseProxyLine(line, layout);
  if (proxy?.credentials) {
    return formatProxyLine({ ...proxy, credentials: { ...proxy.credentials, password: MASK } }, layout) ?? MASK;
  }
  if (layout === 1) return `${LOOSE_1.exec(line)?.[1] ?? ''}:${MASK}`;
  return `${MASK}@${LOOSE_2.exec(line)?.[1] ?? ''}`;
};
