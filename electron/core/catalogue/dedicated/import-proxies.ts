import type { ClientEvents } from '#core/catalogue/clients/client-events.ts';
import { findClientPair } from '#core/catalogue/clients/client-pair.ts';
import { importRefusal, readCsvFile, wholeText } from '#core/catalogue/clients/csv-file.ts';
import { chooseProxyFile } from '#core/catalogue/proxy-files/choose-proxy-file.ts';
import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { inTurns } from '#core/platform/async/slices.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import type { IdsPart } from '#core/platform/undo/ids-part.ts';
import type { DedicatedOrder } from '#shared/contract/dedicated.ts';
import type { ForOthers, ImportedTable, LineState, TableReading } from '#shared/contract/import-proxies.ts';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { endOnDay } from '#shared/domain/import-proxies/proxy-cells.ts';
import { proxyColumnsProblem } from '#shared/domain/import-proxies/proxy-columns.ts';
import { type ProxyProblem, type ReadProxy, readProxy } from '#shared/domain/import-proxies/read-proxy.ts';
import { type RecognisedTable, recogniseProxies } from '#shared/domain/import-proxies/recognise-proxies.ts';
import { MASK } from '#shared/domain/proxy-line.ts';
import { loginOrdersOf, readSupplierLine } from '#shared/domain/supplier-line.ts';
import { DeskError, invalidInput, type Problem } from '#shared/result.ts';
import { addImportedProxy, completes, findSameProxy, type NewProxy, setImportedEnd } from './imported-proxies.ts';

interface ImportProxiesDeps
  extends CommonDeps<'db' | 'clock' | 'session' | 'dialogs' | 'deeds' | 'language' | 'assumedZone'> {
  readonly clientEvents: ClientEvents;
}

interface OpenTable {
  readonly importId: number;
  readonly accountId: string;
  readonly fileName: string | null;
  readonly purchase: PaidPurchase | null;
  readonly table: RecognisedTable;
}

/** The most lines of one import. */
const MAX_LINES = 50_000;
const SAMPLE = 30;
const MAX_BAD_LINES = 100;
const MAX_NAMES = 10;
const MAX_CELL = 200;
/** The number of proxies written at a time. */
const PIECE = 100;
const DAY = 86_400_000;

type Line =
  | { readonly state: 'bad'; readonly line: number; readonly problem: ProxyProblem }
  | { readonly state: 'repeated'; readonly line: number }
  | {
      readonly state: Exclude<LineState, 'bad' | 'repeated'>;
      readonly line: number;
      readonly proxy: ReadProxy;
      readonly clientId: number | null;
      /** The end follows from the purchase. */
      readonly isComputed: boolean;
    };

/** Finds clients by what a table calls them. A text that fits several clients names none. */
const createClientFinder = (db: Database, accountId: string) => {
  const found = new Map<string, number | null>();
  const only = (ids: readonly number[]): number | null => (ids.length === 1 ? (ids[0] ?? null) : null);
  const look = (text: string): number | null => {
    const here = sql`FROM clients WHERE account_id = ${accountId} AND removed = 0`;
    const byKey = db.values<number>(sql`SELECT id ${here} AND client_key = ${text} LIMIT 2`);
    if (byKey.length > 0) return only(byKey);
    const messengerId = /^-?\d{1,16}$/.test(text) ? Number(text) : null;
    const byId = db.values<number>(sql`SELECT id ${here} AND messenger_id = ${messengerId} LIMIT 2`);
    return byId.length > 0 ? only(byId) : only(db.values(sql`SELECT id ${here} AND name = ${text} LIMIT 2`));
  };
  return (text: string): number | null => {
    const known = found.get(text);
    if (known !== undefined) return known;
    const id = look(text);
    found.set(text, id);
    return id;
  };
};

/** A purchase of proxies that was charged, and whose answer did not arrive. */
interface PaidPurchase {
  readonly id: number;
  readonly order: DedicatedOrder;
  readonly clientId: number | null;
  /** When its proxies end, as a wall time in ms. */
  readonly wallEnd: number;
}

