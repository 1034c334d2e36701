import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ExportRecord, FormatId, HostVariant } from '#shared/contract/lists.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { DeskError } from '#shared/result.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { inspectFile } from '../files/inspect-file.ts';
import type { Clock, FileDialogs } from '../ports.ts';
import type { Database } from '../storage/database.ts';
import { exportFileName } from './export-name.ts';
import type { ExportRepository } from './export-repository.ts';
import { assertFormat, linesOfVariant } from './list-formats.ts';
import { outputChunks } from './list-output.ts';
import type { ListReader } from './list-reader.ts';
import type { ListRecord } from './list-repository.ts';

export interface SaveDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly dialogs: FileDialogs;
  readonly reader: ListReader;
  readonly exports: ExportRepository;
  readonly settings: () => Pick<Settings, 'lineEnding' | 'fileNameTemplate'>;
  readonly dialogTitle: () => string;
}

export interface ListView {
  readonly variant: HostVariant;
  readonly formatId: FormatId;
}

const LAST_FOLDER = 'lists.lastFolder';

/** Throws DeskError `conflict` when there is nothing to take out of the list in this form. */
export const assertOutput = (list: ListRecord, { variant, formatId }: ListView): void => {
  if (list.state === 'running') throw new DeskError('conflict', 'The list is still growing.', { code: 'list-running' });
  if (linesOfVariant(list, variant) === 0) throw new DeskError('conflict', 'No lines there.', { code: 'no-lines' });
  assertFormat(list, variant, formatId);
};

/** Asks for a place, writes the file atomically, reads it back, and records what was really written. */
export const createListSaver = (deps: SaveDeps) => {
  const { db, clock, dialogs, reader, exports, settings } = deps;

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

  const askForPath = async (list: ListRecord, view: ListView): Promise<string | null> => {
    const count = linesOfVariant(list, view.variant);
    const name = exportFileName(settings().fileNameTemplate, list, { ...view, count }, clock.now());
    const folder = await lastFolder();
    return dialogs.saveFile({
      title: deps.dialogTitle(),
      suggestedName: folder === undefined ? name : join(folder, name),
      filters: [{ name: 'TXT', extensions: ['txt'] }],
    });
  };

  return async (accountId: string, list: ListRecord, view: ListView): Promise<ExportRecord | null> => {
    assertOutput(list, view);
    const chosen = await askForPath(list, view);
    if (chosen === null) return null;
    const form = { from: list.recipe.formatId, to: view.formatId, lineEnding: settings().lineEnding };
    const written = await writeFileAtomically(chosen, outputChunks(reader.texts(list.id, view.variant), form));
    const facts = await inspectFile(written.path);
    const lineCount = linesOfVariant(list, view.variant);
    if (facts.sha256 !== written.sha256 || facts.bytes !== written.bytes || facts.lines !== lineCount) {
      throw new DeskError('file', 'The file does not hold what was written to it.', { code: 'read-back-differs' });
    }
    rememberFolder(dirname(chosen));
    const record = {
      listId: list.id,
      listTitle: list.title,
      path: chosen,
      ...view,
      lineCount,
      bytes: facts.bytes,
      sha256: facts.sha256,
      createdAt: clock.now(),
    };
    const stored = exports.find(accountId, exports.insert(accountId, record));
    if (stored === undefined) throw new DeskError('storage', 'The export was not recorded.');
    return { ...stored, exists: true };
  };
};
