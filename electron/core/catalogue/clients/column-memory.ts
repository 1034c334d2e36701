import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { CSV_COLUMNS } from '#shared/domain/csv-columns.ts';

/** The fact in the table of settings, which belong to this computer alone. */
const KEY = 'clients.import-columns';
/** The most kinds of files that are remembered; the oldest is forgotten first. */
const MOST = 50;

const remembered = z.array(
  z.object({
    header: z.string(),
    columns: z.array(z.enum(CSV_COLUMNS)).max(200),
    keyFromId: z.boolean(),
  }),
);
type RememberedColumns = z.output<typeof remembered>[number];
type ColumnChoice = Pick<RememberedColumns, 'keyFromId'> & {
  readonly columns: readonly RememberedColumns['columns'][number][];
};

/** Recognises a header whatever its letter case and outer spaces. Only a digest is kept, whose length is known. */
const digestOf = (header: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(header.map((cell) => cell.trim().toLowerCase())))
    .digest('base64url');

/** Creates the memory of the columns that the user chose for each kind of file, recognised by its header. */
export const createColumnMemory = (db: Database) => {
  const all = (): RememberedColumns[] => {
    const text = db.value<string>(sql`SELECT value FROM settings WHERE key = ${KEY}`);
    if (text === null) return [];
    try {
      return remembered.catch([]).parse(JSON.parse(text));
    } catch {
      return [];
    }
  };

  return {
    /** Returns the choice for a header; `undefined` if there was none. */
    recall: (header: readonly string[]): ColumnChoice | undefined => {
      const digest = digestOf(header);
      const found = all().find((one) => one.header === digest && one.columns.length === header.length);
      return found === undefined ? undefined : { columns: found.columns, keyFromId: found.keyFromId };
    },
    /** Remembers the choice for a header; `null` forgets it. */
    remember: (header: readonly string[], choice: ColumnChoice | null): void => {
      const digest = digestOf(header);
      const before = all();
      const others = before.filter((one) => one.header !== digest);
      if (choice === null && others.length === before.length) return;
      const own =
        choice === null ? [] : [{ header: digest, columns: [...choice.columns], keyFromId: choice.keyFromId }];
      const value = JSON.stringify([...own, ...others].slice(0, MOST));
      db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${KEY}, ${value})`);
    },
  };
};
