import { describe, expect, it } from 'vitest';
import { parseRetryAfter, retryDelay } from '#core/service/api/retry.ts';

const now = Date.UTC(2026, 0, 1);

describe('parseRetryAfter', () => {
  it.each([
    ['5', 5_000],
    ['0', 0],
    ['1.5', 1_500],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['', undefined],
    ['soon', undefined],
    ['-1', undefined],
    [null, undefined],
  ])('reads %j as %s', (header, ms) => {
    expect(parseRetryAfter(header, now)).toBe(ms);
  });
});

describe('retryDelay', () => {
  it('grows, with jitter around it', () => {
    expect([1, 2, 3].map((attempt) => retryDelay(attempt, undefined, () => 0.5))).toEqual([500, 1_000, 2_000]);
    expect(retryDelay(1, undefined, () => 0)).toBe(250);
  });

  it('follows the service unless it asks for too long', () => {
    expect(retryDelay(1, 7_000, () => 0)).toBe(7_000);
    expect(retryDelay(1, 31_000, () => 0)).toBeNull();
  });
});
