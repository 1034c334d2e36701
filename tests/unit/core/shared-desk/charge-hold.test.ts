import { describe, expect, it } from 'vitest';
import { createChargeHold } from '#core/sync/membership/charge-hold.ts';
import type { Lease, SharedStore } from '#core/sync/store/shared-store.ts';
import { DeskError } from '#shared/result.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const terms = { mayBeUnguarded: false, signal: new AbortController().signal };
const agreed = { ...terms, mayBeUnguarded: true };
const work = async ({ isGuarded }: { readonly isGuarded: boolean }) => isGuarded;

const holdWith = () => {
  const clock = createFakeClock();
  const at = {
    left: 120_000,
    brokenOff: [] as string[],
    isReached: true,
    isStuck: false,
    isNoted: false,
    late: 0,
    found: 0,
  };
  const lease: Lease = { until: 0, msLeft: () => at.left, renew: async () => true, release: async () => {} };
  const store = {
    lease: async () => lease,
    wakes: () => 'notify',
    beginPaying: async (mayBeUnpublished: boolean) => {
      at.isNoted ||= mayBeUnpublished;
      return at.brokenOff;
    },
    endPaying: async () => {
      const was = at.isNoted;
      at.isNoted = false;
      return was;
    },
  } as unknown as SharedStore;
  const reach = async () => {
    if (!at.isReached) throw new DeskError('offline', 'There is no way.');
  };
  const held = createChargeHold({
    store,
    clock,
    nameOf: (id) => `name of ${id}`,
    isRemoved: (id) => id === 'removed',
    exchange: reach,
    publish: async () => {
      if (at.isStuck) await new Promise(() => {});
      await reach();
    },
    onBrokenOff: async () => {
      at.found += 1;
    },
    onPublishedLate: () => {
      at.late += 1;
    },
    onRefused: () => {},
  });
  return { at, clock, ...held };
};

it('lets money leave only while no other computer can take the lease before the charge could end', async () => {
  const { at, hold } = holdWith();
  await hold(terms, async (held) => {
    expect(held.isGuarded).toBe(true);
    expect(() => held.assertHeld()).not.toThrow();
    // The computer slept or lost its connection, so the lease was not renewed.
    at.left = 59_000;
    expect(() => held.assertHeld()).toThrowError(expect.objectContaining({ details: { code: 'unguarded' } }));
  });
});

describe('a computer that died while it was paying', () => {
  it('delays purchases here a little, and then nothing is bought without an explicit agreement', async () => {
    const { at, clock, hold } = holdWith();
    at.brokenOff = ['till'];
    const refused = expect(hold(terms, work)).rejects.toMatchObject({
      kind: 'conflict',
      details: { code: 'colleague-broke-off', params: { computer: 'name of till' } },
    });
    await clock.advance(6_000);
    await refused;
    expect(at.found).toBe(1);
    expect(await hold(agreed, work)).toBe(false);
  });

  it('delays nobody once it reports or was removed', async () => {
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

describe('a purchase that is about to be made here', () => {
  it('is published before money leaves, so that nothing has to be noted', async () => {
    const { at, hold } = holdWith();
    await hold(terms, async ({ publish: tell }) => {
      await tell?.();
      expect(at.isNoted).toBe(false);
    });
  });

  it('is not made if it cannot be published, unless that was agreed to, and is then noted', async () => {
    const { at, hold } = holdWith();
    await hold(terms, async ({ publish: tell }) => {
      at.isReached = false;
      await expect(tell?.()).rejects.toMatchObject({ details: { code: 'unguarded' } });
    });
    at.isReached = true;
    await hold(agreed, async ({ publish: tell }) => {
      at.isReached = false;
      await tell?.();
    });
    expect(at.isNoted).toBe(true);
  });

  it('is not waited for when it is no longer to be made', async () => {
    const { at, hold } = holdWith();
    const stop = new AbortController();
    at.isStuck = true;
    await hold({ ...terms, signal: stop.signal }, async ({ publish: tell }) => {
      const told = expect(tell?.()).rejects.toThrow('paused');
      stop.abort(new Error('paused'));
      await told;
    });
  });
});

describe('a purchase that was made here without being published', () => {
  it('is noted as unpublished until it is published', async () => {
    const { at, hold } = holdWith();
    await hold(agreed, async () => expect(at.isNoted).toBe(true));
    expect(at).toMatchObject({ isNoted: false, late: 0 });
    await hold(agreed, async () => {
      at.isReached = false;
    });
    expect(at).toMatchObject({ isNoted: true, late: 1 });
  });

  it('is published only by an exchange that began after it', async () => {
    const { at, hold, turn, settle } = holdWith();
    const before = turn();
    let during = before;
    await hold(agreed, async () => {
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
