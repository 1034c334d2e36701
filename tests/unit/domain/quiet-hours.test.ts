import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQuiet, parseTimeOfDay } from '#shared/domain/quiet-hours.ts';

const at = (time: string): number => parseTimeOfDay(time) ?? Number.NaN;

describe('quiet hours', () => {
  it.each([
    ['22:00', '08:00', '21:59', false],
    ['22:00', '08:00', '22:00', true],
    ['22:00', '08:00', '00:00', true],
    ['22:00', '08:00', '07:59', true],
    ['22:00', '08:00', '08:00', false],
    ['13:00', '14:30', '13:00', true],
    ['13:00', '14:30', '14:30', false],
    ['13:00', '14:30', '03:00', false],
    ['09:00', '09:00', '09:00', false],
    ['', '08:00', '03:00', false],
  ])('from %s to %s at %s', (from, to, time, quiet) => {
    expect(isQuiet(at(time), { from, to })).toBe(quiet);
  });

  it('and the reversed hours make up the whole day', () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const text = (value: number) =>
      `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;
    fc.assert(
      fc.property(minute, minute, minute, (from, to, now) => {
        fc.pre(from !== to);
        const one = isQuiet(now, { from: text(from), to: text(to) });
        const other = isQuiet(now, { from: text(to), to: text(from) });
        expect(one).toBe(!other);
      }),
    );
  });

  it.each([
    ['7:05', 425],
    [' 23:59 ', 1439],
    ['24:00', null],
    ['12:60', null],
    ['noon', null],
    ['', null],
  ])('%j is read as a time of day', (text, minutes) => {
    expect(parseTimeOfDay(text)).toBe(minutes);
  });
});
