import { readCsvFile, wholeText } from '#core/catalogue/clients/csv-file.ts';
import { inPieces } from '#core/platform/async/slices.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { ListIssue } from '#shared/contract/lists.ts';
import type { ProxyProtocol } from '#shared/domain/check.ts';
import { MAX_CHECKED } from '#shared/domain/check.ts';
import { asOneLine, hasBrokenCharacters, hasControl } from '#shared/domain/control-characters.ts';
import { filledLines } from '#shared/domain/filled-lines.ts';
import { FORMAT_IDS, type FormatId } from '#shared/domain/limits.ts';
import { formatProxyLine } from '#shared/domain/proxy-line.ts';
import {
  chooseReading,
  type LoginOrders,
  loginOrdersOf,
  MAX_PROXY_LINE,
  readSupplierLine,
  readSupplierRow,
  type SupplierColumns,
  type SupplierProxy,
  supplierColumns,
} from '#shared/domain/supplier-line.ts';
import { DeskError } from '#shared/result.ts';
import { MAX_TITLE } from './list-repository.ts';
import { plainRecipe, storeOwnList } from './own-list.ts';

const PIECE = 5_000;
/** The maximum number of line numbers to list. */
const NAMED = 10;

interface LoadOrder {
  readonly accountId: string;
  readonly path: string;
  /** How to read lines that can have the login first or last; `null` if the user has not chosen yet. */
  readonly loginFirst: boolean | null;
  /** ms since the epoch, UTC. */
  readonly at: number;
}

/** Lines that can be read in two ways, with one of them as an example. */
export interface AmbiguousLines extends LoginOrders {
  readonly lines: number;
}

type Loaded = { readonly listId: number } | { readonly ambiguous: AmbiguousLines };

const refuse = (code: string, params: Record<string, number> = {}): DeskError =>
  new DeskError('file', `The file cannot be loaded (${code}).`, { code, params });

/** Returns the first non-blank lines of a text, trimmed, at most `most`, and the number of all. */
const linesOf = (text: string, most: number): { readonly lines: string[]; readonly count: number } => {
  const lines: string[] = [];
  let count = 0;
  for (const { text: line } of filledLines(text)) {
    count += 1;
    if (count <= most) lines.push(line.trim());
  }
  return { lines, count };
};

/** Creates the memory of the file with an open question. The page gets a number and never the path. */
export const createAskedFile = () => {
  let fileId = 0;
  let kept: string | null = null;
  return {
    keep: (path: string): number => {
      kept = path;
      fileId += 1;
      return fileId;
    },
    /** Returns the path. Throws `conflict` (`list-file-forgotten`) if another file was chosen since. */
    take: (asked: number): string => {
      if (kept === null || asked !== fileId) {
        throw new DeskError('conflict', 'Another file was chosen meanwhile.', { code: 'list-file-forgotten' });
      }
      return kept;
    },
  };
};

/** The only reading of a line, or the chosen one. */
interface ReadLine {
  readonly line: string;
  /** `null` if no proxy can be read from the line. */
  readonly proxy: SupplierProxy | null;
}

/** Creates a reader of single lines. A line with two readings stays undecided until `loginFirst` is known. */
const createLineReader = (columns: SupplierColumns | null, loginFirst: boolean | null) => {
  let ambiguous: AmbiguousLines | null = null;
  return {
    read: (line: string): ReadLine => {
      if (hasBrokenCharacters(line)) return { line, proxy: null };
      const readings = columns === null ? readSupplierLine(line) : readSupplierRow(line, columns);
      const example = loginOrdersOf(readings);
      if (example !== null && loginFirst === null) {
        // The first such line becomes the example.
        ambiguous = { ...(ambiguous ?? example), lines: (ambiguous?.lines ?? 0) + 1 };
      }
      return { line, proxy: chooseReading(readings, loginFirst) };
    },
    ambiguous: (): AmbiguousLines | null => ambiguous,
  };
};

/** Returns the layout in which a line is already written as by the service; `null` if none. */
const layoutOfLine = ({ line, proxy }: ReadLine): FormatId | null =>
  proxy === null ? null : (FORMAT_IDS.find((formatId) => formatProxyLine(proxy, formatId) === line) ?? null);

