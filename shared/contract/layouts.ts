import { z } from 'zod';
import { LAYOUT_FIELDS, LAYOUT_PRESET_NAMES, LEFT_OUT_REASONS, VALUE_FORMS } from '../domain/line-layout.ts';
import { event, id, manyIds, nothing, procedure, text } from './define.ts';
import { exportRecord, hostVariant } from './lists.ts';

/** The limits in characters. */
export const MAX_LAYOUT_LINE = 1_000;
export const MAX_LAYOUT_NAME = 100;

const fields = z.array(z.enum(LAYOUT_FIELDS)).max(LAYOUT_FIELDS.length).readonly();

/** The schema accepts layouts that cannot be used, and `layoutProblems` reports them. */
export const lineLayout = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('lines'),
    line: text(MAX_LAYOUT_LINE),
    values: z.enum(VALUE_FORMS),
    head: text(MAX_LAYOUT_LINE),
  }),
  z.strictObject({ kind: z.literal('csv'), fields }),
  z.strictObject({ kind: z.literal('json'), fields }),
]);

/** A ready layout, or one of the reseller's own as it was when it was chosen. */
export const chosenLayout = z.union([
  z.strictObject({ preset: z.enum(LAYOUT_PRESET_NAMES) }),
  z.strictObject({ name: text(MAX_LAYOUT_NAME), layout: lineLayout }),
]);

/** The proxies to lay out: a list, or dedicated proxies. */
const source = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('list'), listId: id, variant: hostVariant }),
  z.strictObject({ from: z.literal('proxies'), proxyIds: manyIds }),
]);

const savedLayout = z.object({ id, name: z.string(), layout: lineLayout });

/** The number of proxies that are left out, by reason and field. */
export const leftOutCounts = z.array(
  z.object({ reason: z.enum(LEFT_OUT_REASONS), field: z.enum(LAYOUT_FIELDS).nullable(), count: z.int() }),
);

const order = { source, layout: lineLayout };
const dragged = { listId: id, variant: hostVariant, layout: lineLayout };

export const layoutsProcedures = {
  /** Returns the reseller's own layouts by their names. */
  'layouts.list': procedure(nothing, z.array(savedLayout)),
  /** Replaces a layout of the same name. */
  'layouts.save': procedure(z.strictObject({ name: text(300), layout: lineLayout }), savedLayout),
  'layouts.remove': procedure(z.strictObject({ layoutId: id }), nothing),
  /** Returns the first lines, with masked passwords, and how many lines there are and how many proxies have none. */
  'layouts.preview': procedure(
    z.strictObject(order),
    z.object({ lines: z.array(z.string()), total: z.int(), leftOut: leftOutCounts }),
  ),
  /** Copies the lines to the clipboard, which is cleared after 60 s. */
  'layouts.copy': procedure(z.strictObject(order), z.object({ lines: z.int(), leftOut: leftOutCounts })),
  /** Writes the file before a possible drag, so that it exists when the drag starts. */
  'layouts.prepareDrag': procedure(z.strictObject(dragged), nothing),
  /** Starts an OS drag of the file out of the window. `started` is false while the file is not written yet. */
  'layouts.drag': procedure(z.strictObject(dragged), z.object({ started: z.boolean() })),
  /** Asks the OS for a path, writes the file and reads it back. `null` if the dialog was closed. */
  'layouts.export': procedure(
    z.strictObject({ ...order, name: text(300) }),
    z.object({ export: exportRecord, leftOut: leftOutCounts }).nullable(),
  ),
};

export const layoutsEvents = {
  'layouts.changed': event(z.object({})),
};

export type SavedLayout = z.output<typeof savedLayout>;
export type LayoutSource = z.output<typeof source>;
export type LeftOutCount = z.output<typeof leftOutCounts>[number];
export type ChosenLayout = z.output<typeof chosenLayout>;
