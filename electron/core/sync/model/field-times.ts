import { REMOVED } from '#core/catalogue/trash/removal-states.ts';
import type { FieldValue } from './doc-rows.ts';
import type { Timestamp } from './timestamps.ts';

/** When the fields of a record were last changed. */
export interface FieldTimes {
  timestamps: Record<string, Timestamp>;
  /** The fields that are off: a removal that was taken back, and items that are gone from a set. */
  tombstones: readonly string[];
}

const isTombstone = (name: string, value: FieldValue): boolean =>
  (name === REMOVED || name.includes('/')) && value === 0;

/** Returns whether a removal holds, or an item is in its set. */
export const isOn = ({ timestamps, tombstones }: FieldTimes, name: string): boolean =>
  timestamps[name] !== undefined && !tombstones.includes(name);

/**
 * Returns when a field was changed; '', which is before every timestamp, if the record has no such field. Another computer
 * may name a field as it likes, also like something that every object inherits.
 */
export const timestampOf = ({ timestamps }: Pick<FieldTimes, 'timestamps'>, name: string): Timestamp =>
  Object.hasOwn(timestamps, name) ? (timestamps[name] ?? '') : '';

/** Notes that a field was changed to a value. */
export const setTimestamp = (times: FieldTimes, name: string, timestamp: Timestamp, value: FieldValue): void => {
  times.timestamps[name] = timestamp;
  const others = times.tombstones.filter((other) => other !== name);
  times.tombstones = isTombstone(name, value) ? [...others, name] : others;
};

/** Forgets when these fields were changed. */
export const forgetTimestamps = (times: FieldTimes, isForgotten: (name: string) => boolean): void => {
  times.timestamps = Object.fromEntries(Object.entries(times.timestamps).filter(([name]) => !isForgotten(name)));
  times.tombstones = times.tombstones.filter((name) => !isForgotten(name));
};
