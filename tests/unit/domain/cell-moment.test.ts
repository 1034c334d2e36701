import { describe, expect, it } from 'vitest';
import { doubtOfEnd, PLAIN_MOMENTS, readMoment } from '#shared/domain/cell-moment.ts';

const DAY = { kind: 'day', day: '2026-12-31' };
const wall = (hour: number, minute: number, second = 0) => ({
  kind: 'wall',
  wall: Date.UTC(2026, 11, 31, hour, minute, second),
});
const AT = Date.UTC(2026, 11, 31, 7, 15);
const instant = (at: number) => ({ kind: 'instant', at });

describe('a moment in a cell', () => {
  it.each([
    ['2026-12-31', DAY],
    ['2026/12/31', DAY],
    [' 31.12.2026 ', DAY],
    ['31.12.26', DAY],
    ['31.12.2026 г.', DAY],
    ['31/12/2026', DAY],
    ['12/31/2026', DAY],
    ['31-12-2026', DAY],
    ['31 Dec 2026', DAY],
    ['31 декабря 2026 г.', DAY],
    ['December 31, 2026', DAY],
    ['46387', DAY],
    ['46387.0', DAY],
    ['2026-12-31 23:59:59', wall(23, 59, 59)],
    ['2026-12-31T10:15', wall(10, 15)],
    ['2026-12-31 10:15:07.123456', wall(10, 15, 7)],
    ['31.12.2026 9:05', wall(9, 5)],
    ['31.12.2026, 9:05:07', wall(9, 5, 7)],
    ['12/31/2026 11:59 PM', wall(23, 59)],
    ['12/31/2026 12:05:00 AM', wall(0, 5)],
    ['46387.4375', wall(10, 30)],
    ['2026-12-31T07:15:00Z', instant(AT)],
    ['2026-12-31T07:15:00.000Z', instant(AT)],
    ['2026-12-31 10:15:00+03', instant(AT)],
    ['2026-12-31 10:15:00.123456+03:00', instant(AT)],
    ['2026-12-31 02:15:00 -0500', instant(AT)],
    ['2026-12-31 07:15:00 UTC', instant(AT)],
    [String(AT), instant(AT)],
    [String(AT / 1000), instant(AT)],
    [`${AT / 1000}.5`, instant(AT + 500)],
    [`${AT}.0`, instant(AT)],
    ['', { kind: 'empty' }],
    ['—', { kind: 'empty' }],
    ['null', { kind: 'empty' }],
    ['0', { kind: 'never' }],
    ['0.0', { kind: 'never' }],
    ['∞', { kind: 'never' }],
    ['Бессрочно', { kind: 'never' }],
    ['-2592000000', { kind: 'not-begun' }],
    ['03/04/2026', { kind: 'two-ways' }],
    ['03-04-2026 10:00', { kind: 'two-ways' }],
    ['04/04/2026', { kind: 'day', day: '2026-04-04' }],
    ['2026-02-30', { kind: 'no-such-day' }],
    ['31.02.2026', { kind: 'no-such-day' }],
    ['45/45/2026', { kind: 'no-such-day' }],
    ['2026-12-31T25:00:00Z', { kind: 'no-such-day' }],
    ['31.12.2026 25:00', { kind: 'no-such-day' }],
    ['12/31/2026 13:00 PM', { kind: 'no-such-day' }],
    ['end of the year', { kind: 'unreadable' }],
    ['1,76714E+12', { kind: 'unreadable' }],
    ['#####', { kind: 'unreadable' }],
    ['12345', { kind: 'unreadable' }],
    ['10:30', { kind: 'unreadable' }],
    ['31 Foo 2026', { kind: 'unreadable' }],
    [`2026-12-31 ${'x'.repeat(100_000)}`, { kind: 'unreadable' }],
  ])('%j is read', (cell, moment) => {
    expect(readMoment(cell, PLAIN_MOMENTS)).toEqual(moment);
  });

  it('is read in the order of day and month that the user chose', () => {
    const read = (dayFirst: boolean) => readMoment('03/04/2026', { dayFirst, isFrom1904: false });
    expect(read(true)).toEqual({ kind: 'day', day: '2026-04-03' });
    expect(read(false)).toEqual({ kind: 'day', day: '2026-03-04' });
    // A number that is not a month overrules the choice.
    expect(readMoment('12/31/2026', { dayFirst: true, isFrom1904: false })).toEqual(DAY);
  });

  it('is counted from 1904 in a workbook that does so', () => {
    expect(readMoment('44925', { dayFirst: null, isFrom1904: true })).toEqual(DAY);
  });
});

it('names ends that nobody can have meant, and those that are worth a look', () => {
  const now = Date.UTC(2026, 5, 1);
  expect(doubtOfEnd(0, now)).toBe('impossible');
  expect(doubtOfEnd(Date.UTC(1999, 11, 31), now)).toBe('impossible');
  expect(doubtOfEnd(Date.UTC(2021, 0, 1), now)).toBe('odd');
  expect(doubtOfEnd(Date.UTC(2099, 11, 31), now)).toBe('odd');
  expect(doubtOfEnd(Date.UTC(2025, 0, 1), now)).toBeNull();
  expect(doubtOfEnd(Date.UTC(2036, 0, 1), now)).toBeNull();
});
