import type { Preset, Recipe } from '#shared/contract/lists.ts';
import { DeskError } from '#shared/result.ts';
import type { Database } from '../storage/database.ts';

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
    db.all<Row>('SELECT * FROM presets WHERE account_id = ? ORDER BY name', accountId).map(toPreset),
  /** A preset of the same name is replaced: the window says so on its button. */
  save: (accountId: string, name: string, recipe: Recipe, createdAt: number): Preset => {
    const row = db.get<Row>(
      `INSERT INTO presets (account_id, name, recipe_json, created_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id, name) DO UPDATE SET recipe_json = excluded.recipe_json RETURNING *`,
      accountId,
      name,
      JSON.stringify(recipe),
      createdAt,
    );
    if (row === undefined) throw new DeskError('storage', 'The preset was not stored.');
    return toPreset(row);
  },
  remove: (accountId: string, presetId: number): void => {
    const { changes } = db.run('DELETE FROM presets WHERE id = ? AND account_id = ?', presetId, accountId);
    if (changes === 0) throw new DeskError('not-found', 'There is no such preset.', { code: 'preset' });
  },
});
