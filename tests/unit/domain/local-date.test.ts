import { afterEach, describe, expect, it } from 'vitest';
import { localDate } from '#shared/domain/local-date.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('the date in a file name', () => {
  it.each([
    ['Europe/Moscow', '2026-01-02'],
    ['America/New_York', '2026-01-01'],
  ])('is that of the wall calendar in %s, half an hour before midnight in UTC', (name, date) => {
    process.env.TZ = name;
    expect(localDate(Date.UTC(2026, 0, 1, 23, 30))).toBe(date);
  });
});
