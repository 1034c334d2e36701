import { z } from 'zod';
import { REMOVED } from '#core/catalogue/trash/removal-states.ts';
import { COMPUTER, type DocKind, type Field, REMOVED_UNNAMED } from './doc-kind.ts';
import type { FieldValue } from './doc-rows.ts';
import { computerMarkText, flag, named } from './values.ts';

const removal = z.literal([0, 1, REMOVED_UNNAMED]);
/** The most rows of a child table. No client has so many. */
const MAX_ROWS = 20_000;

const schemaOf = (kind: DocKind, column: string): z.ZodType => {
  const ref = kind.refs[column];
  if (ref === COMPUTER) return computerMarkText;
  return ref === undefined ? (kind.values[column] ?? z.never()) : named;
};

const fitsColumns = (kind: DocKind, columns: readonly string[], published: FieldValue | undefined): boolean =>
  Array.isArray(published) &&
  published.length === columns.length &&
  columns.every((column, index) => schemaOf(kind, column).safeParse(published[index]).success);

const fitsField = (kind: DocKind, field: Field, item: string, published: FieldValue): boolean => {
  switch (field.is) {
    case 'columns':
      return (
        fitsColumns(kind, field.columns, published) && field.agrees?.(published as readonly FieldValue[]) !== false
      );
    case 'computer':
      return Array.isArray(published) && published.length === 1 && computerMarkText.safeParse(published[0]).success;
    case 'set':
      return schemaOf(kind, field.column).safeParse(item).success && flag.safeParse(published).success;
    case 'tables':
      return (
        Array.isArray(published) &&
        published.length === field.tables.length &&
        field.tables.every(({ columns }, index) => {
          const rows: FieldValue | undefined = published[index];
          return Array.isArray(rows) && rows.length <= MAX_ROWS && rows.every((row) => fitsColumns(kind, columns, row));
        })
      );
  }
};

/**
 * Returns whether a published value fits its field. `name` is the published name, which is `set/item` for an item of a
 * set. `unknown` means that this app has no such field.
 */
export const fitOf = (kind: DocKind, name: string, published: FieldValue): 'fits' | 'unfit' | 'unknown' => {
  if (name === REMOVED) return removal.safeParse(published).success ? 'fits' : 'unfit';
  const slash = name.indexOf('/');
  const of = slash < 0 ? name : name.slice(0, slash);
  const field = Object.hasOwn(kind.fields, of) ? kind.fields[of] : undefined;
  if (field === undefined || (field.is === 'set') !== slash > 0) return 'unknown';
  return fitsField(kind, field, slash < 0 ? '' : name.slice(slash + 1), published) ? 'fits' : 'unfit';
};
