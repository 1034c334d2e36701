import { beginningOfCell } from '../beginning-of-cell.ts';
import { hasBrokenCharacters, hasControl } from '../control-characters.ts';
import { bracketedHost } from '../ip-address.ts';
import type { Ipv } from '../limits.ts';
import { MASK } from '../proxy-line.ts';
import { damageOf } from '../spreadsheet-values.ts';
import { chooseReading, MAX_PROXY_LINE, readSupplierLine, type SupplierProxy } from '../supplier-line.ts';
import {
  END_FAULTS,
  type EndReading,
  isEmptyCell,
  kindOfHost,
  readCountryCell,
  readEnd,
  readKind,
  readServiceId,
} from './proxy-cells.ts';
import type { ProxyColumn } from './proxy-columns.ts';

/** Why a line brings no proxy. */
export const PROXY_PROBLEMS = ['no-proxy', 'two-ways', 'control', 'id', 'too-long', 'extra-cells'] as const;
export type ProxyProblem = (typeof PROXY_PROBLEMS)[number];

/**
 * Which value of a line is left out, because it cannot be read. `login-damaged` and `password-damaged` are taken as they
 * are, although a spreadsheet seems to have shortened them, and so are `characters`, which are invalid in the encoding of
 * the file.
 */
export const PROXY_FAULTS = [
  ...END_FAULTS,
  'kind',
  'country',
  'login-damaged',
  'password-damaged',
  'characters',
] as const;
type ProxyFaultCode = (typeof PROXY_FAULTS)[number];

export interface ProxyFault {
  readonly code: ProxyFaultCode;
  /** The beginning of the cell; a password is masked. */
  readonly text: string;
}

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
  /** The values of the line that cannot be read or are doubtful. */
  readonly faults: readonly ProxyFault[];
  /** Whether the end passed long ago or lies far ahead. */
  readonly hasOddEnd: boolean;
}

export interface ProxyReading extends EndReading {
  readonly columns: readonly ProxyColumn[];
  /** How to read a cell that may have the login first or last; `null` if that was not decided. */
  readonly loginFirst: boolean | null;
}

/** `text`: the beginning of the cell at fault, if it can be shown. */
type Result = { readonly proxy: ReadProxy } | { readonly problem: ProxyProblem; readonly text?: string };

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
export const readProxy = (cells: readonly string[], reading: ProxyReading): Result => {
  const { columns, loginFirst } = reading;
  const cell = (column: ProxyColumn): string => {
    const text = cells[columns.indexOf(column)]?.trim() ?? '';
    return isEmptyCell(text) ? '' : text;
  };
  if (cells.some((text) => text.length > MAX_PROXY_LINE)) return { problem: 'too-long' };
  // A separator within a password makes two cells of it, and the rest of the line means something else then.
  if (cells.slice(columns.length).some((text) => text.trim() !== '')) return { problem: 'extra-cells' };
  // Any word could be a host, but a proxy that is sold has an address or a name with dots.
  const readings = readingsOf(cell).filter(({ host }) => /[.:]/.test(host));
  const proxy = chooseReading(readings, loginFirst);
  if (proxy === null) return { problem: readings.length > 1 ? 'two-ways' : 'no-proxy' };
  const serviceId = readServiceId(cell('id'));
  if (serviceId === null && cell('id') !== '') return { problem: 'id', text: beginningOfCell(cell('id')) };
  const end = readEnd(cell('end'), reading);
  const ipv = readKind(cell('kind'));
  const countryCode = readCountryCell(cell('country'));
  const faults: ProxyFault[] = end.fault === null ? [] : [{ code: end.fault, text: beginningOfCell(cell('end')) }];
  if (ipv === null && cell('kind') !== '') faults.push({ code: 'kind', text: beginningOfCell(cell('kind')) });
  if (countryCode === null && cell('country') !== '')
    faults.push({ code: 'country', text: beginningOfCell(cell('country')) });
  if (damageOf(cell('login')) !== null) faults.push({ code: 'login-damaged', text: beginningOfCell(cell('login')) });
  if (damageOf(cell('password')) !== null) faults.push({ code: 'password-damaged', text: MASK });
  if (cells.some(hasBrokenCharacters)) faults.push({ code: 'characters', text: '' });
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
      wallEnd: end.wallEnd,
      ipv: ipv ?? kindOfHost(ip),
      countryCode,
      client: cell('client') || null,
      note: cell('note'),
      faults,
      hasOddEnd: end.isDoubtful,
    },
  };
};
