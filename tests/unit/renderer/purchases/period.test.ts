import { describe, expect, test } from 'vitest';
import { boundsOf } from '../../../../renderer/features/purchases/period.ts';

/** A local time, because the user means the calendar of the machine. */
const at = (year: number, month: number, day: number, hour = 0): number =>
  new Date(year, month - 1, day, hour).getTime();
const NOW = at(2026, 3, 1, 15);

describe('the time the ledger shows', () => {
  test('has no ends when it is all time', () => expect(boundsOf({ name: 'all' }, NOW)).toEqual({}));

  test.each([
    ['today', at(2026, 3, 1)],
    ['week', at(2026, 2, 23)],
    ['month', at(2026, 1, 31)],
    ['thisMonth', at(2026, 3, 1)],
  ] as const)('begins with a whole local day and stays open for %s', (name, from) =>
    expect(boundsOf({ name }, NOW)).toEqual({ from }),
  );

  test('includes the whole last day of a range, across the end of a year', () =>
    expect(boundsOf({ name: 'range', from: '2025-12-31', to: '2025-12-31' }, NOW)).toEqual({
      from: at(2025, 12, 31),
      to: at(2026, 1, 1),
    }));

  test('is open at an end of a range that was cleared', () => {
    expect(boundsOf({ name: 'range', from: '', to: '2026-02-28' }, NOW)).toEqual({ to: at(2026, 3, 1) });
    expect(boundsOf({ name: 'range', from: '2026-02-28', to: '' }, NOW)).toEqual({ from: at(2026, 2, 28) });
  });
});
