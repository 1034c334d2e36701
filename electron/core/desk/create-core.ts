import { join } from 'node:path';
import { mayHaveLeft } from '#core/desk/settle-restored.ts';
import { createDeskMark } from '#core/platform/copies/desk-mark.ts';
import { createPartialBook } from '#core/platform/files/partial-book.ts';
import { createKeychain } from '#core/platform/secrets/keychain.ts';
import { openDataFolder } from '#core/platform/sqlite/data-folder.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import type { Ports } from '#core/ports.ts';
import { settleForeign } from '#core/views/backup/settle-foreign.ts';
import { keepTroubles } from '#core/views/system/troubles.ts';
import { DeskError, fail, type Result } from '#shared/result.ts';
import { createDesk, type Desk } from './desk.ts';
import type { CoreRequest } from './dispatch.ts';
import { createEmitter } from './emitter.ts';
import { settleCopy } from './settle-copy.ts';

/** The answers of `settings.get` and `account.state`. */
export interface FirstFacts {
  readonly settings: Result<unknown>;
  readonly account: Result<unknown>;
}

/** How long requests that wait for the service may still take before a copy is corrected. */
const LAST_ANSWERS_MS = 10_000;

export type Core = Awaited<ReturnType<typeof createCore>>;

/**
 * Starts the application without its shell. Rejects with a DeskError when the data folder cannot be used: `conflict`
 * (`data-folder-in-use`) or `storage` (`newer-version`, `data-folder-not-writable`, `database-full`, `database-in-use`,
 * `disk-error`). A broken database is not among them: the core starts on a new one and says so in `system.info`.
 */
export const createCore = async (outside: Ports) => {
  const { logger, recent } = keepTroubles(outside.logger, outside.clock);
  const ports = { ...outside, logger };
  const emitter = createEmitter(ports.logger);
  const folder = await openDataFolder({
    ...ports,
    migrations: MIGRATIONS,
    settleRestored: (db) => settleCopy(db, ports.clock),
    settleForeign,
  });
  const keychain = createKeychain(ports);
  const mark = createDeskMark({ ...ports, db: folder.db, keychain, onCopy: () => void settleFound() });

  const partials = createPartialBook(join(ports.paths.data, 'writing'));

  const start = (): Desk => {
    mark.opened();
    return createDesk({
      ports,
      folder,
      keychain,
      mark,
      partials,
      tellPages: emitter.emit,
      replace,
      hold,
      troubles: recent,
    });
  };
  /** The answers that are still being worked on. */
  const asked = new Set<Promise<unknown>>();
  const answer = async (request: CoreRequest): Promise<Result<unknown>> => {
    const answering = desk.dispatch(request);
    asked.add(answering);
    try {
      return await answering;
    } finally {
      asked.delete(answering);
    }
  };
  /** Whether this copy was corrected. It is tried once, because a disk that refuses it now refuses it again. */
  let isFound = false;
  const settleHere = async (): Promise<void> => {
    isFound = true;
    await folder.settleHere();
    mark.noteFound();
  };
  const settleFound = async (): Promise<void> => {
    if (isFound || isClosed || !isStarted) return;
    logger.warn('the desk is a copy', {});
    await hold(async () => {
      // A copy is usually found at the start, while the window asks its first questions. This desk still answers them.
      await Promise.race([Promise.allSettled(asked), ports.clock.sleep(LAST_ANSWERS_MS)]);
      await replaceBy(settleHere);
    }).catch((error: unknown) => {
      logger.error('the desk could not be set right as a copy', {
        error: error instanceof Error ? error.name : 'unknown',
      });
    });
  };
  /** Requests wait for it, because no database is open while one is replaced or rewritten. */
  let restoring: Promise<void> | null = null;
  const replace = async (bring: () => Promise<void>): Promise<void> => {
    if (desk.hasChargeInFlight()) {
      throw new DeskError('conflict', 'A purchase is under way.', { code: 'charge-in-flight' });
    }
    await hold(() => replaceBy(bring));
  };
  const hold = (work: () => Promise<void>): Promise<void> => {
    restoring = work().finally(() => {
      restoring = null;
    });
    return restoring;
  };
  const replaceBy = async (bring: () => Promise<void>): Promise<void> => {
    await desk.close();
    try {
      await bring();
    } catch (error) {
      // The desk is the same as before, so the user stays on the page and sees the error there.
      open();
      throw error;
    }
    open();
    desk.showPage();
  };
  const open = (): void => {
    desk = start();
    runInBackground();
  };
  const runInBackground = (): void => {
    setImmediate(() => {
      if (!isClosed) void desk.runInBackground();
    });
  };

  let isAnswered = false;
  let isClosed = false;
  let isStarted = false;
  // When a desk starts, it records that unsent purchases never left. In a copy they may have left after it was made.
  if (mayHaveLeft(folder.db()) && (await mark.known()) === 'copy') await settleHere();
  let desk = start();
  isStarted = true;

  return {
    /** Returns the answers by which the shell knows what to show before the window asks anything. */
    firstFacts: async (): Promise<FirstFacts> => ({
      settings: await answer({ name: 'settings.get', input: {} }),
      account: await answer({ name: 'account.state', input: {} }),
    }),
    /** Answers a request. Never rejects. The first answer starts the background work. */
    handle: async (request: CoreRequest): Promise<Result<unknown>> => {
      if (restoring !== null) await restoring.catch(() => {});
      if (isClosed) return fail({ kind: 'cancelled', message: 'The app is closing.' });
      const result = await answer(request);
      if (!isAnswered) {
        isAnswered = true;
        runInBackground();
      }
      return result;
    },
    /** Returns a function that removes the listener. */
    on: emitter.on,
    /** Returns whether a purchase is under way. While it is, the window must not close silently (docs/money.md). */
    hasChargeInFlight: (): boolean => desk.hasChargeInFlight(),
    /** Waits for a charge that is under way, ends the background work and closes the database. */
    close: async (): Promise<void> => {
      if (isClosed) return;
      isClosed = true;
      await restoring?.catch(() => {});
      await desk.close();
      await mark.close();
      await folder.close();
    },
  };
};
