import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ResolverDesk, startResolverDesk } from '../purchases/resolver-desk.ts';

let desk: ResolverDesk;
beforeEach(async () => {
  desk = await startResolverDesk();
  await desk.call('sales.setPrice', { clientId: null, product: 'dedicated 4 de 30', priceKopecks: 20_000 });
  await desk.call('sales.setPrice', { clientId: null, product: 'dedicated 4 de 7', priceKopecks: 8_000 });
  await desk.buy(await desk.order('dedicated'));
});
afterEach(() => desk.close());

const message = async (): Promise<string> =>
  (
    await desk.call('handover.preview', {
      clientId: desk.clientId,
      language: 'en',
      uuids: [],
      listIds: [],
      dedicated: true,
      reveal: false,
      template: 'Proxies\n\nPrice {price}\n\nPaid until {paid_until}',
    })
  ).text;
const proxies = async () =>
  (await desk.call('dedicated.list', { filter: {}, sort: { by: 'serviceId', direction: 'asc' }, offset: 0, limit: 9 }))
    .rows;
const prolong = async (count: number) => {
  const serviceIds = (await proxies()).slice(0, count).map(({ serviceId }) => serviceId ?? 0);
  return desk.buy({ kind: 'dedicated-prolong', clientId: desk.clientId, serviceIds, period: 7 });
};
const payAll = async (): Promise<void> => {
  const { rows } = await desk.call('purchases.list', { filter: {}, offset: 0, limit: 9 });
  for (const { id: purchaseId, sale } of rows) {
    if (sale !== null && sale.paidKopecks < sale.priceKopecks) await desk.call('sales.paid', { purchaseId });
  }
};

it('a message about proxies names the price of their last prolongation', async () => {
  expect(await message()).toBe('Proxies\n\nPrice ₽400.00');
  await payAll();
  expect(await message()).toMatch(/^Proxies\n\nPrice ₽400\.00\n\nPaid until /);
  await prolong(2);
  expect(await message()).toBe('Proxies\n\nPrice ₽160.00');
  await payAll();
  expect(await message()).toMatch(/^Proxies\n\nPrice ₽160\.00\n\nPaid until /);
});

it('a message about proxies names no price that is also for others', async () => {
  const [first] = await proxies();
  const boris = await desk.call('clients.add', { messengerId: 8, clientKey: 'boris', name: '', note: '', tags: [] });
  await desk.call('dedicated.assign', { proxyIds: [first?.id ?? 0], clientId: boris.id });
  expect(await message()).toBe('Proxies');
});

it('a message about proxies names no price of two prolonged apart', async () => {
  await prolong(1);
  await payAll();
  expect(await message()).toMatch(/^Proxies\n\nPaid until /);
});

it('a message about proxies names no price and no paid time if one of them was never sold', async () => {
  await payAll();
  const text = 'id;ip;port;login;password;end\n900001;198.51.100.7;80;u;p;2030-01-01 00:00:00';
  const { importId, reading } = await desk.call('dedicated.importText', { text });
  const forOthers = { ipv: 4, countryCode: 'de', endDay: null, clientId: desk.clientId } as const;
  await desk.call('dedicated.importConfirm', { importId, reading, forOthers });
  expect(await message()).toBe('Proxies');
});

it('a message about proxies counts one that the desk holds twice, bought and imported, once', async () => {
  const [first] = await proxies();
  const next = (first?.serviceId ?? 0) + 2;
  const text = `id;ip;port;login;password\n${next};198.51.100.7;80;u;p`;
  const { importId, reading } = await desk.call('dedicated.importText', { text });
  const forOthers = { ipv: 4, countryCode: 'de', endDay: null, clientId: desk.clientId } as const;
  await desk.call('dedicated.importConfirm', { importId, reading, forOthers });
  await desk.buy(await desk.order('dedicated'));
  const filter = { archived: true };
  const sort = { by: 'serviceId', direction: 'asc' } as const;
  const { ids: proxyIds } = await desk.call('dedicated.ids', { filter, sort });
  expect(proxyIds).toHaveLength(1);
  await desk.call('dedicated.archive', { proxyIds, archived: false });
  expect(await message()).toBe('Proxies\n\nPrice ₽800.00');

  // A sale of this proxy together with one that now belongs to Boris says nothing about the price of this one.
  await desk.buy({ kind: 'dedicated-prolong', clientId: desk.clientId, serviceIds: [next, next + 1], period: 7 });
  const boris = await desk.call('clients.add', { messengerId: 8, clientKey: 'boris', name: '', note: '', tags: [] });
  const other = (await proxies()).find(({ serviceId }) => serviceId === next + 1);
  await desk.call('dedicated.assign', { proxyIds: [other?.id ?? 0], clientId: boris.id });
  expect(await message()).toBe('Proxies');
});
