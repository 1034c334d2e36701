import type { Database } from '#core/platform/sqlite/database.ts';
import { createList, rowsInOrder, tieBreakId, tieBreakNewest } from '#core/platform/sqlite/list.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { Recipe } from '#shared/contract/lists.ts';
import type { ListsOutput } from '#shared/contract/runs.ts';
import type { ScheduledList, ScheduledListSort } from '#shared/contract/scheduled-lists.ts';
import { sortKey } from '#shared/domain/fold-text.ts';
import type { Rhythm } from '#shared/domain/rhythm.ts';
import { MAX_SCHEDULED_CLIENTS } from '#shared/domain/scheduled-lists.ts';
import { isZone, localZone } from '#shared/domain/zoned-time.ts';
import { DeskError } from '#shared/result.ts';

/** The terms of the lists that a schedule generates. */
export interface ScheduledTerms {
  readonly recipe: Recipe;
  readonly output: Exclude<ListsOutput, { readonly mode: 'none' }>;
  readonly skipWithoutTraffic: boolean;
}

export interface NewSchedule extends ScheduledTerms {
  readonly name: string;
  readonly tag: string | null;
  readonly rhythm: Rhythm;
  /** A zone of the IANA database, in which the days and times of the schedule are meant. */
  readonly zone: string;
  readonly keep: number | null;
  readonly enabled: boolean;
  readonly folder: string;
  readonly folderChosen: boolean;
}

export interface Schedule extends NewSchedule {
  readonly id: number;
  readonly accountId: string;
}

interface Row extends Omit<Schedule, keyof ScheduledTerms> {
  readonly what: ScheduledTerms;
}

const SCHEDULES = sql`SELECT id, account_id, name, settings_json AS "what:json", tag, folder, zone,
    json_object('every', every, 'monthDay', month_day, 'time', time) AS "rhythm:json",
    folder_chosen AS "folderChosen:flag", keep, enabled AS "enabled:flag"
  FROM scheduled_lists`;

/** Converts a row to a schedule. The zone of this computer replaces a zone that this app does not know. */
const toSchedule = ({ what, zone, ...schedule }: Row): Schedule => ({
  ...what,
  ...schedule,
  zone: isZone(zone) ? zone : localZone(),
});

/** The columns for the values of a form. */
const COLUMNS = sql`name, name_sort, settings_json, tag, every, month_day, time, zone, folder, folder_chosen, keep,
  enabled`;

/** Clients are only counted up to one more than allowed, which shows that there are too many. */
const MOST = MAX_SCHEDULED_CLIENTS + 1;

/** Returns the SQL of the clients who get a list now, in their order. */
const whom = ({ id, accountId, tag }: Schedule): Sql =>
  tag === null
    ? sql`scheduled_list_clients m JOIN clients c ON c.id = m.client_id
        WHERE m.schedule_id = ${id} AND c.removed = 0 AND c.archived = 0 ORDER BY m.place`
    : sql`client_tags m JOIN clients c ON c.id = m.client_id
        WHERE m.account_id = ${accountId} AND m.tag = ${tag} AND c.removed = 0 AND c.archived = 0 ORDER BY m.client_id`;

export const scheduleList = (db: Database) =>
  createList<Schedule, { readonly search: '' }, ScheduledListSort['by']>(db, {
    table: 'scheduled_lists',
    scope: (accountId) => sql`account_id = ${accountId} AND removed = 0`,
    sorts: { name: tieBreakNewest('name_sort'), created: tieBreakId('created_at') },
    matchesWords: () => [],
    filters: () => [],
    rows: (_, wanted) =>
      rowsInOrder(wanted, (ids) => db.all<Row>(sql`${SCHEDULES} WHERE removed = 0 AND id IN ${ids}`)).map(toSchedule),
  });

/** Returns the values of `COLUMNS`, in the same order. */
const valuesOf = ({ recipe, output, skipWithoutTraffic, rhythm, ...rest }: NewSchedule): Sql =>
  sql`${rest.name}, ${sortKey(rest.name)}, ${JSON.stringify({ recipe, output, skipWithoutTraffic })}, ${rest.tag},
    ${rhythm.every}, ${rhythm.monthDay}, ${rhythm.time}, ${rest.zone}, ${rest.folder}, ${rest.folderChosen}, ${rest.keep},
    ${rest.enabled}`;

