import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LedgerEntry, SUM_MAY_LAG_MS, type SumReading, unexplainedSpendingOf } from '#shared/domain/spending.ts';

const MINUTE = 60_000;
const START = 1_750_000_000_000;
const UPTIME = 3_600_000;

interface Step {
  readonly what: 'buy' | 'lose' | 'others' | 'read';
  readonly kopecks: number;
  /** Minutes since the previous step. */
  readonly minutes: number;
  /** How many of the newest charges the sum lacks, as long as it may lag. */
  readonly late: number;
}

const anySteps = fc.array(
  fc.record({
    what: fc.constantFrom('buy', 'lose', 'others', 'read', 'read' as const),
    kopecks: fc.integer({ min: 1, max: 10_000 }),
    minutes: fc.integer({ min: 0, max: 20 }),
    late: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 25 },
);

/** Plays a service whose sum may lag for the allowed time, and an app that reads it. */
const play = (steps: readonly Step[]) => {
  const charges: { readonly at: number; readonly kopecks: number }[] = [];
  const entries: LedgerEntry[] = [];
  const readings: SumReading[] = [];
  /** The spending of others at each reading. */
  const others: number[] = [];
  let now = 0;
  let spentByOthers = 0;
  let shown = 0;
  const read = (late: number): void => {
    const open = charges.filter(({ at }) => now - at < SUM_MAY_LAG_MS).length;
    const known = charges.slice(0, charges.length - Math.min(late, open));
    // The sum may lag, but it never goes back.
    shown = Math.max(
      shown,
      known.reduce((sum, { kopecks }) => sum + kopecks, 0),
    );
    readings.push({
      seq: readings.length + 1,
      at: START + now,
      seenAt: START + now,
      seenUptime: UPTIME + now,
      spentKopecks: 500 + shown,
      ledgerMark: entries.length,
    });
    others.push(spentByOthers);
  };
  read(0);
  for (const { what, kopecks, minutes, late } of steps) {
    now += minutes * MINUTE;
    if (what === 'read') {
      read(late);
      continue;
    }
    if (what !== 'lose') charges.push({ at: now, kopecks });
    if (what === 'others') {
      spentByOthers += kopecks;
      continue;
    }
    const isCharged = what === 'buy';
    const ended = { endedAt: START + now, endedUptime: UPTIME + now };
    entries.push({ id: entries.length + 1, kopecks, isCharged, ...ended });
  }
  now += SUM_MAY_LAG_MS;
  read(3);
  return { readings, entries, others };
};

describe('unexplained spending', () => {
  it('never falls while the sum may lag', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { readings, entries } = play(steps);
        const levels = unexplainedSpendingOf(readings, entries);
        for (const [at, level] of levels.entries()) {
          const before = levels[at - 1]?.level ?? 0;
          if (!level.isSettled) expect(level.level).toBeGreaterThanOrEqual(before);
          expect(level.level).toBeGreaterThanOrEqual(level.unexplained);
        }
      }),
    );
  });

  it('never exceeds the true spending of others, and equals it once the sum can no longer lag', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { readings, entries, others } = play(steps);
        const levels = unexplainedSpendingOf(readings, entries);
        for (const [at, { level }] of levels.entries()) expect(level).toBeLessThanOrEqual(others[at] ?? 0);
        expect(levels.at(-1)).toMatchObject({ isSettled: true, level: others.at(-1), unexplained: others.at(-1) });
      }),
    );
  });

  it('assigns every purchase to one level, and those before the first reading to none', () => {
    fc.assert(
      fc.property(anySteps, fc.nat(5), (steps, skipped) => {
        const { readings, entries } = play(steps);
        const rest = readings.slice(skipped);
        const [first] = rest;
        const levels = unexplainedSpendingOf(rest, entries);
        expect(levels.flatMap((level) => level.entries.map(({ id }) => id))).toEqual(
          first === undefined ? [] : entries.filter(({ id }) => id > first.ledgerMark).map(({ id }) => id),
        );
      }),
    );
  });

  it('follows the time that the machine has been running, whatever the wall clock says', () => {
    const entry = { id: 1, kopecks: 100, isCharged: true, endedAt: START, endedUptime: UPTIME };
    const reading = (seenAt: number, seenUptime: number | null, ledgerMark = 1): SumReading => ({
      seq: ledgerMark,
      at: START,
      seenAt,
      seenUptime,
      spentKopecks: 0,
      ledgerMark,
    });
    const isSettled = (seenAt: number, seenUptime: number | null, endedUptime: number | null = UPTIME): boolean => {
      const readings = [reading(START, UPTIME, 0), reading(seenAt, seenUptime)];
      return unexplainedSpendingOf(readings, [{ ...entry, endedUptime }]).at(-1)?.isSettled === true;
    };
    const year = 365 * 24 * 60 * MINUTE;
    expect(isSettled(START + year, UPTIME + SUM_MAY_LAG_MS - 1)).toBe(false);
    expect(isSettled(START - year, UPTIME + SUM_MAY_LAG_MS)).toBe(true);
    // The computer was rebooted in between, so it has been running for at least this long.
    expect(isSettled(START, SUM_MAY_LAG_MS)).toBe(true);
    expect(isSettled(START, SUM_MAY_LAG_MS - 1)).toBe(false);
    // Without a measured uptime the wall clock is the only source.
    expect(isSettled(START + SUM_MAY_LAG_MS, null)).toBe(true);
    expect(isSettled(START + SUM_MAY_LAG_MS - 1, UPTIME + year, null)).toBe(false);
  });

  it('does not exist without a reading', () => {
    expect(unexplainedSpendingOf([], [])).toEqual([]);
  });
});
