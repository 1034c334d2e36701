import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { parseJson } from '#core/platform/text/parse-json.ts';
import { CSV_COLUMNS } from '#shared/domain/csv-columns.ts';

/** The key of the setting, which belongs to this computer alone. */
const KEY = 'clients.import-columns';
/** The most kinds of files that are remembered; the oldest is forgotten first. */
const MAX_REMEMBERED = 50;

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

const rememberedIn = (db: Database): RememberedColumns[] => {
  const text = db.value<string>(sql`SELECT value FROM settings WHERE key = ${KEY}`);
  return remembered.catch([]).parse(parseJson(text ?? ''));
};

/** Returns the columns that the user chose for a header before; `undefined` if there was no choice. */
export const recallColumns = (db: Database, header: readonly string[]): ColumnChoice | undefined => {
  const digest = digestOf(header);
  const found = rememberedIn(db).find((one) => one.header === digest && one.columns.length === header.length);
  return found === undefined ? undefined : { columns: found.columns, keyFromId: found.keyFromId };
};

/** Remembers the choice for a header; `null` forgets it. */
export const rememberColumns = (db: Database, header: readonly string[], choice: ColumnChoice | null): void => {
  const digest = digestOf(header);
  const before = rememberedIn(db);
  const others = before.filter((one) => one.header !== digest);
  if (choice === null && others.length === before.length) return;
  const own = choice === null ? [] : [{ header: digest, columns: [...choice.columns], keyFromId: choice.keyFromId }];
  const value = JSON.stringify([...own, ...others].slice(0, MAX_REMEMBERED));
  db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${KEY}, ${value})`);
};
