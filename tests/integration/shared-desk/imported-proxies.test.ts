import { describe, expect, it } from 'vitest';
import type { ProlongOrder } from '#shared/contract/dedicated.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import { buy, confirm, held, offerFor, saveProlongOrder } from '../dedicated/dedicated-desk.ts';
import { add, clients, onlyClient, startShop, state } from './shop-computers.ts';

const shop = startShop();
const { computer, join, make } = shop;

const proxies = async (desk: TestDesk) => {
  const sort = { by: 'ip', direction: 'asc' } as const;
  return (await desk.call('dedicated.list', { filter: {}, sort, offset: 0, limit: 9 })).rows;
};

it('imported proxies are on every computer, marked as imported, with their ends and clients', async () => {
  const [one, two] = [await computer(), await computer()];
  await add(one, 'anna', { name: 'Anna' });
  await make(one);
  await join(one, two, 'Laptop');
  await expect.poll(() => clients(two)).toHaveLength(1);
  const text =
    'id;ip;port;login;password;end;client\n7;203.0.113.7;80;u;secret;2027-01-31 10:00:00;anna\n;203.0.113.8;80;u;p;;';
  const importInto = async (desk: TestDesk, given: string) => {
    const { importId, reading } = await desk.call('dedicated.importText', { text: given });
    const forOthers = { ipv: 4, countryCode: 'de', endDay: null, clientId: null } as const;
    return desk.call('dedicated.importConfirm', { importId, reading, forOthers });
  };
  await importInto(one, text);
  await expect.poll(() => proxies(two)).toHaveLength(2);
  expect(await proxies(two)).toMatchObject([
    {
      serviceId: 7,
      imported: true,
      dateEnd: '2027-01-31 10:00:00',
      dateSource: 'typed',
      clientId: await onlyClient(two),
    },
    { serviceId: null, imported: true, dateEnd: null, clientId: null },
  ]);
  // The other computer knows the same list, so it only adds the missing end.
  expect(await importInto(two, `${text}`.replace(/;80;u;p;;$/, ';80;u;p;2027-02-28 10:00:00;'))).toMatchObject({
    added: 0,
    completed: 1,
  });
  await expect.poll(async () => (await proxies(one))[1]?.dateEnd).toBe('2027-02-28 10:00:00');
});

describe('a proxy that was bought on one computer and imported on another', () => {
  /** Two computers with desks of their own, of which one buys a proxy and the other imports the same one. */
  const boughtAndImported = async (order: { readonly clientId?: number } = {}) => {
    const [buyer, typist] = [await computer(), await computer()];
    const { id: clientId } = await add(typist, 'anna');
    await buyer.control.setBalance(1_000_000);
    await buy(buyer, { count: 1, ...order });
    const [{ serviceId = null, ip = null } = {}] = await held(buyer);
    const text = `id;ip;port;login;password;end;client;note\n${serviceId};${ip};80;typed;typed;2027-01-31;anna;from the old panel`;
    const { importId, reading } = await typist.call('dedicated.importText', { text });
    const forOthers = { ipv: 4, countryCode: 'de', endDay: null, clientId: null } as const;
    await typist.call('dedicated.importConfirm', { importId, reading, forOthers });
    return { buyer, typist, clientId };
  };
  const activeOf = async (desk: TestDesk) =>
    (await held(desk)).map(({ imported, note, clientId, username, dateSource }) => {
      return { imported, note, hasClient: clientId !== null, isTyped: username === 'typed', dateSource };
    });
  const joined = {
    imported: false,
    note: 'from the old panel',
    hasClient: true,
    isTyped: false,
    dateSource: 'service',
  };

  it.each(['the buyer', 'the other one'])('is one proxy with client and note once %s has joined', async (who) => {
    const { buyer, typist } = await boughtAndImported();
    const [first, second] = who === 'the buyer' ? [typist, buyer] : [buyer, typist];
    await make(first);
    await join(first, second, 'Laptop');
    for (const desk of [buyer, typist]) {
      await expect.poll(() => activeOf(desk)).toEqual([joined]);
      expect(await held(desk, { archived: true })).toMatchObject([{ imported: true, username: 'typed' }]);
    }
    // Nothing brings the imported one back, and a user who takes it out of the archive is not overruled.
    const [{ id = 0 } = {}] = await held(typist, { archived: true });
    await typist.call('dedicated.archive', { proxyIds: [id], archived: false });
    await expect.poll(async () => (await held(buyer)).length).toBe(2);
    await buyer.call('sharedDesk.retry', {});
    expect(await held(typist)).toHaveLength(2);
  });

  it('keeps the client whom a colleague chose for it after the import, also where it arrives later', async () => {
    const { buyer, typist } = await boughtAndImported();
    await make(buyer);
    const isPublished = async () => (await state(buyer)).unpublished === 0 && (await state(buyer)).asOf !== null;
    await expect.poll(isPublished).toBe(true);
    const { id: boris } = await add(buyer, 'boris');
    const [{ id: proxyId = 0 } = {}] = await held(buyer);
    await buyer.call('dedicated.assign', { proxyIds: [proxyId], clientId: boris });
    await expect.poll(isPublished).toBe(true);
    await join(buyer, typist, 'Laptop');
    const shown = async (desk: TestDesk) => (await held(desk)).map(({ clientKey, note }) => ({ clientKey, note }));
    for (const desk of [typist, buyer])
      await expect.poll(() => shown(desk)).toEqual([{ clientKey: 'boris', note: 'from the old panel' }]);
  });

  it('stays twice if a standing order prolongs the imported one, so that it goes on doing so', async () => {
    const { buyer, typist, clientId } = await boughtAndImported();
    const [{ id = 0, serviceId = 0 } = {}] = await held(typist);
    const order: ProlongOrder = { kind: 'dedicated-prolong', clientId, serviceIds: [serviceId ?? 0], period: 30 };
    await confirm(typist, await offerFor(typist, order));
    const [{ dateEnd = null } = {}] = await held(typist);
    await saveProlongOrder(typist, [id]);
    await make(typist);
    await join(typist, buyer, 'Laptop');
    await expect.poll(() => clients(buyer)).toHaveLength(1);
    // The order would pay too early by the end of the bought one, which does not know of the prolongation.
    for (const desk of [typist, buyer]) {
      await expect.poll(async () => (await held(desk)).map((one) => one.dateEnd)).toEqual([dateEnd, dateEnd]);
    }
  });
});
