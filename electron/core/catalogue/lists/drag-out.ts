import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommonDeps } from '#core/context.ts';
import { writeFileAtomically } from '#core/platform/files/atomic-file.ts';
import { makePrivateFolder } from '#core/platform/files/private-files.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { exportFileName } from './export-name.ts';
import { countLinesOfVariant } from './list-formats.ts';
import { outputChunks } from './list-output.ts';
import type { ListReader } from './list-reader.ts';
import type { ListRecord } from './list-repository.ts';
import { assertOutput, type ListView } from './save-list.ts';

interface DragOutDeps extends CommonDeps<'paths' | 'clock' | 'desktop'> {
  readonly reader: ListReader;
  readonly settings: () => Pick<Settings, 'lineEnding' | 'fileNameTemplate'>;
}

const READY_WITHIN_MS = 400;
const KEPT = 10;

/**
 * Creates the drags of lists to other programs. The files are in a private folder (0700), because the target may copy a
 * file only after the drop. The folder is deleted when the app starts and when it quits.
 */
export const createDragOut = ({ paths, clock, desktop, reader, settings }: DragOutDeps) => {
  const folder = join(paths.data, 'outgoing');
  const files = new Map<string, Promise<string>>();
  let cleared: Promise<void> = Promise.resolve();
  let next = 1;

  const write = async (list: ListRecord, view: ListView, name: string, own: string): Promise<string> => {
    await cleared;
    await makePrivateFolder(folder);
    await makePrivateFolder(own);
    const form = { from: list.recipe.formatId, to: view.formatId, lineEnding: settings().lineEnding };
    const { path } = await writeFileAtomically(
      join(own, name),
      outputChunks(reader.texts(list.id, view.variant), form),
      { partials: null },
    );
    return path;
  };

  /** Writes the list into such a file before a possible drag. Throws the errors of saving a list. */
  const prepare = (list: ListRecord, view: ListView): Promise<string> => {
    assertOutput(list, view);
    const count = countLinesOfVariant(list, view.variant);
    const name = exportFileName(settings().fileNameTemplate, list, { ...view, count }, clock.now());
    const key = JSON.stringify([list.id, view.variant, view.formatId, settings().lineEnding, name]);
    const known = files.get(key);
    if (known !== undefined) return known;
    const own = join(folder, String(next++));
    const file = write(list, view, name, own);
    files.set(key, file);
    file.catch(() => files.delete(key));
    forgetOldest();
    return file;
  };

  const forgetOldest = (): void => {
    const [oldest] = files;
    if (oldest === undefined || files.size <= KEPT) return;
    files.delete(oldest[0]);
    void oldest[1].then((path) => rm(join(path, '..'), { recursive: true, force: true })).catch(() => {});
  };

  return {
    prepare,
    /**
     * Passes the file to the OS. Returns `false` if it was not ready in time: the OS must not start a drag after the
     * user released the button.
     */
    drag: async (list: ListRecord, view: ListView): Promise<boolean> => {
      const waited = new AbortController();
      const late = clock.sleep(READY_WITHIN_MS, waited.signal).then(
        () => null,
        () => null,
      );
      const path = await Promise.race([prepare(list, view), late]).finally(() => waited.abort());
      if (path === null) return false;
      desktop.startDrag(path);
      return true;
    },
    /** Deletes all these files. */
    clear: (): Promise<void> => {
      files.clear();
      cleared = rm(folder, { recursive: true, force: true }).catch(() => {});
      return cleared;
    },
  };
};
