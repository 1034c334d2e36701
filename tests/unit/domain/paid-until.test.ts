import { expect, it } from 'vitest';
import { PLAIN_MOMENTS } from '#shared/domain/cell-moment.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { readPaidUntil } from '#shared/domain/paid-until.ts';

const AT = 1_767_139_200_000;
const NOW = Date.UTC(2026, 5, 1);
const LONG = 'x'.repeat(101);

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
  ['end of the year', 'end of the year', null],
  ['31.12.2026 (paid)', '31.12.2026 (paid)', null],
  ['', '', null],
  ['0', '', null],
  ['null', '', null],
  ['2099-12-31', '2099-12-31', null],
  ['-2592000000', '', 'paid-until-not-begun'],
  ['1,76714E+12', '', 'paid-until-damaged'],
  ['#####', '', 'paid-until-damaged'],
  ['#N/A', '', 'paid-until-damaged'],
  ['2026-02-30', '', 'paid-until-no-such-day'],
  ['1970-01-01', '', 'paid-until-impossible'],
  ['03/04/2026', '', 'paid-until-two-ways'],
  [LONG, '', 'paid-until-too-long'],
])('%j means %j, or is left out because of %s', (cell, text, problem) => {
  expect(readPaidUntil(cell, PLAIN_MOMENTS, NOW)).toMatchObject({ text, problem });
});

it('marks a day that passed long ago or lies far ahead', () => {
  const isDoubtful = (cell: string): boolean => readPaidUntil(cell, PLAIN_MOMENTS, NOW).isDoubtful;
  expect(['2099-12-31', '2021-01-01', '2026-12-31', 'soon'].map(isDoubtful)).toEqual([true, true, false, false]);
});
