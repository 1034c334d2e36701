import { describe, expect, it } from 'vitest';
import { earningsOf, firstDayShown } from '../../../../renderer/features/overview/earnings.ts';

const day = (key: string, soldKopecks: number, profitKopecks: number, unsold = 0, unknownSoldKopecks = 0) => ({
  key,
  soldKopecks,
  profitKopecks,
  unsold,
  unknownSoldKopecks,
});

describe('earnings by month', () => {
  it('begin on the first day of the sixth month, also across a year', () => {
    expect(firstDayShown('2026-11-28')).toBe('2026-06-01');
    expect(firstDayShown('2027-03-31')).toBe('2026-10-01');
  });

  it('sum up every shown month, and name what the sums leave out', () => {
    const { months } = earningsOf(
      [
        day('2026-11-28', 300, 100, 2, 50),
        day('2026-11-01', 200, -20, 1),
        day('2026-06-30', 70, 7),
        day('2026-05-31', 9_999, 9_999),
      ],
      '2026-11-28',
    );
    expect(months.map(({ first, soldKopecks, profitKopecks }) => [first, soldKopecks, profitKopecks])).toEqual([
      ['2026-06-01', 70, 7],
      ['2026-07-01', 0, 0],
      ['2026-08-01', 0, 0],
      ['2026-09-01', 0, 0],
      ['2026-10-01', 0, 0],
      ['2026-11-01', 500, 80],
    ]);
    expect(months.at(-1)).toMatchObject({ unsold: 3, unknownSoldKopecks: 50 });
  });

  it('compare with the same days of the month before, and with all of a shorter one', () => {
    const days = [
      day('2026-10-28', 10, 1),
      day('2026-10-29', 100, 10),
      day('2026-10-01', 5, 5),
      day('2026-09-30', 9, 9),
    ];
    expect(earningsOf(days, '2026-11-28').before).toMatchObject({ first: '2026-10-01', profitKopecks: 6 });
    expect(earningsOf([day('2026-02-28', 10, 1), day('2026-02-27', 20, 2)], '2026-03-31').before).toMatchObject({
      first: '2026-02-01',
      profitKopecks: 3,
    });
  });

  it('leave out days that are dated ahead, as after a clock that was set back', () => {
    const { months } = earningsOf([day('2026-11-29', 100, 10)], '2026-11-28');
    expect(months.at(-1)).toMatchObject({ soldKopecks: 0, profitKopecks: 0 });
  });
});
