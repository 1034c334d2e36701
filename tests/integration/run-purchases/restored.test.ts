import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Offer } from '#shared/contract/purchases.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { makeCopy, restoreCopy } from '../backup/backup-desk.ts';
import { buy, held, idsOf, offerFor, serviceIdsOf } from '../dedicated/dedicated-desk.ts';
import { addSeedClients, createBulkActions } from './purchases-desk.ts';

let desk: TestDesk;
let bulk: ReturnType<typeof createBulkActions>;
beforeEach(async () => {
  desk = await startTestDesk();
  bulk = createBulkActions(desk);
});
afterEach(() => desk.close());

const agreed = ({ offerId, priceKopecks }: Offer) => ({ offerId, priceKopecks });

describe('a desk that was restored from a copy', () => {
  const renewals = (clientIds: number[], endingWithinDays: number | null) =>
    ({ kind: 'vpn-renew', periodMonths: 3, endingWithinDays, clientIds }) as const;

  it('reads planned renewals again, so that nothing is paid twice', async () => {
    const clientIds = await addSeedClients(desk);
    const first = await bulk.plan(renewals(clientIds, 7));
    const name = await makeCopy(desk);
    expect(await bulk.run(first)).toMatchObject({ state: 'done', counts: { done: 3 } });
    await restoreCopy(desk, name);
    const again = await bulk.plan(renewals(clientIds, 7));
    if (again.waitingCharges > 0) await bulk.run(again);
    expect((await bulk.books()).count).toBe(3);
    expect(again).toMatchObject({ waitingCharges: 0, counts: { cannot: 4 } });
  });

  it('shows the ends that the service reports, reads each client once, and shows their age', async () => {
    const clientIds = await addSeedClients(desk);
    const first = await bulk.plan(renewals(clientIds, 7));
    const before = await bulk.lines(first.id);
    const name = await makeCopy(desk);
    await bulk.run(first);
    await restoreCopy(desk, name);
    const restoredAt = Date.now();
    const plan = await bulk.plan(renewals(clientIds, null));
    expect(plan.datesAsOf).toBeGreaterThanOrEqual(restoredAt);
    const shown = new Map((await bulk.lines(plan.id)).map(({ target, expiresAt }) => [target, expiresAt ?? 0]));
    for (const { target, expiresAt } of before.filter(({ state }) => state === 'waiting')) {
      expect(shown.get(target)).toBeGreaterThan((expiresAt ?? 0) + 80 * 86_400_000);
    }
    await desk.control.clearRequests();
    const next = await bulk.plan(renewals(clientIds, null));
    const asked = (await desk.control.requests()).map(({ path }) => path).filter((path) => path.startsWith('/vpn'));
    expect(asked).toEqual(['/vpn/quote']);
    expect(next.datesAsOf).toBe(plan.datesAsOf);
  });

  it('shows since when the ends of proxies are known, because no service reports them', async () => {
    await buy(desk, { count: 2 });
    const old = idsOf(await held(desk));
    const prolong = (proxyIds: number[]) => bulk.plan({ kind: 'dedicated-prolong', period: 30, proxyIds });
    expect((await prolong(old)).datesAsOf).toBeNull();
    const name = await makeCopy(desk);
    const copiedAt = Date.now();
    await bulk.run(await prolong(old));
    await restoreCopy(desk, name);
    await expect.poll(() => Date.now()).toBeGreaterThan(copiedAt);
    const { datesAsOf } = await prolong(old);
    expect(datesAsOf).not.toBeNull();
    expect(datesAsOf).toBeLessThanOrEqual(copiedAt);
    // This still holds after the next start, and after another copy is restored.
    const second = await makeCopy(desk);
    await desk.restart();
    await restoreCopy(desk, second);
    expect((await prolong(old)).datesAsOf).toBe(datesAsOf);
    await buy(desk, { count: 1 });
    const fresh = idsOf(await held(desk)).filter((id) => !old.includes(id));
    expect((await prolong(fresh)).datesAsOf).toBeNull();
  });

  it('says the same for a single prolongation', async () => {
    await buy(desk, { count: 1 });
    const old = serviceIdsOf(await held(desk));
    const offer = (serviceIds: number[]) =>
      offerFor(desk, { kind: 'dedicated-prolong', clientId: null, serviceIds, period: 30 });
    expect((await offer(old)).datesAsOf).toBeNull();
    const name = await makeCopy(desk);
    const copiedAt = Date.now();
    await desk.call('purchases.confirm', await offer(old).then(agreed));
    await restoreCopy(desk, name);
    await expect.poll(() => Date.now()).toBeGreaterThan(copiedAt);
    const { datesAsOf } = await offer(old);
    expect(datesAsOf).not.toBeNull();
    expect(datesAsOf).toBeLessThanOrEqual(copiedAt);
    await buy(desk, { count: 1 });
    const all = serviceIdsOf(await held(desk));
    expect((await offer(all)).datesAsOf).toBe(datesAsOf);
    expect((await offer(all.filter((id) => !old.includes(id)))).datesAsOf).toBeNull();
  });
});
