import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PurchasesLine } from '#shared/contract/runs.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { buy, held, idsOf, serviceIdsOf } from '../dedicated/dedicated-desk.ts';
import { addSeedClients, createBulkActions, renewElsewhere, statesOf, TRAFFIC_BUY } from './purchases-desk.ts';

const RENEW = { method: 'POST', path: '/vpn/renew' } as const;

let desk: TestDesk;
let bulk: ReturnType<typeof createBulkActions>;

beforeEach(async () => {
  desk = await startTestDesk();
  bulk = createBulkActions(desk);
});
afterEach(() => desk.close());

/** Three subscriptions that end within a week; the fourth client has none. */
const planRenewals = async () => {
  const clientIds = (await addSeedClients(desk)).filter((_, index) => index !== 2);
  const plan = await bulk.plan({ kind: 'vpn-renew', periodMonths: 3, endingWithinDays: 7, clientIds });
  const [first, ...rest] = await bulk.lines(plan.id);
  if (first === undefined) throw new Error('the plan has no lines');
  return { plan, first, rest };
};
const renewByHand = async ({ clientId, target }: PurchasesLine) => {
  const order = { kind: 'vpn-renew', clientId: clientId ?? 0, uuid: target, periodMonths: 3 } as const;
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  return desk.call('purchases.confirm', { offerId, priceKopecks });
};
/** Returns the subscriptions that the sent requests name. */
const renewed = async () =>
  (await desk.control.requests(RENEW)).map(({ body }) => (body as { readonly uuid: string }).uuid);

