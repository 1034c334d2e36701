import type { DueSource } from '#core/automation/scheduler/scheduler.ts';
import { createLeaseWatch, type SharedOrders } from '#core/automation/standing/lease-watch.ts';
import { countProxiesInUse, proxiesInUse } from '#core/catalogue/dedicated/check-history.ts';
import type { DeskContext } from '#core/context.ts';
import { endRun, getRun } from '#core/engine/run-repository.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { countCheckLines, isProxyCheckRunning } from '#core/jobs/check/check-lines.ts';
import type { CheckRuns } from '#core/jobs/check/check-run.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { ScheduledChecks } from '#shared/contract/scheduled-checks.ts';
import { type CheckRhythm, checkRhythmProblems, nextCheckAt } from '#shared/domain/check-rhythm.ts';
import { isZone, localZone } from '#shared/domain/zoned-time.ts';
import { invalidInput } from '#shared/result.ts';

interface CheckTerms extends CheckRhythm {
  readonly enabled: boolean;
}

interface CheckSchedule extends CheckTerms {
  /** When the last check began, or the schedule was switched on or changed, in ms since the epoch, UTC. */
  readonly countsFrom: number;
  /** The last check that began on this computer. */
  readonly runId: number | null;
}

/** Returns the schedule of an account; `undefined` if none was ever saved. */
const findCheckSchedule = (db: Database, accountId: string): CheckSchedule | undefined => {
  const row = db.get<CheckSchedule>(sql`SELECT enabled AS "enabled:flag", every, hours, time, zone, counts_from, run_id
    FROM scheduled_checks WHERE account_id = ${accountId}`);
  // A zone that this app does not know may come from another computer.
  return row === undefined || isZone(row.zone) ? row : { ...row, zone: localZone() };
};

const putCheckSchedule = (db: Database, accountId: string, terms: CheckTerms, countsFrom: number): void => {
  const { enabled, every, hours, time, zone } = terms;
  db.run(sql`INSERT INTO scheduled_checks (account_id, enabled, every, hours, time, zone, counts_from)
    VALUES (${accountId}, ${enabled}, ${every}, ${hours}, ${time}, ${zone}, ${countsFrom})
    ON CONFLICT DO UPDATE SET enabled = excluded.enabled, every = excluded.every, hours = excluded.hours,
      time = excluded.time, zone = excluded.zone, counts_from = excluded.counts_from`);
};

/** Notes that a check has begun, so that the next one counts from now. It has no run if there was nothing to check. */
const noteCheckBegun = (db: Database, accountId: string, runId: number | null, at: number): void => {
  db.run(sql`UPDATE scheduled_checks SET counts_from = ${at}, run_id = ${runId} WHERE account_id = ${accountId}`);
};

interface ScheduledChecksDeps {
  readonly check: Pick<CheckRuns, 'startFor' | 'resume'>;
  readonly shared: SharedOrders;
  readonly checkDueSoon: () => void;
}

export interface ScheduledChecksFeature extends DueSource {
  readonly handlers: FeatureHandlers<'scheduledChecks'>;
}

/** The terms that the form shows before a schedule is saved for the first time. */
const firstTerms = (): CheckSchedule => ({
  enabled: false,
  every: 'day',
  hours: 6,
  time: '06:00',
  zone: localZone(),
  countsFrom: 0,
  runId: null,
});

const rhythmOf = ({ every, hours, time, zone }: CheckRhythm): string =>
  JSON.stringify(every === 'hours' ? [hours] : [time, zone]);

/**
 * Creates the feature "scheduled checks", which checks all dedicated proxies in use at set times. On a shared desk the
 * computer that carries out the standing orders checks them, and the others receive the results.
 */
export const createScheduledChecks = (context: DeskContext, deps: ScheduledChecksDeps): ScheduledChecksFeature => {
  const { db, clock, session, settings, logger, isOffline } = context;
  const { check } = deps;
  const lease = createLeaseWatch(deps.shared, clock);
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

  const checkDue = async (accountId: string): Promise<void> => {
    const schedule = findCheckSchedule(db, accountId);
    if (schedule?.enabled !== true || isOffline() || isProxyCheckRunning(db, accountId)) return;
    const run = schedule.runId === null ? undefined : getRun(db, schedule.runId);
    const isDue = nextCheckAt(schedule, schedule.countsFrom, clock.now()) <= clock.now();
    const isInterrupted = run?.state === 'interrupted';
    if (!isDue && !isInterrupted) return;
    if ((await lease.refresh(accountId)) !== 'here') return;
    // Another computer may have checked, or the user may have changed the schedule, while the lease was requested.
    const known = findCheckSchedule(db, accountId);
    if (known?.countsFrom !== schedule.countsFrom || !known.enabled || isProxyCheckRunning(db, accountId)) return;
    if (!isDue && run !== undefined) {
      await check.resume(run, { retry: false });
    } else {
      // The rest of an earlier check is no longer needed. A check that the user has paused stays as it is.
      if (run?.state === 'interrupted' || run?.state === 'stopped') {
        endRun(db, run.id, { state: 'cancelled', error: run.error }, clock.now());
      }
      await begin(accountId);
    }
  };

  const lastOf = (runId: number | null): ScheduledChecks['last'] => {
    const run = runId === null ? undefined : getRun(db, runId);
    if (run === undefined || run.state === 'planned') return null;
    const { alive, slow, refused, dead } = countCheckLines(db, run.id);
    return { runId: run.id, state: run.state, at: run.startedAt, working: alive + slow, failed: refused + dead };
  };
  const view = (accountId: string): ScheduledChecks => {
    const { countsFrom, runId, ...terms } = findCheckSchedule(db, accountId) ?? firstTerms();
    return {
      ...terms,
      nextAt: terms.enabled ? nextCheckAt(terms, countsFrom, clock.now()) : null,
      proxies: countProxiesInUse(db, accountId, moment()),
      last: lastOf(runId),
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
        const counts = before?.enabled === true && rhythmOf(before) === rhythmOf(terms);
        putCheckSchedule(db, accountId, terms, counts ? before.countsFrom : clock.now());
        deps.checkDueSoon();
        return view(accountId);
      },
    },
  };
};
