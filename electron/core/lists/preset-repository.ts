import type { Preset, Recipe } from '#shared/contract/lists.ts';
import { DeskError } from '#shared/result.ts';
import type { Database } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly recipe_json: string;
  readonly created_at: number;
}

const toPreset = (row: Row): Preset => ({
  id: row.id,
  name: row.name,
  recipe: JSON.parse(row.recipe_json) as Recipe,
  createdAt: row.created_at,
});

/** SQL of the table `presets`. */
export const createPresetRepository = (db: Database) => ({
  all: (accountId: string): Preset[] =>
    db.all<Row>(sql`SELECT * FROM presets WHERE account_id = ${accountId} ORDER BY name`).map(toPreset),
  /** A preset of the same name is replaced: the window says so on its button. */
  save: (accountId: string, name: string, recipe: Recipe, createdAt: number): Preset => {
    const row = db.get<Row>(sql`INSERT INTO presets (account_id, name, recipe_json, created_at)
      VALUES (${accountId}, ${name}, ${JSON.stringify(recipe)}, ${createdAt})
      ON CONFLICT (account_id, name) DO UPDATE SET recipe_json = excluded.recipe_json RETURNING *`);
    if (row === undefined) throw new DeskError('storage', 'The preset was not stored.');
    return toPreset(row);
  },
  remove: (accountId: string, presetId: number): void => {
    const { changes } = db.run(sql`DELETE FROM presets WHERE id = ${presetId} AND account_id = ${accountId}`);
    if (changes === 0) throw new DeskError('not-found', 'There is no such preset.', { code: 'preset' });
  },
});
