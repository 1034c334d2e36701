import type { Recipe } from '#shared/contract/lists.ts';
import type { ListsOutput } from '#shared/contract/runs.ts';
import type { ScheduledListSort } from '#shared/contract/scheduled-lists.ts';
import { sortKey } from '#shared/domain/fold-text.ts';
import type { Rhythm } from '#shared/domain/rhythm.ts';
import { MAX_SCHEDULED_CLIENTS } from '#shared/domain/scheduled-lists.ts';
import { DeskError } from '#shared/result.ts';
import { createList, newestOfEquals, rowsInOrder, withIds } from '../common/list.ts';
import type { Database } from '../storage/database.ts';

/** What is made each time. */
export interface Made {
  readonly recipe: Recipe;
  readonly output: Exclude<ListsOutput, { readonly mode: 'none' }>;
  readonly skipWithoutTraffic: boolean;
}

export interface NewSchedule extends Made {
  readonly name: string;
  readonly tag: string | null;
  readonly rhythm: Rhythm;
  readonly keep: number | null;
  readonly enabled: boolean;
  readonly folder: string;
  readonly folderChosen: boolean;
}

export interface Schedule extends NewSchedule {
  readonly id: number;
  readonly accountId: string;
}

interface Row {
  readonly id: number;
  readonly account_id: string;
  readonly name: string;
  readonly what_json: string;
  readonly tag: string | null;
  readonly every: Rhythm['every'];
  readonly month_day: number;
  readonly time: string;
  readonly folder: string;
  readonly folder_chosen: number;
  readonly keep: number | null;
  readonly enabled: number;
}

const toSchedule = (row: Row): Schedule => ({
  ...(JSON.parse(row.what_json) as Made),
  ...{ id: row.id, accountId: row.account_id, name: row.name, tag: row.tag, keep: row.keep, folder: row.folder },
  rhythm: { every: row.every, monthDay: row.month_day, time: row.time },
  folderChosen: row.folder_chosen === 1,
  enabled: row.enabled === 1,
});

/** One more than are allowed stands for any number. */
const MOST = MAX_SCHEDULED_CLIENTS + 1;

/** Who gets a list now. Alike in their parameters, of which the first does without the second. */
const CHOSEN = `scheduled_list_clients m JOIN clients c ON c.id = m.client_id
  WHERE m.schedule_id = ?1 AND ?2 IS NULL AND c.removed = 0 AND c.archived = 0`;
const TAGGED = `client_tags m JOIN clients c ON c.id = m.client_id
  WHERE m.account_id = ?1 AND m.tag = ?2 AND c.removed = 0 AND c.archived = 0`;

export type ScheduleRepository = ReturnType<typeof createScheduleRepository>;

