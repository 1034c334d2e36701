import { CsvReader } from '../csv-reader.ts';
import { filledLines } from '../filled-lines.ts';
import { isIpv4, isIpv6 } from '../ip-address.ts';
import { readSupplierLine } from '../supplier-line.ts';
import { isEmptyCell, isMoment, readCountryCell, readKind } from './proxy-cells.ts';
import { MAX_PROXY_COLUMNS, type ProxyColumn, proxyColumnNamedBy, proxyColumnsProblem } from './proxy-columns.ts';

/** A line of a table. */
export interface TableLine {
  /** The number of the line in the text, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface RecognisedTable {
  /** The words of the first line if it names the columns, otherwise `null`. */
  readonly header: readonly string[] | null;
  readonly columns: readonly ProxyColumn[];
  /** The number of lines above the header, such as titles. They are skipped. */
  readonly above: number;
  /** The lines below the header that are not empty. */
  readonly lines: readonly TableLine[];
}

const DELIMITERS = ['\t', ';', '|', ','] as const;
/** The number of lines that a guess reads. */
const SAMPLE = 50;
/** The number of lines that are searched for a header. */
const TITLES = 10;

/** The number of characters that are read at a time. */
const PIECE = 256 * 1024;

/** Returns the lines of a table. It stops when there are more than `most`. */
const recordsOf = (text: string, delimiter: string, most: number): TableLine[] => {
  const reader = new CsvReader(delimiter);
  const lines: TableLine[] = [];
  for (let at = 0; at < text.length && lines.length <= most; at += PIECE) {
    for (const { line, fields } of reader.push(text.slice(at, at + PIECE), at + PIECE >= text.length)) {
      if (fields.some((cell) => cell.trim() !== '')) lines.push({ line, cells: fields });
    }
  }
  return lines;
};

/** Returns lines that are one cell each. Quotes in them belong to passwords. It stops when there are more than `most`. */
const wholeLines = (text: string, most: number): TableLine[] => {
  const lines: TableLine[] = [];
  for (const { line, text: cell } of filledLines(text)) {
    lines.push({ line, cells: [cell] });
    if (lines.length > most) break;
  }
  return lines;
};

type Test = (cell: string) => boolean;

/** Returns whether more than half of the filled cells pass, and at least one. */
const mostly = (cells: readonly string[], test: Test): boolean => {
  const filled = cells.filter((cell) => !isEmptyCell(cell));
  return filled.filter((cell) => test(cell.trim())).length * 2 > filled.length;
};

const isIp: Test = (cell) => isIpv4(cell) || isIpv6(cell.replace(/^\[(.*)\]$/, '$1'));
const isWhole: Test = (cell) =>
  /[:@]/.test(cell) && !isIp(cell) && readSupplierLine(cell).some(({ host }) => host.includes('.'));
const isPort: Test = (cell) => /^\d{1,5}$/.test(cell) && Number(cell) >= 1 && Number(cell) <= 65_535;
const isNumber: Test = (cell) => /^\d{1,16}$/.test(cell);
/** Seconds since 1970 are not taken for an end without a header, because an id may have as many digits. */
const isEnd: Test = (cell) => !isNumber(cell) && isMoment(cell);
const isKind: Test = (cell) => !isNumber(cell) && readKind(cell) !== null;
const isCountry: Test = (cell) => readCountryCell(cell) !== null;

/** A column is part of the table if at least this share of the lines fill it. */
const COLUMN_SHARE = 0.25;

/**
 * Returns the number of columns. A cell that only a few lines have belongs to none: a separator within a password has
 * probably split it, and `readProxy` says so.
 */
const widthOf = (lines: readonly TableLine[]): number => {
  const widths = lines
    .map(({ cells }) => cells.findLastIndex((cell) => cell.trim() !== '') + 1)
    .toSorted((one, other) => other - one);
  const width = widths[Math.max(0, Math.ceil(widths.length * COLUMN_SHARE) - 1)] ?? 0;
  return Math.min(MAX_PROXY_COLUMNS, width);
};

/** Guesses the columns of a table without a header from what stands in them. */
const columnsByContent = (lines: readonly TableLine[]): ProxyColumn[] => {
  const width = widthOf(lines);
  const contents = Array.from({ length: width }, (_, index) => lines.map(({ cells }) => cells[index] ?? ''));
  const columns: ProxyColumn[] = contents.map(() => 'ignore');
  const isFree = (index: number): boolean => columns[index] === 'ignore' && contents[index] !== undefined;
  const take = (column: ProxyColumn, index: number): void => {
    if (index >= 0 && isFree(index) && !columns.includes(column)) columns[index] = column;
  };
  const find = (test: Test): number =>
    contents.findIndex(
      (cells, index) => isFree(index) && cells.some((cell) => cell.trim() !== '') && mostly(cells, test),
    );
  take('address', find(isWhole));
  const first = columns.indexOf('address');
  const host = first >= 0 ? first : find(isIp);
  if (first < 0) take('host', host);
  if (host < 0) return columns;
  if (first < 0 && mostly(contents[host + 1] ?? [], isPort)) take('port', host + 1);
  take('end', find(isEnd));
  take('kind', find(isKind));
  take('country', find(isCountry));
  // The login and the password follow the port, or precede the address.
  const after = Math.max(host, columns.indexOf('port')) + 1;
  const isText = (index: number): boolean =>
    isFree(index) && !mostly(contents[index] ?? [], isNumber) && (contents[index] ?? []).some((cell) => cell !== '');
  const isCredential = (index: number): boolean =>
    isFree(index) && (contents[index] ?? []).some((cell) => !isEmptyCell(cell));
  if (first < 0 && isCredential(after) && isCredential(after + 1)) {
    take('login', after);
    take('password', after + 1);
  } else if (first < 0 && isText(host - 2) && isCredential(host - 1)) {
    take('login', host - 2);
    take('password', host - 1);
  }
  const before = contents.findIndex((cells, index) => index < host && isFree(index) && mostly(cells, isNumber));
  take('id', before);
  return columns;
};

