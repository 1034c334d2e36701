import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Preset, Recipe } from '#shared/contract/lists.ts';
import { DeskError } from '#shared/result.ts';

const COLUMNS = sql`id, name, recipe_json AS "recipe:json", created_at`;

export const allPresets = (db: Database, accountId: string): Preset[] =>
  db.all<Preset>(sql`SELECT ${COLUMNS} FROM presets WHERE account_id = ${accountId} ORDER BY name`);

/** Saves a preset. It replaces one of the same name; the window's button says so. */
export const savePreset = (
  db: Database,
  accountId: string,
  name: string,
  recipe: Recipe,
  createdAt: number,
): Preset => {
  const preset = db.get<Preset>(sql`INSERT INTO presets (account_id, name, recipe_json, created_at)
    VALUES (${accountId}, ${name}, ${JSON.stringify(recipe)}, ${createdAt})
    ON CONFLICT (account_id, name) DO UPDATE SET recipe_json = excluded.recipe_json RETURNING ${COLUMNS}`);
  if (preset === undefined) throw new DeskError('storage', 'The preset was not stored.');
  return preset;
};

export const removePreset = (db: Database, accountId: string, presetId: number): void => {
  const { changes } = db.run(sql`DELETE FROM presets WHERE id = ${presetId} AND account_id = ${accountId}`);
  if (changes === 0) throw new DeskError('not-found', 'There is no such preset.', { code: 'preset' });
};
