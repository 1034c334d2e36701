import type { DeskContext } from '#core/context.ts';
import type { Origin } from '#core/platform/copies/desk-mark.ts';

/** A feature that acts automatically when something falls due, such as standing orders. */
export interface DueSource {
  /**
   * Checks what is due now in the open desk, starts it, and stores what it found, so that the user is not asked twice
   * about the same thing. The scheduler logs an error, and the next check tries again.
   */
  checkDue(accountId: string, signal: AbortSignal): Promise<void>;
}

interface SchedulerDeps {
  readonly origin: () => Promise<Origin>;
  /** They are checked one after the other. */
  readonly sources: readonly DueSource[];
}

/** One action often causes several changes; a check after this time covers all of them. */
const SOON_MS = 250;

export type Scheduler = ReturnType<typeof createScheduler>;

/**
 * Creates the scheduler, which checks for due items, one check at a time. It never checks while everything is paused,
 * or without an account and its token.
 */
export const createScheduler = (
  context: Pick<DeskContext, 'clock' | 'logger' | 'session' | 'closing' | 'isPaused'>,
  { origin, sources }: SchedulerDeps,
) => {
  const { clock, logger, session, isPaused, closing } = context;
  let isWanted = false;
  let isWaiting = false;
  let checking: Promise<void> | null = null;

  const readyAccount = async (): Promise<string | null> => {
    if (isPaused() || closing.aborted) return null;
    try {
      const accountId = session.accountId();
      await session.api(accountId);
      // A desk that is a copy has to be corrected first.
      return (await origin()) === 'copy' ? null : accountId;
    } catch {
      return null;
    }
  };

  const checkOnce = async (): Promise<void> => {
    const accountId = await readyAccount();
    if (accountId === null) return;
    for (const source of sources) {
      if (isPaused() || closing.aborted) return;
      try {
        await source.checkDue(accountId, closing);
      } catch (error) {
        if (closing.aborted) return;
        logger.warn('due items could not be checked', { error: error instanceof Error ? error.name : 'unknown' });
      }
    }
  };

  const checkAll = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await checkOnce();
    }
    checking = null;
  };
  /** Checks now, or once more after a check that is under way. Never rejects; resolves when all checks are over. */
  const checkDue = (): Promise<void> => {
    isWanted = true;
    checking ??= checkAll();
    return checking;
  };

  return {
    checkDue,
    /** Requests a check soon, because something has changed. */
    checkDueSoon: (): void => {
      if (isWaiting) return;
      isWaiting = true;
      void clock
        .sleep(SOON_MS, closing)
        .then(() => {
          isWaiting = false;
          return checkDue();
        })
        .catch(() => {});
    },
  };
};
