import type { CommonDeps } from '#core/context.ts';
import { type AnswerOf, type RunStarter, runForAnswer } from '#core/engine/run-many.ts';
import type { ImportPreview } from '#shared/contract/clients.ts';
import { columnProblems } from '#shared/domain/csv-columns.ts';
import type { UnsureColumns } from '#shared/domain/csv-recognise.ts';
import { decidedOrder } from '#shared/domain/date-order.ts';
import { DeskError } from '#shared/result.ts';
import { recallColumns, rememberColumns } from './column-memory.ts';
import { type Scan, scanFile } from './csv-import.ts';
import { type ImportChoices, type ImportResult, writeImport } from './csv-import-write.ts';
import { type DecidedReading, guessReading, orderProvenIn } from './csv-records.ts';
import type { FileMoney } from './file-money.ts';
import { type ImportFile, type ImportSource, nameOfSource, openImportFile } from './import-file.ts';
import { addToImportReport, beginImportReport, findEarlierImports } from './import-report.ts';
import { type ImportedClients, registerImportUndo } from './import-undo.ts';

interface OpenImport {
  readonly id: number;
  readonly accountId: string;
  file: ImportFile;
  running: AbortController;
  reading: DecidedReading;
  /** The reading with the order of day and month that the dates prove, if the user has chosen none. */
  decided: DecidedReading;
  unsure: UnsureColumns;
  /** The columns as the app recognised them, and those that the user chose for this kind of file before. */
  guessed: DecidedReading['columns'];
  recalled: DecidedReading | undefined;
  scan: Scan | undefined;
}

interface ConfirmedImport extends ImportResult {
  /** The run in Activity, where the report stays. */
  readonly runId: number;
  /** The added clients, in the order of the file. */
  readonly addedIds: number[];
}

type RunContext = Parameters<AnswerOf<ConfirmedImport>['work']>[0];

type WantedReading = Omit<DecidedReading, 'columns'> & { readonly columns: DecidedReading['columns'] | null };

/** Adds the name of an unreadable file, because it is not on the screen yet. */
const withFileName = (error: unknown, source: ImportSource): unknown =>
  error instanceof DeskError && error.kind === 'file' && source.kind !== 'pasted'
    ? new DeskError(error.kind, error.message, {
        ...error.details,
        params: { ...error.details?.params, fileName: nameOfSource(source) },
      })
    : error;

const cancelled = (): DeskError => new DeskError('cancelled', 'The import was cancelled.');

interface CsvImportsDeps extends CommonDeps<'db' | 'clock' | 'bus' | 'emit' | 'deeds'> {
  /** Marks runs as seen. */
  readonly dismissRuns: (accountId: string, runIds: readonly number[]) => void;
  readonly money: FileMoney;
  readonly engine: RunStarter;
}

