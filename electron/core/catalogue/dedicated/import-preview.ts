import type { ImportedTable, LineState, TableReading } from '#shared/contract/import-proxies.ts';
import { proxyColumnsProblem } from '#shared/domain/import-proxies/proxy-columns.ts';
import type { ReadProxy } from '#shared/domain/import-proxies/read-proxy.ts';
import { MASK } from '#shared/domain/proxy-line.ts';
import { loginOrdersOf, readSupplierLine } from '#shared/domain/supplier-line.ts';
import type { ProxyTable } from './import-table.ts';
import type { ImportLine, PaidPurchase, ReadTable } from './import-table-lines.ts';

/** The number of lines that the preview shows. */
const SAMPLE = 30;
/** The most lines that are named with their problems. */
const MAX_NAMED_LINES = 100;
/** The most clients, and the most lines with an unlikely end, that are named. */
const MAX_NAMES = 10;
/** In characters; longer cells are cut in the preview. */
const MAX_CELL = 200;

const maskedCells = (cells: readonly string[], { columns }: TableReading): string[] =>
  columns.map((column, index) => {
    const cell = (cells[index] ?? '').slice(0, MAX_CELL);
    if (column === 'password') return cell.trim() === '' ? '' : MASK;
    if (column !== 'address') return cell;
    const passwords = readSupplierLine(cell).flatMap(({ credentials }) => credentials?.password ?? []);
    return passwords.reduce((text, password) => text.replaceAll(password, MASK), cell);
  });

const countOf = (lines: readonly ImportLine[], state: LineState): number =>
  lines.filter((line) => line.state === state).length;

const exampleOf = ({ table }: ProxyTable, { columns }: TableReading): ImportedTable['twoWays'] => {
  for (const { cells } of table.lines) {
    const orders = loginOrdersOf(readSupplierLine(cells[columns.indexOf('address')] ?? ''));
    if (orders !== null) return orders;
  }
  return null;
};

type ProxyLine = Extract<ImportLine, { readonly proxy: ReadProxy }>;

const namesIn = (lines: readonly ProxyLine[]): { lines: number; names: string[]; unnamed: number } => {
  const names = [...new Set(lines.flatMap(({ proxy }) => proxy.client ?? []))];
  return { lines: lines.length, names: names.slice(0, MAX_NAMES), unnamed: Math.max(0, names.length - MAX_NAMES) };
};

/** An open import, with the number by which the window refers to it. */
interface OpenImportTable extends ProxyTable {
  readonly importId: number;
  readonly purchase: PaidPurchase | null;
}

/** Returns what an import would do, without any password. */
export const previewOfTable = (
  open: OpenImportTable,
  reading: TableReading,
  { lines, proven }: ReadTable,
): ImportedTable => {
  const { table, book, purchase } = open;
  const read = lines.flatMap((line) => ('proxy' in line ? [line] : []));
  const fresh = read.filter(({ state }) => state === 'new');
  const countNew = (test: (proxy: ReadProxy) => boolean): number => fresh.filter(({ proxy }) => test(proxy)).length;
  const withoutClient = fresh.filter(({ proxy, client }) => proxy.client !== null && client.id === null);
  const byNumber = new Map(lines.map((line) => [line.line, line]));
  const bad = lines.flatMap((line) =>
    line.state === 'bad' ? [{ line: line.line, problem: line.problem, text: line.text }] : [],
  );
  const faulty = read.filter(({ faults }) => faults.length > 0);
  const withOddEnd = fresh.filter(({ proxy }) => proxy.hasOddEnd);
  const twoDays = read.flatMap(({ faults }) => faults).find(({ code }) => code === 'end-two-ways')?.text ?? null;
  return {
    importId: open.importId,
    purchase: purchase === null ? null : { id: purchase.id, count: purchase.order.count },
    fileName: open.fileName,
    sheets: book === null ? [] : [...book.sheets],
    sheet: book?.sheet ?? 0,
    header:
      table.header === null
        ? null
        : reading.columns.map((_, index) => (table.header?.[index] ?? '').slice(0, MAX_CELL)),
    above: table.above,
    reading: { columns: [...reading.columns], loginFirst: reading.loginFirst, dayFirst: reading.dayFirst },
    columnsProblem: proxyColumnsProblem(reading.columns),
    sample: table.lines.slice(0, SAMPLE).map(({ line, cells }) => {
      const found = byNumber.get(line);
      const isFaulty = found !== undefined && 'faults' in found && found.faults.length > 0;
      return { line, cells: maskedCells(cells, reading), state: found?.state ?? 'bad', isFaulty };
    }),
    counts: {
      lines: table.lines.length,
      new: fresh.length,
      completes: countOf(lines, 'completes'),
      known: countOf(lines, 'known'),
      repeated: countOf(lines, 'repeated'),
      bad: bad.length,
      faulty: faulty.length,
      newFaulty: faulty.filter(({ state }) => state === 'new').length,
    },
    missing: {
      ids: countNew(({ serviceId }) => serviceId === null),
      ends: countNew(({ wallEnd }) => wallEnd === null),
      kinds: countNew(({ ipv }) => ipv === null),
      countries: countNew(({ countryCode }) => countryCode === null),
      credentials: countNew(({ password }) => password === null),
      clients: fresh.filter(({ client }) => client.id === null).length,
    },
    unknownClients: namesIn(withoutClient.filter(({ client }) => !client.isSeveral)),
    severalClients: namesIn(withoutClient.filter(({ client }) => client.isSeveral)),
    oddEnds: { count: withOddEnd.length, lines: withOddEnd.slice(0, MAX_NAMES).map(({ line }) => line) },
    repeatedLines: lines
      .flatMap((line) => (line.state === 'repeated' ? [{ line: line.line, first: line.first }] : []))
      .slice(0, MAX_NAMED_LINES),
    badLines: bad.slice(0, MAX_NAMED_LINES),
    faults: faulty
      .flatMap(({ line, faults }) => faults.map(({ code, text }) => ({ line, fault: code, text })))
      .slice(0, MAX_NAMED_LINES),
    twoWays:
      bad.some(({ problem }) => problem === 'two-ways') || reading.loginFirst !== null
        ? exampleOf(open, reading)
        : null,
    twoDays,
    provenOrder: proven,
  };
};
