import { type AtomicWriteOptions, writeFileAtomically } from '#core/platform/files/atomic-file.ts';
import type { PartialBook } from '#core/platform/files/partial-book.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Clock } from '#core/ports.ts';
import type { ExportRecord } from '#shared/contract/lists.ts';
import { DeskError } from '#shared/result.ts';
import { findExport, insertExport, type NewExport } from './export-repository.ts';

/** The contents of a file, and its data for the history. */
export interface ExportContent extends Pick<NewExport, 'listId' | 'listTitle' | 'formatId' | 'variant' | 'lineCount'> {
  /** The name of the layout; missing for the formats of the service. */
  readonly layout?: string;
  /** The number of line feeds in the file, if it is not that of the lines. */
  readonly lineFeeds?: number;
  /** Called when writing starts. Every line must end with a line feed. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

export interface ExportContext {
  readonly clock: Pick<Clock, 'now'>;
  readonly db: Database;
  readonly partials: PartialBook;
}

/** Writes a file atomically, reads it back, and records what was really written. Throws `file`, or the signal's reason. */
export const writeExport = async (
  { clock, db, partials }: ExportContext,
  accountId: string,
  path: string,
  content: ExportContent,
  options: Pick<AtomicWriteOptions, 'signal' | 'tidy'> = {},
): Promise<ExportRecord> => {
  const { chunks, lineFeeds, layout = null, ...what } = content;
  const lines = lineFeeds ?? what.lineCount;
  const written = await writeFileAtomically(path, chunks(), { ...options, partials, lines });
  const record = { ...what, layout, path, bytes: written.bytes, sha256: written.sha256, createdAt: clock.now() };
  const stored = findExport(db, accountId, insertExport(db, accountId, record));
  if (stored === undefined) throw new DeskError('storage', 'The export was not recorded.');
  return { ...stored, exists: true };
};
