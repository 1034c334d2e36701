import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

const TEMPLATE = 'Hello {name}\n\nPlan: {plan}\n\nPaid until {paid_until}\n\nEnds: {expires}';
const message = async (clientId: number, uuids: string[] = []) =>
  (
    await desk.call('handover.preview', {
      clientId,
      language: 'en',
      uuids,
      listIds: [],
      dedicated: false,
      reveal: false,
      template: TEMPLATE,
    })
  ).text;

it('the message to a client of another panel names the plan and the day that the reseller noted', async () => {
  const noted = { plan: '3 months', paidUntil: '2026-12-31' };
  const { id } = await desk.call('clients.add', { messengerId: 7, clientKey: 'a', name: 'Anna', tags: [], ...noted });
  // It does not say that anything of the service ends then.
  expect(await message(id)).toBe('Hello Anna\n\nPlan: 3 months\n\nPaid until 31 Dec 2026');
});

it('the message to a client for whom something was bought here does not take the noted day for its end', async () => {
  const noted = { plan: '3 months', paidUntil: '2026-12-31' };
  const { id } = await desk.call('clients.add', { messengerId: 7, clientKey: 'a', name: 'Anna', tags: [], ...noted });
  const order = { kind: 'vpn-buy', clientId: id, periodMonths: 1 } as const;
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  const { goods } = await desk.call('purchases.confirm', { offerId, priceKopecks });
  const uuid = goods?.kind === 'vpn-buy' ? goods.uuid : '';
  expect(await message(id, [uuid])).toMatch(/^Hello Anna\n\nPlan: 3 months\n\nEnds: /);
});
