import {
  LAYOUT_FIELDS,
  LAYOUT_PRESET_NAMES,
  LAYOUT_PRESETS,
  type LayoutField,
  type LayoutPreset,
  type LineLayout,
  layoutProblems,
  type ValueForm,
} from '#shared/domain/line-layout.ts';
import { type Read, unreadable } from '../../ui/form/form-state.ts';

/** Holds the values of all kinds at once, so that switching between them loses nothing that was typed. */
export interface TypedLayout {
  readonly kind: LineLayout['kind'];
  readonly line: string;
  readonly values: ValueForm;
  readonly head: string;
  readonly fields: readonly LayoutField[];
  readonly name: string;
}

export const toLayout = ({ kind, line, values, head, fields }: TypedLayout): LineLayout => {
  if (kind === 'lines') return { kind, line, values, head };
  // Columns stand in one order, however they were chosen.
  return { kind, fields: LAYOUT_FIELDS.filter((field) => fields.includes(field)) };
};

export const readLayout = (typed: TypedLayout): Read<LineLayout> => {
  const layout = toLayout(typed);
  const problems = layoutProblems(layout);
  return problems.length > 0 ? unreadable(...problems) : { ok: true, value: layout };
};

const START = LAYOUT_PRESETS.url;

/** Returns the values of the form for a layout, keeping those of the other kinds. */
export const typedFrom = (layout: LineLayout, name: string, before?: TypedLayout): TypedLayout => ({
  kind: layout.kind,
  line: layout.kind === 'lines' ? layout.line : (before?.line ?? START.line),
  values: layout.kind === 'lines' ? layout.values : (before?.values ?? START.values),
  head: layout.kind === 'lines' ? layout.head : (before?.head ?? START.head),
  fields: layout.kind === 'lines' ? (before?.fields ?? LAYOUT_PRESETS.csv.fields) : layout.fields,
  name,
});

export const isPreset = (value: unknown): value is LayoutPreset =>
  LAYOUT_PRESET_NAMES.some((preset) => preset === value);