/** Adds to a line what its purchase says. */
const withPurchase = (proxy: ReadProxy, purchase: PaidPurchase | null): ReadProxy =>
  purchase === null
    ? proxy
    : {
        ...proxy,
        wallEnd: proxy.wallEnd ?? purchase.wallEnd,
        ipv: proxy.ipv ?? purchase.order.ipv,
        countryCode: proxy.countryCode ?? purchase.order.countryCode.toLowerCase(),
      };

const maskedCells = (cells: readonly string[], { columns }: TableReading): string[] =>
  columns.map((column, index) => {
    const cell = (cells[index] ?? '').slice(0, MAX_CELL);
    if (column === 'password') return cell.trim() === '' ? '' : MASK;
    if (column !== 'address') return cell;
    const passwords = readSupplierLine(cell).flatMap(({ credentials }) => credentials?.password ?? []);
    return passwords.reduce((text, password) => text.replaceAll(password, MASK), cell);
  });

const countOf = (lines: readonly Line[], state: LineState): number =>
  lines.filter((line) => line.state === state).length;

/** Creates the import of proxies that were bought elsewhere, or whose purchase this desk does not know. */
export const createImportProxies = (deps: ImportProxiesDeps) => {
  const { db, clock, session, deeds, clientEvents } = deps;
  let open: OpenTable | undefined;
  let lastId = 0;

  const find = (importId: number): OpenTable => {
    if (open?.importId === importId && open.accountId === session.accountId()) return open;
    throw new DeskError('not-found', 'This import is not open any more.', { code: 'import-closed' });
  };

  /** Finds the purchase that the import is for. Throws `not-found`, or `conflict` if no goods of it are missing. */
  const purchaseOf = (accountId: string, purchaseId: number | undefined): PaidPurchase | null => {
    if (purchaseId === undefined) return null;
    const row = db.get<{
      readonly order: DedicatedOrder;
      readonly goods: string;
      readonly clientId: number | null;
      readonly sentAt: number;
    }>(sql`SELECT order_json AS "order:json", goods, coalesce(sent_at, created_at) AS sentAt,
        (SELECT id FROM clients WHERE id = purchases.client_id AND removed = 0) AS clientId
      FROM purchases WHERE id = ${purchaseId} AND account_id = ${accountId} AND kind = 'dedicated'`);
    if (row === undefined) throw new DeskError('not-found', 'There is no such purchase.', { code: 'purchase' });
    if (row.goods !== 'missing') {
      throw new DeskError('conflict', 'The goods of the purchase are here.', { code: 'goods-not-missing' });
    }
    const { order, clientId, sentAt } = row;
    return { id: purchaseId, order, clientId, wallEnd: wallTimeAt(sentAt, deps.assumedZone()) + order.period * DAY };
  };

  /** Reads every line and compares it with the proxies here. */
  const readLines = async (
    { accountId, table, purchase }: OpenTable,
    reading: TableReading,
  ): Promise<readonly Line[]> => {
    if (proxyColumnsProblem(reading.columns) !== null) return [];
    const clientNamed = createClientFinder(db, accountId);
    const given = { ...reading, zone: deps.assumedZone() };
    const seen = new Set<string>();
    const lines: Line[] = [];
    for await (const { line, cells } of inTurns(table.lines)) {
      const read = readProxy(cells, given);
      if ('problem' in read) {
        lines.push({ state: 'bad', line, problem: read.problem });
        continue;
      }
      const proxy = withPurchase(read.proxy, purchase);
      const keys = [JSON.stringify([proxy.ip.toLowerCase(), proxy.port, proxy.username])];
      if (proxy.serviceId !== null) keys.push(String(proxy.serviceId));
      if (keys.some((key) => seen.has(key))) {
        lines.push({ state: 'repeated', line });
        continue;
      }
      for (const key of keys) seen.add(key);
      const same = findSameProxy(db, accountId, proxy);
      const state = same === undefined ? 'new' : completes(same, proxy) ? 'completes' : 'known';
      const clientId = proxy.client === null ? (purchase?.clientId ?? null) : clientNamed(proxy.client);
      const isComputed = read.proxy.wallEnd === null && proxy.wallEnd !== null;
      lines.push({ state, line, proxy, clientId, isComputed });
    }
    return lines;
  };

  const exampleOf = ({ table }: OpenTable, { columns }: TableReading): ImportedTable['twoWays'] => {
    for (const { cells } of table.lines) {
      const orders = loginOrdersOf(readSupplierLine(cells[columns.indexOf('address')] ?? ''));
      if (orders !== null) return orders;
    }
    return null;
  };

  const preview = async (one: OpenTable, reading: TableReading): Promise<ImportedTable> => {
    const lines = await readLines(one, reading);
    const fresh = lines.flatMap((line) => (line.state === 'new' ? [line] : []));
    const lacking = (test: (proxy: ReadProxy) => boolean): number => fresh.filter(({ proxy }) => test(proxy)).length;
    const strangers = fresh.flatMap(({ proxy, clientId }) => (clientId === null ? (proxy.client ?? []) : []));
    const stateOf = new Map(lines.map(({ line, state }) => [line, state]));
    const bad = lines.flatMap((line) => (line.state === 'bad' ? [{ line: line.line, problem: line.problem }] : []));
    return {
      importId: one.importId,
      purchase: one.purchase === null ? null : { id: one.purchase.id, count: one.purchase.order.count },
      fileName: one.fileName,
      header: one.table.header === null ? null : one.table.header.map((cell) => cell.slice(0, MAX_CELL)),
      reading: { columns: [...reading.columns], loginFirst: reading.loginFirst },
      columnsProblem: proxyColumnsProblem(reading.columns),
      sample: one.table.lines.slice(0, SAMPLE).map(({ line, cells }) => ({
        line,
        cells: maskedCells(cells, reading),
        state: stateOf.get(line) ?? 'bad',
      })),
      counts: {
        lines: one.table.lines.length,
        new: fresh.length,
        completes: countOf(lines, 'completes'),
        known: countOf(lines, 'known'),
        repeated: countOf(lines, 'repeated'),
        bad: bad.length,
      },
      missing: {
        ids: lacking(({ serviceId }) => serviceId === null),
        ends: lacking(({ wallEnd }) => wallEnd === null),
        kinds: lacking(({ ipv }) => ipv === null),
        countries: lacking(({ countryCode }) => countryCode === null),
        credentials: lacking(({ password }) => password === null),
        clients: fresh.filter(({ clientId }) => clientId === null).length,
      },
      unknownClients: { lines: strangers.length, names: [...new Set(strangers)].slice(0, MAX_NAMES) },
      badLines: bad.slice(0, MAX_BAD_LINES),
      twoWays:
        bad.some(({ problem }) => problem === 'two-ways') || reading.loginFirst !== null
          ? exampleOf(one, reading)
          : null,
    };
  };

  /** Opens a table in place of the one that was open. */
  const begin = (source: Omit<OpenTable, 'importId' | 'table'>, text: string): Promise<ImportedTable> => {
    const table = recogniseProxies(text);
    if (table.lines.length === 0) throw importRefusal('proxies-none');
    if (table.lines.length > MAX_LINES)
      throw importRefusal('list-too-long', { max: MAX_LINES, count: table.lines.length });
    lastId += 1;
    open = { ...source, importId: lastId, table };
    return preview(open, { columns: [...table.columns], loginFirst: null });
  };

  const openFile = async (purchaseId: number | undefined): Promise<ImportedTable | null> => {
    const accountId = session.accountId();
    const purchase = purchaseOf(accountId, purchaseId);
    const path = await chooseProxyFile(deps, 'files:dialogs.importProxies');
    if (path === null) return null;
    const file = await readCsvFile(path);
    return begin({ accountId, purchase, fileName: file.name }, wholeText(file));
  };

  /** Returns the line's proxy with everything that holds for the others. Throws if something needed is missing. */
  const completed = (
    line: Extract<Line, { readonly proxy: ReadProxy }>,
    others: ForOthers,
    paid: PaidPurchase | null,
  ): NewProxy => {
    const { proxy, clientId, isComputed } = line;
    const ipv = proxy.ipv ?? others.ipv;
    const countryCode = proxy.countryCode ?? others.countryCode?.toLowerCase() ?? null;
    if (ipv === null || countryCode === null) throw new Error('The kind and the country were checked before.');
    const day = others.endDay === null ? null : endOnDay(others.endDay, deps.assumedZone());
    const isStranger = proxy.client !== null && clientId === null;
    return {
      ...proxy,
      ipv,
      countryCode,
      wallEnd: proxy.wallEnd ?? day,
      // A proxy that belongs to somebody else must not become the chosen client's.
      clientId: isStranger ? null : (clientId ?? others.clientId),
      dateSource: isComputed ? 'computed' : 'typed',
      purchaseId: paid?.id ?? null,
      note: isStranger ? [proxy.note, proxy.client].filter((part) => part !== '').join('\n') : proxy.note,
    };
  };

  const problemsOf = (fresh: readonly ReadProxy[], others: ForOthers): Problem[] => {
    const problems: Problem[] = [];
    if (others.ipv === null && fresh.some(({ ipv }) => ipv === null)) {
      problems.push({ field: 'ipv', code: 'kind-required' });
    }
    if (others.countryCode === null && fresh.some(({ countryCode }) => countryCode === null)) {
      problems.push({ field: 'countryCode', code: 'country-required' });
    }
    return problems;
  };

  const confirm = async (importId: number, reading: TableReading, others: ForOthers) => {
    const one = find(importId);
    const { accountId } = one;
    const lines = await readLines(one, reading);
    const useful = lines.flatMap((line) => (line.state === 'new' || line.state === 'completes' ? [line] : []));
    const fresh = useful.filter(({ state }) => state === 'new');
    const problems = problemsOf(
      fresh.map(({ proxy }) => proxy),
      others,
    );
    if (problems.length > 0) throw invalidInput('The import lacks something.', ...problems);
    if (others.clientId !== null) findClientPair(db, accountId, others.clientId);
    find(importId);
    // A second confirmation must not add the same proxies again.
    open = undefined;
    const tally = clientEvents.tally();
    let [added, dated] = [0, 0];
    const pieces = Array.from({ length: Math.ceil(useful.length / PIECE) }, (_, at) =>
      useful.slice(at * PIECE, (at + 1) * PIECE),
    );
    const { undoId } = await deeds.note<IdsPart>({ accountId, kind: 'proxies-import' }, (notes) =>
      writeInSlices(db, pieces, (piece) => {
        const ids = piece.flatMap((line) => {
          // Another computer of a shared desk may have added the same proxy meanwhile.
          const same = findSameProxy(db, accountId, line.proxy);
          if (same === undefined) {
            const proxy = completed(line, others, one.purchase);
            if (proxy.clientId !== null) tally.add(proxy.clientId, { name: 'proxies-assigned', count: 1 });
            return [addImportedProxy(db, accountId, proxy, clock.now())];
          }
          if (completes(same, line.proxy)) {
            setImportedEnd(db, same, line.proxy.wallEnd);
            dated += 1;
          }
          return [];
        });
        notes.add({ ids }, ids.length);
        added += ids.length;
      }),
    );
    return { added, completed: dated, undoId };
  };

  const handlers: Pick<
    FeatureHandlers<'dedicated'>,
    | 'dedicated.importText'
    | 'dedicated.importFile'
    | 'dedicated.importPreview'
    | 'dedicated.importConfirm'
    | 'dedicated.importCancel'
  > = {
    'dedicated.importText': ({ text, purchaseId }) => {
      const accountId = session.accountId();
      return begin({ accountId, purchase: purchaseOf(accountId, purchaseId), fileName: null }, text);
    },
    'dedicated.importFile': ({ purchaseId }) => openFile(purchaseId),
    'dedicated.importPreview': ({ importId, reading }) => preview(find(importId), reading),
    'dedicated.importConfirm': ({ importId, reading, forOthers }) => confirm(importId, reading, forOthers),
    'dedicated.importCancel': ({ importId }) => {
      if (open?.importId === importId) open = undefined;
      return {};
    },
  };
  return handlers;
};
