import { hasControl } from '../control-characters.ts';
import { bracketedHost } from '../ip-address.ts';
import type { Ipv } from '../limits.ts';
import { chooseReading, MAX_PROXY_LINE, readSupplierLine, type SupplierProxy } from '../supplier-line.ts';
import { isEmptyCell, kindOfHost, readCountryCell, readEnd, readKind, readServiceId } from './proxy-cells.ts';
import type { ProxyColumn } from './proxy-columns.ts';

/** Why a line brings no proxy. */
export const PROXY_PROBLEMS = ['no-proxy', 'two-ways', 'control', 'id', 'end', 'too-long'] as const;
export type ProxyProblem = (typeof PROXY_PROBLEMS)[number];

/** A proxy of a table. `null` is everything that its line does not say. */
export interface ReadProxy {
  readonly serviceId: number | null;
  /** Without brackets. */
  readonly ip: string;
  readonly port: string;
  readonly username: string | null;
  readonly password: string | null;
  /** The end as a wall time in ms (assumed-zone.ts). */
  readonly wallEnd: number | null;
  readonly ipv: Ipv | null;
  readonly countryCode: string | null;
  /** The key, messenger id or name of a client, as it was written. */
  readonly client: string | null;
  readonly note: string;
}

export interface ProxyReading {
  readonly columns: readonly ProxyColumn[];
  /** How to read a cell that may have the login first or last; `null` if that was not decided. */
  readonly loginFirst: boolean | null;
  /** The assumed zone, for ends that are given as an instant. */
  readonly zone: string;
}

type Result = { readonly proxy: ReadProxy } | { readonly problem: ProxyProblem };

/** The most characters of a login or a password. */
const MAX_CREDENTIAL = 500;
const MAX_NOTE = 2_000;
const MAX_CLIENT = 200;

/** Returns the ways to read the proxy of a line; none if there is no proxy in it. */
const readingsOf = (cell: (column: ProxyColumn) => string): readonly SupplierProxy[] => {
  const whole = cell('address');
  if (whole !== '') return readSupplierLine(whole);
  const host = cell('host');
  const port = cell('port');
  // The colons of an IPv6 address would be read as separators.
  return host === '' ? [] : readSupplierLine(port === '' ? host : `${bracketedHost(host)}:${port}`);
};

/** Reads one line of a table of proxies. */
export const readProxy = (cells: readonly string[], { columns, loginFirst, zone }: ProxyReading): Result => {
  const cell = (column: ProxyColumn): string => {
    const text = cells[columns.indexOf(column)]?.trim() ?? '';
    return isEmptyCell(text) ? '' : text;
  };
  if (cells.some((text) => text.length > MAX_PROXY_LINE)) return { problem: 'too-long' };
  // Any word could be a host, but a proxy that is sold has an address or a name with dots.
  const readings = readingsOf(cell).filter(({ host }) => /[.:]/.test(host));
  const proxy = chooseReading(readings, loginFirst);
  if (proxy === null) return { problem: readings.length > 1 ? 'two-ways' : 'no-proxy' };
  const serviceId = readServiceId(cell('id'));
  if (serviceId === null && cell('id') !== '') return { problem: 'id' };
  const wallEnd = readEnd(cell('end'), zone);
  if (wallEnd === null && cell('end') !== '') return { problem: 'end' };
  const ip = proxy.host.replace(/^\[(.*)\]$/, '$1');
  const username = cell('login') || proxy.credentials?.login || null;
  const password = cell('password') || proxy.credentials?.password || null;
  const texts = [ip, username ?? '', password ?? '', cell('client')];
  if (texts.some(hasControl)) return { problem: 'control' };
  const isLong = texts.some((text) => text.length > MAX_CREDENTIAL) || cell('client').length > MAX_CLIENT;
  if (isLong || cell('note').length > MAX_NOTE) return { problem: 'too-long' };
  return {
    proxy: {
      serviceId,
      ip,
      port: proxy.port,
      username,
      password,
      wallEnd,
      ipv: readKind(cell('kind')) ?? kindOfHost(ip),
      countryCode: readCountryCell(cell('country')),
      client: cell('client') || null,
      note: cell('note'),
    },
  };
};
