import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { CheckRhythm } from '#shared/domain/check-rhythm.ts';
import { isZone, localZone } from '#shared/domain/zoned-time.ts';

export interface CheckTerms extends CheckRhythm {
  /** Whether the dedicated proxies are checked. */
  readonly enabled: boolean;
}

export interface CheckSchedule extends CheckTerms {
  /** When the last check began, or the schedule was switched on or changed, in ms since the epoch, UTC. */
  readonly countsFrom: number;
  /** The last check that began on this computer. */
  readonly runId: number | null;
}

/** Returns the schedule of an account; `undefined` if none was ever saved. */
export const findCheckSchedule = (db: Database, accountId: string): CheckSchedule | undefined => {
  const row = db.get<CheckSchedule>(sql`SELECT enabled AS "enabled:flag", every, hours, time, zone, counts_from, run_id
    FROM scheduled_checks WHERE account_id = ${accountId}`);
  // A zone that this app does not know may come from another computer.
  return row === undefined || isZone(row.zone) ? row : { ...row, zone: localZone() };
};

/** Returns the schedule, or the terms that the form shows before one is saved for the first time. */
export const checkScheduleOf = (db: Database, accountId: string): CheckSchedule =>
  findCheckSchedule(db, accountId) ?? {
    enabled: false,
    every: 'day',
    hours: 6,
    time: '06:00',
    zone: localZone(),
    countsFrom: 0,
    runId: null,
  };

export const putCheckSchedule = (db: Database, accountId: string, terms: CheckTerms, countsFrom: number): void => {
  const { enabled, every, hours, time, zone } = terms;
  db.run(sql`INSERT INTO scheduled_checks (account_id, enabled, every, hours, time, zone, counts_from)
    VALUES (${accountId}, ${enabled}, ${every}, ${hours}, ${time}, ${zone}, ${countsFrom})
    ON CONFLICT DO UPDATE SET enabled = excluded.enabled, every = excluded.every, hours = excluded.hours,
      time = excluded.time, zone = excluded.zone, counts_from = excluded.counts_from`);
};

/** Notes that a check has begun, so that the next one counts from now. It has no run if there was nothing to check. */
export const noteCheckBegun = (db: Database, accountId: string, runId: number | null, at: number): void => {
  db.run(sql`UPDATE scheduled_checks SET counts_from = ${at}, run_id = ${runId} WHERE account_id = ${accountId}`);
};
