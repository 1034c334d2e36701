import { describe, expect, it, onTestFinished } from 'vitest';
import { startOfLocalMonth } from '#core/views/overview/periods.ts';
import { startOfDay } from '#shared/domain/local-date.ts';
import { setTimeZone } from '../../../support/time-zone.ts';

describe('the day and the month of the overview', () => {
  it.each([
    ['UTC', '2026-11-21T00:00:00Z', '2026-11-01T00:00:00Z'],
    ['Europe/Moscow', '2026-11-20T21:00:00Z', '2026-10-31T21:00:00Z'],
    ['America/New_York', '2026-11-20T05:00:00Z', '2026-11-01T04:00:00Z'],
  ])('begin at midnight of this computer (%s)', (name, day, month) => {
    onTestFinished(setTimeZone(name));
    const now = Date.parse('2026-11-21T02:00:00Z');
    expect(new Date(startOfDay(now)).toISOString()).toBe(new Date(day).toISOString());
    expect(new Date(startOfLocalMonth(now)).toISOString()).toBe(new Date(month).toISOString());
  });
});
