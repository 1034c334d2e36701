import { expect, it } from 'vitest';
import { createChargeHold } from '#core/shared-desk/charge-hold.ts';
import type { Lease, Place } from '#core/shared-desk/place/place.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const holdWith = (msLeft: () => number) => {
  const lease: Lease = { until: 0, msLeft, renew: async () => true, release: async () => {} };
  const place = { lease: async () => lease, wakes: () => 'notify' } as unknown as Place;
  return createChargeHold({ place, clock: createFakeClock(), exchange: async () => {}, nameOf: () => '' });
};
const terms = { mayBeUnguarded: false, signal: new AbortController().signal };

it('lets money leave only while nobody else can get the turn before a charge could end', async () => {
  let left = 120_000;
  await holdWith(() => left)(terms, async (hold) => {
    expect(hold.isGuarded).toBe(true);
    expect(() => hold.assertHeld()).not.toThrow();
    // The computer slept, or was cut off, and the lease was not renewed.
    left = 59_000;
    expect(() => hold.assertHeld()).toThrowError(expect.objectContaining({ details: { code: 'unguarded' } }));
  });
});
