import { expect, it, onTestFinished } from 'vitest';
import { PLAIN_MOMENTS } from '#shared/domain/cell-moment.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { isPaidUntilDay, paidDue, paidUntilRange, readPaidUntil, sumOfPaidEnds } from '#shared/domain/paid-until.ts';
import { setTimeZone } from '../../support/time-zone.ts';

const AT = 1_767_139_200_000;
const NOW = Date.UTC(2026, 5, 1);
const LONG = 'x'.repeat(10_001);

it.each([
  ['2026-12-31', '2026-12-31', null],
  ['2026-12-31T10:00:00', '2026-12-31', null],
  ['2026-12-31 14:30', '2026-12-31', null],
  ['31.12.2026', '2026-12-31', null],
  ['1.2.2026 10:00', '2026-02-01', null],
  ['12/31/2026', '2026-12-31', null],
  ['46387', '2026-12-31', null],
  [String(AT), localDate(AT), null],
  [String(AT / 1000), localDate(AT), null],
  [new Date(AT).toISOString(), localDate(AT), null],
  ['end of the year', null, 'paid-until-unreadable'],
  ['31.12.2026 (paid)', null, 'paid-until-unreadable'],
  ['', null, null],
  ['0', null, null],
  ['null', null, null],
  ['2099-12-31', '2099-12-31', null],
  ['-2592000000', null, 'paid-until-not-begun'],
  ['1,76714E+12', null, 'paid-until-damaged'],
  ['#####', null, 'paid-until-damaged'],
  ['#N/A', null, 'paid-until-damaged'],
  ['2026-02-30', null, 'paid-until-no-such-day'],
  ['1970-01-01', null, 'paid-until-impossible'],
  ['03/04/2026', null, 'paid-until-two-ways'],
  [LONG, null, 'paid-until-unreadable'],
])('%j means %j, or is left out because of %s', (cell, day, problem) => {
  expect(readPaidUntil(cell, PLAIN_MOMENTS, NOW)).toMatchObject({ day, problem });
});

it('marks a day that passed long ago or lies far ahead', () => {
  const isDoubtful = (cell: string): boolean => readPaidUntil(cell, PLAIN_MOMENTS, NOW).isDoubtful;
  expect(['2099-12-31', '2021-01-01', '2026-12-31', 'soon'].map(isDoubtful)).toEqual([true, true, false, false]);
});

it('tells an end that does not exist from a cell that says nothing, because only the first one clears a stored day', () => {
  const isGiven = (cell: string): boolean => readPaidUntil(cell, PLAIN_MOMENTS, NOW).isGiven;
  expect(['0', 'unlimited', '2026-12-31'].map(isGiven)).toEqual([true, true, true]);
  expect(['', ' ', '-', 'null', 'soon', '03/04/2026', '1970-01-01'].map(isGiven)).not.toContain(true);
});

it.each(['Europe/Moscow', 'UTC', 'America/New_York'])('reads every day that a form accepts (%s)', (zone) => {
  onTestFinished(setTimeZone(zone));
  const days = ['2000-01-01', '2026-12-31', '9999-12-31'];
  expect(days.map((cell) => readPaidUntil(cell, PLAIN_MOMENTS, NOW).day)).toEqual(days);
  expect(readPaidUntil('1999-12-31', PLAIN_MOMENTS, NOW).problem).toBe('paid-until-impossible');
});

it('knows the days of the calendar from 2000 on', () => {
  expect(['2000-01-01', '2028-02-29', '2099-12-31', '9999-12-31'].map(isPaidUntilDay)).not.toContain(false);
  const others = ['1999-12-31', '2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '31.12.2026', ' 2026-12-31', ''];
  expect(others.map(isPaidUntilDay)).not.toContain(true);
});

it('counts whole days of the calendar, and the last day as paid', () => {
  const evening = new Date(2026, 11, 28, 23, 59).getTime();
  expect(paidUntilRange('ended', evening)).toEqual({ from: '', to: '2026-12-27' });
  expect(paidUntilRange('within-7', evening)).toEqual({ from: '2026-12-28', to: '2027-01-04' });
  expect(paidUntilRange('within-30', evening)).toEqual({ from: '2026-12-28', to: '2027-01-27' });
});

it('is due from a week after its end back to the first stage that is switched on', () => {
  const noon = new Date(2026, 11, 28, 12).getTime();
  expect(paidDue(new Set([7, 3, 1, 0]), noon)).toEqual({ from: '2026-12-21', to: '2027-01-04' });
  expect(paidDue(new Set([3, 1]), noon)).toEqual({ from: '2026-12-28', to: '2026-12-31' });
  expect(paidDue(new Set([0]), noon)).toEqual({ from: '2026-12-21', to: '2026-12-27' });
  expect(paidDue(new Set(), noon)).toBeNull();
});

it('sums up the ends, and knows when the last client reached a stage', () => {
  const noon = new Date(2026, 11, 28, 12).getTime();
  const stages = new Set([7, 3, 0]);
  const ends = [
    { day: '2026-12-26', clients: 2 },
    { day: '2026-12-28', clients: 1 },
    { day: '2027-01-03', clients: 4 },
  ];
  expect(sumOfPaidEnds(ends, stages, noon)).toEqual({
    ended: 2,
    soon: 5,
    days: 7,
    // Those of 26 December ended on the 27th, and those of 3 January came within 7 days on the 27th.
    newest: new Date(2026, 11, 27).getTime(),
  });
  expect(sumOfPaidEnds([{ day: '2026-12-31', clients: 1 }], stages, noon).newest).toBe(
    new Date(2026, 11, 28).getTime(),
  );
  expect(sumOfPaidEnds([], stages, noon)).toEqual({ ended: 0, soon: 0, days: 7, newest: 0 });
});
