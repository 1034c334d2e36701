import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { SavedLayout } from '#shared/contract/layouts.ts';
import type { LineLayout } from '#shared/domain/line-layout.ts';
import { DeskError } from '#shared/result.ts';

const COLUMNS = sql`id, name, layout_json AS "layout:json"`;

/** Returns the layouts of an account by their names. */
export const allLayouts = (db: Database, accountId: string): SavedLayout[] =>
  db.all<SavedLayout>(sql`SELECT ${COLUMNS} FROM line_layouts WHERE account_id = ${accountId} ORDER BY name`);

/** Saves a layout. It replaces one of the same name; the window's button says so. */
export const saveLayout = (
  db: Database,
  accountId: string,
  { name, layout, createdAt }: { readonly name: string; readonly layout: LineLayout; readonly createdAt: number },
): SavedLayout => {
  const saved = db.get<SavedLayout>(sql`INSERT INTO line_layouts (account_id, name, layout_json, created_at)
    VALUES (${accountId}, ${name}, ${JSON.stringify(layout)}, ${createdAt})
    ON CONFLICT (account_id, name) DO UPDATE SET layout_json = excluded.layout_json RETURNING ${COLUMNS}`);
  if (saved === undefined) throw new DeskError('storage', 'The layout was not stored.');
  return saved;
};

/** Throws `not-found` if the account has no such layout. */
export const removeLayout = (db: Database, accountId: string, layoutId: number): void => {
  const { changes } = db.run(sql`DELETE FROM line_layouts WHERE id = ${layoutId} AND account_id = ${accountId}`);
  if (changes === 0) throw new DeskError('not-found', 'There is no such layout.', { code: 'layout' });
};
