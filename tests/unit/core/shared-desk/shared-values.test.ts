import { expect, it } from 'vitest';
import { KINDS } from '#core/sync/model/kinds.ts';

it.each(KINDS.map((kind) => [kind.name, kind] as const))('says what each column of a %s may hold', (_, kind) => {
  const columns = Object.values(kind.fields).flatMap((field) => {
    if (field.is === 'columns') return field.columns;
    // It can only hold the mark of a computer.
    if (field.is === 'computer') return [];
    return field.is === 'set' ? [field.column] : field.tables.flatMap((table) => table.columns);
  });
  const declared = new Set([...Object.keys(kind.values), ...Object.keys(kind.refs)]);
  // Every other computer would set aside a value that nobody has declared.
  expect(columns.filter((column) => !declared.has(column))).toEqual([]);
});