/** Creates the imports. One file is open at a time: opening another one closes the previous one. */
export const createCsvImports = (deps: CsvImportsDeps) => {
  const { db, clock, emit, money, engine, deeds } = deps;
  registerImportUndo(deps);
  let current: OpenImport | undefined;
  /** The imports that are being written, by id. */
  const writing = new Map<number, OpenImport>();
  let lastId = 0;

  const find = (accountId: string, importId: number): OpenImport => {
    if (current?.id === importId && current.accountId === accountId) return current;
    throw new DeskError('not-found', 'This import is not open any more.', { code: 'import-closed' });
  };

  /** Starts a step of an import and cancels the previous one, whose result would belong to an outdated reading. */
  const begin = (one: OpenImport): AbortSignal => {
    one.running.abort(cancelled());
    one.running = new AbortController();
    return one.running.signal;
  };

  /** Guesses the reading of a table that was just opened. Earlier choices of the user for this kind of file win. */
  const guessAnew = (file: ImportFile) => {
    const { reading, unsure, header } = guessReading(file);
    const choice = header.length === 0 ? undefined : recallColumns(db, header);
    const recalled = choice === undefined ? undefined : { ...reading, ...choice, columns: [...choice.columns] };
    const taken = recalled ?? reading;
    return { reading: taken, decided: taken, recalled, guessed: reading.columns, unsure };
  };
  const isSame = (one: DecidedReading, other: Pick<DecidedReading, 'columns' | 'keyFromId'>): boolean =>
    one.keyFromId === other.keyFromId && one.columns.join() === other.columns.join();
  const rememberChoice = ({ reading, guessed }: OpenImport, header: readonly string[]): void => {
    if (!reading.hasHeader) return;
    const isGuess = isSame(reading, { columns: guessed, keyFromId: false });
    rememberColumns(db, header, isGuess ? null : reading);
  };

  const reportReading =
    (importId: number) =>
    (done: number): void =>
      emit('clients.importProgress', { importId, stage: 'reading', done, total: 0 });

  const scan = async (one: OpenImport, reading: DecidedReading, signal: AbortSignal): Promise<ImportPreview> => {
    one.reading = reading;
    one.scan = undefined;
    const onProgress = reportReading(one.id);
    const proven = await orderProvenIn(one.file, reading, signal);
    one.decided = { ...reading, dayFirst: decidedOrder(reading.dayFirst, proven) };
    const found = await scanFile(one.file, one.decided, {
      accountId: one.accountId,
      db,
      now: clock.now(),
      signal,
      onProgress,
    });
    one.scan = found;
    return {
      importId: one.id,
      fileName: one.file.name,
      source: one.file.kind,
      sheets: one.file.kind === 'sheet' ? [...one.file.sheets] : [],
      reading: { ...reading, columns: [...reading.columns] },
      header: found.header,
      headerLine: found.headerLine,
      asLastTime: one.recalled !== undefined && isSame(reading, one.recalled),
      columnProblems: [...columnProblems(reading.columns, reading.keyFromId)],
      unsure: {
        messengerId: [...one.unsure.messengerId],
        clientKey: [...one.unsure.clientKey],
        counting: [...one.unsure.counting],
      },
      notes: found.notes,
      twoDays: found.twoDays,
      provenOrder: proven,
      sample: found.sample,
      counts: found.counts,
    };
  };

  /** Turns to another sheet if the user has chosen one, and returns whether it did. */
  const turnTo = async (one: OpenImport, sheet: number, signal: AbortSignal): Promise<boolean> => {
    if (one.file.kind !== 'sheet' || one.file.sheet === sheet) return false;
    const file = await one.file.turnTo(sheet, { signal, onProgress: reportReading(one.id) });
    signal.throwIfAborted();
    one.file = file;
    return true;
  };

  return {
    open: async (accountId: string, source: ImportSource): Promise<ImportPreview> => {
      // An import that is being written continues, because it is a run of its own.
      if (current !== undefined && !writing.has(current.id)) current.running.abort(cancelled());
      current = undefined;
      lastId += 1;
      const id = lastId;
      const running = new AbortController();
      try {
        const options = { signal: running.signal, onProgress: reportReading(id), readsJson: true } as const;
        const file = await openImportFile(source, options);
        const one: OpenImport = { id, accountId, file, running, scan: undefined, ...guessAnew(file) };
        current = one;
        return await scan(one, one.reading, begin(one));
      } catch (error) {
        throw withFileName(error, source);
      }
    },
    preview: async (accountId: string, importId: number, wanted: WantedReading): Promise<ImportPreview> => {
      const one = find(accountId, importId);
      const signal = begin(one);
      const { columns, ...given } = wanted;
      // The choices for one sheet say nothing about another.
      const isOtherSheet = await turnTo(one, wanted.sheet, signal);
      if (columns !== null && !isOtherSheet) return scan(one, { ...given, columns }, signal);
      if (isOtherSheet) {
        Object.assign(one, guessAnew(one.file));
        return scan(one, one.reading, signal);
      }
      const { reading, unsure } = guessReading(one.file, given);
      Object.assign(one, { unsure, guessed: reading.columns, recalled: undefined });
      return scan(one, reading, signal);
    },
    problems: (
      accountId: string,
      importId: number,
      kind: 'bad' | 'duplicate-in-file' | 'exists' | 'incomplete',
      offset: number,
      limit: number,
    ) => {
      const all = (find(accountId, importId).scan?.problems ?? []).filter((one) => one.kind === kind);
      return { total: all.length, rows: all.slice(offset, offset + limit).map((one) => one.problem) };
    },
    confirm: async (accountId: string, importId: number, choices: ImportChoices): Promise<ConfirmedImport> => {
      const one = find(accountId, importId);
      const total = one.scan?.counts.records ?? 0;
      const { columns, keyFromId } = one.reading;
      if (one.scan === undefined || columnProblems(columns, keyFromId).length > 0) {
        throw new DeskError('conflict', 'The columns of the file are not chosen.', { code: 'import-columns' });
      }
      const { file, decided } = one;
      writing.set(importId, one);
      const { header } = one.scan;
      rememberChoice(one, header);
      const stopped = begin(one);
      const deed = deeds.begin<ImportedClients>({ accountId, kind: 'clients-import', name: file.name });
      const held = db.holdReports();
      const addedIds: number[] = [];
      const noteWritten = ({ clients, updated }: ImportedClients): void => {
        deed.add({ clients, updated }, clients.length + updated.length);
        for (const { id } of clients) addedIds.push(id);
      };
      const write = async ({ runId, signal, progress }: RunContext): Promise<ConfirmedImport> => {
        beginImportReport(db, runId, file.name, header);
        const result = await writeImport(file, decided, choices, {
          accountId,
          now: clock.now(),
          db,
          clock,
          money,
          noteWritten,
          held,
          signal: AbortSignal.any([stopped, signal]),
          onProgress: (done) => {
            emit('clients.importProgress', { importId, stage: 'writing', done, total });
            progress(done);
          },
          keep: (counts, bad) => addToImportReport(db, runId, counts, bad),
        });
        if (!result.cancelled) progress(total);
        return { ...result, runId, addedIds };
      };
      const endedAs = ({ cancelled: isStopped, bad }: ConfirmedImport) =>
        isStopped ? 'cancelled' : bad > 0 ? 'partial' : 'done';
      const subject = { what: 'import', fileName: file.name } as const;
      try {
        const result = await runForAnswer(
          engine,
          { accountId, subject, total },
          { kind: 'import', work: write, endedAs },
        );
        if (!result.cancelled) deps.dismissRuns(accountId, findEarlierImports(db, accountId, result.runId));
        return result;
      } finally {
        deed.end();
        writing.delete(importId);
        if (current === one) current = undefined;
        held.release();
      }
    },
    cancel: (accountId: string, importId: number): void => {
      const one = writing.get(importId) ?? current;
      if (one?.id !== importId || one.accountId !== accountId) return;
      one.running.abort(cancelled());
      if (current === one) current = undefined;
    },
  };
};
