import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stampOf, timeOfStamp } from '#core/platform/sqlite/file-names.ts';

const time = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59.999Z') });

describe('the time in a file name', () => {
  it('can be read back', () => {
    fc.assert(
      fc.property(time, (at) => {
        expect(timeOfStamp(stampOf(at))).toBe(at);
      }),
    );
  });

  it('sorts as the time does', () => {
    fc.assert(
      fc.property(time, time, (a, b) => {
        expect(Math.sign(stampOf(a).localeCompare(stampOf(b)))).toBe(Math.sign(a - b));
      }),
    );
  });

  it.each(['', 'x', '20261121', '20261399-000000-000', '20261121-023844'])('is not found in %j', (text) => {
    expect(timeOfStamp(text)).toBeNull();
  });
});
