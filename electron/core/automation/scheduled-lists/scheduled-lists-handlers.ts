import type { DueSource } from '#core/automation/scheduler/scheduler.ts';
import { isSameChoice, problemOfChoice } from '#core/catalogue/layouts/chosen-layout.ts';
import type { DeskContext } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { assertFolder } from '#core/jobs/lists/folder-writer.ts';
import type { ListsRuns } from '#core/jobs/lists/lists-run.ts';
import { createFolderChoices } from '#core/platform/files/folder-choices.ts';
import { textsOf } from '#core/platform/text/texts.ts';
import { openAccountId } from '#core/service/account/session.ts';
import type { Run } from '#shared/contract/runs.ts';
import type { ScheduledList, ScheduledListInput } from '#shared/contract/scheduled-lists.ts';
import { templateProblem } from '#shared/domain/file-name.ts';
import { parseTimeOfDay } from '#shared/domain/quiet-hours.ts';
import { normalizeRecipe, recipeProblems } from '#shared/domain/recipe.ts';
import { latestDay, nextDay } from '#shared/domain/rhythm.ts';
import { momentOn } from '#shared/domain/schedule-time.ts';
import {
  type DueListProblem,
  isTrouble,
  KEPT_FILES,
  MAX_SCHEDULED_CLIENTS,
  MAX_SCHEDULED_LISTS,
  SCHEDULE_NAME_LIMIT,
  type ScheduleTrouble,
} from '#shared/domain/scheduled-lists.ts';
import { isZone, localZone } from '#shared/domain/zoned-time.ts';
import { DeskError, invalidInput, type Problem } from '#shared/result.ts';
import { isDueListSettled, lastDueList, pageOfDueLists } from './due-list-repository.ts';
import { createDueLists } from './due-lists.ts';
import {
  allSchedules,
  chosenClientIds,
  clientsOfSchedule,
  countSchedules,
  findSchedule,
  insertSchedule,
  type NewSchedule,
  purgeRemovedSchedules,
  type Schedule,
  scheduleList,
  setScheduleEnabled,
  setScheduleFolder,
  setScheduleRemoved,
  updateSchedule,
} from './schedule-repository.ts';

interface ScheduledListsDeps {
  readonly listsRuns: Pick<ListsRuns, 'startFor' | 'goOnFor'>;
  /** Requests a check soon, because another list may be due now. */
  readonly checkDueSoon: () => void;
  /** Alerts the user to trouble that only the user can solve; `null` takes the alert back. */
  readonly alert: (schedule: Schedule, trouble: ScheduleTrouble | null) => void;
}

export interface ScheduledLists extends DueSource {
  readonly handlers: FeatureHandlers<'scheduledLists'>;
  /** Notes the files of a run that no longer runs, if it was the run of a schedule. */
  noteRun(run: Run): void;
  /** Tries again what waits for a layout, because layouts were saved or removed. */
  noteLayouts(): void;
  /** Deletes the schedules that were removed before this start of the app. */
  purgeRemoved(): Promise<void>;
}

const refusal = (problems: readonly Problem[]): DeskError => invalidInput('The schedule is not valid.', ...problems);

