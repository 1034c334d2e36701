import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPacer, type Pacer, PRIORITIES, type Priority } from '#core/service/api/pacer.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';

/** Asks for turns and records who got one, and how long after the start. */
const recorder = (pacer: Pacer, clock: FakeClock) => {
  const started = clock.now();
  const turns: { name: string; at: number }[] = [];
  return {
    turns,
    ask: (name: string, priority: Priority = 'interactive', signal?: AbortSignal) =>
      pacer.acquire(priority, signal).then(() => void turns.push({ name, at: clock.now() - started })),
  };
};

describe('the pacer', () => {
  it('lets the first request leave at once and spaces out the rest', async () => {
    const clock = createFakeClock();
    const { ask, turns } = recorder(createPacer({ clock, requestsPerSecond: 2 }), clock);
    for (const name of ['a', 'b', 'c']) void ask(name);
    await clock.advance(5_000);
    expect(turns).toEqual([
      { name: 'a', at: 0 },
      { name: 'b', at: 500 },
      { name: 'c', at: 1_000 },
    ]);
  });

  it("lets charges go first, then the user's requests, then the background", async () => {
    const clock = createFakeClock();
    const { ask, turns } = recorder(createPacer({ clock }), clock);
    void ask('first', 'background');
    await clock.settle();
    void ask('refresh', 'background');
    void ask('screen', 'interactive');
    void ask('purchase', 'money');
    await clock.advance(5_000);
    expect(turns.map((turn) => turn.name)).toEqual(['first', 'purchase', 'screen', 'refresh']);
  });

  it('halves its speed once per burst of 429s, and recovers slowly', async () => {
    const clock = createFakeClock();
    const pacer = createPacer({ clock, requestsPerSecond: 4 });
    pacer.throttled();
    pacer.throttled();
    expect(pacer.currentRate()).toBe(2);
    await clock.advance(1_500);
    pacer.throttled();
    expect(pacer.currentRate()).toBe(1);
    pacer.succeeded();
    expect(pacer.currentRate()).toBeCloseTo(1.2);
    for (let answer = 0; answer < 50; answer += 1) pacer.succeeded();
    expect(pacer.currentRate()).toBe(4);
  });

  it('never stops for good, however many 429s come', async () => {
    const clock = createFakeClock();
    const pacer = createPacer({ clock, requestsPerSecond: 2 });
    for (let time = 0; time < 40; time += 1) {
      pacer.throttled();
      await clock.advance(2_000);
    }
    expect(pacer.currentRate()).toBe(2 / 16);
  });

  it('holds all requests for as long as the service asks, but half a minute at most', async () => {
    const clock = createFakeClock();
    const pacer = createPacer({ clock });
    const { ask, turns } = recorder(pacer, clock);
    pacer.throttled(7_000);
    void ask('a', 'money');
    await clock.advance(6_999);
    expect(turns).toEqual([]);
    await clock.advance(1);
    expect(turns).toEqual([{ name: 'a', at: 7_000 }]);
    pacer.throttled(3_600_000);
    void ask('b');
    await clock.advance(30_000);
    expect(turns).toHaveLength(2);
  });

  it('forgets a request that is aborted in the queue', async () => {
    const clock = createFakeClock();
    const pacer = createPacer({ clock });
    const { ask, turns } = recorder(pacer, clock);
    const stop = new AbortController();
    void ask('a');
    const aborted = ask('b', 'money', stop.signal);
    void ask('c');
    await clock.settle();
    stop.abort(new Error('changed my mind'));
    await expect(aborted).rejects.toThrow('changed my mind');
    await clock.advance(5_000);
    expect(turns.map((turn) => turn.name)).toEqual(['a', 'c']);
    await expect(pacer.acquire('money', stop.signal)).rejects.toThrow('changed my mind');
    expect(pacer.waiting()).toBe(0);
  });

  it('continues when the clock is set back', async () => {
    const clock = createFakeClock();
    const pacer = createPacer({ clock });
    const { ask, turns } = recorder(pacer, clock);
    await ask('a');
    pacer.throttled(10_000);
    clock.jumpTo(clock.now() - 86_400_000);
    void ask('b');
    await clock.advance(2_000);
    expect(turns.map((turn) => turn.name)).toEqual(['a', 'b']);
  });

  it('adopts a new speed from the settings', async () => {
    const clock = createFakeClock();
    const pacer = createPacer({ clock, requestsPerSecond: 1 });
    const { ask, turns } = recorder(pacer, clock);
    pacer.setRate(10);
    for (const name of ['a', 'b', 'c']) void ask(name);
    await clock.advance(1_000);
    expect(turns.map((turn) => turn.at)).toEqual([0, 100, 200]);
  });

  it('gives every request exactly one turn, and never two closer than the speed allows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ priority: fc.constantFrom(...PRIORITIES), after: fc.nat(2_000) }), { maxLength: 15 }),
        async (asks) => {
          const clock = createFakeClock();
          const { ask, turns } = recorder(createPacer({ clock, requestsPerSecond: 2 }), clock);
          for (const [index, { priority, after }] of asks.entries()) {
            void ask(String(index), priority);
            await clock.advance(after);
          }
          await clock.advance(60_000);
          expect(turns.map((turn) => Number(turn.name)).sort((a, b) => a - b)).toEqual([...asks.keys()]);
          for (const [index, turn] of turns.slice(1).entries()) {
            expect(turn.at - (turns[index]?.at ?? 0)).toBeGreaterThanOrEqual(500);
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
