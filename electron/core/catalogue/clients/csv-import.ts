import { inTurns } from '#core/platform/async/slices.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { ImportPreview, ImportProblem, ImportStatus } from '#shared/contract/clients.ts';
import { clientFieldsOf } from '#shared/domain/client-fields.ts';
import { hasOuterSpaces } from '#shared/domain/client-identity.ts';
import { columnProblems } from '#shared/domain/csv-columns.ts';
import type { CsvRecord } from '#shared/domain/csv-reader.ts';
import { DeskError } from '#shared/result.ts';
import { clientByPair, hasMessengerId } from './client-repository.ts';
import { type CsvClient, noteTitlesOf, readCsvClient } from './csv-client.ts';
import { type DecidedReading, recordBatches } from './csv-records.ts';
import type { ImportFile } from './import-file.ts';

/** The number of records in the preview. */
const SAMPLE = 100;
const TEXT_SHOWN = 200;
/** A file with more is not a client list, and its problems alone would fill the memory. */
const MAX_RECORDS = 500_000;
const PROGRESS_EVERY = 2_000;

/** `incomplete`: a value of the line is left out. */
type ProblemKind = ImportStatus | 'incomplete';

export interface ScannedClient extends CsvClient {
  readonly status: ImportStatus;
  /** The line where the same pair first occurs in the file. */
  readonly firstLine: number | undefined;
}

export interface Scan {
  readonly counts: ImportPreview['counts'];
  readonly header: string[];
  readonly headerLine: number | null;
  readonly sample: ImportPreview['sample'];
  readonly notes: ImportPreview['notes'];
  readonly problems: readonly { readonly kind: ProblemKind; readonly problem: ImportProblem }[];
  /** A date whose day and month could be exchanged. */
  readonly twoDays: string | null;
}

export interface ScanOptions {
  readonly accountId: string;
  readonly db: Database;
  /** ms since the epoch, UTC. */
  readonly now: number;
  readonly signal: AbortSignal;
  readonly onProgress: (records: number) => void;
}

const pairOf = (client: CsvClient): string => `${client.fields.messengerId}\n${client.fields.clientKey}`;

/**
 * Yields every client of the file with its status, in slices. Throws the signal's reason when it is aborted, and
 * `csv-too-many-lines`.
 */
export async function* scanClients(
  file: ImportFile,
  reading: DecidedReading,
  options: ScanOptions & { readonly onHeader?: (record: CsvRecord) => void },
): AsyncGenerator<{ readonly client: ScannedClient; readonly record: CsvRecord }> {
  const { accountId, db, signal } = options;
  const lines = new Map<string, number>();
  let records = 0;
  let { above } = reading;
  let header = reading.hasHeader;

  const isFrom1904 = file.kind === 'sheet' && file.isFrom1904;
  let noteTitles: readonly string[] = [];
  const clientReading = { ...reading, isFrom1904, now: options.now };

  const withStatus = (client: CsvClient, firstLine: number | undefined): ScannedClient => {
    const scanned = { ...client, firstLine };
    if (client.problems.length > 0) return { ...scanned, status: 'bad' };
    if (firstLine !== undefined) return { ...scanned, status: 'duplicate-in-file' };
    const stored = clientByPair(db, accountId, client.fields.messengerId, client.fields.clientKey);
    if (stored === undefined || stored.removed !== 0) return { ...scanned, status: 'new' };
    return { ...scanned, status: 'exists' };
  };

  for await (const batch of inTurns(recordBatches(file, reading))) {
    for (const record of batch) {
      signal.throwIfAborted();
      if (above > 0) {
        above -= 1;
        continue;
      }
      if (header) {
        header = false;
        noteTitles = noteTitlesOf(record.fields);
        options.onHeader?.(record);
        continue;
      }
      records += 1;
      if (records > MAX_RECORDS) {
        throw new DeskError('file', 'The file has too many lines.', {
          code: 'csv-too-many-lines',
          params: { max: MAX_RECORDS },
        });
      }
      if (records % PROGRESS_EVERY === 0) options.onProgress(records);
      const client = readCsvClient(record, { ...clientReading, noteTitles });
      const good = client.problems.length === 0;
      const firstLine = good ? lines.get(pairOf(client)) : undefined;
      if (good && firstLine === undefined) lines.set(pairOf(client), client.line);
      yield { client: withStatus(client, firstLine), record };
    }
  }
}

const cut = (text: string): string => (text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text);

const shownText = (record: CsvRecord, delimiter: string): string => cut(record.fields.join(delimiter));