/** Replaces the clients of a schedule. Joins the caller's transaction, as everything that writes here does. */
const putClients = (db: Database, scheduleId: number, clientIds: readonly number[]): void => {
  db.run(sql`DELETE FROM scheduled_list_clients WHERE schedule_id = ${scheduleId}`);
  db.run(sql`INSERT INTO scheduled_list_clients (schedule_id, place, client_id)
    SELECT ${scheduleId}, wanted.key, c.id FROM json_each(${JSON.stringify([...new Set(clientIds)])}) wanted
    JOIN clients c ON c.id = wanted.value
    WHERE c.account_id = (SELECT account_id FROM scheduled_lists WHERE id = ${scheduleId})`);
};

/** Throws DeskError `not-found`. */
export const findSchedule = (db: Database, accountId: string, scheduleId: number): Schedule => {
  const row = db.get<Row>(sql`${SCHEDULES}
    WHERE id = ${scheduleId} AND account_id = ${accountId} AND removed = 0`);
  if (row === undefined) throw new DeskError('not-found', 'There is no such schedule.', { code: 'schedule' });
  return toSchedule(row);
};

/** Returns all schedules of an account that are not removed, the oldest first. */
export const allSchedules = (db: Database, accountId: string): Schedule[] =>
  db
    .all<Row>(sql`${SCHEDULES} WHERE account_id = ${accountId} AND removed = 0 ORDER BY created_at, id`)
    .map(toSchedule);

export const countSchedules = (db: Database, accountId: string): number =>
  db.value<number>(sql`SELECT count(*) FROM scheduled_lists WHERE account_id = ${accountId} AND removed = 0`) ?? 0;

export const insertSchedule = (
  db: Database,
  accountId: string,
  schedule: NewSchedule,
  clientIds: readonly number[],
  at: number,
): number => {
  const { lastId } = db.run(sql`INSERT INTO scheduled_lists (${COLUMNS}, account_id, created_at)
    VALUES (${valuesOf(schedule)}, ${accountId}, ${at})`);
  putClients(db, lastId, clientIds);
  return lastId;
};

export const updateSchedule = (
  db: Database,
  scheduleId: number,
  schedule: NewSchedule,
  clientIds: readonly number[],
): void => {
  db.run(sql`UPDATE scheduled_lists SET (${COLUMNS}) = (${valuesOf(schedule)}) WHERE id = ${scheduleId}`);
  putClients(db, scheduleId, clientIds);
};

export const setScheduleEnabled = (db: Database, scheduleId: number, enabled: boolean): void => {
  db.run(sql`UPDATE scheduled_lists SET enabled = ${enabled} WHERE id = ${scheduleId}`);
};

/** Sets a folder that was chosen in a dialog on this computer. */
export const setScheduleFolder = (db: Database, scheduleId: number, folder: string): void => {
  db.run(sql`UPDATE scheduled_lists SET folder = ${folder}, folder_chosen = 1 WHERE id = ${scheduleId}`);
};

export const setScheduleRemoved = (db: Database, scheduleId: number, removed: boolean): void => {
  db.run(sql`UPDATE scheduled_lists SET removed = ${removed} WHERE id = ${scheduleId}`);
};

/** Deletes the removed schedules. Call it at the start of the app, when their removal can no longer be undone. */
export const purgeRemovedSchedules = (db: Database): void => {
  db.run('DELETE FROM scheduled_lists WHERE removed <> 0');
};

/** Returns all clients that were chosen for a schedule, including archived and removed ones. */
export const chosenClientIds = (db: Database, scheduleId: number): number[] =>
  db.values<number>(sql`SELECT client_id FROM scheduled_list_clients
    WHERE schedule_id = ${scheduleId} ORDER BY place`);

/** Returns the clients who get a list now. */
export const clientIdsOf = (db: Database, schedule: Schedule): number[] =>
  db.values<number>(sql`SELECT c.id FROM ${whom(schedule)} LIMIT ${MOST}`);

/** Returns the number of clients who get a list now, and the name and key of the first one. */
export const clientsOfSchedule = (
  db: Database,
  schedule: Schedule,
): Pick<ScheduledList, 'clients' | 'clientName' | 'clientKey' | 'messengerId'> => ({
  clients: db.value<number>(sql`SELECT count(*) FROM (SELECT 1 FROM ${whom(schedule)} LIMIT ${MOST})`) ?? 0,
  ...(db.get<Pick<ScheduledList, 'clientName' | 'clientKey' | 'messengerId'>>(sql`SELECT c.name AS clientName,
    c.client_key, c.messenger_id FROM ${whom(schedule)} LIMIT 1`) ?? {
    clientName: '',
    clientKey: '',
    messengerId: null,
  }),
});
