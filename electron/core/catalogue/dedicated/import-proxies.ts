import { createEventTally } from '#core/catalogue/clients/client-events.ts';
import { findClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { ImportSource } from '#core/catalogue/clients/import-file.ts';
import { chooseProxyFile } from '#core/catalogue/proxy-files/choose-proxy-file.ts';
import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import type { IdsPart } from '#core/platform/undo/ids-part.ts';
import type { DedicatedOrder } from '#shared/contract/dedicated.ts';
import type { ForOthers, ImportedTable, TableReading } from '#shared/contract/import-proxies.ts';
import type { ParsedInput } from '#shared/contract/index.ts';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { endOnDay } from '#shared/domain/import-proxies/proxy-cells.ts';
import type { ReadProxy } from '#shared/domain/import-proxies/read-proxy.ts';
import { DeskError, invalidInput, type Problem } from '#shared/result.ts';
import { previewOfTable } from './import-preview.ts';
import { openProxyTable, type ProxyTable, tableOfText, turnProxyTable } from './import-table.ts';
import { type ImportLine, type PaidPurchase, type ReadTable, readImportLines } from './import-table-lines.ts';
import { addImportedProxy, completes, findSameProxy, type NewProxy, setImportedEnd } from './imported-proxies.ts';

type ImportProxiesDeps = CommonDeps<'db' | 'clock' | 'session' | 'dialogs' | 'deeds' | 'language' | 'assumedZone'>;

interface OpenTable extends ProxyTable {
  readonly importId: number;
  readonly accountId: string;
  readonly purchase: PaidPurchase | null;
}

/** The number of proxies written at a time. */
const PIECE = 100;
const DAY = 86_400_000;

/** Creates the import of proxies that were bought elsewhere, or whose purchase this desk does not know. */
export const createImportProxies = (deps: ImportProxiesDeps) => {
  const { db, clock, session, deeds } = deps;
  let open: OpenTable | undefined;
  let reader = new AbortController();
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

  const readTable = (one: OpenTable, reading: TableReading): Promise<ReadTable> =>
    readImportLines(one, reading, {
      db,
      accountId: one.accountId,
      purchase: one.purchase,
      zone: deps.assumedZone(),
      now: clock.now(),
    });

  const preview = async (one: OpenTable, reading: TableReading): Promise<ImportedTable> =>
    previewOfTable(one, reading, await readTable(one, reading));

  /** The reading of a table about which the user has decided nothing. */
  const firstReading = ({ table }: ProxyTable): TableReading => ({
    columns: [...table.columns],
    loginFirst: null,
    dayFirst: null,
  });

  /** Opens a table in place of the one that was open. */
  const begin = (source: Pick<OpenTable, 'accountId' | 'purchase'>, table: ProxyTable): Promise<ImportedTable> => {
    lastId += 1;
    const one = { ...source, ...table, importId: lastId };
    open = one;
    return preview(one, firstReading(table));
  };

  /** Cancels the reading that runs, because its result is not wanted any more. */
  const startReading = (): AbortSignal => {
    reader.abort(new DeskError('cancelled', 'Another table of proxies was opened meanwhile.'));
    reader = new AbortController();
    return reader.signal;
  };

  const openSource = async (purchaseId: number | undefined, source: ImportSource): Promise<ImportedTable> => {
    const accountId = session.accountId();
    const purchase = purchaseOf(accountId, purchaseId);
    return begin({ accountId, purchase }, await openProxyTable(source, startReading()));
  };

  const openFile = async (purchaseId: number | undefined): Promise<ImportedTable | null> => {
    purchaseOf(session.accountId(), purchaseId);
    const path = await chooseProxyFile(deps, 'files:dialogs.importProxies');
    return path === null ? null : openSource(purchaseId, { kind: 'path', path });
  };

  const readAgain = async (importId: number, reading: TableReading, sheet: number | undefined) => {
    const one = find(importId);
    if (sheet === undefined || one.book === null || one.book.sheet === sheet) return preview(one, reading);
    const table = await turnProxyTable(one.book, sheet, startReading());
    const turned = { ...find(importId), ...table };
    open = turned;
    // The choices for one sheet say nothing about another.
    return preview(turned, firstReading(table));
  };

  /** Returns the line's proxy with everything that holds for the others. Throws if something needed is missing. */
  const completed = (
    line: Extract<ImportLine, { readonly proxy: ReadProxy }>,
    others: ForOthers,
    paid: PaidPurchase | null,
  ): NewProxy => {
    const { proxy, client, isComputed } = line;
    const ipv = proxy.ipv ?? others.ipv;
    const countryCode = proxy.countryCode ?? others.countryCode?.toLowerCase() ?? null;
    if (ipv === null || countryCode === null) throw new Error('The kind and the country were checked before.');
    const day = others.endDay === null ? null : endOnDay(others.endDay, deps.assumedZone());
    const isStranger = proxy.client !== null && client.id === null;
    return {
      ...proxy,
      ipv,
      countryCode,
      wallEnd: proxy.wallEnd ?? day,
      // A proxy that belongs to somebody else must not become the chosen client's.
      clientId: isStranger ? null : (client.id ?? others.clientId),
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

  const confirm = async ({ importId, reading, forOthers: others, faulty }: ParsedInput<'dedicated.importConfirm'>) => {
    const one = find(importId);
    const { accountId } = one;
    const { lines } = await readTable(one, reading);
    const isHeld = (line: ImportLine): boolean => faulty === 'hold' && line.state === 'new' && line.faults.length > 0;
    const useful = lines.flatMap((line) =>
      (line.state === 'new' || line.state === 'completes') && !isHeld(line) ? [line] : [],
    );
    const fresh = useful.filter(({ state }) => state === 'new');
    const problems = problemsOf(
      fresh.map(({ proxy }) => proxy),
      others,
    );
    if (problems.length > 0) throw invalidInput('The import is not complete.', ...problems);
    if (others.clientId !== null) findClientPair(db, accountId, others.clientId);
    find(importId);
    // A second confirmation must not add the same proxies again.
    open = undefined;
    const tally = createEventTally(deps);
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
    return { added, completed: dated, heldBack: lines.filter(isHeld).length, undoId };
  };

  const handlers: Pick<
    FeatureHandlers<'dedicated'>,
    | 'dedicated.importText'
    | 'dedicated.importFile'
    | 'dedicated.importGiven'
    | 'dedicated.importPreview'
    | 'dedicated.importConfirm'
    | 'dedicated.importCancel'
  > = {
    'dedicated.importText': ({ text, purchaseId }) => {
      const accountId = session.accountId();
      const purchase = purchaseOf(accountId, purchaseId);
      startReading();
      return begin({ accountId, purchase }, tableOfText(text));
    },
    'dedicated.importFile': ({ purchaseId }) => openFile(purchaseId),
    'dedicated.importGiven': ({ name, base64, purchaseId }) =>
      openSource(purchaseId, { kind: 'bytes', name, bytes: Buffer.from(base64, 'base64') }),
    'dedicated.importPreview': ({ importId, reading, sheet }) => readAgain(importId, reading, sheet),
    'dedicated.importConfirm': confirm,
    'dedicated.importCancel': ({ importId }) => {
      if (open?.importId === importId) open = undefined;
      return {};
    },
  };
  return handlers;
};
