import { expect, test } from 'vitest';
import { everyDay } from '../../../../renderer/features/purchases/every-day.ts';

const UNSOLD = { soldKopecks: 0, profitKopecks: 0 };

test('days without a purchase are drawn as zero, not left out', () =>
  expect(
    everyDay([
      { key: '2026-02-27', spentKopecks: 5, ...UNSOLD },
      { key: '2026-03-02', spentKopecks: 7, ...UNSOLD },
    ]),
  ).toEqual([
    { key: '2026-02-27', spentKopecks: 5, ...UNSOLD },
    { key: '2026-02-28', spentKopecks: 0, ...UNSOLD },
    { key: '2026-03-01', spentKopecks: 0, ...UNSOLD },
    { key: '2026-03-02', spentKopecks: 7, ...UNSOLD },
  ]));

test('a long period is drawn with its newest days', () => {
  const days = everyDay([
    { key: '2020-01-01', spentKopecks: 5, ...UNSOLD },
    { key: '2026-03-02', spentKopecks: 7, ...UNSOLD },
  ]);
  expect(days).toHaveLength(92);
  expect(days.at(-1)).toEqual({ key: '2026-03-02', spentKopecks: 7, ...UNSOLD });
});

test('an empty period is drawn without days', () => expect(everyDay([])).toEqual([]));
