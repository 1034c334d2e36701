import type { DocKind } from './doc-kind.ts';
import type { Doc } from './doc-names.ts';
import type { DocRows } from './doc-rows.ts';
import type { RecordChange } from './record-change.ts';

/** Returns whether a field is weighed (`DocKind.weighed`) or goes with a weighed one. */
export const goesWithWeighed = ({ weighed }: DocKind, name: string): boolean =>
  weighed !== undefined && (weighed.field === name || weighed.with.includes(name));

/**
 * Weighs a published change against the record here. Above 0 the published value holds, whenever it was written; below
 * 0 the one here; at 0 the later one.
 */
export const weightOf = (
  rows: DocRows,
  kind: DocKind,
  { localId, timestamps }: Doc,
  { fields }: RecordChange,
): number => {
  const { weighed } = kind;
  const published = weighed === undefined ? undefined : fields[weighed.field];
  if (weighed === undefined || published === undefined || localId === null || timestamps[weighed.field] === undefined)
    return 0;
  return weighed.compare(published[1], rows.read(kind, weighed.field, localId));
};
