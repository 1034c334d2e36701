import { expect, test } from 'vitest';
import { everyDay } from '../../../../renderer/features/purchases/every-day.ts';

test('days without a purchase are drawn as nothing, not left out', () =>
  expect(
    everyDay([
      { key: '2026-02-27', spentKopecks: 5 },
      { key: '2026-03-02', spentKopecks: 7 },
    ]),
  ).toEqual([
    { key: '2026-02-27', spentKopecks: 5 },
    { key: '2026-02-28', spentKopecks: 0 },
    { key: '2026-03-01', spentKopecks: 0 },
    { key: '2026-03-02', spentKopecks: 7 },
  ]));

test('of a long time the newest days are drawn', () => {
  const days = everyDay([
    { key: '2020-01-01', spentKopecks: 5 },
    { key: '2026-03-02', spentKopecks: 7 },
  ]);
  expect(days).toHaveLength(92);
  expect(days.at(-1)).toEqual({ key: '2026-03-02', spentKopecks: 7 });
});

test('nothing bought is nothing drawn', () => expect(everyDay([])).toEqual([]));
