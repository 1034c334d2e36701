import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDispatch } from '#core/desk/dispatch.ts';
import type { Handlers } from '#core/handlers.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { storageError } from '#core/platform/sqlite/sqlite-errors.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import { openFullDatabase, overfill } from '../../../support/full-database.ts';

const FULL = { kind: 'storage', details: { code: 'database-full' } };

let db: Database;
beforeEach(() => {
  db = openFullDatabase();
});
afterEach(() => db.close());

const write = () => overfill(db);
const thrown = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return expect.unreachable();
};

it('is named by every way of writing, although SQLite has rolled the transaction back by itself', () => {
  for (const how of [write, () => db.transaction(write), () => db.durably(write)]) {
    expect(storageError(thrown(how))).toMatchObject(FULL);
  }
  expect(() => db.transaction(() => db.run("UPDATE notes SET text = 'later'"))).not.toThrow();
  expect(db.values('SELECT text FROM notes')).toEqual(['later']);
});

it('leaves nothing of a transaction whose work ignores the error and goes on', () => {
  const goOn = () => {
    thrown(write);
    db.run("UPDATE notes SET text = 'later'");
  };
  const ignore = () => void thrown(goOn);
  for (const work of [goOn, ignore]) {
    expect(storageError(thrown(() => db.transaction(work)))).toMatchObject(FULL);
    expect(db.values('SELECT text FROM notes')).toEqual(['1']);
  }
});

it('is named to the window and by a run that it ended', async () => {
  expect(toStoredError(thrown(() => db.transaction(write)))).toMatchObject(FULL);
  const handlers = { 'purchases.settle': () => db.transaction(write) } as unknown as Handlers;
  const silent = () => {};
  const dispatch = createDispatch(handlers, { info: silent, warn: silent, error: silent });
  const input = { purchaseId: 1, verdict: 'charged', reason: 'seen in the panel' };
  expect(await dispatch({ name: 'purchases.settle', input })).toMatchObject({ ok: false, error: FULL });
});

it('is not named by a statement that SQLite refuses', () => {
  expect(toStoredError(thrown(() => db.run('INSERT INTO notes VALUES (NULL)')))).toMatchObject({ kind: 'internal' });
});
