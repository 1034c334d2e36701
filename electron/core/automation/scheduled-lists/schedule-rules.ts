import type { ScheduledListInput } from '#shared/contract/scheduled-lists.ts';
import { templateProblem } from '#shared/domain/file-name.ts';
import { parseTimeOfDay } from '#shared/domain/quiet-hours.ts';
import { recipeProblems } from '#shared/domain/recipe.ts';
import { KEPT_FILES, MAX_SCHEDULED_CLIENTS, SCHEDULE_NAME_LIMIT } from '#shared/domain/scheduled-lists.ts';
import type { Problem } from '#shared/result.ts';

const isWholeIn = (value: number, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

const MONTH_DAYS = { min: 1, max: 31 };

/** Returns the problems of a schedule that the schema cannot find, by field. */
export const scheduleProblems = (input: ScheduledListInput): readonly Problem[] => {
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