/** Returns the most frequent value, or `otherwise` if there are none. */
const mostOf = <T>(values: readonly T[], otherwise: T): T => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [otherwise, 0] as [T, number])[0];
};

/**
 * Returns a line as the list keeps it. A line in a layout of the service stays unchanged; any other one is written in
 * the list's layout. A different protocol is kept in front of it, and a rotation link in brackets behind it.
 */
const keptLine = (read: ReadLine, formatId: FormatId, protocol: ProxyProtocol): string => {
  const { line, proxy } = read;
  if (proxy === null || layoutOfLine(read) !== null) return line;
  const layout = proxy.credentials === null ? 3 : formatId === 3 ? 1 : formatId;
  const scheme = proxy.protocol === null || proxy.protocol === protocol ? '' : `${proxy.protocol}://`;
  const link = proxy.rotationLink === null ? '' : `[${proxy.rotationLink}]`;
  return `${scheme}${formatProxyLine(proxy, layout) ?? ''}${link}`;
};

/**
 * Makes a list from a file with proxies, one per line, in any supplier's format. It gets the most frequent layout of
 * its lines. Lines without a readable proxy stay unchanged and are counted. If lines can be read in two ways, nothing
 * is made until `loginFirst` is given. Throws `file`: the reason why it cannot be read, `list-too-long`,
 * `list-line-too-long` or `list-no-proxies`.
 */
export const loadList = async (db: Database, order: LoadOrder): Promise<Loaded> => {
  const { accountId, path, loginFirst, at } = order;
  const file = await readCsvFile(path);
  const { lines, count } = linesOf(wholeText(file), MAX_CHECKED + 1);
  const columns = supplierColumns(lines[0] ?? '');
  const headings = columns === null ? 0 : 1;
  lines.splice(0, headings);
  if (count - headings > MAX_CHECKED) throw refuse('list-too-long', { max: MAX_CHECKED, count: count - headings });
  const long = lines.findIndex((line) => line.length > MAX_PROXY_LINE);
  if (long >= 0) throw refuse('list-line-too-long', { line: long + headings + 1, max: MAX_PROXY_LINE });

  const reader = createLineReader(columns, loginFirst);
  const read: ReadLine[] = [];
  for await (const piece of inPieces(lines, PIECE)) read.push(...piece.map(reader.read));
  const ambiguous = reader.ambiguous();
  if (ambiguous !== null) return { ambiguous };
  const proxies = read.flatMap(({ proxy }) => proxy ?? []);
  if (proxies.length === 0) throw refuse('list-no-proxies');

  const unwritten = proxies.some(({ credentials }) => credentials !== null) ? 1 : 3;
  const formatId = mostOf<FormatId>(
    read.flatMap((one) => layoutOfLine(one) ?? []),
    unwritten,
  );
  const protocol = mostOf<ProxyProtocol>(
    proxies.flatMap((proxy) => proxy.protocol ?? []),
    'http',
  );
  const kept = read.map((one) => keptLine(one, formatId, protocol));
  // Lines with control characters are left out and counted separately.
  const unread = read.flatMap(({ line, proxy }, index) =>
    proxy === null && !hasControl(line) ? [index + headings + 1] : [],
  );
  const numbers = unread.slice(0, NAMED).join(', ') + (unread.length > NAMED ? ', …' : '');
  const issue: ListIssue = { chunk: 1, code: 'no-proxy', expected: '', got: numbers, lines: unread.length };
  const title = asOneLine(file.name.replace(/\.[^.]*$/, '')).slice(0, MAX_TITLE);

  async function* pieces() {
    for await (const domain of inPieces(kept, PIECE)) yield { domain, ip: [] };
  }
  const listId = await storeOwnList(db, {
    list: {
      accountId,
      clientId: null,
      clientName: '',
      clientKey: '',
      title: title === '' ? file.name : title,
      recipe: { ...plainRecipe(formatId, kept.length), protocol },
    },
    pieces: pieces(),
    issues: unread.length === 0 ? [] : [issue],
    at,
  });
  return { listId };
};
