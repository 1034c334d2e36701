import { readFile } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import { openTestStore } from '../../support/shared-desk/desk-store.ts';
import { TRAFFIC_BUY } from '../run-purchases/purchases-desk.ts';
import { add, clients, onlyClient, startShop, state } from './shop-computers.ts';

const shop = startShop();
const { computer, join, make } = shop;

describe('one desk on several computers', () => {
  it('has on all computers what was sold to a client that another computer has unknowingly removed for good', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna', { name: 'Anna' });
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two)).toHaveLength(1);
    for (const desk of [one, two]) await expect.poll(async () => (await state(desk)).unpublished).toBe(0);
    shop.way.shut(true);
    for (const desk of [one, two]) await expect.poll(async () => (await state(desk)).status).toBe('offline');
    const clientId = await onlyClient(two);
    const order = { kind: 'traffic', clientId, poolType: 'residential', gb: 1 } as const;
    const { offerId, priceKopecks } = await two.call('purchases.offer', { order });
    const { id: purchaseId } = await two.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    await two.call('sales.set', { purchaseId, clientId: null, priceKopecks: 70_000, dueDay: null });
    await two.call('sales.receive', { clientId, amountKopecks: 20_000, day: '2026-01-05', note: 'cash' });

    const ids = [await onlyClient(one)];
    await one.call('clients.remove', { clientIds: ids });
    await one.call('trash.delete', { kind: 'client', ids });
    const db = openDatabase(pathOf(one.paths.data, 'desk.db'));
    expect(db.get('SELECT count(*) AS n FROM clients')).toEqual({ n: 0 });
    shop.way.shut(false);
    for (const desk of [one, two]) await desk.call('sharedDesk.retry', {});
    const sold = async (desk: TestDesk) =>
      (await desk.call('purchases.list', { filter: {}, offset: 0, limit: 9 })).rows.map(({ sale, clientName }) => [
        clientName,
        sale?.priceKopecks,
        sale?.paidKopecks,
      ]);
    await expect.poll(() => sold(one)).toEqual([['Anna', 70_000, 20_000]]);
    expect(await sold(two)).toEqual([['Anna', 70_000, 20_000]]);
    // A computer that joins later receives the same.
    const other = await computer();
    await join(one, other, 'Shop');
    await expect.poll(() => sold(other)).toEqual([['Anna', 70_000, 20_000]]);
    for (const desk of [one, two, other]) await expect.poll(() => clients(desk)).toEqual([]);
    db.close();
  });

  it('cannot be left while a purchase is under way', async () => {
    const [one] = [await computer()];
    const { id: clientId } = await add(one, 'anna');
    await make(one);
    await expect.poll(async () => (await state(one)).status).toBe('shared');
    const order = { kind: 'traffic', clientId, poolType: 'residential', gb: 1 } as const;
    const { offerId, priceKopecks } = await one.call('purchases.offer', { order });
    await one.control.addFaults({ match: TRAFFIC_BUY, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const bought = one.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    await one.control.waitForHeld(1);
    expect(await one.callError('sharedDesk.leave', {})).toMatchObject({ details: { code: 'charge-in-flight' } });
    await one.control.release();
    expect(await bought).toMatchObject({ outcome: 'charged' });
    await one.call('sharedDesk.leave', {});
    expect(await one.call('sharedDesk.state', {})).toEqual({ status: 'none' });
  });

  it('says when the database refuses this computer, and lets it buy unguarded', async () => {
    const [one] = [await computer()];
    const { id: clientId } = await add(one, 'anna');
    await shop.postgres.ask("CREATE ROLE till LOGIN SUPERUSER PASSWORD 'first'");
    const connection = shop.postgres.connection({ port: shop.way.port, user: 'till', password: 'first' });
    await one.call('sharedDesk.make', { connection, name: 'The shop', computer: 'Anna' });
    await expect.poll(async () => (await state(one)).status).toBe('shared');
    await shop.postgres.ask("ALTER ROLE till PASSWORD 'second'");
    shop.way.cut();
    await expect.poll(async () => (await state(one)).problem?.details?.code).toBe('store-password');
    expect(await state(one)).toMatchObject({ status: 'stopped' });
    const order = { kind: 'traffic', clientId, poolType: 'residential', gb: 1 } as const;
    const { offerId, priceKopecks, isUnguarded } = await one.call('purchases.offer', { order });
    expect(isUnguarded).toBe(true);
    expect(await one.call('purchases.confirm', { offerId, priceKopecks, despite: [] })).toMatchObject({
      outcome: 'charged',
      isUnguarded: true,
    });
  });

  it('says who paid for what, also after a computer has left and joined again', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna');
    await make(one, 'Office');
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two)).toHaveLength(1);
    await expect.poll(async () => (await state(two)).status).toBe('shared');
    const buy = async (desk: TestDesk): Promise<void> => {
      const order = { kind: 'traffic', clientId: await onlyClient(desk), poolType: 'mobile', gb: 1 } as const;
      const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
      await desk.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    };
    const payers = async (desk: TestDesk) => {
      const { rows } = await desk.call('purchases.list', { filter: {}, offset: 0, limit: 10 });
      const ids = rows.toSorted((a, b) => a.createdAt - b.createdAt).map(({ id }) => id);
      const { changes } = await desk.call('sharedDesk.changes', { kind: 'purchase', ids });
      return ids.map((id) => changes.find((change) => change.id === id && change.field === 'made')?.computer);
    };
    await buy(one);
    // A purchase of the other may change the target between an offer and its confirmation, which is then refused.
    const outcomes = async () => {
      const { rows } = await two.call('purchases.list', { filter: {}, offset: 0, limit: 10 });
      return rows.map(({ outcome }) => outcome);
    };
    await expect.poll(outcomes).toEqual(['charged']);
    expect(await payers(two)).toEqual(['Office']);
    await buy(two);
    await expect.poll(() => payers(one)).toEqual([null, 'Laptop']);
    await expect.poll(() => payers(two)).toEqual(['Office', null]);
    const { computers } = await two.call('purchases.facets', { filter: {} });
    expect(computers).toMatchObject([
      { computer: '', computerName: 'Laptop', count: 1 },
      { computerName: 'Office', count: 1 },
    ]);
    const ofOffice = { filter: { computer: computers[1]?.computer }, offset: 0, limit: 10 };
    expect(await two.call('purchases.list', ofOffice)).toMatchObject({ total: 1, rows: [{ computerName: 'Office' }] });
    await two.call('sharedDesk.leave', {});
    await join(one, two, 'Laptop again');
    // The computer that left has a new identity, and does not know the name of its old one.
    await expect.poll(() => payers(two)).toEqual(['Office', '']);
    await expect.poll(async () => (await state(two)).unpublished).toBe(0);
    await expect.poll(() => payers(one)).toEqual([null, 'Laptop']);
  });

  it('lets one computer pay at a time, and says when there is no way to hold off the others', async () => {
    const [one] = [await computer()];
    const { id: clientId } = await add(one, 'anna');
    await make(one);
    await expect.poll(async () => (await state(one)).status).toBe('shared');
    const [desk] = await shop.postgres.ask('SELECT id FROM reseller_desk.desks ORDER BY made_at DESC LIMIT 1');
    const colleague = openTestStore(shop.postgres.connection(), String(desk?.id));
    const lease = await colleague.store.lease('charge', 60_000);
    expect('renew' in lease).toBe(true);
    const order = { kind: 'traffic', clientId, poolType: 'residential', gb: 1 } as const;
    const { offerId, priceKopecks, isUnguarded } = await one.call('purchases.offer', { order });
    expect(isUnguarded).toBe(false);
    let isBought = false;
    const bought = one.call('purchases.confirm', { offerId, priceKopecks, despite: [] }).then((purchase) => {
      isBought = true;
      return purchase;
    });
    await add(one, 'boris');
    await expect.poll(async () => (await state(one)).unpublished).toBe(0);
    expect(isBought).toBe(false);
    expect((await one.call('purchases.list', { filter: {}, offset: 0, limit: 1 })).total).toBe(0);
    if ('renew' in lease) await lease.release();
    expect((await bought).outcome).toBe('charged');
    // The reads afterwards belong to the purchase; then it is the colleague's turn.
    await expect.poll(async () => 'renew' in (await colleague.store.lease('charge', 1_000))).toBe(true);
    shop.way.shut(true);
    shop.way.cut();
    await expect.poll(async () => (await state(one)).status).toBe('offline');
    const alone = await one.call('purchases.offer', { order });
    expect(alone.isUnguarded).toBe(true);
    expect(await one.call('purchases.confirm', { offerId: alone.offerId, priceKopecks, despite: [] })).toMatchObject({
      outcome: 'charged',
    });
  });

  it('buys nothing automatically while it is unknown what an unguarded computer has bought', async () => {
    const [one, two] = [await computer(), await computer()];
    const { id: clientId } = await add(one, 'anna');
    await make(one);
    await join(one, two, 'Laptop');
    await two.call('sharedDesk.reconnect', { connection: shop.postgres.connection(), anew: false });
    for (const desk of [one, two]) await expect.poll(async () => (await state(desk)).status).toBe('shared');
    await expect.poll(() => clients(two)).toHaveLength(1);
    const orderOf = (id: number) => ({ kind: 'traffic', clientId: id, poolType: 'residential', gb: 1 }) as const;
    const there = orderOf(await onlyClient(two));
    const before = await two.call('purchases.offer', { order: there });
    expect(before.isUnguarded).toBe(false);

    // A purchase that was agreed to as unguarded leaves even when the others cannot be reached.
    shop.way.shut(true);
    await expect.poll(async () => (await state(one)).status).toBe('offline');
    const { offerId, priceKopecks, isUnguarded } = await one.call('purchases.offer', { order: orderOf(clientId) });
    expect(isUnguarded).toBe(true);
    shop.way.shut(false);
    await one.call('sharedDesk.retry', {});
    await expect.poll(async () => (await state(one)).status).toBe('shared');
    await one.control.addFaults({ match: TRAFFIC_BUY, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const bought = one.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    await one.control.waitForHeld(1);
    shop.way.shut(true);
    shop.way.cut();
    await one.control.release();
    expect(await bought).toMatchObject({ outcome: 'charged' });
    await shop.postgres.ask('UPDATE reseller_desk.leases SET until = clock_timestamp()');

    expect(
      await two.callError('purchases.confirm', { offerId: before.offerId, priceKopecks, despite: [] }),
    ).toMatchObject({ kind: 'conflict', details: { code: 'colleague-broke-off', params: { computer: 'Anna' } } });
    expect((await two.control.requests(TRAFFIC_BUY)).length).toBe(1);
    const away = async () =>
      (await state(two)).computers.filter(({ diedWhilePaying }) => diedWhilePaying).map(({ name }) => name);
    expect(await away()).toEqual(['Anna']);
    // A computer that starts later knows of it, too, and does not carry out due items either.
    await two.call('sharedDesk.reconnect', { connection: shop.postgres.connection(), anew: false });
    const roles = { refresh: { is: 'this' }, standing: { is: 'unguarded' } };
    await expect.poll(() => state(two)).toMatchObject({ status: 'shared', roles: roles });
    expect((await two.call('purchases.offer', { order: there })).isUnguarded).toBe(true);

    shop.way.shut(false);
    await one.call('sharedDesk.retry', {});
    await expect.poll(away).toEqual([]);
    const known = await two.call('purchases.list', { filter: {}, offset: 0, limit: 9 });
    expect(known.rows).toMatchObject([{ outcome: 'charged' }]);
    expect((await two.call('purchases.offer', { order: there })).isUnguarded).toBe(false);

    const newest = 'SELECT id FROM reseller_desk.desks ORDER BY made_at DESC LIMIT 1';
    // An older copy of the database may say the same of a computer that has published everything.
    await shop.postgres.ask(`INSERT INTO reseller_desk.leases
      SELECT desk, 'paying:' || id, id, clock_timestamp() FROM reseller_desk.computers
      WHERE desk = (${newest}) ON CONFLICT DO NOTHING`);
    for (const [desk, name] of [[two, 'Laptop'] as const, [one, 'Till'] as const])
      await desk.call('sharedDesk.rename', { computer: name });
    const marks = () =>
      shop.postgres.ask(`SELECT FROM reseller_desk.leases WHERE desk = (${newest}) AND name LIKE 'paying:%'`);
    await expect.poll(async () => (await marks()).length).toBe(0);
    await expect.poll(away).toEqual([]);
  });

  it('tells the others of a purchase from an account with any balance', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna');
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two)).toHaveLength(1);
    // A service may name a balance without a limit by a number that nobody pays in.
    await one.control.setBalance(999_999_999_999, 50_000_000_000);
    const order = { kind: 'traffic', clientId: await onlyClient(one), poolType: 'mobile', gb: 1 } as const;
    const { offerId, priceKopecks } = await one.call('purchases.offer', { order });
    await one.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    const heard = async () =>
      (await two.call('purchases.list', { filter: {}, offset: 0, limit: 9 })).rows.map(({ outcome }) => outcome);
    await expect.poll(heard).toEqual(['charged']);
  });

  it('names in the ledger, and in its file, the computer that paid', async () => {
    const [one, two] = [await computer(), await computer()];
    const bought = async (desk: TestDesk) =>
      (await desk.call('purchases.list', { filter: {}, offset: 0, limit: 9 })).rows.map((row) => row.computerName);
    const written = async (desk: TestDesk, name: string): Promise<string> => {
      const path = pathOf(desk.paths.data, name);
      desk.dialogs.saveQueue.push(path);
      await desk.call('purchases.exportCsv', { filter: {}, language: 'en' });
      return readFile(path, 'utf8');
    };
    const order = { kind: 'dedicated', clientId: null, ipv: 4, countryCode: 'de', period: 30, count: 1 } as const;
    const { offerId, priceKopecks } = await one.call('purchases.offer', { order });
    await one.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    expect(await bought(one)).toEqual(['']);
    expect(await written(one, 'alone.csv')).not.toContain('Bought by');
    await make(one, 'Office');
    await join(one, two, 'Laptop');
    await expect.poll(() => bought(two)).toEqual(['Office']);
    expect(await bought(one)).toEqual(['Office']);
    const [head = '', line = ''] = (await written(two, 'shared.csv')).split('\r\n');
    expect(line.split(/[;,]/).length).toBeGreaterThan(10);
    expect(head).toContain('Bought by');
    expect(line).toContain('Office');
  });
});
