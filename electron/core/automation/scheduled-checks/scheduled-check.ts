import type { CommonDeps } from '#core/context.ts';
import { endRun, getRun, type StoredRun } from '#core/engine/run-repository.ts';
import type { CheckRuns } from '#core/jobs/check/check-run.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { type CheckRhythm, nextCheckAt } from '#shared/domain/check-rhythm.ts';

/** A check on the schedule that has to begin or, if it is not due, goes on because the end of the app interrupted it. */
export interface DueCheck {
  readonly run: StoredRun | undefined;
  readonly isDue: boolean;
}

/** Returns the check that is due at `now` (ms since the epoch, UTC) or was interrupted; `null` if there is none. */
export const dueCheckOf = (
  db: Database,
  rhythm: CheckRhythm,
  { countsFrom, runId }: { readonly countsFrom: number; readonly runId: number | null },
  now: number,
): DueCheck | null => {
  const run = runId === null ? undefined : getRun(db, runId);
  const isDue = nextCheckAt(rhythm, countsFrom, now) <= now;
  return isDue || run?.state === 'interrupted' ? { run, isDue } : null;
};

/** The parts of the desk that a check on the schedule needs. */
export interface ScheduledCheckContext extends CommonDeps<'db' | 'clock' | 'logger' | 'settings'> {
  readonly check: Pick<CheckRuns, 'startFor' | 'resume'>;
}

/** The proxies of a check; `null` if there are none to check. */
type Checked =
  | { readonly kind: 'check-proxies'; readonly proxyIds: number[] }
  | { readonly kind: 'check-list'; readonly listId: number; readonly variant: 'domain' | 'ip' }
  | null;

interface CheckToStart extends DueCheck {
  readonly accountId: string;
  readonly checked: () => Checked;
  /** Notes that a check has begun at this time. It has no run if it could not begin. */
  readonly note: (runId: number | null, at: number) => void;
}

/**
 * Begins a check on the schedule as the user's last check was made, or continues the interrupted one. A check that the runs
 * refuse is logged, so that it keeps no other from beginning.
 */
export const startScheduledCheck = async (
  { db, clock, logger, settings, check }: ScheduledCheckContext,
  { accountId, run, isDue, checked, note }: CheckToStart,
): Promise<void> => {
  const warn = (message: string, error: unknown): void =>
    logger.warn(message, { error: error instanceof Error ? error.name : 'unknown' });

  if (!isDue && run !== undefined) {
    await check
      .resume(run, { retry: false })
      .catch((error: unknown) => warn('a scheduled check could not go on', error));
    return;
  }
  // The rest of an earlier check is no longer needed. A check that the user has paused stays as it is.
  if (run?.state === 'interrupted' || run?.state === 'stopped') {
    endRun(db, run.id, { state: 'cancelled', error: run.error }, clock.now());
  }
  const what = checked();
  if (what === null) return note(null, clock.now());
  const { checkAddress: address, checkAtOnce: atOnce, checkTimeoutS: timeoutS, checkSlowS: slowS } = settings();
  const how = { protocol: 'own', address, atOnce, timeoutS, slowS } as const;
  try {
    await check.startFor(accountId, { ...what, ...how }, (runId) => note(runId, clock.now()));
  } catch (error) {
    warn('a scheduled check could not begin', error);
    // It is tried again when the next one is due, and not once a minute.
    note(null, clock.now());
  }
};
