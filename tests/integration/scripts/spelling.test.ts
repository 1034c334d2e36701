import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { startScripts } from './script-desk.ts';

const ANNA = '5000000001:anna';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

it('a script renews the subscription that it writes in capitals, and the desk holds it once', async () => {
  const anna = { messengerId: 5_000_000_001, clientKey: 'anna', name: 'Anna', note: '', tags: [] };
  const { id: clientId } = await desk.call('clients.add', anna);
  const scripts = await startScripts(desk, { scriptAccess: 'buy', scriptDayCapRubles: 100_000 });
  const terms = { client: ANNA, months: 1, account: 'Test', atMost: 10_000 };
  await scripts.ask('buy-vpn', { ...terms, once: 'bought' });
  await desk.call('vpn.refresh', { clientId });
  const [{ uuid = '', expiresAt: before = 0 } = {}] = (await desk.call('vpn.state', { clientId })).subscriptions;
  const capitals = { ...terms, uuid: uuid.toUpperCase(), once: 'renewed' };
  const renewed = await scripts.ask('renew-vpn', capitals);
  expect(renewed).toMatchObject({ outcome: 'charged', goods: 'here', brought: { uuid } });
  await desk.call('vpn.refresh', { clientId });
  const { subscriptions, gone } = await desk.call('vpn.state', { clientId });
  expect(subscriptions.map((one) => one.uuid)).toEqual([uuid]);
  expect(subscriptions[0]?.expiresAt).toBeGreaterThan(before ?? 0);
  expect(gone).toEqual([]);
  expect(await scripts.ask('renew-vpn', capitals)).toMatchObject({ purchase: renewed.purchase, repeated: true });
});
