import { describe, expect, it } from 'vitest';
import { createScheduler } from '#core/automation/scheduler/scheduler.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import { DeskError } from '#shared/result.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createRecordedLogger } from '../../../support/fake-shell.ts';

const start = (options: { readonly fails?: boolean } = {}) => {
  const clock = createFakeClock();
  const state = { isPaused: false, hasToken: true };
  const closing = new AbortController();
  const looks: string[] = [];
  let release: (() => void) | null = null;
  let isHeld = false;
  const context = {
    clock,
    logger: createRecordedLogger(),
    session: {
      accountId: () => 'a',
      api: () =>
        state.hasToken ? Promise.resolve({} as ApiClient) : Promise.reject(new DeskError('signed-out', 'No token.')),
    },
    isPaused: () => state.isPaused,
    closing: closing.signal,
  };
  const scheduler = createScheduler(context, {
    origin: async () => 'own' as const,
    sources: ['orders', 'lists'].map((name) => ({
      checkDue: async (accountId: string) => {
        looks.push(`${name} ${accountId}`);
        if (isHeld) {
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        }
        if (options.fails === true) throw new Error('disk');
      },
    })),
  });
  return {
    clock,
    state,
    closing,
    looks,
    scheduler,
    hold: () => {
      isHeld = true;
    },
    letGo: () => {
      isHeld = false;
      release?.();
    },
  };
};

describe('looks for due items', () => {
  it('go through the sources one by one, and a failure of one does not keep the next from its turn', async () => {
    const { scheduler, looks } = start({ fails: true });
    await scheduler.checkDue();
    expect(looks).toEqual(['orders a', 'lists a']);
  });

  it('happen one at a time, and once more after a request during a look', async () => {
    const { scheduler, looks, clock, hold, letGo } = start();
    hold();
    const first = scheduler.checkDue();
    await clock.settle();
    expect(looks).toEqual(['orders a']);
    const second = scheduler.checkDue();
    const third = scheduler.checkDue();
    await clock.settle();
    expect(looks).toEqual(['orders a']);
    letGo();
    await Promise.all([first, second, third]);
    expect(looks).toEqual(['orders a', 'lists a', 'orders a', 'lists a']);
  });

  it('do not happen while everything is paused, without a token, or in a closing desk', async () => {
    const { scheduler, looks, state, closing } = start();
    state.isPaused = true;
    await scheduler.checkDue();
    state.isPaused = false;
    state.hasToken = false;
    await scheduler.checkDue();
    state.hasToken = true;
    closing.abort(new Error('closing'));
    await scheduler.checkDue();
    expect(looks).toEqual([]);
  });

  it('stop between two sources when everything is paused', async () => {
    const { scheduler, looks, state, clock, hold, letGo } = start();
    hold();
    const look = scheduler.checkDue();
    await clock.settle();
    state.isPaused = true;
    letGo();
    await look;
    expect(looks).toEqual(['orders a']);
  });

  it('follow many changes once', async () => {
    const { scheduler, looks, clock } = start();
    for (let change = 0; change < 5; change += 1) scheduler.checkDueSoon();
    await clock.advance(1_000);
    expect(looks).toEqual(['orders a', 'lists a']);
  });
});
