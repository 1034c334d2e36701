import type { Clock } from '#core/ports.ts';

/**
 * When a field was changed, and by which computer: 12 hex digits of ms since the epoch, 4 of a counter, 8 of the computer's id.
 * Compared as text. A hybrid logical clock: what is written after something was seen is later than it, however wrong the
 * clocks of the computers are.
 */
export type Timestamp = string;

const TIMESTAMP = /^[0-9a-f]{24}$/;
const MAX_COUNTER = 0xffff;

export const isTimestamp = (value: unknown): value is Timestamp => typeof value === 'string' && TIMESTAMP.test(value);

export const laterOf = (one: Timestamp, other: Timestamp): Timestamp => {
  if (one < other) return other;
  return one;
};

/** The first 8 hex digits of a computer's id. */
export const computerMark = (computerId: string): string => computerId.replaceAll('-', '').slice(0, 8);

export const computerMarkOf = (stamp: Timestamp): string => stamp.slice(16);

/** ms since the epoch, UTC, by the clock of the computer that gave it. */
export const timeOf = (stamp: Timestamp): number => Number.parseInt(stamp.slice(0, 12), 16);

const timestampAt = (ms: number, counter: number, mark: string): Timestamp =>
  `${Math.max(0, Math.trunc(ms)).toString(16).padStart(12, '0')}${counter.toString(16).padStart(4, '0')}${mark}`;

/** Of what never changes: whoever has it needs no other. */
export const EPOCH: Timestamp = timestampAt(0, 0, '0'.repeat(8));

export type Timestamps = ReturnType<typeof createTimestamps>;

/** `clock`: what time it is for what is written here (`SharedTime`). */
export const createTimestamps = (clock: Pick<Clock, 'now'>, computerId: string, last: string) => {
  const mark = computerMark(computerId);
  let newest = last;
  const seen = (stamp: Timestamp): void => {
    if (stamp > newest) newest = stamp;
  };
  const next = (): Timestamp => {
    const now = clock.now();
    const seenMs = newest === '' ? 0 : timeOf(newest);
    const counter = newest === '' ? 0 : Number.parseInt(newest.slice(12, 16), 16);
    if (now > seenMs) newest = timestampAt(now, 0, mark);
    else if (counter < MAX_COUNTER) newest = timestampAt(seenMs, counter + 1, mark);
    else newest = timestampAt(seenMs + 1, 0, mark);
    return newest;
  };
  return {
    /** Later than all that were given or seen. */
    next,
    /**
     * Of what is so much older than now, later than `than` all the same: the age of a reading is by one clock, and so is right
     * however wrong that clock is.
     */
    aged: (ageMs: number, than: Timestamp): Timestamp => {
      const now = next();
      const then = ageMs <= 0 ? now : timestampAt(timeOf(now) - ageMs, 0, mark);
      return then > than ? then : now;
    },
    seen,
    /** Those after it are not to count any more: whoever has them gives others. */
    goBackTo: (stamp: string): void => {
      newest = stamp;
    },
    /** The newest of them; '' at first. */
    last: (): string => newest,
    /** Of something that was there before the desk was shared: older than every change made since. */
    before: (ms: number): Timestamp => {
      const stamp = timestampAt(Math.min(ms, clock.now()), 0, mark);
      seen(stamp);
      return stamp;
    },
    /** Of a field with nothing in it: loses against all. */
    empty: timestampAt(0, 0, mark),
    /** Of a removal before the desk was shared: loses against all that anybody has written since. */
    goneBefore: timestampAt(0, 1, mark),
  };
};

/*
 * With a thing the stamp of a field that is off is kept with a `-` before it: of the removal of one that is there, of
 * what is gone from a set.
 */

/** '' where there is none. */
export const plainTimestamp = (kept: string | undefined): Timestamp =>
  kept === undefined ? '' : kept.replace(/^-/, '');
export const isOn = (kept: string | undefined): boolean => kept !== undefined && !kept.startsWith('-');
