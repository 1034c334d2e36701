import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ExportRecord } from '#shared/contract/lists.ts';
import { DeskError } from '#shared/result.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { inspectFile } from '../files/inspect-file.ts';
import type { Clock, FileDialogs } from '../ports.ts';
import type { Database } from '../storage/database.ts';
import type { ExportRepository, NewExport } from './export-repository.ts';

export interface ExportSaverDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly dialogs: FileDialogs;
  readonly exports: ExportRepository;
  readonly dialogTitle: () => string;
}

/** What goes into the file, and under which name it is offered. */
export interface WantedExport extends Pick<NewExport, 'listId' | 'listTitle' | 'formatId' | 'variant' | 'lineCount'> {
  readonly suggestedName: string;
  /** Called once the user has chosen a place; every line ends with a line feed. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

const LAST_FOLDER = 'lists.lastFolder';

/**
 * Asks for a place, writes the file atomically, reads it back, and records what was really written. `null`: the dialog
 * was closed.
 */
export const createExportSaver = ({ db, clock, dialogs, exports, dialogTitle }: ExportSaverDeps) => {
  const lastFolder = async (): Promise<string | undefined> => {
    const folder = db.get<{ value: string }>('SELECT value FROM settings WHERE key = ?', LAST_FOLDER)?.value;
    if (folder === undefined) return undefined;
    return access(folder).then(
      () => folder,
      () => undefined,
    );
  };

  const rememberFolder = (folder: string): void => {
    db.run(
      'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      LAST_FOLDER,
      folder,
    );
  };

  const askForPath = async (name: string): Promise<string | null> => {
    const folder = await lastFolder();
    return dialogs.saveFile({
      title: dialogTitle(),
      suggestedName: folder === undefined ? name : join(folder, name),
      filters: [{ name: 'TXT', extensions: ['txt'] }],
    });
  };

  return async (accountId: string, wanted: WantedExport): Promise<ExportRecord | null> => {
    const { suggestedName, chunks, ...what } = wanted;
    const chosen = await askForPath(suggestedName);
    if (chosen === null) return null;
    const written = await writeFileAtomically(chosen, chunks());
    const facts = await inspectFile(written.path);
    if (facts.sha256 !== written.sha256 || facts.bytes !== written.bytes || facts.lines !== what.lineCount) {
      throw new DeskError('file', 'The file does not hold what was written to it.', { code: 'read-back-differs' });
    }
    rememberFolder(dirname(chosen));
    const record = { ...what, path: chosen, bytes: facts.bytes, sha256: facts.sha256, createdAt: clock.now() };
    const stored = exports.find(accountId, exports.insert(accountId, record));
    if (stored === undefined) throw new DeskError('storage', 'The export was not recorded.');
    return { ...stored, exists: true };
  };
};
