import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTrafficGb, parseTrafficGb, TRAFFIC_GB } from '#shared/domain/products/traffic.ts';

describe('typed GB', () => {
  it.each([
    ['5', 5],
    ['0,5', 0.5],
    ['0.125', 0.125],
    ['1 500', 1500],
    ['1\u00a0500,25', 1500.25],
    ['.5', 0.5],
  ])('%j is %d', (typed, gb) => {
    expect(parseTrafficGb(typed)).toEqual({ ok: true, gb });
  });

  it.each([
    ['', 'gb-empty'],
    ['five', 'gb-not-a-number'],
    ['5 GB', 'gb-not-a-number'],
    ['1e3', 'gb-not-a-number'],
    ['1,5,5', 'gb-not-a-number'],
    ['0', 'gb-not-positive'],
    ['-2', 'gb-not-positive'],
    ['0.0001', 'gb-too-precise'],
    ['1000001', 'gb-too-large'],
  ])('%j is refused as %s', (typed, code) => {
    expect(parseTrafficGb(typed)).toEqual({ ok: false, code });
  });

  it('accepts every whole number of megabytes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: TRAFFIC_GB.max * 1000 }), (megabytes) => {
        expect(checkTrafficGb(megabytes / 1000)).toBeNull();
      }),
    );
  });
});
