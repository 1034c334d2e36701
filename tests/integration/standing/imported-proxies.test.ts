import { afterEach, beforeEach, expect, it } from 'vitest';
import { buy, held } from '../dedicated/dedicated-desk.ts';
import { DAY, type StandingDesk, startStandingDesk } from './standing-desk.ts';

const PROLONG = { method: 'POST', path: '/dedicated/prolong' } as const;

let standing: StandingDesk;
beforeEach(async () => {
  standing = await startStandingDesk();
});
afterEach(() => standing.desk.close());

it('an order prolongs a proxy by the end that the service stated, although it names the imported one with another end', async () => {
  const { desk, clock, save, renewing, look, states } = standing;
  await buy(desk, { count: 1 });
  const serviceId = Math.max(...(await desk.control.proxies()).map(({ ids }) => ids)) + 1;
  const soon = new Date(clock.now() + 2 * DAY).toISOString().slice(0, 10);
  const text = `id;ip;port;login;password;end\n${serviceId};198.51.100.1;80;u;p;${soon}`;
  const { importId, reading } = await desk.call('dedicated.importText', { text });
  const forOthers = { ipv: 4, countryCode: 'de', endDay: null, clientId: null } as const;
  await desk.call('dedicated.importConfirm', { importId, reading, forOthers });
  const [{ id = 0 } = {}] = (await held(desk)).filter((one) => one.serviceId === serviceId);
  await buy(desk, { count: 1, period: 30 });
  // The desk holds both, as a shared desk does where an order names the imported one.
  await desk.call('dedicated.archive', { proxyIds: [id], archived: false });
  const action = { kind: 'dedicated-prolong', period: 30, daysBefore: 3 } as const;
  const { id: orderId } = await save(renewing([], { action, targets: { of: 'proxies', proxyIds: [id] } }));
  await look();
  expect(await desk.control.requests(PROLONG)).toEqual([]);
  clock.skip(28 * DAY);
  await look();
  expect(await states(orderId)).toEqual(['bought']);
  await look();
  expect(await desk.control.requests(PROLONG)).toHaveLength(1);
});
