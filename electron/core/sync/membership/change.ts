import { z } from 'zod';
import { sealingError } from '#core/sync/crypto/sealing-error.ts';
import type { FieldValue } from '#core/sync/model/doc-rows.ts';
import type { RecordChange } from '#core/sync/model/record-change.ts';
import { isTimestamp } from '#core/sync/model/timestamps.ts';
import { DeskError } from '#shared/result.ts';

/**
 * The version of the content of a change, or of one part of a snapshot, before it is sealed. Raise it when an older app
 * could not read the content as it is meant.
 */
const VERSION = 1;

/** Limits of one change: its records, and the ids of removed computers. No honest computer sends more at once. */
const MAX_RECORDS = 10_000;
export const MAX_REMOVED = 1_000;
/** Rows of child tables are stored as lists of lists of lists. */
const MAX_DEPTH = 4;

// These checks are written by hand, because a schema that tries one form after the other would cost hundreds of
// megabytes for two kilobytes that a member sends.
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value.length <= max;
const isValue = (value: unknown, depth: number): value is FieldValue =>
  Array.isArray(value)
    ? depth > 0 && value.every((item) => isValue(item, depth - 1))
    : value === null || typeof value === 'string' || typeof value === 'number';
const isField = (name: string, field: unknown): boolean =>
  name.length <= 200 &&
  Array.isArray(field) &&
  field.length === 3 &&
  isTimestamp(field[0]) &&
  (field[2] === null || isTimestamp(field[2])) &&
  isValue(field[1], MAX_DEPTH);
const hasFields = (fields: Readonly<Record<string, unknown>>): boolean => {
  for (const name in fields) if (!isField(name, fields[name])) return false;
  return true;
};
const isRecordChange = (one: unknown): one is RecordChange =>
  isRecord(one) && isText(one.kind, 40) && isText(one.uid, 64) && isRecord(one.fields) && hasFields(one.fields);
const uuid = z.uuid();

export interface Change {
  readonly records: readonly RecordChange[];
  /** Whole changes that only a newer app can read, as they were opened. Snapshots pass them on. */
  readonly newer?: readonly unknown[];
  /** Ids of computers that no longer belong to the desk. */
  readonly removed: readonly string[];
}

/** The sealed format calls the records of a change `told`. */
const change = z
  .object({
    told: z.custom<readonly RecordChange[]>(
      (all) => Array.isArray(all) && all.length <= MAX_RECORDS && all.every(isRecordChange),
    ),
    newer: z.array(z.unknown()).max(MAX_RECORDS).exactOptional(),
    removed: z.custom<readonly string[]>(
      (all) => Array.isArray(all) && all.length <= MAX_REMOVED && all.every((id) => uuid.safeParse(id).success),
    ),
  })
  .transform(({ told, ...rest }): Change => ({ records: told, ...rest }));

export const newerVersion = (): DeskError =>
  new DeskError('shared-desk', 'A colleague has a newer version of the app.', { code: 'newer-version' });

export const writeVersioned = <T extends object>(content: T) => ({ version: VERSION, ...content });
export const writeChange = ({ records, removed, newer }: Change) =>
  writeVersioned({ told: records, removed, ...(newer !== undefined && { newer }) });

/**
 * Reads versioned content. Throws DeskError `shared-desk`: `newer-version` if an app that knows more wrote it,
 * otherwise `change-damaged`.
 */
export const readVersioned = <T>(schema: z.ZodType<T>, opened: unknown): T => {
  const { data: version = 0 } = z
    .object({ version: z.int() })
    .transform((head) => head.version)
    .safeParse(opened);
  if (version > VERSION) throw newerVersion();
  const { data, success } = schema.safeParse(opened);
  if (version !== VERSION || !success) throw sealingError('change-damaged');
  return data;
};

/** Reads the content of a change. Throws as `readVersioned` does. */
export const readChange = (opened: unknown): Change => readVersioned(change, opened);

/**
 * The content of a change. `newer`: only a newer app can read it. `unreadable`: nobody can, although it was sealed with
 * a key of the desk.
 */
export type Content =
  | { readonly is: 'change'; readonly change: Change }
  | { readonly is: 'newer'; readonly opened: unknown }
  | { readonly is: 'unreadable' };

/**
 * Returns the content of an opened change. It does not throw for one that no app can read, so that no member can stop
 * the others with it.
 */
export const contentOf = (opened: unknown): Content => {
  try {
    return { is: 'change', change: readChange(opened) };
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    return error.details?.code === 'newer-version' ? { is: 'newer', opened } : { is: 'unreadable' };
  }
};
