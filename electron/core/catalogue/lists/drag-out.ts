import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommonDeps } from '#core/context.ts';
import { writeFileAtomically } from '#core/platform/files/atomic-file.ts';
import { makePrivateFolder } from '#core/platform/files/private-files.ts';

type DragOutDeps = CommonDeps<'paths' | 'clock' | 'desktop'>;

/** A file that can be dragged to another program. */
interface Outgoing {
  readonly name: string;
  /** Called when writing starts. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** The number of line feeds that the file must have; not checked if it is missing. */
  readonly lines?: number;
}

const READY_WITHIN_MS = 400;
const KEPT = 10;

export type DragOut = ReturnType<typeof createDragOut>;

/**
 * Creates the drags of lists to other programs. The files are in a private folder (0700), because the target may copy a
 * file only after the drop. The folder is deleted when the app starts and when it quits.
 */
export const createDragOut = ({ paths, clock, desktop }: DragOutDeps) => {
  const folder = join(paths.data, 'outgoing');
  const files = new Map<string, Promise<string>>();
  let cleared: Promise<void> = Promise.resolve();
  let next = 1;

  const write = async (open: () => Outgoing | Promise<Outgoing>, own: string): Promise<string> => {
    await cleared;
    const { name, chunks, lines } = await open();
    await makePrivateFolder(folder);
    await makePrivateFolder(own);
    const { path } = await writeFileAtomically(join(own, name), chunks(), {
      partials: null,
      ...(lines !== undefined && { lines }),
    });
    return path;
  };

  /** Writes a file before a possible drag. Files with the same key are the same. Rejects with `file`, and the errors of `open`. */
  const prepare = (key: string, open: () => Outgoing | Promise<Outgoing>): Promise<string> => {
    const known = files.get(key);
    if (known !== undefined) return known;
    const own = join(folder, String(next++));
    const file = write(open, own);
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
    drag: async (file: Promise<string>): Promise<boolean> => {
      const waited = new AbortController();
      const late = clock.sleep(READY_WITHIN_MS, waited.signal).then(
        () => null,
        () => null,
      );
      const path = await Promise.race([file, late]).finally(() => waited.abort());
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
