import { describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { parseInvitation } from '#core/sync/crypto/invitation.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import { PASSPHRASE } from '../../support/shared-desk/hostile-member.ts';
import { startPostgres } from '../../support/shared-desk/postgres.ts';
import { readableIn } from '../../support/shared-desk/readable.ts';
import { add, clients, edit, startShop, state } from './shop-computers.ts';

const shop = startShop();
const { computer, invited, join, make } = shop;

describe('one desk on several computers', () => {
  it('is created, joined by invitation after a preview of the effects, and holds the clients of both', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna', { name: 'Anna', tags: ['vip'] });
    await add(one, 'boris');
    await add(two, 'anna', { note: 'from the laptop' });
    await add(two, 'vera');
    await make(one);
    // The preview counts what the first computer has published by then.
    const counts = { here: 1, there: 1, both: 1 };
    await expect.poll(async () => (await invited(one, two)).clients).toMatchObject(counts);
    const offer = await join(one, two, 'Laptop');
    expect(offer).toMatchObject({ deskName: 'The shop', invitedBy: 'Anna', clients: counts });
    const merged = [
      { clientKey: 'anna', name: 'Anna', note: 'from the laptop', tags: ['vip'] },
      { clientKey: 'boris', name: '', note: '', tags: [] },
      { clientKey: 'vera', name: '', note: '', tags: [] },
    ];
    await expect.poll(() => clients(one)).toEqual(merged);
    await expect.poll(() => clients(two)).toEqual(merged);
    await expect
      .poll(async () => (await state(one)).computers.map(({ name, isHere }) => ({ name, isHere })))
      .toEqual(expect.arrayContaining([{ name: 'Anna', isHere: true }]));
    await expect.poll(() => state(two)).toMatchObject({ status: 'shared', unpublished: 0, name: 'The shop' });
  });

  it('counts removed clients as absent before a computer joins, and deletes nothing of the joining computer', async () => {
    const [one, two, three] = [await computer(), await computer(), await computer()];
    for (const key of ['anna', 'boris', 'petr']) await add(one, key);
    for (const key of ['anna', 'petr', 'vera']) await add(two, key);
    await make(one);
    await join(one, three, 'Stock room');
    await expect.poll(() => clients(three)).toHaveLength(3);
    for (const key of ['boris', 'petr']) await one.call('clients.remove', { clientIds: [await edit(one, key, {})] });
    await expect.poll(() => clients(three)).toHaveLength(1);
    const offer = await join(one, two, 'Laptop');
    expect(offer).toMatchObject({ clients: { here: 2, there: 0, both: 1, back: 1 } });
    const keys = async (desk: TestDesk) => (await clients(desk)).map(({ clientKey }) => clientKey);
    for (const desk of [one, two]) {
      await expect.poll(async () => (await state(desk)).unpublished).toBe(0);
      await expect.poll(() => keys(desk)).toEqual(['anna', 'petr', 'vera']);
    }
  });

  it('is left with all known data, and no longer hears of the others', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna');
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two)).toHaveLength(1);
    await two.call('sharedDesk.leave', {});
    expect(await two.call('sharedDesk.state', {})).toEqual({ status: 'none' });
    await add(one, 'boris');
    await expect.poll(async () => (await state(one)).unpublished).toBe(0);
    expect(await clients(two)).toHaveLength(1);
    await join(one, two, 'Laptop again');
    await expect.poll(() => clients(two)).toHaveLength(2);
  });

  it('gives a removed computer nothing more, and the rest continue under a new key', async () => {
    const [one, two, other] = [await computer(), await computer(), await computer()];
    await make(one);
    await join(one, two, 'Laptop');
    await join(one, other, 'Shop');
    for (const desk of [two, other]) await expect.poll(async () => (await state(desk)).status).toBe('shared');
    await expect.poll(async () => (await state(two)).computers).toHaveLength(3);
    const gone = (await state(two)).computers.find(({ name }) => name === 'Shop');
    await two.call('sharedDesk.removeComputer', { computerId: gone?.id ?? '' });
    await add(two, 'anna');
    await expect.poll(() => clients(one)).toHaveLength(1);
    await expect.poll(async () => (await state(other)).problem?.details?.code).toBe('key-unknown');
    expect(await clients(other)).toEqual([]);
  });

  it('gives the new key to a computer that was away', async () => {
    const [one, two, other] = [await computer(), await computer(), await computer()];
    await make(one);
    await join(one, two, 'Laptop');
    await join(one, other, 'Shop');
    for (const desk of [one, two]) await expect.poll(async () => (await state(desk)).computers).toHaveLength(3);
    await expect.poll(async () => (await state(two)).status).toBe('shared');
    await two.core.close();
    const gone = (await state(one)).computers.find(({ name }) => name === 'Shop');
    await one.call('sharedDesk.removeComputer', { computerId: gone?.id ?? '' });
    await add(one, 'anna');
    await expect.poll(async () => (await state(one)).unpublished).toBe(0);
    await two.restart();
    await expect.poll(() => clients(two)).toHaveLength(1);
    await add(two, 'boris');
    await expect.poll(() => clients(one)).toHaveLength(2);
  });

  it('continues over another connection, in another database afresh, and pays unguarded there until the colleagues have come', async () => {
    const elsewhere = async (desk: TestDesk) =>
      (await state(desk)).computers.filter(({ isElsewhere }) => isElsewhere).map(({ name }) => name);
    const order = { kind: 'vpn-buy', clientId: 1, periodMonths: 1 } as const;
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna');
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two)).toHaveLength(1);
    const other = await startPostgres();
    try {
      const reconnect = (desk: TestDesk, how: { anew: boolean; hasMoved?: boolean }) =>
        desk.call('sharedDesk.reconnect', { connection: other.connection(), ...how });
      await expect(reconnect(one, { anew: false })).rejects.toMatchObject({ details: { code: 'store-gone' } });
      const seen = await one.call('purchases.offer', { order });
      await reconnect(one, { anew: true });
      await expect.poll(() => elsewhere(one)).toEqual(['Laptop']);
      expect((await state(one)).roles.standing.is).toBe('unguarded');
      await expect(
        one.call('purchases.confirm', { offerId: seen.offerId, priceKopecks: seen.priceKopecks, despite: [] }),
      ).rejects.toMatchObject({ details: { code: 'colleague-elsewhere', params: { computer: 'Laptop' } } });
      const { offerId, priceKopecks, isUnguarded } = await one.call('purchases.offer', { order });
      expect(isUnguarded).toBe(true);
      await one.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
      await one.restart();
      await expect.poll(() => elsewhere(one)).toEqual(['Laptop']);

      await expect(reconnect(two, { anew: false })).rejects.toMatchObject({
        kind: 'conflict',
        details: { code: 'store-other', params: { computers: 'Anna' } },
      });
      await reconnect(two, { anew: false, hasMoved: true });
      await expect.poll(() => elsewhere(one)).toEqual([]);
      await expect
        .poll(async () => {
          for (const desk of [one, two]) await desk.call('sharedDesk.retry', {});
          return elsewhere(two);
        })
        .toEqual([]);
      // The same database over the same connection needs no question.
      await reconnect(two, { anew: false });
      await expect.poll(async () => (await state(two)).status).toBe('shared');
      expect(await elsewhere(two)).toEqual([]);
      shop.way.shut(true);
      await add(two, 'boris');
      await expect.poll(() => clients(one)).toHaveLength(2);
      for (const desk of shop.desks) await desk.core.close();
    } finally {
      await other.close();
    }
  });

  it('is protected by an invitation of which every guess at the passphrase costs 128 MB and 2^17 rounds', async () => {
    // All other tests derive weaker keys, because each of the app's takes half a second.
    const one = await computer({ hasStrongKeys: true });
    await make(one);
    await one.call('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
    const { kdf } = parseInvitation(one.desktop.copied.at(-1)?.text ?? '');
    expect(kdf).toMatchObject({ name: 'scrypt', N: 2 ** 17, r: 8, p: 1 });
  });

  it('leaves nothing readable in the database or its log', async () => {
    const [one] = [await computer()];
    const { id: clientId } = await add(one, 'readable-key', { name: 'Readable Name', note: 'readable note' });
    await make(one, 'Readable Computer');
    await expect.poll(async () => (await state(one)).status).toBe('shared');
    for (const order of [
      { kind: 'dedicated', clientId, ipv: 4, countryCode: 'de', period: 30, count: 2 },
      { kind: 'vpn-buy', clientId, periodMonths: 1 },
      { kind: 'traffic', clientId, poolType: 'residential', gb: 1 },
    ] as const) {
      const { offerId, priceKopecks } = await one.call('purchases.offer', { order });
      await one.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    }
    await one.call('vpn.refresh', { clientId });
    await one.call('premium.refreshPassword', { clientId });
    await expect.poll(async () => (await state(one)).unpublished).toBe(0);
    const db = openDatabase(`${one.paths.data}/desk.db`);
    const column = (sql: string) => db.all<{ value: string }>(sql).map(({ value }) => value);
    const secrets = [
      ...column('SELECT ip AS value FROM dedicated_proxies UNION SELECT password FROM dedicated_proxies'),
      ...column('SELECT url AS value FROM vpn_subscriptions UNION SELECT uuid FROM vpn_subscriptions'),
      ...column('SELECT password AS value FROM sub_user_passwords'),
    ];
    db.close();
    expect(secrets.length).toBeGreaterThanOrEqual(7);
    const words = ['Readable', 'readable', 'The shop', shop.sandbox.token, ...secrets];
    expect(await readableIn(shop.postgres, words)).toEqual([]);
    expect(shop.postgres.log().toLowerCase()).toContain('insert into reseller_desk.changes');
  });
});