const isWholeIn = (value: number, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

const MONTH_DAYS = { min: 1, max: 31 };

/** Returns the problems of a schedule that the schema cannot find, by field. */
const scheduleProblems = (input: ScheduledListInput): readonly Problem[] => {
  const { name, recipe, output, clients, rhythm, keep } = input;
  const problems: Problem[] = [...recipeProblems(recipe)];
  if (name.trim().length > SCHEDULE_NAME_LIMIT) {
    problems.push({ field: 'name', code: 'too-long', params: { max: SCHEDULE_NAME_LIMIT } });
  }
  if ('tag' in clients && clients.tag.trim() === '') problems.push({ field: 'clients', code: 'schedule-clients' });
  if ('clientIds' in clients && clients.clientIds.length > MAX_SCHEDULED_CLIENTS) {
    problems.push({ field: 'clients', code: 'schedule-many-clients', params: { max: MAX_SCHEDULED_CLIENTS } });
  }
  const template = output.mode === 'files' ? templateProblem(output.template) : undefined;
  if (template !== undefined) problems.push({ field: 'template', ...template });
  if (parseTimeOfDay(rhythm.time) === null) problems.push({ field: 'time', code: 'time-of-day' });
  if (rhythm.every === 'month' && !isWholeIn(rhythm.monthDay, MONTH_DAYS)) {
    problems.push({ field: 'monthDay', code: 'not-whole', params: MONTH_DAYS });
  }
  if (keep !== null && !isWholeIn(keep, KEPT_FILES)) {
    problems.push({ field: 'keep', code: 'not-whole', params: KEPT_FILES });
  }
  return problems;
};

/** Creates the feature "scheduled lists", which generates lists automatically, at set times, into a folder. */
export const createScheduledLists = (context: DeskContext, deps: ScheduledListsDeps): ScheduledLists => {
  const { db, clock, emit, session, undos } = context;
  const t = textsOf(context.language);
  /** A problem that passes on its own raises no alert, and does not end one. */
  const onTrouble = (schedule: Schedule, problem: DueListProblem | null): void => {
    if (problem === null || isTrouble(problem)) deps.alert(schedule, problem);
  };
  const due = createDueLists(context, {
    listsRuns: deps.listsRuns,
    t,
    onTrouble,
  });
  const choices = createFolderChoices(context.dialogs);

  const find = (scheduleId: number): Schedule => findSchedule(db, session.accountId(), scheduleId);

  const nextAt = ({ id, rhythm, zone, enabled, folderChosen }: Schedule): number | null => {
    if (!enabled || !folderChosen) return null;
    const now = clock.now();
    const isSettled = (day: string): boolean => isDueListSettled(db, id, day);
    const latest = latestDay(rhythm, now, zone);
    const day = latest === null || isSettled(latest) ? nextDay(rhythm, now, zone, isSettled) : latest;
    return day === null ? null : momentOn(day, rhythm.time, zone);
  };
  const view = (schedule: Schedule): ScheduledList => {
    const { accountId, ...shown } = schedule;
    return {
      ...shown,
      ...clientsOfSchedule(db, schedule),
      layoutProblem: problemOfChoice(db, accountId, shown.output.layout),
      nextAt: nextAt(schedule),
      last: lastDueList(db, schedule.id),
    };
  };

  const save = (input: ScheduledListInput): Schedule => {
    const accountId = session.accountId();
    const before = input.scheduleId === null ? null : find(input.scheduleId);
    if (before === null && countSchedules(db, accountId) >= MAX_SCHEDULED_LISTS) {
      throw new DeskError('conflict', 'The account has the highest number of scheduled lists.', {
        code: 'schedules-full',
        params: { max: MAX_SCHEDULED_LISTS },
      });
    }
    const zone = input.zone ?? before?.zone ?? localZone();
    const problems = [...scheduleProblems(input)];
    if (!isZone(zone)) problems.push({ field: 'zone', code: 'zone-unknown' });
    const layoutProblem = problemOfChoice(db, accountId, input.output.layout);
    if (layoutProblem !== null) problems.push({ field: 'layout', code: layoutProblem });
    const place = choices.folderOf(input.folderId, before);
    if (place === null) problems.push({ field: 'folder', code: 'schedule-folder' });
    if (place === null || problems.length > 0) throw refusal(problems);
    const { output, skipWithoutTraffic, keep, enabled, clients, rhythm } = input;
    const schedule: NewSchedule = {
      output,
      skipWithoutTraffic,
      keep,
      enabled,
      ...place,
      name: input.name.trim(),
      recipe: normalizeRecipe(input.recipe),
      tag: 'tag' in clients ? clients.tag.trim() : null,
      rhythm: { ...rhythm, time: rhythm.time.trim() },
      zone,
    };
    const clientIds = 'clientIds' in clients ? clients.clientIds : [];
    const saved = db.transaction(() => {
      if (before !== null) updateSchedule(db, before.id, schedule, clientIds);
      const id = before?.id ?? insertSchedule(db, accountId, schedule, clientIds, clock.now());
      const after = find(id);
      const isSameRhythm =
        before?.enabled === true &&
        JSON.stringify([before.rhythm, before.zone]) === JSON.stringify([after.rhythm, after.zone]);
      if (!isSameRhythm) due.passOver(after);
      return after;
    });
    settle(saved, before);
    return saved;
  };

  /**
   * Applies the changes to a schedule. A due list that waited for them is tried again at once. Lists that a restored
   * desk had missed before its folder was chosen again are not made up for.
   */
  const settle = (schedule: Schedule, before: Schedule | null): void => {
    if (before?.folderChosen === false && schedule.folderChosen) due.passOver(schedule);
    due.wake(schedule.id);
    const isSettled =
      !schedule.enabled ||
      before?.folder !== schedule.folder ||
      !isSameChoice(before.output.layout, schedule.output.layout);
    if (isSettled) deps.alert(schedule, null);
    deps.checkDueSoon();
  };

  return {
    checkDue: due.checkDue,
    noteRun: ({ kind, id }) => {
      if (kind === 'lists') void due.noteFiles(id).catch(() => {});
    },
    noteLayouts: () => {
      const accountId = openAccountId(session);
      // An account that is removed takes its layouts with it.
      if (accountId === null) return;
      for (const schedule of allSchedules(db, accountId)) {
        if (schedule.output.layout !== undefined) due.wake(schedule.id);
      }
      // Whether a schedule can be used follows from its layout.
      emit('scheduledLists.changed', {});
      deps.checkDueSoon();
    },
    purgeRemoved: async () => purgeRemovedSchedules(db),
    handlers: {
      'scheduledLists.list': ({ sort, ...page }) => {
        const question = { filter: { search: '' }, sort, ...page } as const;
        const { total, rows } = scheduleList(db).page(session.accountId(), question);
        return { total, rows: rows.map(view) };
      },
      'scheduledLists.get': ({ scheduleId }) => {
        const schedule = find(scheduleId);
        return { ...view(schedule), clientIds: schedule.tag === null ? chosenClientIds(db, scheduleId) : [] };
      },
      'scheduledLists.history': ({ scheduleId, offset, limit }) =>
        pageOfDueLists(db, find(scheduleId).id, offset, limit),
      'scheduledLists.chooseFolder': async ({ scheduleId }) => {
        const before = scheduleId === null ? null : find(scheduleId);
        const choice = await choices.ask(t('files:dialogs.scheduledFolder'));
        if (choice !== null && before !== null) {
          setScheduleFolder(db, before.id, choice.folder);
          settle(find(before.id), before);
        }
        return choice;
      },
      'scheduledLists.save': (input) => view(save(input)),
      'scheduledLists.setEnabled': ({ scheduleId, enabled }) => {
        const before = find(scheduleId);
        if (enabled && !before.folderChosen) {
          throw new DeskError('conflict', 'The folder of the schedule has to be chosen first.', {
            code: 'schedule-folder',
          });
        }
        db.transaction(() => {
          setScheduleEnabled(db, scheduleId, enabled);
          if (enabled && !before.enabled) due.passOver(before);
        });
        settle(find(scheduleId), before);
        return view(find(scheduleId));
      },
      'scheduledLists.makeNow': async ({ scheduleId }) => {
        await due.makeNow(find(scheduleId));
        return view(find(scheduleId));
      },
      'scheduledLists.showFolder': async ({ scheduleId }) => {
        const { folder } = find(scheduleId);
        await assertFolder(folder);
        context.desktop.showInFolder(folder);
        return {};
      },
      'scheduledLists.remove': ({ scheduleId }) => {
        const schedule = find(scheduleId);
        const { accountId } = schedule;
        setScheduleRemoved(db, scheduleId, true);
        deps.alert(schedule, null);
        const undo = async (): Promise<number> => {
          setScheduleRemoved(db, scheduleId, false);
          // The user does not expect lists that fell due meanwhile.
          due.passOver(find(scheduleId));
          return 1;
        };
        return { count: 1, undoId: undos.keep(accountId, undo) };
      },
    },
  };
};
