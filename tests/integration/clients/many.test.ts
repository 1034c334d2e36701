import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { CLIENT_LIMITS } from '#shared/domain/client-fields.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { addClient, emptyClientList, list } from './sample.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
  await emptyClientList(desk);
});
afterEach(() => desk.close());

const CLIENTS = 1_500;

const importMany = async (): Promise<number[]> => {
  const path = join(desk.paths.data, 'many.csv');
  const rows = Array.from({ length: CLIENTS }, (_, index) => `${index + 1};key-${index};Name ${index};old`);
  await writeFile(path, `messenger_id;client_key;name;tags\n${rows.join('\n')}\n`);
  desk.dialogs.openQueue.push(path);
  const preview = await desk.call('clients.importOpen', {});
  await desk.call('clients.importConfirm', { importId: preview?.importId ?? 0, existing: 'skip' });
  return (await desk.call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } })).ids;
};

const total = async (archived: boolean): Promise<number> =>
  (
    await desk.call('clients.list', {
      filter: { archived },
      sort: { by: 'name', direction: 'asc' },
      offset: 0,
      limit: 1,
    })
  ).total;
/** The earlier import is a job, too. */
const lastJob = async () =>
  (await desk.call('runs.list', { offset: 0, limit: 10 })).rows.find(({ kind }) => kind === 'changes');

const isRunning = ({ kind, state }: { readonly kind: string; readonly state: string }): boolean =>
  kind === 'changes' && state === 'running';

describe('an action on many clients', () => {
  it('archives them as a job of Activity, and undoes exactly its own changes', async () => {
    const ids = await importMany();
    await desk.call('clients.archive', { clientIds: ids.slice(0, 10) });
    expect(await lastJob()).toBeUndefined();
    const { count, undoId } = await desk.call('clients.archive', { clientIds: ids });
    expect(count).toBe(CLIENTS - 10);
    expect(await lastJob()).toMatchObject({ kind: 'changes', state: 'done', done: CLIENTS, total: CLIENTS });
    expect(await total(true)).toBe(CLIENTS);
    expect(await desk.call('undo.takeBack', { undoId })).toEqual({ count: CLIENTS - 10, left: 0 });
    expect(await total(true)).toBe(10);
    expect(await desk.call('undo.takeBack', { undoId })).toEqual({ count: 0, left: 0 });
  });

  it('stops between two pieces when it is cancelled, and says how many were done', async () => {
    const clientIds = await importMany();
    const removing = desk.call('clients.remove', { clientIds });
    const job = (await desk.waitForEvent('runs.changed', isRunning)) as {
      id: number;
    };
    await desk.call('runs.cancel', { runId: job.id });
    const { count, undoId } = await removing;
    expect(count).toBeLessThan(CLIENTS);
    expect(await total(false)).toBe(CLIENTS - count);
    expect(await lastJob()).toMatchObject({ state: 'cancelled' });
    expect(await desk.call('undo.takeBack', { undoId })).toEqual({ count, left: 0 });
    expect(await total(false)).toBe(CLIENTS);
  });

  it('changes tags and undoes its own changes, not the tags from before', async () => {
    const [anna, boris] = [
      await addClient(desk, { name: 'Anna', tags: ['vip', 'Old'] }),
      await addClient(desk, { name: 'Boris', tags: ['spring'] }),
    ];
    const clientIds = [anna.id, boris.id];
    const { count, undoId } = await desk.call('clients.tag', { clientIds, add: ['spring'], remove: ['old'] });
    expect(count).toBe(1);
    await desk.call('clients.tag', { clientIds, add: ['later'], remove: [] });
    expect(await desk.call('undo.takeBack', { undoId })).toEqual({ count: 1, left: 0 });
    expect((await list(desk)).map(({ tags }) => tags.toSorted())).toEqual([
      ['Old', 'later', 'vip'],
      ['later', 'spring'],
    ]);
  });

  it('changes nobody when one client cannot be changed, and rolls back earlier pieces', async () => {
    const clientIds = await importMany();
    const last = clientIds.at(-1) ?? 0;
    const full = Array.from({ length: CLIENT_LIMITS.tags }, (_, index) => `tag-${index}`);
    const { messengerId, clientKey, name, note } = await desk.call('clients.get', { clientId: last });
    await desk.call('clients.update', { clientId: last, messengerId, clientKey, name, note, tags: full });
    const error = await desk.callError('clients.tag', { clientIds, add: ['spring'], remove: ['old'] });
    expect(error).toMatchObject({ kind: 'invalid-input', details: { problems: [{ code: 'tags-too-many' }] } });
    const tags = await desk.call('clients.tags', {});
    expect(tags.find(({ tag }) => tag === 'spring')).toBeUndefined();
    expect(tags.find(({ tag }) => tag === 'old')?.count).toBe(CLIENTS - 1);
    expect(await lastJob()).toMatchObject({ state: 'failed' });
  });

  it('leaves all of them unchanged when the disk fails midway', async () => {
    const clientIds = await importMany();
    const file = openDatabase(join(desk.paths.data, 'desk.db'));
    const refuse = (column: string) =>
      `CREATE TRIGGER fails BEFORE UPDATE OF ${column} ON clients WHEN old.id = ${Math.max(...clientIds)} AND old.${column} = 0
       BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`;
    for (const [column, name] of [
      ['archived', 'clients.archive'],
      ['removed', 'clients.remove'],
    ] as const) {
      file.run(refuse(column));
      await desk.callError(name, { clientIds });
      expect(await total(false)).toBe(CLIENTS);
      file.run('DROP TRIGGER fails');
    }
    file.close();
  });

  it('lets other requests through while it changes 20,000', async () => {
    const { activeId } = await desk.call('account.state', {});
    const file = openDatabase(join(desk.paths.data, 'desk.db'));
    file.run(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
       INSERT INTO clients (account_id, messenger_id, client_key, name, note, key_sort, created_at, updated_at)
       SELECT ?, n, 'many', '', '', 'many', 0, 0 FROM numbers`,
      activeId,
    );
    file.close();
    // A write of another connection is not noticed, so this one has to write, too.
    await addClient(desk, { name: 'Anna' });
    const { ids: clientIds } = await desk.call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
    expect(clientIds).toHaveLength(20_001);
    let isOver = false;
    const archiving = desk.call('clients.archive', { clientIds }).finally(() => {
      isOver = true;
    });
    let answered = 0;
    for (; !isOver; answered += 1) {
      await total(true);
      // Each request of a window has a turn of the event loop of its own.
      await setImmediate();
    }
    // The change takes much longer than one request waits, and each of its slices lets at least one through.
    expect(answered).toBeGreaterThan(20);
    expect((await archiving).count).toBe(20_001);
  });
});
