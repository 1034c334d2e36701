import { describe, expect, it } from 'vitest';
import { type CheckRhythm, checkRhythmProblems, nextCheckAt } from '#shared/domain/check-rhythm.ts';

const at = (text: string): number => new Date(`${text}Z`).getTime();
const daily: CheckRhythm = { every: 'day', hours: 6, time: '06:30', zone: 'Europe/Moscow' };
const hourly: CheckRhythm = { ...daily, every: 'hours' };

describe('the next scheduled check', () => {
  it('is due some hours after the last one began', () => {
    const from = at('2026-11-05T08:00');
    expect(nextCheckAt(hourly, from, from)).toBe(at('2026-11-05T14:00'));
  });

  it('is due at the next time of day in its zone, on the same day or the following one', () => {
    const night = at('2026-11-05T01:00');
    expect(nextCheckAt(daily, night, night)).toBe(at('2026-11-05T03:30'));
    const morning = at('2026-11-05T03:30');
    expect(nextCheckAt(daily, morning, morning)).toBe(at('2026-11-06T03:30'));
  });

  it('counts from the last one, so that one check makes up for all that were missed', () => {
    const from = at('2026-11-01T08:00');
    const now = at('2026-11-05T09:00');
    expect(nextCheckAt(hourly, from, now)).toBe(at('2026-11-01T14:00'));
    expect(nextCheckAt(hourly, now, now)).toBe(at('2026-11-05T15:00'));
  });

  it('does not wait for a time that a wrong clock had set', () => {
    for (const rhythm of [hourly, daily]) {
      for (const now of [at('2026-11-05T08:00'), at('2026-11-05T20:00')])
        expect(nextCheckAt(rhythm, at('2031-01-01T00:00'), now)).toBe(now);
    }
  });

  it('is not due at once because the clock of another computer is a little ahead', () => {
    const now = at('2026-11-05T08:00');
    expect(nextCheckAt(hourly, at('2026-11-05T08:10'), now)).toBe(at('2026-11-05T14:10'));
  });

  it('keeps its time of day when the clocks change', () => {
    const berlin = { ...daily, zone: 'Europe/Berlin' };
    const from = at('2026-03-28T06:00');
    expect(nextCheckAt(berlin, from, from)).toBe(at('2026-03-29T04:30'));
  });
});

describe('a schedule of checks', () => {
  it('is refused by field if its hours, time or zone cannot be used', () => {
    expect(checkRhythmProblems(hourly)).toEqual([]);
    expect(checkRhythmProblems(daily)).toEqual([]);
    for (const hours of [0, 169, 1.5, Number.NaN]) {
      expect(checkRhythmProblems({ ...hourly, hours })).toEqual([
        { field: 'hours', code: 'not-whole', params: { min: 1, max: 168 } },
      ]);
    }
    expect(checkRhythmProblems({ ...daily, time: '25:00', zone: 'Mars/Base' }).map(({ field }) => field)).toEqual([
      'time',
      'zone',
    ]);
  });

  it('does not mind fields that do not count', () => {
    expect(checkRhythmProblems({ ...hourly, time: '', zone: '' })).toEqual([]);
    expect(checkRhythmProblems({ ...daily, hours: 0 })).toEqual([]);
  });
});
