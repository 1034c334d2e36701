import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KINDS } from '#core/sync/model/kinds.ts';
import { openDeskDatabase } from '../../support/desk-database.ts';

const PAGE = join(import.meta.dirname, '../../../docs/shared-desk.md');

/** Returns the tables that the page names, each with whether the page calls it shared. */
const named = (): ReadonlyMap<string, boolean> => {
  const rows = readFileSync(PAGE, 'utf8').matchAll(/^\| (`[^|]+`) \| (yes|no) \|/gm);
  return new Map(
    [...rows].flatMap(([, tables = '', shared]) =>
      [...tables.matchAll(/`(\w+)`/g)].map(([, table = '']) => [table, shared === 'yes'] as const),
    ),
  );
};

const tablesOfTheSchema = (): readonly string[] => {
  const db = openDeskDatabase();
  try {
    return db
      .all<{ name: string }>(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')",
      )
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('sqlite_'))
      .sort();
  } finally {
    db.close();
  }
};

const tablesOfTheKinds = (): readonly string[] =>
  KINDS.flatMap((kind) => [
    kind.table,
    ...Object.values(kind.fields).flatMap((field) =>
      field.is === 'tables' ? field.tables.map(({ table }) => table) : field.is === 'set' ? [field.table] : [],
    ),
  ]).sort();

describe('the page about shared data', () => {
  it('names every table of the schema, and no other', () => {
    expect([...named().keys()].sort()).toEqual(tablesOfTheSchema());
  });

  it('calls exactly the shared tables shared', () => {
    const shared = [...named()].filter(([, isShared]) => isShared).map(([table]) => table);
    expect(shared.sort()).toEqual(tablesOfTheKinds());
  });
});
