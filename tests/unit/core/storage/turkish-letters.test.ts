import { afterEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { turkishLetters } from '#core/platform/sqlite/earlier/migrations/042-turkish-letters.ts';
import { addAccount, insertEarlierClient, runEarlierMigrations } from '../../../support/desk-database.ts';

let db: Database;
afterEach(() => db.close());

it('earlier texts are found and sorted with İ and ı as i, and nothing else is touched', () => {
  db = openDatabase(':memory:');
  const before = EARLIER_MIGRATIONS.indexOf(turkishLetters);
  runEarlierMigrations(db, 0, before);
  addAccount(db, 'a');
  const add = (messengerId: number, name: string) =>
    insertEarlierClient(db, 'a', { messengerId, clientKey: `k${messengerId}`, name });
  const turkish = add(1, 'x');
  const russian = add(2, 'Семён Йод');
  const grams = (text: string) =>
    db.value<number>(
      `SELECT count(*) FROM client_grams WHERE client_grams MATCH search_grams('${text}') AND rowid = ${turkish}`,
    );
  db.exec(`
    UPDATE clients SET name = 'İsmail Kaplı', name_sort = 'i\u0307smail kaplı' WHERE id = ${turkish};
    UPDATE client_texts SET search_text = 'i\u0307smail kaplı' WHERE client_id = ${turkish};
    INSERT OR REPLACE INTO client_grams (rowid, grams) VALUES (${turkish}, search_grams('i\u0307smail kaplı'));
    INSERT INTO lists (account_id, client_name, client_key, title, recipe_json, state, search_text, created_at,
        title_sort, client_sort)
      VALUES ('a', '', 'k', 'Kaplı', '{}', 'complete', 'kaplı', 1, 'kaplı', 'kaplı');`);
  const searchedBefore = db.value<string>(`SELECT search_text FROM client_texts WHERE client_id = ${russian}`);

  runEarlierMigrations(db, before);

  expect(db.all('SELECT name, name_sort AS sorted FROM clients ORDER BY id')).toEqual([
    { name: 'İsmail Kaplı', sorted: 'ismail kapli' },
    { name: 'Семён Йод', sorted: 'семен йод' },
  ]);
  expect(db.value(`SELECT search_text FROM client_texts WHERE client_id = ${turkish}`)).toBe('ismail kapli');
  expect(db.value(`SELECT search_text FROM client_texts WHERE client_id = ${russian}`)).toBe(searchedBefore);
  expect(db.all('SELECT title_sort AS title, client_sort AS client, search_text AS text FROM lists')).toEqual([
    { title: 'kapli', client: 'kapli', text: 'kapli' },
  ]);
  expect(grams('kapli')).toBe(1);
  expect(db.value('SELECT count(*) FROM client_grams')).toBe(2);
});
