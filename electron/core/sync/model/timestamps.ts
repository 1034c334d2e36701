import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { Clock } from '#core/ports.ts';

/**
 * When a field was changed, and by which computer: 12 hex digits of ms since the epoch, 4 of a counter, 8 of the
 * computer's id. Timestamps are compared as text. They form a hybrid logical clock: a change made after another one was
 * seen is later than it, however wrong the clocks of the computers are.
 */
export type Timestamp = string;

const TIMESTAMP = /^[0-9a-f]{24}$/;
const MAX_COUNTER = 0xffff;

export const isTimestamp = (value: unknown): value is Timestamp => typeof value === 'string' && TIMESTAMP.test(value);

export const laterOf = (one: Timestamp, other: Timestamp): Timestamp => {
  if (one < other) return other;
  return one;
};

/** Returns SQL for the later one of `last` and the stored `last_timestamp`. */
export const laterThanStored = (last: Timestamp | null): Sql =>
  sql`coalesce(max(last_timestamp, ${last}), last_timestamp, ${last})`;

/** Returns the first 8 hex digits of a computer's id. */
export const computerMark = (computerId: string): string => computerId.replaceAll('-', '').slice(0, 8);

export const computerMarkOf = (timestamp: Timestamp): string => timestamp.slice(16);

/** Returns the time in ms since the epoch, UTC, by the clock of the computer that gave the timestamp. */
export const timeOf = (timestamp: Timestamp): number => Number.parseInt(timestamp.slice(0, 12), 16);

const timestampAt = (ms: number, counter: number, mark: string): Timestamp =>
  `${Math.max(0, Math.trunc(ms)).toString(16).padStart(12, '0')}${counter.toString(16).padStart(4, '0')}${mark}`;

/** The timestamp of fields that never change: a computer that has such a field needs no other value. */
export const EPOCH: Timestamp = timestampAt(0, 0, '0'.repeat(8));

export type Timestamps = ReturnType<typeof createTimestamps>;

/** Creates the timestamps of this computer. `clock` gives the time for changes made here (`SharedTime`). */
export const createTimestamps = (clock: Pick<Clock, 'now'>, computerId: string, last: Timestamp | null) => {
  const mark = computerMark(computerId);
  let newest: Timestamp | null = last;
  const seen = (timestamp: Timestamp): void => {
    if (newest === null || timestamp > newest) newest = timestamp;
  };
  const following = (timestamp: Timestamp): Timestamp => {
    const [ms, counter] = [timeOf(timestamp), Number.parseInt(timestamp.slice(12, 16), 16)];
    return counter < MAX_COUNTER ? timestampAt(ms, counter + 1, mark) : timestampAt(ms + 1, 0, mark);
  };
  const next = (): Timestamp => {
    const now = clock.now();
    newest = newest === null || now > timeOf(newest) ? timestampAt(now, 0, mark) : following(newest);
    return newest;
  };
  return {
    /** Returns a timestamp later than all that were given or seen. */
    next,
    /** Returns a timestamp that is later than another one, but than as few others as possible. */
    after: (timestamp: Timestamp): Timestamp => {
      const later = following(timestamp);
      seen(later);
      return later;
    },
    /**
     * Returns a timestamp that is `ageMs` earlier than now, but always later than `than`. One clock measures the age of
     * a reading, so the age is right however wrong that clock is.
     */
    aged: (ageMs: number, than: Timestamp): Timestamp => {
      const now = next();
      const then = ageMs <= 0 ? now : timestampAt(timeOf(now) - ageMs, 0, mark);
      return then > than ? then : now;
    },
    seen,
    /** Forgets all later timestamps. The caller replaces them with others. */
    goBackTo: (timestamp: Timestamp | null): void => {
      newest = timestamp;
    },
    /** Returns the newest timestamp; `null` if there is none yet. */
    last: (): Timestamp | null => newest,
    /**
     * Returns the timestamp of a record that existed before the desk was shared, older than every change made since.
     */
    before: (ms: number): Timestamp => {
      const timestamp = timestampAt(Math.min(ms, clock.now()), 0, mark);
      seen(timestamp);
      return timestamp;
    },
    /** The timestamp of an empty field, which loses against all others. */
    empty: timestampAt(0, 0, mark),
    /** The timestamp of a removal before the desk was shared, which loses against everything written since. */
    goneBefore: timestampAt(0, 1, mark),
  };
};
