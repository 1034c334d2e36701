import { expect, it } from 'vitest';
import { localDate } from '#shared/domain/local-date.ts';
import { paidUntilText } from '#shared/domain/paid-until.ts';

const AT = 1_767_139_200_000;

it.each([
  ['2026-12-31', '2026-12-31'],
  ['2026-12-31T10:00:00.000Z', '2026-12-31'],
  ['2026-12-31 14:30', '2026-12-31'],
  ['31.12.2026', '2026-12-31'],
  ['1.2.2026 10:00', '2026-02-01'],
  [String(AT), localDate(AT)],
  [String(AT / 1000), localDate(AT)],
  ['end of the year', 'end of the year'],
  ['', ''],
  ['0', ''],
  ['-2592000000', ''],
  ['null', ''],
  ['1,76714E+12', ''],
  ['#####', ''],
])('%j means %j', (cell, shown) => {
  expect(paidUntilText(cell)).toBe(shown);
});
