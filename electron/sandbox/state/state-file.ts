import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SandboxState } from './model.ts';

const FILE_NAME = 'sandbox-state.json';
/** Windows refuses a rename while a virus scanner reads the file, but only for a moment. */
const RENAME_RETRY_MS = [10, 40, 160, 640] as const;

const isState = (value: unknown): value is SandboxState =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === 1 &&
  ['token'].every((key) => typeof Reflect.get(value, key) === 'string') &&
  ['seed', 'balanceKopecks', 'spentKopecks'].every((key) => typeof Reflect.get(value, key) === 'number') &&
  ['clients', 'proxies', 'sold', 'counters', 'linesIssued'].every(
    (key) => typeof Reflect.get(value, key) === 'object' && Reflect.get(value, key) !== null,
  ) &&
  Array.isArray(Reflect.get(value, 'books'));

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'EBUSY');

const renameWithRetry = async (from: string, to: string): Promise<void> => {
  for (const waitMs of RENAME_RETRY_MS) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isBusy(error)) throw error;
      await delay(waitMs);
    }
  }
  await rename(from, to);
};

/** Makes a rename durable. Windows cannot open a folder, and does not need to. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const writeAll = async (handle: FileHandle, text: string): Promise<void> => {
  try {
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * The sandbox's state on disk: one JSON file that is always complete. A save requested while another one is being
 * written joins the next one, so that a burst of charges costs two writes and each still waits until its own is
 * durable.
 */
export class StateFile {
  readonly #folder: string;
  #writing: Promise<void> = Promise.resolve();
  #queued: Promise<void> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Reads the state; `null` if there is none or it is unreadable. A broken file is renamed, never overwritten. */
  async load(nowMs: number): Promise<SandboxState | null> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, FILE_NAME);
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
    try {
      const value: unknown = JSON.parse(text);
      if (isState(value)) return value;
    } catch {
      // A file that is not JSON is renamed below, like any other unknown file.
    }
    await rename(
      path,
      join(this.#folder, `sandbox-state.broken-${new Date(nowMs).toISOString().replaceAll(':', '-')}.json`),
    );
    return null;
  }

  /** Resolves when the state that `current()` returns at the time of writing, or a newer one, is on the disk. */
  save(current: () => SandboxState): Promise<void> {
    this.#queued ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#queued = null;
        this.#writing = this.#write(JSON.stringify(current()));
        return this.#writing;
      });
    return this.#queued;
  }

  async #write(text: string): Promise<void> {
    const path = join(this.#folder, FILE_NAME);
    const temporary = `${path}.tmp`;
    await writeAll(await open(temporary, 'w', 0o600), text);
    await renameWithRetry(temporary, path);
    await syncFolder(this.#folder);
  }
}
