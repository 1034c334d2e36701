import type { DueSource } from '#core/automation/scheduler/scheduler.ts';
import { createLeaseWatch, type SharedOrders } from '#core/automation/standing/lease-watch.ts';
import { countProxiesInUse, proxiesInUse } from '#core/catalogue/dedicated/check-history.ts';
import { countListsFrom, releaseCheckedLists } from '#core/catalogue/lists/checked-lists.ts';
import type { DeskContext } from '#core/context.ts';
import { getRun } from '#core/engine/run-repository.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { countCheckLines, isProxyCheckRunning } from '#core/jobs/check/check-lines.ts';
import type { CheckRuns } from '#core/jobs/check/check-run.ts';
import type { ScheduledChecks } from '#shared/contract/scheduled-checks.ts';
import { type CheckRhythm, checkRhythmProblems, nextCheckAt } from '#shared/domain/check-rhythm.ts';
import { invalidInput } from '#shared/result.ts';
import { checkScheduleOf, findCheckSchedule, noteCheckBegun, putCheckSchedule } from './check-schedule-repository.ts';
import {
  addListsToCheck,
  beginDueListChecks,
  hasDueListCheck,
  previewListsToCheck,
  removeListsToCheck,
  viewListChecks,
} from './checks-of-lists.ts';
import { dueCheckOf, startScheduledCheck } from './scheduled-check.ts';

interface ScheduledChecksDeps {
  readonly check: Pick<CheckRuns, 'startFor' | 'resume'>;
  readonly shared: SharedOrders;
  readonly checkDueSoon: () => void;
}

export interface ScheduledChecksFeature extends DueSource {
  readonly handlers: FeatureHandlers<'scheduledChecks'>;
}

const soonest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

const rhythmOf = ({ every, hours, time, zone }: CheckRhythm): string =>
  JSON.stringify(every === 'hours' ? [hours] : [time, zone]);

/**
 * Creates the feature "scheduled checks", which checks all dedicated proxies in use, and chosen lists, at set times. On a
 * shared desk the computer that carries out the standing orders checks them, and the others receive the results.
 */
export const createScheduledChecks = (context: DeskContext, deps: ScheduledChecksDeps): ScheduledChecksFeature => {
  const { db, clock, session, settings, isOffline } = context;
  const lease = createLeaseWatch(deps.shared, clock);
  const checking = { ...context, check: deps.check };
  const moment = () => ({ now: clock.now(), zone: settings().assumedZone });

  /** Returns the check of dedicated proxies that is due, or the one that was interrupted. */
  const dueCheck = (accountId: string) => {
    const schedule = findCheckSchedule(db, accountId);
    if (schedule?.enabled !== true || isProxyCheckRunning(db, accountId)) return null;
    return dueCheckOf(db, schedule, schedule, clock.now());
  };

  const beginDue = async (accountId: string): Promise<void> => {
    const due = dueCheck(accountId);
    if (due === null) return;
    await startScheduledCheck(checking, {
      accountId,
      run: due.run,
      isDue: due.isDue,
      checked: () => {
        const proxyIds = proxiesInUse(db, accountId, moment());
        return proxyIds.length === 0 ? null : { kind: 'check-proxies', proxyIds };
      },
      note: (runId, at) => noteCheckBegun(db, accountId, runId, at),
    });
  };

  const checkDue = async (accountId: string): Promise<void> => {
    if (isOffline() || (dueCheck(accountId) === null && !hasDueListCheck(db, accountId, clock.now()))) return;
    if ((await lease.refresh(accountId)) !== 'here') return;
    // Another computer may have checked, or the user may have changed the schedule, while the lease was requested: both
    // find out again what is due.
    await beginDue(accountId);
    await beginDueListChecks(checking, accountId);
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
    const ofLists = viewListChecks(db, accountId, clock.now());
    return {
      ...terms,
      nextAt: soonest(ofProxies, ofLists.nextAt),
      proxies: countProxiesInUse(db, accountId, moment()),
      last: lastOf(runId),
      lists: ofLists.lists,
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
        if (problems.length > 0) throw invalidInput('The schedule is not valid.', ...problems);
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
      'scheduledChecks.previewLists': ({ listIds }) => previewListsToCheck(db, session.accountId(), listIds),
      'scheduledChecks.addLists': ({ listIds }) => {
        const accountId = session.accountId();
        const added = addListsToCheck(context, accountId, listIds);
        return { ...view(accountId), ...added };
      },
      'scheduledChecks.removeLists': ({ listIds }) => removeListsToCheck(context, session.accountId(), listIds),
      'scheduledChecks.releaseLists': () => {
        const accountId = session.accountId();
        releaseCheckedLists(db, accountId, clock.now());
        return view(accountId);
      },
    },
  };
};