/** SQL of the tables `scheduled_lists` and `scheduled_list_clients`. */
export const createScheduleRepository = (db: Database) => {
  const list = createList<Schedule, { readonly search: '' }, ScheduledListSort['by']>(db, {
    table: 'scheduled_lists',
    scope: (accountId) => ({ sql: 'account_id = ? AND removed = 0', values: [accountId] }),
    sorts: { name: newestOfEquals('name_sort'), created: withIds('created_at') },
    containing: () => [],
    narrowedBy: () => [],
    rows: (_, wanted) =>
      rowsInOrder(wanted, (ids) =>
        db.all<Row>('SELECT * FROM scheduled_lists WHERE removed = 0 AND id IN (SELECT value FROM json_each(?))', ids),
      ).map(toSchedule),
  });
  const valuesOf = ({ recipe, output, skipWithoutTraffic, rhythm, ...rest }: NewSchedule) => [
    ...[rest.name, sortKey(rest.name), JSON.stringify({ recipe, output, skipWithoutTraffic }), rest.tag],
    ...[rhythm.every, rhythm.monthDay, rhythm.time, rest.folder, rest.folderChosen ? 1 : 0, rest.keep],
    rest.enabled ? 1 : 0,
  ];
  /** Joins the caller's transaction, as everything that writes here does. */
  const putClients = (scheduleId: number, clientIds: readonly number[]): void => {
    db.run('DELETE FROM scheduled_list_clients WHERE schedule_id = ?', scheduleId);
    db.run(
      `INSERT INTO scheduled_list_clients (schedule_id, place, client_id)
       SELECT ?1, wanted.key, c.id FROM json_each(?2) wanted JOIN clients c ON c.id = wanted.value
       WHERE c.account_id = (SELECT account_id FROM scheduled_lists WHERE id = ?1)`,
      scheduleId,
      JSON.stringify([...new Set(clientIds)]),
    );
  };
  const find = (accountId: string, scheduleId: number): Schedule => {
    const row = db.get<Row>(
      'SELECT * FROM scheduled_lists WHERE id = ? AND account_id = ? AND removed = 0',
      scheduleId,
      accountId,
    );
    if (row === undefined) throw new DeskError('not-found', 'There is no such schedule.', { code: 'schedule' });
    return toSchedule(row);
  };
  /** In their order. */
  const whom = ({ id, accountId, tag }: Schedule) => ({
    from: tag === null ? `${CHOSEN} ORDER BY m.place` : `${TAGGED} ORDER BY m.client_id`,
    values: [tag === null ? id : accountId, tag],
  });
  return {
    list,
    /** Throws DeskError `not-found`. */
    find,
    /** All of an account that are there, the oldest first. */
    all: (accountId: string): Schedule[] =>
      db
        .all<Row>(
          'SELECT * FROM scheduled_lists WHERE account_id = ? AND removed = 0 ORDER BY created_at, id',
          accountId,
        )
        .map(toSchedule),
    count: (accountId: string): number =>
      db.value<number>('SELECT count(*) FROM scheduled_lists WHERE account_id = ? AND removed = 0', accountId) ?? 0,
    insert: (accountId: string, schedule: NewSchedule, clientIds: readonly number[], at: number): number => {
      const { lastId } = db.run(
        `INSERT INTO scheduled_lists (name, name_sort, what_json, tag, every, month_day, time, folder, folder_chosen, keep,
           enabled, account_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...valuesOf(schedule),
        accountId,
        at,
      );
      putClients(lastId, clientIds);
      return lastId;
    },
    update: (scheduleId: number, schedule: NewSchedule, clientIds: readonly number[]): void => {
      db.run(
        `UPDATE scheduled_lists SET name = ?, name_sort = ?, what_json = ?, tag = ?, every = ?, month_day = ?, time = ?,
           folder = ?, folder_chosen = ?, keep = ?, enabled = ? WHERE id = ?`,
        ...valuesOf(schedule),
        scheduleId,
      );
      putClients(scheduleId, clientIds);
    },
    setEnabled: (scheduleId: number, enabled: boolean): void => {
      db.run('UPDATE scheduled_lists SET enabled = ? WHERE id = ?', enabled ? 1 : 0, scheduleId);
    },
    /** Chosen in a dialog of this computer. */
    setFolder: (scheduleId: number, folder: string): void => {
      db.run('UPDATE scheduled_lists SET folder = ?, folder_chosen = 1 WHERE id = ?', folder, scheduleId);
    },
    setRemoved: (scheduleId: number, removed: boolean): void => {
      db.run('UPDATE scheduled_lists SET removed = ? WHERE id = ?', removed ? 1 : 0, scheduleId);
    },
    /** Of earlier runs of the app: their undo is over. */
    purgeRemoved: (): void => {
      db.run('DELETE FROM scheduled_lists WHERE removed <> 0');
    },
    /** Everybody it was made for, also who is archived or removed. */
    chosenIds: (scheduleId: number): number[] =>
      db.values<number>(
        'SELECT client_id FROM scheduled_list_clients WHERE schedule_id = ? ORDER BY place',
        scheduleId,
      ),
    /** Who gets a list now. */
    clientIds: (schedule: Schedule): number[] => {
      const { from, values } = whom(schedule);
      return db.values<number>(`SELECT c.id FROM ${from} LIMIT ${MOST}`, ...values);
    },
    /** How many those are, and the name of the first. */
    clientsOf: (schedule: Schedule): { readonly clients: number; readonly clientName: string } => {
      const { from, values } = whom(schedule);
      const name = "iif(c.name = '', c.client_key, c.name)";
      return {
        clients: db.value<number>(`SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${MOST})`, ...values) ?? 0,
        clientName: db.value<string>(`SELECT ${name} FROM ${from} LIMIT 1`, ...values) ?? '',
      };
    },
  };
};
