import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProlongOrder } from '#shared/contract/dedicated.ts';
import { callAsColleague } from '../../support/colleague.ts';
import { createLateService, type LateService } from '../../support/late-service.ts';
import { buy, confirm, held, idsOf, offerFor } from '../dedicated/dedicated-desk.ts';
import { TRAFFIC_BUY } from '../run-purchases/purchases-desk.ts';
import { type StandingDesk, startStandingDesk } from './standing-desk.ts';

const PROLONG = { method: 'POST', path: '/dedicated/prolong' } as const;
const MINUTE = 60_000;

let standing: StandingDesk;
let service: LateService;
beforeEach(async () => {
  service = createLateService();
  standing = await startStandingDesk({ fetch: service.fetch });
});
afterEach(() => standing.desk.close());

const charges = async (what: typeof PROLONG | typeof TRAFFIC_BUY): Promise<number> =>
  (await standing.desk.control.requests(what)).length;

/** Makes proxies that end in 7 days, which at first is not soon enough to be due. */
const proxies = async (count: number): Promise<{ proxyIds: number[]; serviceIds: number[] }> => {
  for (let number = 0; number < count; number += 1) await buy(standing.desk, { count: 1, period: 7 });
  const rows = await held(standing.desk);
  return { proxyIds: idsOf(rows), serviceIds: rows.map(({ serviceId }) => serviceId ?? 0) };
};
const prolonging = (proxyIds: readonly number[]) =>
  standing.renewing([], {
    action: { kind: 'dedicated-prolong', period: 30, daysBefore: 10 },
    targets: { of: 'proxies', proxyIds: [...proxyIds] },
  });
/** Prolongs as a clone of the desk does: with the same token, and without a trace in this ledger. */
const prolongElsewhere = (ids: readonly number[], period = 30) =>
  callAsColleague(standing.desk.sandbox, '/dedicated/prolong', { ids, period });

describe('a payment by another computer with a copy of the desk', () => {
  it('makes the order ask instead of prolonging again, however often it checks', async () => {
    const { save, look, states, order, clock, alerts, waitUntil } = standing;
    const { proxyIds, serviceIds } = await proxies(2);
    await prolongElsewhere(serviceIds);
    const { id } = await save(prolonging(proxyIds));
    for (let turn = 0; turn < 3; turn += 1) {
      await look();
      clock.skip(30 * MINUTE);
    }
    expect(await states(id)).toEqual(['needs-confirmation', 'needs-confirmation']);
    expect((await order(id)).asks).toBe(2);
    await expect.poll(async () => (await alerts()).map((one) => one.standing?.topic), waitUntil).toEqual(['ask']);
    expect(await charges(PROLONG)).toBe(1);
  });

  it('makes it ask even if only some of the items were bought', async () => {
    const { save, look, states } = standing;
    const { proxyIds, serviceIds } = await proxies(3);
    await prolongElsewhere(serviceIds.slice(0, 1));
    const { id } = await save(prolonging(proxyIds));
    await look();
    // All cost the same, so nobody can say which one it was.
    expect(await states(id)).toEqual(['needs-confirmation', 'needs-confirmation', 'needs-confirmation']);
  });

  it('is noticed between two charges of a run, too', async () => {
    const { desk, save, look, states, clients } = standing;
    const [first = 0, second = 0] = await clients();
    for (const clientId of [first, second]) await buy(desk, { count: 1, period: 7, clientId });
    const rows = await held(desk);
    await desk.control.addFaults({ match: PROLONG, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { id } = await save(prolonging(idsOf(rows)));
    await desk.control.waitForHeld(1);
    const [last] = rows.filter(({ clientId }) => clientId === second);
    await prolongElsewhere([last?.serviceId ?? 0]);
    await desk.control.release();
    await look();
    expect(await states(id)).toEqual(['bought', 'needs-confirmation']);
  });

  it('makes it ask about a pool that does not show the top-up yet', async () => {
    const { desk, save, toppingUp, look, states, clients } = standing;
    const clientId = (await clients())[0] ?? 0;
    const { messengerId, clientKey } = await desk.call('clients.get', { clientId });
    await desk.call('premium.refreshBalance', { clientId });
    service.freeze('/premium/traffic/balance');
    const order = { messenger_id: messengerId, client_key: clientKey, pool_type: 'mobile', gb: 20 };
    await callAsColleague(desk.sandbox, '/premium/traffic/buy', order);
    const action = { kind: 'traffic', poolType: 'mobile', gb: 20, belowGb: 15 } as const;
    const { id } = await save(toppingUp([clientId], { action }));
    await look();
    expect(await states(id)).toEqual(['needs-confirmation']);
    expect(await charges(TRAFFIC_BUY)).toBe(1);
  });
});

describe('an order continues', () => {
  const isBought = async (proxyIds: readonly number[]) => {
    const { id } = await standing.save(prolonging(proxyIds));
    await standing.look();
    expect(new Set(await standing.states(id))).toEqual(new Set(['bought']));
  };

  it('if its own ledger explains the spending', async () => {
    const { desk } = standing;
    const { proxyIds, serviceIds } = await proxies(3);
    const order: ProlongOrder = {
      kind: 'dedicated-prolong',
      clientId: null,
      serviceIds: serviceIds.slice(0, 1),
      period: 30,
    };
    await confirm(desk, await offerFor(desk, order));
    await isBought(proxyIds.slice(1));
  });

  it('if the spending was for something else', async () => {
    const { proxyIds, serviceIds } = await proxies(2);
    await prolongElsewhere(serviceIds.slice(0, 1), 60);
    await isBought(proxyIds);
  });

  it('if the spending happened long before anything fell due', async () => {
    const { desk, clock } = standing;
    const { proxyIds, serviceIds } = await proxies(2);
    await prolongElsewhere(serviceIds.slice(0, 1));
    await desk.call('account.refreshBalance', {});
    clock.skip(60 * MINUTE);
    await isBought(proxyIds.slice(1));
  });
});
