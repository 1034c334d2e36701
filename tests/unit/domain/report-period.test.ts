import { describe, expect, it } from 'vitest';
import { latestReport, nextReportAt, periodBefore, periodBounds, reportDueAt } from '#shared/domain/report-period.ts';

const at = (time: string): number => new Date(time).getTime();

describe('the period of a report', () => {
  it('is the day or the month before, from the set time on', () => {
    expect(latestReport('day', '08:00', at('2026-11-05T08:00'))).toBe('2026-11-04');
    expect(latestReport('day', '08:00', at('2026-11-05T07:59:59'))).toBe('2026-11-03');
    expect(latestReport('month', '08:00', at('2026-11-01T08:00'))).toBe('2026-10');
    expect(latestReport('month', '08:00', at('2026-11-01T07:59'))).toBe('2026-09');
    expect(latestReport('month', '08:00', at('2027-01-15T00:00'))).toBe('2026-12');
  });

  it('begins and ends at midnight of this computer', () => {
    expect(periodBounds('2026-02')).toEqual({ from: at('2026-02-01T00:00'), to: at('2026-03-01T00:00') });
    expect(periodBounds('2026-12-31')).toEqual({ from: at('2026-12-31T00:00'), to: at('2027-01-01T00:00') });
    expect(periodBefore('2026-01')).toBe('2025-12');
    expect(periodBefore('2026-03-01')).toBe('2026-02-28');
  });

  it('is due on the day after it', () => {
    expect(reportDueAt('2026-02-28', '09:30')).toBe(at('2026-03-01T09:30'));
    expect(nextReportAt('day', '08:00', at('2026-11-05T07:00'))).toBe(at('2026-11-05T08:00'));
    expect(nextReportAt('month', '08:00', at('2026-11-05T07:00'))).toBe(at('2026-12-01T08:00'));
  });
});
