import type { DueSource } from '#core/automation/scheduler/scheduler.ts';
import { createLeaseWatch, type SharedOrders } from '#core/automation/standing/lease-watch.ts';
import { countProxiesInUse, proxiesInUse } from '#core/catalogue/dedicated/check-history.ts';
import { countListsFrom } from '#core/catalogue/lists/checked-lists.ts';
import type { DeskContext } from '#core/context.ts';
import { endRun, getRun } from '#core/engine/run-repository.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { countCheckLines, isProxyCheckRunning } from '#core/jobs/check/check-lines.ts';
import type { CheckRuns } from '#core/jobs/check/check-run.ts';
import type { ScheduledChecks } from '#shared/contract/scheduled-checks.ts';
import { type CheckRhythm, checkRhythmProblems, nextCheckAt } from '#shared/domain/check-rhythm.ts';
import { invalidInput } from '#shared/result.ts';
import { checkScheduleOf, findCheckSchedule, noteCheckBegun, putCheckSchedule } from './check-schedule-repository.ts';
import { createListChecks } from './checks-of-lists.ts';

interface ScheduledChecksDeps {
  readonly check: Pick<CheckRuns, 'startFor' | 'resume'>;
  readonly shared: SharedOrders;
  readonly checkDueSoon: () => void;
}

export interface ScheduledChecksFeature extends DueSource {
  readonly handlers: FeatureHandlers<'scheduledChecks'>;
}

const rhythmOf = ({ every, hours, time, zone }: CheckRhythm): string =>
  JSON.stringify(every === 'hours' ? [hours] : [time, zone]);

/**
 * Creates the feature "scheduled checks", which checks all dedicated proxies in use, and chosen lists, at set times. On a
 * shared desk the computer that carries out the standing orders checks them, and the others receive the results.
 */
export const createScheduledChecks = (context: DeskContext, deps: ScheduledChecksDeps): ScheduledChecksFeature => {
  const { db, clock, session, settings, logger, isOffline } = context;
  const { check } = deps;
  const lease = createLeaseWatch(deps.shared, clock);
  const lists = createListChecks({ ...context, check });
  const moment = () => ({ now: clock.now(), zone: settings().assumedZone });

  const begin = async (accountId: string): Promise<void> => {
    const note = (runId: number | null): void => noteCheckBegun(db, accountId, runId, clock.now());
    const proxyIds = proxiesInUse(db, accountId, moment());
    if (proxyIds.length === 0) return note(null);
    const { checkAddress: address, checkAtOnce: atOnce, checkTimeoutS: timeoutS, checkSlowS: slowS } = settings();
    try {
      const how = { protocol: 'own', address, atOnce, timeoutS, slowS } as const;
      await check.startFor(accountId, { kind: 'check-proxies', proxyIds, ...how }, note);
    } catch (error) {
      logger.warn('a scheduled check could not begin', { error: error instanceof Error ? error.name : 'unknown' });
      // It is tried again when the next one is due, and not once a minute.
      note(null);
    }
  };

  /** Returns the check of dedicated proxies that is due, or the one that was interrupted. */
  const dueCheck = (accountId: string) => {
    const schedule = findCheckSchedule(db, accountId);
    if (schedule?.enabled !== true || isProxyCheckRunning(db, accountId)) return null;
    const run = schedule.runId === null ? undefined : getRun(db, schedule.runId);
    const isDue = nextCheckAt(schedule, schedule.countsFrom, clock.now()) <= clock.now();
    return isDue || run?.state === 'interrupted' ? { run, isDue } : null;
  };

  const beginDue = async (accountId: string): Promise<void> => {
    const due = dueCheck(accountId);
    if (due === null) return;
    const { run, isDue } = due;
    if (!isDue && run !== undefined) {
      await check.resume(run, { retry: false });
      return;
    }
    // The rest of an earlier check is no longer needed. A check that the user has paused stays as it is.
    if (run?.state === 'interrupted' || run?.state === 'stopped') {
      endRun(db, run.id, { state: 'cancelled', error: run.error }, clock.now());
    }
    await begin(accountId);
  };

  const checkDue = async (accountId: string): Promise<void> => {
    if (isOffline() || (dueCheck(accountId) === null && !lists.hasDue(accountId))) return;
    if ((await lease.refresh(accountId)) !== 'here') return;
    // Another computer may have checked, or the user may have changed the schedule, while the lease was requested: both
    // find out again what is due.
    await beginDue(accountId);
    await lists.beginDue(accountId);
  };

  const lastOf = (runId: number | null): ScheduledChecks['last'] => {
    const run = runId === null ? undefined : getRun(db, runId);
    if (run === undefined || run.state === 'planned') return null;
    const { alive, slow, refused, dead } = countCheckLines(db, run.id);
    return { runId: run.id, state: run.state, at: run.startedAt, working: alive + slow, failed: refused + dead };
  };
  const view = (accountId: string): ScheduledChecks => {
    const { countsFrom, runId, ...terms } = checkScheduleOf(db, accountId);
    const ofProxies = terms.enabled ? nextCheckAt(terms, countsFrom, clock.now()) : null;
    const ofLists = lists.nextAt(accountId);
    return {
      ...terms,
      nextAt: ofProxies === null || ofLists === null ? (ofProxies ?? ofLists) : Math.min(ofProxies, ofLists),
      proxies: countProxiesInUse(db, accountId, moment()),
      last: lastOf(runId),
      lists: lists.view(accountId),
    };
  };

  return {
    checkDue,
    handlers: {
      'scheduledChecks.get': () => view(session.accountId()),
      'scheduledChecks.save': (input) => {
        const accountId = session.accountId();
        const before = findCheckSchedule(db, accountId);
        const problems = checkRhythmProblems(input);
        if (problems.length > 0) throw invalidInput('The schedule cannot be kept like this.', ...problems);
        const terms = { ...input, time: input.time.trim() };
        const isSameRhythm = before !== undefined && rhythmOf(before) === rhythmOf(terms);
        const counts = isSameRhythm && before.enabled;
        db.transaction(() => {
          putCheckSchedule(db, accountId, terms, counts ? before.countsFrom : clock.now());
          if (!isSameRhythm) countListsFrom(db, accountId, clock.now());
        });
        deps.checkDueSoon();
        return view(accountId);
      },
      'scheduledChecks.addList': ({ listId }) => {
        const accountId = session.accountId();
        lists.add(accountId, listId);
        return view(accountId);
      },
      'scheduledChecks.removeList': ({ listId }) => lists.remove(session.accountId(), listId),
      'scheduledChecks.releaseLists': () => {
        const accountId = session.accountId();
        lists.release(accountId);
        return view(accountId);
      },
    },
  };
};
