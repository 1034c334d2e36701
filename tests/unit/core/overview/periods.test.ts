import { afterEach, describe, expect, it } from 'vitest';
import { startOfDay, startOfMonth } from '#core/overview/periods.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('the day and the month of the overview', () => {
  it.each([
    ['UTC', '2026-11-21T00:00:00Z', '2026-11-01T00:00:00Z'],
    ['Europe/Moscow', '2026-11-20T21:00:00Z', '2026-10-31T21:00:00Z'],
    ['America/New_York', '2026-11-20T05:00:00Z', '2026-11-01T04:00:00Z'],
  ])('begin at midnight of this computer (%s)', (name, day, month) => {
    process.env.TZ = name;
    const now = Date.parse('2026-11-21T02:00:00Z');
    expect(new Date(startOfDay(now)).toISOString()).toBe(new Date(day).toISOString());
    expect(new Date(startOfMonth(now)).toISOString()).toBe(new Date(month).toISOString());
  });
});
