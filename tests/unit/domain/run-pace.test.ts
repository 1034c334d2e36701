import { describe, expect, it } from 'vitest';
import { freshWithin, nextRefreshAt } from '#shared/domain/refresh-due.ts';
import { createPace } from '#shared/domain/run-pace.ts';

describe('the remaining time of a refresh', () => {
  it('is not shown before enough was read', () => {
    const pace = createPace();
    for (let at = 0; at < 4; at += 1) pace.note(at * 1_000);
    expect(pace.timeLeft(100, 4_000)).toBeNull();
    pace.note(4_000);
    expect(pace.timeLeft(100, 4_000)).toBe(100_000);
  });

  it('follows the newest pace', () => {
    const pace = createPace();
    for (let at = 0; at < 100; at += 1) pace.note(at * 100);
    for (let at = 0; at < 100; at += 1) pace.note(10_000 + at * 2_000);
    expect(pace.timeLeft(10, 10_000 + 99 * 2_000)).toBe(20_000);
  });

  it('grows while nothing arrives, and is not shown after a pause', () => {
    const pace = createPace();
    for (let at = 0; at < 10; at += 1) pace.note(at * 1_000);
    expect(pace.timeLeft(10, 99_000)).toBeGreaterThan(100_000);
    pace.reset();
    expect(pace.timeLeft(10, 99_000)).toBeNull();
    expect(pace.timeLeft(0, 99_000)).toBe(0);
  });
});

describe('the next automatic refresh', () => {
  const NOW = 1_800_000_000_000;
  const HOUR = 3_600_000;
  it.each([
    ['never was one', null, 6, NOW],
    ['is not due yet', NOW - 2 * HOUR, 6, NOW + 4 * HOUR],
    ['is overdue, as after a night asleep', NOW - 30 * HOUR, 6, NOW],
    ['was begun by a clock that was ahead', NOW + 500 * HOUR, 6, NOW],
    ['is switched off', NOW - 30 * HOUR, 0, null],
  ])('%s', (_, lastStartedAt, everyHours, at) => {
    expect(nextRefreshAt({ lastStartedAt, everyHours }, NOW)).toBe(at);
  });

  it('leaves out clients that were read within half its interval', () => {
    expect(freshWithin(12)).toBe(6 * HOUR);
  });
});
