import { expect, it } from 'vitest';
import { createListReader } from '#core/catalogue/lists/list-reader.ts';
import { markListsRemoved, purgeListPiece } from '#core/catalogue/lists/list-repository.ts';
import { plainRecipe, storeOwnList } from '#core/catalogue/lists/own-list.ts';
import { openDeskDatabase } from '../../../support/desk-database.ts';

it('reads no part of a list that is permanently deleted meanwhile as if it were the whole', async () => {
  const db = openDeskDatabase();
  const pieces = Array.from({ length: 8 }, (_, at) => ({ domain: [`gate.example:${at + 1}`], ip: [] }));
  const list = { accountId: 'a', clientId: null, clientName: '', clientKey: '', title: '', recipe: plainRecipe(3, 8) };
  const listId = await storeOwnList(db, { list, pieces, at: 0 });
  const reader = createListReader(db);
  const texts = reader.texts(listId, 'domain');
  expect((await texts.next()).value?.toString()).toBe('gate.example:1\n');
  markListsRemoved(db, 'a', [listId], { removal: 1, at: 0 });
  while (purgeListPiece(db, listId) > 0);
  const rest = async (): Promise<void> => {
    for await (const _ of texts);
  };
  await expect(rest()).rejects.toMatchObject({ kind: 'not-found', details: { code: 'list' } });
  expect(await reader.lines(listId, 'domain', 0, 9)).toEqual([]);
  db.close();
});