describe('a run pays only for the targets of its plan', () => {
  it('and leaves out a subscription that another workstation has renewed since, without stopping', async () => {
    const { plan, first, rest } = await planRenewals();
    await renewElsewhere(desk, first);
    const run = await bulk.run(plan);
    expect(await renewed()).toEqual([first, ...rest].map(({ target }) => target));
    expect(await bulk.books()).toMatchObject({ count: 3 });
    expect(run).toMatchObject({ state: 'partial', counts: { done: 2, cannot: 1 } });
    const [line] = await bulk.lines(plan.id);
    expect(line?.problem).toMatchObject({ code: 'target-changed', before: first.expiresAt });
    expect(Number(line?.problem?.after)).toBeGreaterThan((first.expiresAt ?? 0) + 80 * 86_400_000);
  });

  it('and leaves out goods that were renewed by hand since', async () => {
    const { plan, first } = await planRenewals();
    await renewByHand(first);
    expect(await bulk.run(plan)).toMatchObject({ state: 'partial', counts: { done: 2, cannot: 1 } });
    expect(await bulk.books()).toMatchObject({ count: 3 });
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('and blocks lines with an open purchase, names that purchase, and does the others', async () => {
    const { plan, first } = await planRenewals();
    await desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'drop', when: 'before-commit' } });
    const { id: purchaseId } = await renewByHand(first);
    expect(await bulk.run(plan)).toMatchObject({ state: 'partial', counts: { done: 2, cannot: 1 } });
    expect((await renewed()).filter((uuid) => uuid === first.target)).toHaveLength(1);
    const [line] = await bulk.lines(plan.id);
    expect(line).toMatchObject({ state: 'cannot', problem: { code: 'outcome-open', purchaseId } });
  });

  it('and pays nothing again for a target that an open purchase has renewed all the same', async () => {
    const { plan, first } = await planRenewals();
    await desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'drop', when: 'after-commit' } });
    await renewByHand(first);
    await bulk.run(plan);
    expect((await renewed()).filter((uuid) => uuid === first.target)).toHaveLength(1);
    expect(await bulk.books()).toMatchObject({ count: 3 });
  });

  it('and never charges another pair than the line shows', async () => {
    const clientIds = await bulk.addClients(2);
    const plan = await bulk.plan({ kind: 'traffic', poolType: 'mobile', gb: 1, clientIds });
    const [clientId = 0] = clientIds;
    const edited = { clientId, messengerId: 7_000_000_099, clientKey: 'somebody-else', name: 'Bulk 1', note: '' };
    await desk.call('clients.update', { ...edited, tags: [] });
    const run = await bulk.run(plan);
    const sent = (await desk.control.requests(TRAFFIC_BUY)).map(({ body }) => body);
    expect(sent).toMatchObject([{ messenger_id: 7_000_000_002, client_key: 'bulk-2' }]);
    expect(run).toMatchObject({ state: 'partial', counts: { done: 1, cannot: 1 } });
    expect((await bulk.lines(plan.id))[0]?.problem).toMatchObject({
      code: 'target-changed',
      before: expect.stringContaining('bulk-1'),
      after: expect.stringContaining('somebody-else'),
    });
  });

  it('and leaves out traffic that was bought by hand since, naming that purchase', async () => {
    const clientIds = await bulk.addClients(2);
    const plan = await bulk.plan({ kind: 'traffic', poolType: 'mobile', gb: 1, clientIds });
    const order = { kind: 'traffic', clientId: clientIds[0] ?? 0, poolType: 'mobile', gb: 2 } as const;
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    const { id: purchaseId } = await desk.call('purchases.confirm', { offerId, priceKopecks });
    expect(await bulk.run(plan)).toMatchObject({ state: 'partial', counts: { done: 1, cannot: 1 } });
    const [line] = await bulk.lines(plan.id);
    expect(line?.problem).toMatchObject({ code: 'bought-meanwhile', purchaseId });
    expect((await bulk.books()).count).toBe(2);
  });

  it('and pays nothing for proxies of which one was prolonged by hand since', async () => {
    await buy(desk, { count: 3 });
    const proxies = await held(desk);
    const plan = await bulk.plan({ kind: 'dedicated-prolong', period: 30, proxyIds: idsOf(proxies) });
    const serviceIds = serviceIdsOf(proxies).slice(0, 1);
    const order = { kind: 'dedicated-prolong', clientId: null, serviceIds, period: 30 } as const;
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    await desk.call('purchases.confirm', { offerId, priceKopecks });
    await bulk.run(plan);
    expect(statesOf(await bulk.lines(plan.id))).toEqual(['cannot', 'cannot', 'cannot']);
    expect(await desk.control.requests({ method: 'POST', path: '/dedicated/prolong' })).toHaveLength(1);
  });

  it('and keeps such a line out when it is resumed', async () => {
    const { plan, first, rest } = await planRenewals();
    await renewElsewhere(desk, first);
    await desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'drop', when: 'before-commit' } });
    expect(await bulk.run(plan)).toMatchObject({ state: 'stopped', reason: 'unknown', counts: { cannot: 1 } });
    await bulk.skipUnknown(plan.id);
    const fresh = await bulk.requote(plan.id);
    expect(await bulk.run(fresh)).toMatchObject({ state: 'partial', counts: { cannot: 1, skipped: 1, done: 1 } });
    expect((await renewed()).slice(1)).toEqual(rest.map(({ target }) => target));
  });

  it('and reports what has changed, old and new', async () => {
    const { plan, first } = await planRenewals();
    await renewElsewhere(desk, first);
    await bulk.run(plan);
    const path = `${desk.paths.data}/report.csv`;
    desk.dialogs.saveQueue.push(path);
    await desk.call('runs.report', { runId: plan.id, language: 'en' });
    const { after } = (await bulk.lines(plan.id))[0]?.problem ?? {};
    const ends = [first.expiresAt ?? 0, Number(after)].map((at) => new Date(at).toISOString());
    expect(await readFile(path, 'utf8')).toContain(`The end date has changed since the plan: ${ends.join(' → ')}.`);
  });
});

it('a plan names the blocked lines, and the purchase that blocks each', async () => {
  const { clientIds, purchaseId } = await openTraffic();
  const plan = await bulk.plan({ kind: 'traffic', poolType: 'mobile', gb: 1, clientIds });
  expect(plan.counts).toMatchObject({ cannot: 1, waiting: 1 });
  expect((await bulk.lines(plan.id))[0]?.problem).toMatchObject({ code: 'outcome-open', purchaseId });
});

const openTraffic = async () => {
  const clientIds = await bulk.addClients(2);
  await desk.control.addFaults({ match: TRAFFIC_BUY, times: 1, fault: { kind: 'drop', when: 'before-commit' } });
  const order = { kind: 'traffic', clientId: clientIds[0] ?? 0, poolType: 'mobile', gb: 3 } as const;
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  const { id: purchaseId } = await desk.call('purchases.confirm', { offerId, priceKopecks });
  return { clientIds, purchaseId };
};
