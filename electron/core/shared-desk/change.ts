import { z } from 'zod';
import { DeskError } from '#shared/result.ts';
import type { FieldValue } from './docs/doc-rows.ts';
import { isStamp } from './docs/stamps.ts';
import type { Told } from './docs/telling.ts';
import { sealingError } from './sealing/sealing-error.ts';

/**
 * What is in one change, or in one part of a snapshot, before it is sealed. Raised when an older app could not read it as
 * it is meant.
 */
const VERSION = 1;

const value: z.ZodType<FieldValue> = z.lazy(() =>
  z.union([z.string(), z.number(), z.null(), z.array(value).max(100_000)]),
);
const stamp = z.string().refine(isStamp);
const told = z.object({
  kind: z.string().max(40),
  uid: z.string().max(64),
  fields: z.record(z.string().max(200), z.tuple([stamp, value, stamp.nullable()])),
});
const change = z.object({
  told: z.array(told).max(10_000),
  removed: z.array(z.uuid()).max(1_000),
});

export interface Change {
  readonly told: readonly Told[];
  /** Ids of computers that no longer belong to the desk. */
  readonly removed: readonly string[];
}

export const newerVersion = (): DeskError =>
  new DeskError('shared-desk', 'A colleague has a newer version of the app.', { code: 'newer-version' });

export const writeVersioned = <T extends object>(content: T) => ({ version: VERSION, ...content });
export const writeChange = ({ told: things, removed }: Change) => writeVersioned({ told: things, removed });

/** Throws DeskError `shared-desk`: `newer-version` (of an app that knows more), `change-damaged`. */
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

/** Throws as `readVersioned` does. */
export const readChange = (opened: unknown): Change => readVersioned(change, opened);
