import type { Clock } from '#core/ports.ts';

/**
 * When a field was changed, and by which computer: 12 hex digits of ms since the epoch, 4 of a counter, 8 of the computer's id.
 * Compared as text. A hybrid logical clock: what is written after something was seen is later than it, however wrong the
 * clocks of the computers are.
 */
export type Stamp = string;

const STAMP = /^[0-9a-f]{24}$/;
const MAX_COUNTER = 0xffff;

export const isStamp = (value: unknown): value is Stamp => typeof value === 'string' && STAMP.test(value);

export const laterOf = (one: Stamp, other: Stamp): Stamp => {
  if (one < other) return other;
  return one;
};

/** The first 8 hex digits of a computer's id. */
export const computerMark = (computerId: string): string => computerId.replaceAll('-', '').slice(0, 8);

export const computerMarkOf = (stamp: Stamp): string => stamp.slice(16);

/** ms since the epoch, UTC, by the clock of the computer that gave it. */
export const timeOf = (stamp: Stamp): number => Number.parseInt(stamp.slice(0, 12), 16);

const stampAt = (ms: number, counter: number, mark: string): Stamp =>
  `${Math.max(0, Math.trunc(ms)).toString(16).padStart(12, '0')}${counter.toString(16).padStart(4, '0')}${mark}`;

/** Of what never changes: whoever has it needs no other. */
export const EPOCH: Stamp = stampAt(0, 0, '0'.repeat(8));

export type Stamps = ReturnType<typeof createStamps>;

/** `clock`: what time it is for what is written here (`SharedTime`). */
export const createStamps = (clock: Pick<Clock, 'now'>, computerId: string, last: string) => {
  const mark = computerMark(computerId);
  let newest = last;
  const seen = (stamp: Stamp): void => {
    if (stamp > newest) newest = stamp;
  };
  const next = (): Stamp => {
    const now = clock.now();
    const seenMs = newest === '' ? 0 : timeOf(newest);
    const counter = newest === '' ? 0 : Number.parseInt(newest.slice(12, 16), 16);
    if (now > seenMs) newest = stampAt(now, 0, mark);
    else if (counter < MAX_COUNTER) newest = stampAt(seenMs, counter + 1, mark);
    else newest = stampAt(seenMs + 1, 0, mark);
    return newest;
  };
  return {
    /** Later than all that were given or seen. */
    next,
    /**
     * Of what is so much older than now, later than `than` all the same: the age of a reading is by one clock, and so is right
     * however wrong that clock is.
     */
    aged: (ageMs: number, than: Stamp): Stamp => {
      const now = next();
      const then = ageMs <= 0 ? now : stampAt(timeOf(now) - ageMs, 0, mark);
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
    before: (ms: number): Stamp => {
      const stamp = stampAt(Math.min(ms, clock.now()), 0, mark);
      seen(stamp);
      return stamp;
    },
    /** Of a field with nothing in it: loses against all. */
    empty: stampAt(0, 0, mark),
    /** Of a removal before the desk was shared: loses against all that anybody has written since. */
    goneBefore: stampAt(0, 1, mark),
  };
};

/*
 * With a thing the stamp of a field that is off is kept with a `-` before it: of the removal of one that is there, of
 * what is gone from a set.
 */

/** '' where there is none. */
export const plainStamp = (kept: string | undefined): Stamp => (kept === undefined ? '' : kept.replace(/^-/, ''));
export const isOn = (kept: string | undefined): boolean => kept !== undefined && !kept.startsWith('-');
