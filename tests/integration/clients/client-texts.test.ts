import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClientTexts, createClientTexts } from '#core/clients/client-texts.ts';
import { type Database, openDatabase } from '#core/storage/database.ts';
import { openDeskDatabase } from '../../support/desk-database.ts';

let folder: string;
let db: Database;
let texts: ClientTexts;

const CLIENTS = 2_500;
const CLIENT = `INSERT INTO clients (id, account_id, messenger_id, client_key, name, note, name_sort, key_sort, created_at,
  updated_at) VALUES (?1, 'account', ?1, 'key', '', '', NULL, 'key', 0, 0)`;

const add = (id: number, text: string): void => {
  db.run(CLIENT, id);
  db.run('INSERT INTO client_texts (client_id, search_text) VALUES (?, ?)', id, text);
};
const change = (id: number, text: string): void => {
  db.run('UPDATE client_texts SET search_text = ? WHERE client_id = ?', text, id);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'texts-'));
  db = openDeskDatabase(['account'], join(folder, 'desk.db'));
  db.transaction(() => {
    for (let id = 1; id <= CLIENTS; id += 1) add(id, id % 1_000 === 0 ? 'анна "ли"\nvip' : `client ${id}`);
  });
  texts = createClientTexts(db);
});
afterEach(async () => {
  db.close();
  await rm(folder, { recursive: true, force: true });
});

it('knows nothing before the texts are read, and finds in all of them then', async () => {
  expect(texts.withWords(['ли'])).toBeUndefined();
  await texts.prepare();
  expect(texts.withWords(['ли'])).toEqual([1_000, 2_000]);
  expect(texts.withWords(['"', 'vi'])).toEqual([1_000, 2_000]);
  expect(texts.withWords(['ли', '12'])).toEqual([]);
  expect(texts.withWords(['ли'], [2_000, 7])).toEqual([2_000]);
});

it('finds what was written since, and not what was taken back', async () => {
  await texts.prepare();
  add(9_000, 'new ли');
  change(1_000, 'somebody else');
  const broken = () =>
    db.transaction(() => {
      change(2_000, 'never');
      throw new Error('taken back');
    });
  expect(broken).toThrow('taken back');
  expect(texts.withWords(['ли'])).toEqual([2_000, 9_000]);
});

it('finds what is written while the texts are being read', async () => {
  const reading = texts.prepare();
  change(1, 'ли');
  await reading;
  expect(texts.withWords(['ли'])).toEqual([1, 1_000, 2_000]);
});

it('reads all of them again when most have changed', async () => {
  await texts.prepare();
  db.transaction(() => {
    for (let id = 1; id <= CLIENTS; id += 1) change(id, 'ли');
  });
  expect(texts.withWords(['ли'])).toBeUndefined();
  await texts.prepare();
  expect(texts.withWords(['ли'])?.length).toBe(CLIENTS);
});

it('stops without a word when the desk closes', async () => {
  const reading = texts.prepare();
  db.close();
  db = openDatabase(join(folder, 'desk.db'));
  await expect(reading).resolves.toBeUndefined();
});
