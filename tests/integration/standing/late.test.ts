import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../support/control-client.ts';
import { createLateService, type LateService } from '../../support/late-service.ts';
import { RENEW, type StandingDesk, startStandingDesk } from './standing-desk.ts';

/** Renewals whose answer is lost or says no, at a service that shows late what it has charged. */
const HOUR = 3_600_000;
const LISTS = ['/balance', '/vpn/info'] as const;

let standing: StandingDesk;
let service: LateService;
let clientId: number;
let uuid: string;

const sent = async (): Promise<number> => (await standing.desk.control.requests(RENEW)).length;
const answerBy = (fault: Fault) => standing.desk.control.addFaults({ match: RENEW, times: 1, fault });
/** The user renews the subscription in the window. */
const renewByHand = async () => {
  const order = { kind: 'vpn-renew', clientId, uuid, periodMonths: 1 } as const;
  const { offerId, priceKopecks } = await standing.desk.call('purchases.offer', { order });
  return standing.desk.call('purchases.confirm', { offerId, priceKopecks });
};

beforeEach(async () => {
  service = createLateService();
  standing = await startStandingDesk({ fetch: service.fetch });
  const { desk, save, renewing, comesTo } = standing;
  const { id } = await save(renewing(await standing.readClients(), { mode: 'ask' }));
  const [due] = await comesTo(id, ['asked', 'asked', 'asked']);
  await desk.call('standing.remove', { orderId: id });
  clientId = due?.clientId ?? 0;
  uuid = due?.target ?? '';
  // From here on the service shows the sum and the list as they are now, until it catches up.
  await desk.call('account.refreshBalance', {});
  await desk.call('vpn.refresh', { clientId });
  service.freeze(...LISTS);
});
afterEach(() => standing.desk.close());

/** An order for the one subscription that is due. */
const saveOrder = (name: string) => {
  const { save, renewing } = standing;
  return save(renewing([clientId], { name }));
};

describe('an order whose only payment has no outcome', () => {
  it.each([
    ['the connection is cut', { kind: 'drop', when: 'after-commit' }],
    ['a gateway says 502', { kind: 'html-page', status: 502, commit: true }],
    ['the answer cannot be read', { kind: 'truncated-json' }],
  ] as const)('says so, and neither it nor another one pays again: %s', async (_, fault) => {
    const { look, order, alerts, desk, clock, history, comesTo } = standing;
    await answerBy(fault);
    const { id } = await saveOrder('first');
    await look();
    await look();
    const purchaseId = (await history(id))[0]?.purchaseId;
    expect((await order(id)).blockedReason).toMatchObject({ code: 'blocked', purchaseId });
    expect((await alerts()).map((one) => one.standing)).toMatchObject([{ topic: 'blocked', purchaseId }]);
    const other = await saveOrder('other');
    for (const skipped of [0, 2 * HOUR]) {
      clock.skip(skipped);
      await desk.restart();
      await look();
      expect(await standing.states(id)).toEqual(['unknown']);
      expect(await standing.states(other.id)).toEqual(['blocked']);
    }
    // The look at the start of the desk ends with what it has read.
    await desk.call('purchases.resolve', {});
    service.thaw();
    await desk.call('purchases.resolve', {});
    await desk.call('vpn.refresh', { clientId });
    await look();
    await comesTo(id, ['bought']);
    await comesTo(other.id, ['no-longer-due']);
    expect((await order(id)).blockedReason).toBeNull();
    expect(await alerts()).toEqual([]);
    expect(await sent()).toBe(1);
  });
});

describe('an order for what was tried in another way', () => {
  it.each([
    ['says no', 400],
    ['asks for fewer requests', 429],
  ])('waits until the sum has had its time after a service %s', async (_, status) => {
    const { look, desk, clock, states } = standing;
    await answerBy({ kind: 'respond', status, body: { ok: false, message: 'no' }, commit: true });
    expect(await renewByHand()).toMatchObject({ outcome: 'not-charged', basis: 'answer' });
    const { id } = await saveOrder('order');
    await look();
    clock.skip(10 * 60_000);
    await desk.restart();
    await look();
    expect(await states(id)).toEqual(['due']);
    expect(await sent()).toBe(1);
    service.thaw();
    clock.skip(6 * 60_000);
    await desk.call('account.refreshBalance', {});
    await look();
    expect((await standing.bulk.books()).count).toBe(1);
  });

  it('pays after that time if nothing was charged', async () => {
    const { look, clock, comesTo } = standing;
    service.thaw();
    await answerBy({ kind: 'respond', status: 400, body: { ok: false, message: 'no' } });
    await renewByHand();
    const { id } = await saveOrder('order');
    await look();
    expect(await sent()).toBe(1);
    clock.skip(16 * 60_000);
    await look();
    await comesTo(id, ['bought']);
    expect([await sent(), (await standing.bulk.books()).count]).toEqual([2, 1]);
  });

  it('asks if only evidence says that it was not charged', async () => {
    const { look, desk, clock, comesTo } = standing;
    await answerBy({ kind: 'drop', when: 'after-commit' });
    const { id: purchaseId } = await renewByHand();
    await desk.call('purchases.resolve', {});
    clock.skip(25 * HOUR);
    await desk.call('purchases.resolve', {});
    const unseen = { outcome: 'not-charged', basis: 'evidence' };
    expect(await desk.call('purchases.get', { purchaseId })).toMatchObject(unseen);
    const { id } = await saveOrder('order');
    await look();
    await comesTo(id, ['needs-confirmation']);
    expect(await sent()).toBe(1);
  });
});
