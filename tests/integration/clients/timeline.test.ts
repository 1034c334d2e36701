import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClientEvent } from '#shared/contract/purchases.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

let desk: TestDesk;
let anna: number;
let boris: number;

beforeEach(async () => {
  desk = await startTestDesk();
  await desk.control.setBalance(100_000);
  const add = async (clientKey: string) =>
    (await desk.call('clients.add', { messengerId: 501, clientKey, name: clientKey, note: '', tags: [] })).id;
  anna = await add('anna');
  boris = await add('boris');
});
afterEach(() => desk.close());

/** Returns the events, the newest first. */
const eventsOf = async (clientId: number): Promise<ClientEvent[]> => {
  const { rows } = await desk.call('purchases.timeline', { clientId, offset: 0, limit: 100 });
  return rows.flatMap((row) => (row.kind === 'event' ? [row.event] : []));
};

const buyProxies = async (count: number): Promise<number[]> => {
  const order = { kind: 'dedicated', clientId: null, ipv: 6, countryCode: 'nl', period: 7, count } as const;
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  await desk.call('purchases.confirm', { offerId, priceKopecks });
  return (await desk.call('dedicated.ids', { filter: {}, sort: { by: 'boughtAt', direction: 'asc' } })).ids;
};

it('shows the whitelist and the password once the service has confirmed the change', async () => {
  await desk.call('premium.addWhitelistIp', { clientId: anna, ip: ' 203.0.113.7 ' });
  await desk.call('premium.removeWhitelistIp', { clientId: anna, ip: '203.0.113.7' });
  await desk.call('premium.resetPassword', { clientId: anna });
  const told = [
    { name: 'password-reset' },
    { name: 'whitelist-removed', ip: '203.0.113.7' },
    { name: 'whitelist-added', ip: '203.0.113.7' },
  ];
  expect(await eventsOf(anna)).toEqual(told);
  for (const path of ['/premium/whitelist/add', '/premium/password/reset']) {
    await desk.control.addFaults({ match: { path }, fault: { kind: 'respond', status: 403 } });
  }
  await desk.callError('premium.addWhitelistIp', { clientId: anna, ip: '203.0.113.8' });
  await desk.callError('premium.resetPassword', { clientId: anna });
  expect(await eventsOf(anna)).toEqual(told);
  expect(await eventsOf(boris)).toEqual([]);
});

it('shows a deleted subscription whether or not it was bought here, and survives a restart', async () => {
  const { offerId, priceKopecks } = await desk.call('purchases.offer', {
    order: { kind: 'vpn-buy', clientId: anna, periodMonths: 1 },
  });
  const { goods } = await desk.call('purchases.confirm', { offerId, priceKopecks });
  const uuid = goods?.kind === 'vpn-buy' ? goods.uuid : '';
  await desk.call('vpn.refresh', { clientId: anna });
  await desk.call('vpn.delete', { clientId: anna, uuid });
  await desk.restart();
  const { rows } = await desk.call('purchases.timeline', { clientId: anna, offset: 0, limit: 10 });
  expect(rows.map((row) => (row.kind === 'event' ? row.event : row.kind))).toEqual([
    { name: 'subscription-deleted', uuid },
    'purchase',
    'client-added',
  ]);
});

it('shows proxies that move from one client to the other at both, and counts what was switched for each', async () => {
  const ids = await buyProxies(3);
  await desk.call('dedicated.assign', { proxyIds: ids, clientId: anna });
  await desk.call('dedicated.assign', { proxyIds: ids.slice(0, 1), clientId: boris });
  // Proxies that she already has are not assigned again.
  await desk.call('dedicated.assign', { proxyIds: ids.slice(1), clientId: anna });
  await desk.call('dedicated.setProtocol', { proxyIds: ids, portType: 'socks' });
  const switched = (count: number) => ({ name: 'protocol-switched', portType: 'socks', count, sure: true });
  expect(await eventsOf(anna)).toEqual([
    switched(2),
    { name: 'proxies-unassigned', count: 1 },
    { name: 'proxies-assigned', count: 3 },
  ]);
  expect(await eventsOf(boris)).toEqual([switched(1), { name: 'proxies-assigned', count: 1 }]);
});

it('has one line for one event on many proxies, however many slices it takes', async () => {
  const ids = await buyProxies(700);
  await desk.call('dedicated.assign', { proxyIds: ids, clientId: anna });
  await desk.call('dedicated.setProtocol', { proxyIds: ids, portType: 'socks' });
  expect(await eventsOf(anna)).toEqual([
    { name: 'protocol-switched', portType: 'socks', count: 700, sure: true },
    { name: 'proxies-assigned', count: 700 },
  ]);
});
