import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '#core/platform/sqlite/database.ts';
import { createDeeds } from '#core/platform/undo/deeds.ts';
import { openDeskDatabase } from '../../../support/desk-database.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

let db: Database;
let isFull: boolean;
/** Each of them is a separate part. */
const PARTS = [1, 2, 3];

const open = () => {
  const deeds = createDeeds({ db, clock: createFakeClock(), emit: () => {} });
  deeds.register('clients-archive', {
    part: z.object({ ids: z.array(z.int()) }),
    takeBack: (_, { ids }) => {
      if (isFull && ids.includes(2)) throw new Error('the disk is full');
      return ids.filter((id) => db.run('DELETE FROM things WHERE id = ?', id).changes > 0).length;
    },
  });
  return deeds;
};
const change = (deeds: ReturnType<typeof open>, last = 3) =>
  deeds.note<{ ids: number[] }>({ accountId: 'a', kind: 'clients-archive' }, async (notes) => {
    for (const id of PARTS) {
      db.transaction(() => {
        db.run('INSERT INTO things VALUES (?)', id);
        notes.add({ ids: [id] }, 1);
      });
      if (id === last && last < 3) throw new Error('the disk is full');
    }
  });
const things = () => db.value('SELECT count(*) FROM things');
const rows = (deeds: ReturnType<typeof open>) => deeds.page('a', { offset: 0, limit: 9 }).rows;

beforeEach(() => {
  db = openDeskDatabase();
  isFull = false;
  // The table that the deeds change.
  db.exec('CREATE TABLE things (id INTEGER PRIMARY KEY)');
});
afterEach(() => db.close());

it('continues an interrupted undo with the remaining parts, also after a restart of the app', async () => {
  const { undoId } = await change(open());
  isFull = true;
  await expect(open().takeBack('a', undoId)).rejects.toThrow('the disk is full');
  isFull = false;
  const again = open();
  expect(await again.takeBack('a', undoId)).toEqual({ count: 3, left: 0 });
  expect(things()).toBe(0);
  expect(rows(again)).toMatchObject([{ count: 3, undone: 3, state: 'taken-back' }]);
});

it('leaves nothing of a deed that failed in the middle', async () => {
  const deeds = open();
  await expect(change(deeds, 2)).rejects.toThrow('the disk is full');
  expect(things()).toBe(0);
  expect(rows(deeds)).toEqual([]);
});

it('keeps a failed deed that could not be rolled back, so that it can be undone later', async () => {
  const deeds = open();
  isFull = true;
  await expect(change(deeds, 2)).rejects.toMatchObject({ details: { code: 'changed-in-part' } });
  isFull = false;
  const [deed] = rows(deeds);
  expect(deed).toMatchObject({ count: 2, state: 'done' });
  await deeds.takeBack('a', deed?.id ?? 0);
  expect(things()).toBe(0);
});

it('belongs to the account in which it was done', async () => {
  const deeds = open();
  const { undoId } = await change(deeds);
  expect(await deeds.takeBack('b', undoId)).toEqual({ count: 0, left: 0 });
  expect(things()).toBe(3);
});

it('undoes only parts that exist, whatever a file says', async () => {
  const deeds = open();
  const { undoId } = await change(deeds);
  db.run(`UPDATE deed_parts SET change_json = '{"ids":"all of them"}' WHERE id = 1`);
  expect(await deeds.takeBack('a', undoId)).toEqual({ count: 2, left: 1 });
});
