import type { TFunction } from 'i18next';
import type { CheckRhythm } from '#shared/domain/check-rhythm.ts';

/** Says how often checks begin on the schedule. */
export const checkRhythmText = ({ every, hours, time, zone }: CheckRhythm, t: TFunction<'checks'>): string =>
  every === 'hours' ? t('schedule.rhythm.hours', { count: hours }) : t('schedule.rhythm.day', { time, zone });
