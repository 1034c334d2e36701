import { expect, it } from 'vitest';
import { createListReader } from '#core/catalogue/lists/list-reader.ts';
import { findList, markListsRemoved, purgeListPiece } from '#core/catalogue/lists/list-repository.ts';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { sharedLists } from '#core/platform/sqlite/earlier/migrations/036-shared-lists.ts';
import { packStored, storedLines } from '#core/platform/text/stored-lines.ts';
import { addAccount, runEarlierMigrations, runLaterMigrations } from '../../../support/desk-database.ts';
import { RECIPE } from '../../../support/recipe.ts';

const STEP = EARLIER_MIGRATIONS.indexOf(sharedLists);

it('earlier lists keep all their lines, packed or not, and the lines go when the list does', async () => {
  const db = openDatabase(':memory:');
  runEarlierMigrations(db, 0, STEP);
  addAccount(db, 'a');
  for (const listId of [1, 2]) {
    db.run(
      `INSERT INTO lists (id, account_id, client_name, client_key, title, recipe_json, state, line_count, domain_lines, ip_lines,
         search_text, created_at) VALUES (?, 'a', '', '', '', ?, 'complete', 3, 3, 1, '', 0)`,
      listId,
      JSON.stringify(RECIPE),
    );
    const add = (variant: string, firstLine: number, count: number, stored: Uint8Array) =>
      db.run('INSERT INTO list_chunks VALUES (?, ?, ?, ?, ?)', listId, variant, firstLine, count, stored);
    add('domain', 0, 2, await packStored(storedLines([`${listId}a`, `${listId}b`])));
    add('domain', 2, 1, storedLines([`${listId}c`]));
    add('ip', 0, 1, storedLines([`${listId}d`]));
  }
  runEarlierMigrations(db, STEP);
  runLaterMigrations(db);
  const reader = createListReader(db);
  for (const listId of [1, 2]) {
    expect(findList(db, 'a', listId)).toMatchObject({ state: 'complete', missingLines: 0 });
    expect(await reader.lines(listId, 'domain', 0, 9)).toEqual([`${listId}a`, `${listId}b`, `${listId}c`]);
    expect(await reader.lines(listId, 'ip', 0, 9)).toEqual([`${listId}d`]);
  }
  markListsRemoved(db, 'a', [1], { removal: 1, at: 0 });
  while (purgeListPiece(db, 1) > 0);
  expect(db.all('SELECT DISTINCT list_id AS id, account_id AS of FROM list_chunks')).toMatchObject([
    { id: 2, of: 'a' },
  ]);
  db.run("DELETE FROM accounts WHERE id = 'a'");
  expect(db.all('SELECT id FROM list_chunks')).toEqual([]);
  db.close();
});
