import { readFile } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { SharedKind } from '#shared/contract/shared-desk.ts';
import { localDate } from '#shared/domain/local-date.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import { add, clients, edit, listsOf, load, manyLines, onlyClient, startShop, state } from './shop-computers.ts';

const shop = startShop();
const { computer, join, make, takeAll, takeOneMore } = shop;

describe('one desk on several computers', () => {
  it("takes an alert off everybody's list when it is dismissed on one", async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna', { name: 'Anna' });
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two)).toHaveLength(1);
    const readAt = (desk: TestDesk): number | null => {
      const db = openDatabase(`${desk.paths.data}/desk.db`);
      const at = db.value<number>('SELECT vpn_as_of FROM clients');
      db.close();
      return at;
    };
    // A reading that arrives later would remove the subscription, because the service does not know it.
    await expect.poll(() => readAt(one)).not.toBeNull();
    await expect.poll(() => readAt(two) === readAt(one)).toBe(true);
    // Both look as if they had read it from the service.
    for (const desk of [one, two]) {
      const db = openDatabase(`${desk.paths.data}/desk.db`);
      db.run(
        "INSERT INTO vpn_subscriptions (client_id, uuid, status, expires_at, position) VALUES (?, 'u', 'ACTIVE', ?, 0)",
        await onlyClient(desk),
        Date.now() + 2.5 * 86_400_000,
      );
      db.close();
      await desk.call('settings.update', { lowTrafficGb: 1 });
    }
    const bell = async (desk: TestDesk) => (await desk.call('alerts.list', { offset: 0, limit: 10 })).rows;
    for (const desk of [one, two]) await expect.poll(() => bell(desk)).toMatchObject([{ kind: 'vpn', stage: 3 }]);
    two.clearEvents();
    const { undoId } = await one.call('alerts.dismiss', {});
    await two.waitForEvent('alerts.changed', ({ total }: { total: number }) => total === 0);
    expect(await bell(two)).toEqual([]);
    await one.call('undo.takeBack', { undoId });
    await expect.poll(() => bell(two)).toHaveLength(1);
  });

  it('says who changed what, also for a computer that has left, but not for data that was only read', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna', { name: 'Anna' });
    await make(one, 'Office');
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two)).toHaveLength(1);
    expect(await two.call('sales.state', {})).toEqual({ inUse: false });
    const onTwo = await edit(two, 'anna', { note: 'asks for Germany' });
    await expect.poll(async () => (await clients(one))[0]?.note).toBe('asks for Germany');
    const clientId = await edit(one, 'anna', {});
    const changes = async (desk: TestDesk, kind: SharedKind, id: number) =>
      (await desk.call('sharedDesk.changes', { kind, ids: [id] })).changes;
    const note = { id: clientId, field: 'note', at: expect.any(Number), computer: 'Laptop' };
    // The name of a computer arrives a moment after its change.
    await expect.poll(async () => (await changes(one, 'client', clientId))[0]).toEqual(note);
    const before = await changes(one, 'client', clientId);
    expect(before.slice(1).map(({ field, computer }) => [field, computer])).toEqual(
      expect.arrayContaining([
        ['name', null],
        ['made', null],
      ]),
    );
    expect((await changes(two, 'client', onTwo))[0]).toEqual({ ...note, id: onTwo, computer: null });

    await one.call('premium.refreshBalance', { clientId });
    expect(await changes(one, 'client', clientId)).toEqual(before);

    // A user who changes the pair has not written the note.
    const fields = { clientKey: 'anya', name: 'Anna', note: 'asks for Germany', tags: [] };
    await one.call('clients.update', { clientId, messengerId: 1, ...fields });
    await expect.poll(async () => (await clients(two)).map(({ clientKey }) => clientKey)).toEqual(['anya']);
    const renamed = await changes(one, 'client', clientId);
    expect(renamed[0]).toMatchObject({ field: 'made', computer: null });
    expect(renamed).toContainEqual(note);

    // The window is notified of a colleague's payment, although it has shown no money before.
    await one.call('sales.receive', { clientId, amountKopecks: 100, day: localDate(Date.now()), note: '' });
    await two.waitForEvent('sales.changed', ({ inUse }: { readonly inUse: boolean }) => inUse);
    const money = await two.call('sales.client', { clientId: await onlyClient(two), offset: 0, limit: 10 });
    const received = money.payments[0]?.id ?? 0;
    expect(await changes(two, 'payment', received)).toMatchObject([{ field: 'made', computer: 'Office' }]);

    await two.call('sharedDesk.leave', {});
    await expect.poll(async () => (await state(one)).computers).toHaveLength(1);
    expect(await changes(one, 'client', clientId)).toContainEqual(note);
    expect(await changes(two, 'client', await onlyClient(two))).toEqual([]);
  });

  it('has the lists of all, shows each as whole only when it is whole, and says who made and named it', async () => {
    const [one, two] = [await computer(), await computer()];
    await make(one, 'Office');
    await join(one, two, 'Laptop');
    await expect.poll(async () => (await state(two)).status).toBe('shared');
    await expect.poll(async () => (await state(one)).computers).toHaveLength(2);
    // The computer dies in the middle.
    await takeOneMore();
    const lines = manyLines();
    const loadedId = await load(one, lines);
    await expect.poll(async () => (await listsOf(two)).map((list) => list.state)).toEqual(['arriving']);
    const [arriving] = await listsOf(two);
    expect(arriving).toMatchObject({ title: 'bought', lineCount: 25_000, missingLines: expect.any(Number) });
    expect(arriving?.missingLines).toBeGreaterThan(0);
    const listId = arriving?.id ?? 0;
    const view = { listId, variant: 'domain', formatId: 1 } as const;
    const check = { address: 'https://example.com', protocol: 'http', atOnce: 9, timeoutS: 9, slowS: 3 } as const;
    for (const refused of [
      two.callError('lists.save', view),
      two.callError('lists.copy', view),
      two.callError('lists.prepareDrag', view),
      two.callError('lists.lines', { ...view, reveal: true, offset: 0, limit: 9 }),
      two.callError('runs.start', { kind: 'check-list', listId, variant: 'domain', ...check }),
    ])
      expect(await refused).toMatchObject({ kind: 'conflict', details: { code: 'list-arriving' } });
    await one.core.close();
    await takeAll();
    await one.restart();
    // It begins with the first request.
    await one.call('sharedDesk.state', {});
    await expect.poll(async () => (await listsOf(two)).map((list) => list.state)).toEqual(['complete']);
    const saved = pathOf(two.paths.data, 'saved.txt');
    two.dialogs.saveQueue.push(saved);
    expect(await two.call('lists.save', view)).toMatchObject({ lineCount: 25_000 });
    expect(await readFile(saved, 'utf8')).toBe(`${lines.join('\n')}\n`);

    const made = { id: listId, field: 'made', computer: 'Office' };
    const changesOn = async (of: TestDesk, id: number) =>
      (await of.call('sharedDesk.changes', { kind: 'list', ids: [id] })).changes;
    expect(await changesOn(two, listId)).toContainEqual({ ...made, at: expect.any(Number) });
    await two.call('lists.rename', { listId, title: 'for the office' });
    await expect.poll(async () => (await listsOf(one)).map(({ title }) => title)).toEqual(['for the office']);
    expect((await changesOn(one, loadedId))[0]).toMatchObject({ field: 'title', computer: 'Laptop' });

    const { undoId } = await two.call('lists.remove', { listIds: [listId] });
    await expect.poll(() => listsOf(one)).toEqual([]);
    await one.restart();
    await expect.poll(async () => (await state(one)).status).toBe('shared');
    await two.call('undo.takeBack', { undoId });
    await expect.poll(async () => (await listsOf(one)).map((list) => list.state)).toEqual(['complete']);
  });

  it('is left without lists that have arrived only in part', async () => {
    const [one, two] = [await computer(), await computer()];
    await make(one, 'Office');
    await join(one, two, 'Laptop');
    await expect.poll(async () => (await state(one)).computers).toHaveLength(2);
    await takeOneMore();
    await load(one, manyLines());
    await expect.poll(async () => (await listsOf(two)).map((list) => list.state)).toEqual(['arriving']);
    await two.call('sharedDesk.leave', {});
    await takeAll();
    expect(await listsOf(two)).toEqual([]);
    expect((await listsOf(one)).map((list) => list.state)).toEqual(['complete']);
    await two.restart();
    await join(one, two, 'Laptop again');
    await expect.poll(async () => (await listsOf(two)).map((list) => list.state)).toEqual(['complete']);
  });
});
