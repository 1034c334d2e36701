import type { DocKind } from './doc-kind.ts';
import type { FieldValue } from './doc-rows.ts';
import type { FieldChange, RecordChange } from './record-change.ts';

/**
 * Splits fields that an older app, or an older change or snapshot, publishes as one into the present fields. Each
 * present field is as old as the former one. A value that does not have the shape of the former field stays as it is.
 */
export const splitFormer = (
  kind: DocKind,
  incoming: RecordChange,
  onSplit: (name: string, field: FieldChange) => void,
): RecordChange => {
  const former = Object.entries(kind.former ?? {}).flatMap(([name, of]) => {
    const field = incoming.fields[name];
    return field !== undefined && Array.isArray(field[1]) && field[1].length === of.columns
      ? [{ name, of, field, values: field[1] as readonly FieldValue[] }]
      : [];
  });
  if (former.length === 0) return incoming;
  const fields = new Map(Object.entries(incoming.fields));
  for (const { name, of, field, values } of former) {
    const [timestamp, , base] = field;
    for (const [present, columns] of Object.entries(of.became)) {
      const value = columns.map((column) => (column === null ? null : (values[column] ?? null)));
      if (timestamp > (fields.get(present)?.[0] ?? '')) fields.set(present, [timestamp, value, base]);
    }
    fields.delete(name);
    onSplit(name, field);
  }
  return { ...incoming, fields: Object.fromEntries(fields) };
};
