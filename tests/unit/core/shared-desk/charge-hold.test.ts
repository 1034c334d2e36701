import { describe, expect, it } from 'vitest';
import { createChargeHold } from '#core/shared-desk/charge-hold.ts';
import type { Lease, Place } from '#core/shared-desk/place/place.ts';
import { DeskError } from '#shared/result.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const terms = { mayBeUnguarded: false, signal: new AbortController().signal };
const agreed = { ...terms, mayBeUnguarded: true };
const work = async ({ isGuarded }: { readonly isGuarded: boolean }) => isGuarded;

const holdWith = () => {
  const clock = createFakeClock();
  const at = { left: 120_000, brokenOff: [] as string[], isReached: true, isNoted: false, late: 0, found: 0 };
  const lease: Lease = { until: 0, msLeft: () => at.left, renew: async () => true, release: async () => {} };
  const place = {
    lease: async () => lease,
    wakes: () => 'notify',
    beginPaying: async () => {
      at.isNoted = true;
      return at.brokenOff;
    },
    endPaying: async () => {
      const was = at.isNoted;
      at.isNoted = false;
      return was;
    },
  } as unknown as Place;
  const held = createChargeHold({
    ...{ place, clock, nameOf: (id) => `name of ${id}`, isRemoved: (id) => id === 'removed' },
    exchange: async () => {
      if (!at.isReached) throw new DeskError('offline', 'There is no way.');
    },
    onBrokenOff: async () => {
      at.found += 1;
    },
    onToldLate: () => {
      at.late += 1;
    },
  });
  return { at, clock, ...held };
};

it('lets money leave only while nobody else can get the turn before a charge could end', async () => {
  const { at, hold } = holdWith();
  await hold(terms, async (held) => {
    expect(held.isGuarded).toBe(true);
    expect(() => held.assertHeld()).not.toThrow();
    // The computer slept, or was cut off, and the lease was not renewed.
    at.left = 59_000;
    expect(() => held.assertHeld()).toThrowError(expect.objectContaining({ details: { code: 'unguarded' } }));
  });
});

describe('a computer that broke off while it was paying', () => {
  it('is waited for a little, and then nothing is bought that was not agreed to', async () => {
    const { at, clock, hold } = holdWith();
    at.brokenOff = ['till'];
    const refused = expect(hold(terms, work)).rejects.toMatchObject({
      ...{ kind: 'conflict', details: { code: 'colleague-broke-off', params: { computer: 'name of till' } } },
    });
    await clock.advance(6_000);
    await refused;
    expect(at.found).toBe(1);
    expect(await hold(agreed, work)).toBe(false);
  });

  it('that tells meanwhile, or was removed, holds nobody up', async () => {
    const { at, clock, hold } = holdWith();
    at.brokenOff = ['till', 'removed'];
    const bought = hold(terms, work);
    await clock.advance(1_000);
    at.brokenOff = ['removed'];
    await clock.advance(1_000);
    expect(await bought).toBe(true);
    expect(at.found).toBe(0);
  });
});

describe('what was bought here', () => {
  it('is noted as not told until it is', async () => {
    const { at, hold } = holdWith();
    await hold(terms, async () => expect(at.isNoted).toBe(true));
    expect(at).toMatchObject({ isNoted: false, late: 0 });
    await hold(terms, async () => {
      at.isReached = false;
    });
    expect(at).toMatchObject({ isNoted: true, late: 1 });
  });

  it('is told by an exchange that began after it, and by no other', async () => {
    const { at, hold, turn, settle } = holdWith();
    const before = turn();
    let during = before;
    await hold(terms, async () => {
      during = turn();
      expect(await settle(during)).toBe(false);
      at.isReached = false;
    });
    expect(await settle(before)).toBe(false);
    expect(await settle(during)).toBe(false);
    expect(at.isNoted).toBe(true);
    expect(await settle(turn())).toBe(true);
    expect(await settle(turn())).toBe(false);
  });
});
