import type { CommonDeps } from '#core/context.ts';
import type { HeldReports } from '#core/platform/sqlite/database.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import type { ImportReport } from '#shared/contract/clients.ts';
import { type ClientFields, forClientTexts } from '#shared/domain/client-fields.ts';
import { DeskError } from '#shared/result.ts';
import type { StoredClient } from './client-repository.ts';
import { clientByPair, insertClient, reviveClient, tidyClientIndex, writeClient } from './client-repository.ts';
import { type ScannedClient, type ScanOptions, scanClients } from './csv-import.ts';
import type { DecidedReading } from './csv-records.ts';
import type { FileMoney } from './file-money.ts';
import type { ImportFile } from './import-file.ts';
import { type BadLine, type PackedLines, packBadLines } from './import-lines.ts';
import { formerFields, type ImportedClients, type UpdatedClient } from './import-undo.ts';

/**
 * The maximum number of clients per transaction: the index of their texts, written at its end, takes most of the time.
 */
const CLIENTS_PER_TRANSACTION = 80;
/**
 * Bad lines are compressed together: similar lines become smaller. The limit in characters is needed because a line may
 * be very long.
 */
const BAD_LINES_PER_BLOCK = 500;
const BAD_CHARACTERS_PER_BLOCK = 200_000;

export interface ImportResult extends Pick<ImportReport, 'added' | 'updated' | 'skipped' | 'bad'> {
  readonly cancelled: boolean;
}

/** The decisions about clients who exist, and about lines with a value that cannot be read. */
export interface ImportChoices {
  readonly existing: 'skip' | 'update';
  readonly faulty: 'import' | 'hold';
}

type Counts = { -readonly [K in Exclude<keyof ImportResult, 'cancelled'>]: number };

/** Filled cells replace the stored fields; empty ones keep them. */
const merged = (stored: StoredClient, client: ScannedClient): ClientFields => ({
  ...stored,
  ...forClientTexts((name) => (client.filled.has(name) ? client.fields : stored)[name]),
  tags: client.filled.has('tags') ? client.fields.tags : stored.tags,
  paidUntil: client.filled.has('paidUntil') ? client.fields.paidUntil : stored.paidUntil,
});

/**
 * Imports the file in small transactions, because one over 100,000 clients would block other requests for seconds.
 * After a cancel or on a full disk the written part stays. The same file can be imported again without harm, because
 * existing clients are found by their pairs. Throws `storage` (`import-partial`) with the numbers of what was done.
 */
export const writeImport = async (
  file: ImportFile,
  reading: DecidedReading,
  { existing, faulty }: ImportChoices,
  deps: ScanOptions &
    CommonDeps<'db' | 'clock'> & {
      readonly money: Pick<FileMoney, 'take'>;
      /** Stores the counts so far and the lines that were not imported, in the same transaction. */
      readonly keep: (counts: Counts, bad: PackedLines | null) => void;
      /** Stores which clients were added and updated, in the same transaction. */
      readonly noteWritten: (written: ImportedClients) => void;
      /** Holds back what was written, because all of it is announced once. */
      readonly held: HeldReports;
    },
): Promise<ImportResult> => {
  const { db, clock, accountId, signal, held } = deps;
  const counts: Counts = { added: 0, updated: 0, skipped: 0, bad: 0 };
  const digest = file.digest();

  let added: ImportedClients['clients'] = [];
  let updated: UpdatedClient[] = [];
  const store = (client: ScannedClient): keyof Counts => {
    const { messengerId, clientKey } = client.fields;
    const stored = clientByPair(db, accountId, messengerId, clientKey);
    if (stored === undefined) {
      const at = clock.now();
      const id = insertClient(db, accountId, client.fields, at);
      added.push({ id, at });
      deps.money.take(accountId, id, client.money, { file: digest, line: client.line });
      return 'added';
    }
    if (stored.removed !== 0) {
      const at = clock.now();
      reviveClient(db, stored.id, client.fields, at);
      added.push({ id: stored.id, at });
      deps.money.take(accountId, stored.id, client.money, { file: digest, line: client.line });
      return 'added';
    }
    if (existing === 'skip') return 'skipped';
    const next = merged(stored, client);
    const before = formerFields(stored, next);
    const at = clock.now();
    writeClient(db, stored.id, next, at);
    if (before !== null) updated.push({ id: stored.id, at, before });
    deps.money.take(accountId, stored.id, client.money, { file: digest, line: client.line });
    return 'updated';
  };

  let read: ScannedClient[] = [];
  let bad: BadLine[] = [];
  let badCharacters = 0;
  const flush = async (): Promise<void> => {
    const next = { ...counts };
    let packed = await packBadLines(bad);
    const write = (client: ScannedClient): void => {
      next[store(client)] += 1;
    };
    const finish = (): void => {
      tidyClientIndex(db);
      deps.keep(next, packed);
      deps.noteWritten({ clients: added, updated });
      added = [];
      updated = [];
      packed = null;
    };
    await writeInSlices(db, read, write, { finish, held, onSlice: () => Object.assign(counts, next) });
    read = [];
    bad = [];
    badCharacters = 0;
  };

  try {
    for await (const { client, record } of scanClients(file, reading, deps)) {
      const isTaken = client.status === 'new' || (client.status === 'exists' && existing === 'update');
      const isHeld = isTaken && faulty === 'hold' && client.leftOut.length > 0;
      const problems = [...client.problems, ...(isTaken ? client.leftOut : [])];
      if (problems.length > 0) {
        counts.bad += 1;
        bad.push({ line: client.line, cells: record.fields, problems });
        for (const cell of record.fields) badCharacters += cell.length;
      }
      if (client.status === 'bad') {
        // A bad line is not imported; its problems were stored above.
      } else if (isHeld) {
        // Neither is a line that the user holds back.
      } else if (client.status === 'duplicate-in-file') counts.skipped += 1;
      else read.push(client);
      const isFull =
        read.length >= CLIENTS_PER_TRANSACTION ||
        bad.length >= BAD_LINES_PER_BLOCK ||
        badCharacters >= BAD_CHARACTERS_PER_BLOCK;
      if (isFull) await flush();
    }
    await flush();
    return { ...counts, cancelled: false };
  } catch (error) {
    if (signal.aborted) {
      const packed = await packBadLines(bad);
      db.transaction(() => deps.keep(counts, packed));
      return { ...counts, cancelled: true };
    }
    if (counts.added + counts.updated === 0) throw error;
    throw new DeskError('storage', 'The import stopped half-way.', {
      code: 'import-partial',
      params: { added: counts.added, updated: counts.updated },
    });
  }
};