/**
 * Returns the columns that a header names. A column of other kinds than IPv4 and IPv6, such as the protocol, is
 * ignored, and a column titled “Proxy” beside one of ports holds the addresses alone unless its cells are whole proxies;
 * `lines` are those below the header.
 */
const columnsByHeader = (header: readonly string[], lines: readonly TableLine[]): ProxyColumn[] => {
  const width = Math.max(Math.min(MAX_PROXY_COLUMNS, header.length), widthOf(lines));
  const named = Array.from({ length: width }, (_, index) => proxyColumnNamedBy(header[index] ?? '') ?? 'ignore');
  const canSplit = named.includes('port') && !named.includes('host');
  return named.map((column, index) => {
    if (named.indexOf(column) !== index) return 'ignore';
    const cells = lines.map((line) => line.cells[index] ?? '').filter((cell) => !isEmptyCell(cell));
    if (column === 'address' && canSplit && cells.length > 0 && !cells.some(isWhole)) return 'host';
    return column === 'kind' && cells.length > 0 && !cells.some((cell) => readKind(cell) !== null) ? 'ignore' : column;
  });
};

const usedOf = (columns: readonly ProxyColumn[]): number => columns.filter((column) => column !== 'ignore').length;
const filledOf = ({ cells }: TableLine): number => cells.filter((cell) => cell.trim() !== '').length;
const hasProxy = ({ cells }: TableLine): boolean => cells.some((cell) => isIp(cell.trim()) || isWhole(cell));

/** Returns whether the words of a line name columns that can be imported. */
const isHeader = (line: TableLine): boolean => {
  const named = columnsByHeader(line.cells, []);
  // A single known word may be a login.
  const isNamed = usedOf(named) >= 2 || (usedOf(named) === 1 && line.cells.length === 1);
  return isNamed && proxyColumnsProblem(named) === null && !hasProxy(line);
};

/** Returns the index of the header: the first line, or one below titles, which have fewer cells; −1 if there is none. */
const headerAt = (lines: readonly TableLine[]): number =>
  lines.slice(0, TITLES).findIndex((line, index) => {
    if (!isHeader(line)) return false;
    const titles = lines.slice(0, index);
    return titles.every((title) => filledOf(title) * 2 <= filledOf(line) && !hasProxy(title));
  });

const recognised = (lines: readonly TableLine[]): RecognisedTable => {
  const above = headerAt(lines);
  const header = lines[above]?.cells;
  if (header !== undefined) {
    const below = lines.slice(above + 1);
    return { header, above, columns: columnsByHeader(header, below.slice(0, SAMPLE)), lines: below };
  }
  return { header: null, above: 0, columns: columnsByContent(lines.slice(0, SAMPLE)), lines };
};

/** Recognises the columns of a sheet of a workbook. A single column holds a whole proxy in each cell. */
export const recogniseSheet = (lines: readonly TableLine[]): RecognisedTable => {
  const table = recognised(lines);
  return usedOf(table.columns) === 0 && table.columns.length === 1 ? { ...table, columns: ['address'] } : table;
};

/**
 * Recognises the lines and columns of a text with proxies: a table with or without a header, separated by tabs,
 * semicolons, pipes or commas, or lines in the notations of suppliers. The table with the most recognised columns
 * wins; without one, every line is read as a whole proxy. Columns without a known meaning are `ignore`. If there are
 * more than `most` lines below the header, the rest of the text may be left out.
 */
export const recogniseProxies = (text: string, most = Number.POSITIVE_INFINITY): RecognisedTable => {
  const limit = most + TITLES;
  const start = text.split(/\r\n|[\n\r]/, SAMPLE + 1).join('\n');
  const scores = DELIMITERS.map((delimiter) => {
    const { columns } = start.includes(delimiter) ? recognised(recordsOf(start, delimiter, limit)) : { columns: [] };
    return { delimiter, used: proxyColumnsProblem(columns) === null ? usedOf(columns) : 0 };
  });
  const best = scores.reduce((a, b) => (b.used > a.used ? b : a));
  if (best.used >= 2) return recognised(recordsOf(text, best.delimiter, limit));
  const whole = recognised(wholeLines(text, limit));
  // Each line must be a whole proxy then, whatever most of them look like.
  return whole.header === null ? { ...whole, columns: ['address'] } : whole;
};