const problemsOf = (client: ScannedClient, text: string): ImportProblem[] => {
  switch (client.status) {
    case 'new':
      return [];
    case 'exists':
      return [{ line: client.line, field: 'clientKey', code: 'csv-exists', text }];
    case 'duplicate-in-file':
      return [
        {
          line: client.line,
          field: 'clientKey',
          code: 'csv-duplicate',
          params: { line: client.firstLine ?? 0 },
          text,
        },
      ];
    case 'bad':
      return client.problems.map(({ field, code, params }) => ({
        line: client.line,
        field,
        code,
        text,
        ...(params === undefined ? {} : { params }),
      }));
  }
};

/** Whether the line is imported, or updates a client if the user says so. */
const isTakable = ({ status }: ScannedClient): boolean => status === 'new' || status === 'exists';

const COUNTED = {
  new: 'new',
  exists: 'exists',
  'duplicate-in-file': 'duplicateInFile',
  bad: 'bad',
} as const;

/**
 * A place with bytes that are invalid in the encoding. Adjacent ones count once, because they are mostly parts of one
 * character.
 */
const BROKEN = /\ufffd+/g;
const LINES_NAMED = 5;

const note = (notes: ImportPreview['notes'], client: ScannedClient, record: CsvRecord): void => {
  if (client.status !== 'bad' && client.hasDateKey) notes.dateKeys += 1;
  if (client.lacksKey) notes.withoutKey += 1;
  if (client.status !== 'bad' && client.hasDoubtfulEnd) {
    notes.doubtfulEnds += 1;
    if (notes.doubtfulLines.length < LINES_NAMED) notes.doubtfulLines.push(client.line);
  }
  const places = record.fields.reduce((sum, cell) => sum + (cell.match(BROKEN)?.length ?? 0), 0);
  if (places === 0) return;
  notes.brokenPlaces += places;
  if (notes.brokenLines.length < LINES_NAMED) notes.brokenLines.push(client.line);
};

/** Returns what an import of the file would do. With columns that cannot be imported it only returns the records. */
export const scanFile = async (file: ImportFile, reading: DecidedReading, options: ScanOptions): Promise<Scan> => {
  const importable = columnProblems(reading.columns, reading.keyFromId).length === 0;
  const counts = {
    records: 0,
    new: 0,
    exists: 0,
    duplicateInFile: 0,
    bad: 0,
    spacedKeys: 0,
    incompleteNew: 0,
    incompleteExisting: 0,
  };
  const sample: ImportPreview['sample'] = [];
  const problems: { kind: ProblemKind; problem: ImportProblem }[] = [];
  const notes: ImportPreview['notes'] = {
    dateKeys: 0,
    withoutKey: 0,
    brokenPlaces: 0,
    brokenLines: [],
    doubtfulEnds: 0,
    doubtfulLines: [],
    otherKeys: 0,
    otherKeyLines: [],
  };
  let twoDays: string | null = null;
  let header: string[] = reading.columns.map(() => '');
  let headerLine: number | null = null;
  const onHeader = ({ line, fields }: CsvRecord): void => {
    headerLine = line;
    header = reading.columns.map((_, index) => fields[index] ?? '');
  };
  for await (const { client, record } of scanClients(file, reading, { ...options, onHeader })) {
    counts.records += 1;
    note(notes, client, record);
    if (sample.length < SAMPLE) {
      const { line, typedId: messengerId, status } = client;
      const cells = reading.columns.map((_, index) => cut(record.fields[index] ?? ''));
      sample.push({
        ...clientFieldsOf(client.fields),
        tags: [...client.fields.tags],
        line,
        cells,
        messengerId,
        status,
      });
    }
    if (!importable) continue;
    counts[COUNTED[client.status]] += 1;
    if (client.status === 'new' && hasMessengerId(options.db, options.accountId, client.fields.messengerId)) {
      notes.otherKeys += 1;
      if (notes.otherKeyLines.length < LINES_NAMED) notes.otherKeyLines.push(client.line);
    }
    if (client.status !== 'bad' && hasOuterSpaces(client.fields.clientKey)) counts.spacedKeys += 1;
    const unread = isTakable(client) ? client.leftOut : [];
    const text = client.status === 'new' && unread.length === 0 ? '' : shownText(record, reading.delimiter);
    for (const problem of problemsOf(client, text)) problems.push({ kind: client.status, problem });
    if (unread.length > 0) counts[client.status === 'new' ? 'incompleteNew' : 'incompleteExisting'] += 1;
    for (const { params = {}, ...problem } of unread) {
      problems.push({ kind: 'incomplete', problem: { line: client.line, text, params, ...problem } });
      if (problem.code === 'paid-until-two-ways') twoDays ??= String(params.text);
    }
  }
  return { counts, header, headerLine, sample, problems, notes, twoDays };
};
