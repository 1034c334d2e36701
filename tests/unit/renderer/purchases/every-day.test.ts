import { expect, test } from 'vitest';
import { everyDay } from '../../../../renderer/features/purchases/every-day.ts';

const UNSOLD = { soldKopecks: 0, profitKopecks: 0 };

test('days without a purchase are drawn as nothing, not left out', () =>
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

test('of a long time the newest days are drawn', () => {
  const days = everyDay([
    { key: '2020-01-01', spentKopecks: 5, ...UNSOLD },
    { key: '2026-03-02', spentKopecks: 7, ...UNSOLD },
  ]);
  expect(days).toHaveLength(92);
  expect(days.at(-1)).toEqual({ key: '2026-03-02', spentKopecks: 7, ...UNSOLD });
});

test('nothing bought is nothing drawn', () => expect(everyDay([])).toEqual([]));
