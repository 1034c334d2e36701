import type { FormatId } from './limits.ts';

/** One proxy, taken apart. Every part is kept as the text it was, so that putting it together gives the same bytes. */
export interface ProxyParts {
  /** An IPv6 address stands in brackets. */
  readonly host: string;
  readonly port: string;
  /** `null` in layout 3, which carries no credentials. */
  readonly credentials: { readonly login: string; readonly password: string } | null;
}

/** What is shown for a hidden password: always as long, so that it does not tell the length. */
export const MASK = '••••••••';

const HOST = String.raw`(?:\[[0-9A-Fa-f:.]+(?:%[\w.-]+)?\]|[^\s:@\[\]/]+)`;
const PORT = String.raw`\d{1,5}`;
/** A login or password that holds neither of the separators, nor white space that one layout would hide. */
const WORD = String.raw`[^\s:@]+`;

const STRICT_1 = new RegExp(`^(${HOST}):(${PORT}):(${WORD}):(${WORD})$`);
const STRICT_2 = new RegExp(`^(${WORD}):(${WORD})@(${HOST}):(${PORT})$`);
const LAYOUT_3 = new RegExp(`^(${HOST}):(${PORT})$`);

/** The layouts as docs/api.md#limits describes them, whatever the login and the password hold. */
const LOOSE_1 = new RegExp(`^(${HOST}:${PORT}):[^:]*:.*$`);
const LOOSE_2 = new RegExp(`^[^:]*:.*@(${HOST}:${PORT})$`);

const isPort = (port: string): boolean => Number(port) >= 1 && Number(port) <= 65_535;

const parts = (host = '', port = '', login?: string, password?: string): ProxyParts | null => {
  if (!isPort(port)) return null;
  return { host, port, credentials: login === undefined || password === undefined ? null : { login, password } };
};

/**
 * Takes a line apart where there is only one way to do it: a `:` or `@` inside the login or password, white space, or
 * an IPv6 address without brackets gives `null`.
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

/** An IPv6 address is bracketed in all three layouts. `null` when the layout needs credentials that are not there. */
export const formatProxyLine = (proxy: ProxyParts, formatId: FormatId): string | null => {
  const host = proxy.host.includes(':') && !proxy.host.startsWith('[') ? `[${proxy.host}]` : proxy.host;
  if (formatId === 3) return `${host}:${proxy.port}`;
  if (proxy.credentials === null) return null;
  const { login, password } = proxy.credentials;
  return formatId === 1 ? `${host}:${proxy.port}:${login}:${password}` : `${login}:${password}@${host}:${proxy.port}`;
};

/** Whether a line has the layout that was asked for, whatever its login and password hold. */
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

/** The only layout a line can have, or `null` when it has none or could have two. */
export const layoutOf = (line: string): FormatId | null => {
  const fitting = ([1, 2, 3] as const).filter((formatId) => hasLayout(line, formatId));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
};

/**
 * Between layouts 1 and 2, only where the line parses in one way; never to or from 3, which carries no credentials.
 * `null` when it cannot be done without guessing.
 */
export const convertProxyLine = (line: string, from: FormatId, to: FormatId): string | null => {
  if (from === to) return line;
  if (from === 3 || to === 3) return null;
  const proxy = parseProxyLine(line, from);
  return proxy === null ? null : formatProxyLine(proxy, to);
};

/**
 * The line for the screen, its password hidden. Where login and password cannot be told apart both are hidden, and a
 * line of no known layout is hidden whole: better too much than a password on a shared screen.
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
