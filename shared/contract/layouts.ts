import { z } from 'zod';
import { LAYOUT_FIELDS, LEFT_OUT_REASONS, VALUE_FORMS } from '../domain/line-layout.ts';
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

/** The proxies to lay out: a list, or dedicated proxies. */
const source = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('list'), listId: id, variant: hostVariant }),
  z.strictObject({ from: z.literal('proxies'), proxyIds: manyIds }),
]);

const savedLayout = z.object({ id, name: z.string(), layout: lineLayout });

/** The number of proxies that are left out, by reason and field. */
const leftOut = z.array(
  z.object({ reason: z.enum(LEFT_OUT_REASONS), field: z.enum(LAYOUT_FIELDS).nullable(), count: z.int() }),
);

const order = { source, layout: lineLayout };

export const layoutsProcedures = {
  /** Returns the reseller's own layouts by their names. */
  'layouts.list': procedure(nothing, z.array(savedLayout)),
  /** Replaces a layout of the same name. */
  'layouts.save': procedure(z.strictObject({ name: text(300), layout: lineLayout }), savedLayout),
  'layouts.remove': procedure(z.strictObject({ layoutId: id }), nothing),
  /** Returns the first lines, with masked passwords, and how many lines there are and how many proxies have none. */
  'layouts.preview': procedure(
    z.strictObject(order),
    z.object({ lines: z.array(z.string()), total: z.int(), leftOut }),
  ),
  /** Copies the lines to the clipboard, which is cleared after 60 s. */
  'layouts.copy': procedure(z.strictObject(order), z.object({ lines: z.int(), leftOut })),
  /** Asks the OS for a path, writes the file and reads it back. `null` if the dialog was closed. */
  'layouts.export': procedure(
    z.strictObject({ ...order, name: text(300) }),
    z.object({ export: exportRecord, leftOut }).nullable(),
  ),
};

export const layoutsEvents = {
  'layouts.changed': event(z.object({})),
};

export type SavedLayout = z.output<typeof savedLayout>;
export type LayoutSource = z.output<typeof source>;
export type LeftOutCount = z.output<typeof leftOut>[number];
