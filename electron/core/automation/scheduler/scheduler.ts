import type { CommonDeps } from '#core/context.ts';
import type { Origin } from '#core/platform/copies/desk-mark.ts';

/** Something that falls due by itself, such as standing orders. */
export interface DueSource {
  /**
   * Begins what is due now for the desk that is shown, and writes down what it found; nobody is asked twice for the same.
   * What it rejects with is logged, and the next look tries again.
   */
  look(accountId: string, signal: AbortSignal): Promise<void>;
}

interface SchedulerDeps extends CommonDeps<'clock' | 'logger' | 'session' | 'closing' | 'isPaused'> {
  readonly origin: () => Promise<Origin>;
  /** They look one after the other. */
  readonly sources: readonly DueSource[];
}

/** One action changes several things. */
const SOON_MS = 250;

export type Scheduler = ReturnType<typeof createScheduler>;

/** Looks for what is due, one look at a time: never while all is paused, and never without an account and its token. */
export const createScheduler = (deps: SchedulerDeps) => {
  const { clock, logger, session, isPaused, closing, sources } = deps;
  let isWanted = false;
  let isWaiting = false;
  let looking: Promise<void> | null = null;

  const readyAccount = async (): Promise<string | null> => {
    if (isPaused() || closing.aborted) return null;
    try {
      const accountId = session.accountId();
      await session.api(accountId);
      // A copy has to be set right first.
      return (await deps.origin()) === 'copy' ? null : accountId;
    } catch {
      return null;
    }
  };

  const lookOnce = async (): Promise<void> => {
    const accountId = await readyAccount();
    if (accountId === null) return;
    for (const source of sources) {
      if (isPaused() || closing.aborted) return;
      try {
        await source.look(accountId, closing);
      } catch (error) {
        if (closing.aborted) return;
        logger.warn('what is due could not be looked at', { error: error instanceof Error ? error.name : 'unknown' });
      }
    }
  };

  const lookAll = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await lookOnce();
    }
    looking = null;
  };
  /** Looks now, or once more when a look is under way. Never rejects; resolves when nobody looks any more. */
  const look = (): Promise<void> => {
    isWanted = true;
    looking ??= lookAll();
    return looking;
  };

  return {
    look,
    /** Something has changed: looks soon. */
    lookSoon: (): void => {
      if (isWaiting) return;
      isWaiting = true;
      void clock
        .sleep(SOON_MS, closing)
        .then(() => {
          isWaiting = false;
          return look();
        })
        .catch(() => {});
    },
  };
};
