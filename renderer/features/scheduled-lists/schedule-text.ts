import type { TFunction } from 'i18next';
import type { DueList, ScheduledList } from '#shared/contract/scheduled-lists.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { isMadeUp, isTrouble } from '#shared/domain/scheduled-lists.ts';
import { otherZone } from '#shared/domain/zoned-time.ts';
import type { Format } from '../../i18n/format.ts';

export type ScheduleWords = TFunction<['scheduledLists', 'premium', 'common', 'runLists', 'clients']>;

/** The name of the schedule, or what it makes. */
export const scheduleTitleOf = ({ name, recipe }: ScheduledList, t: ScheduleWords): string => {
  if (name !== '') return name;
  const countries = recipe.countries.slice(0, 3).join(', ').toUpperCase();
  const more = recipe.countries.length > 3 ? ` +${recipe.countries.length - 3}` : '';
  return `${t(`premium:pools.${recipe.poolType}`)} · ${countries}${more}`;
};

/** Says for whom the list is made. */
export const whomOf = (schedule: ScheduledList, t: ScheduleWords): string => {
  const { tag, clients } = schedule;
  if (tag !== null) return t('clients:withTag', { tag, count: clients });
  return clients === 1 ? rowClientLabel(schedule) : t('clients:count', { count: clients });
};

/** Says how often and when the list is made, with the zone if it differs from this computer's. */
export const rhythmOf = ({ rhythm, zone }: ScheduledList, t: ScheduleWords): string => {
  const text = t(`scheduledLists:rhythm.${rhythm.every}`, { time: rhythm.time, day: rhythm.monthDay });
  const other = otherZone(zone);
  return other === null ? text : `${text} (${other})`;
};

/** Says when the list is made next, or why it is not. `now` is in ms since the epoch. */
export const nextOf = (schedule: ScheduledList, now: number, t: ScheduleWords, format: Format): string => {
  if (schedule.nextAt === null)
    return t(schedule.folderChosen ? 'scheduledLists:next.off' : 'scheduledLists:next.folder');
  return schedule.nextAt <= now ? t('scheduledLists:next.now') : format.moment(schedule.nextAt, now);
};

/** Describes the result, or says why there is none; empty while it is in progress. */
export const resultOf = ({ run, problem, state }: DueList, t: ScheduleWords): string => {
  if (isTrouble(problem)) return t(`scheduledLists:troubles.${problem}`);
  if (problem !== null && state === 'waits') {
    return t('scheduledLists:later', { why: t(`runLists:problems.${problem}`) });
  }
  if (run === null || state === 'running') return '';
  const { failed, skipped, files, total } = run;
  return [
    failed > 0 ? t('scheduledLists:failed', { failed, count: total }) : '',
    failed > 0 || skipped === total ? '' : t('scheduledLists:files', { count: files }),
    skipped > 0 ? t('scheduledLists:skipped', { count: skipped }) : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
};

/** Says whether the user started it, or whether it was late and replaced missed ones; empty if it was on time. */
export const remarkOf = (dueList: DueList, t: ScheduleWords, format: Format): string => {
  if (dueList.day === null) return t('scheduledLists:byHand');
  if (!isMadeUp(dueList)) return '';
  const due = format.dateTime(dueList.dueAt);
  return dueList.missed === 0
    ? t('scheduledLists:madeUp', { due })
    : t('scheduledLists:madeUpMissed', { due, count: dueList.missed });
};
