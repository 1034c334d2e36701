import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ForOthers } from '#shared/contract/import-proxies.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createBulkActions, statesOf } from '../run-purchases/purchases-desk.ts';
import { addClient, buy, held, saveProlongOrder } from './dedicated-desk.ts';

const BUY = { method: 'POST', path: '/dedicated/buy' } as const;
const GERMAN: ForOthers = { ipv: 4, countryCode: 'de', endDay: null, clientId: null };

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

/** Imports the proxy that the service is about to give to the next purchase, as one that was bought elsewhere. */
const importNext = async (end: string, forOthers: Partial<ForOthers> = {}) => {
  await buy(desk, { count: 1 });
  const serviceId = Math.max(...(await desk.control.proxies()).map(({ ids }) => ids)) + 1;
  const text = `id;ip;port;login;password;end;note\n${serviceId};198.51.100.1;80;typed;typed;${end};typed`;
  const { importId, reading } = await desk.call('dedicated.importText', { text });
  const imported = { importId, reading, forOthers: { ...GERMAN, ...forOthers } };
  const { undoId } = await desk.call('dedicated.importConfirm', imported);
  const [{ id = 0 } = {}] = (await held(desk)).filter((one) => one.serviceId === serviceId);
  return { serviceId, id, undoId };
};

describe('a proxy that was imported before it is bought', () => {
  it('counts as delivered by the purchase', async () => {
    const { serviceId } = await importNext('2027-01-31');
    const purchase = await buy(desk, { count: 1 });
    expect(purchase).toMatchObject({ outcome: 'charged', basis: 'answer', goodsState: 'here', differences: [] });
    expect(await held(desk, { purchaseId: purchase.id })).toMatchObject([{ serviceId, imported: false }]);
  });

  it('hands nothing over if its import was undone', async () => {
    const anna = await addClient(desk, 502, 'Anna');
    const { undoId } = await importNext('2027-01-31', { clientId: anna });
    await desk.call('undo.takeBack', { undoId });
    const { id: purchaseId } = await buy(desk, { count: 1 });
    expect(await held(desk, { purchaseId })).toMatchObject([{ clientId: null, note: '' }]);
  });

  it('stays if the answer lacks what it has, so that an order goes on knowing its end', async () => {
    const { id, serviceId } = await importNext('2027-01-31');
    const orderId = await saveProlongOrder(desk, [id]);
    await desk.control.addFaults({ match: BUY, times: 1, fault: { kind: 'missing-key', key: 'date_end' } });
    const { id: purchaseId } = await buy(desk, { count: 1 });
    expect(await held(desk, { purchaseId })).toMatchObject([{ serviceId, complete: false, expiresAt: null }]);
    const same = (await held(desk)).filter((one) => one.serviceId === serviceId && one.imported);
    expect(same).toMatchObject([{ id, expiresAt: expect.any(Number) }]);
    const { targets } = await desk.call('standing.get', { orderId });
    expect(targets).toEqual({ of: 'proxies', proxyIds: [id] });
  });

  it.each(['the imported one', 'the bought one'])(
    'can be prolonged by naming %s, if the desk holds both',
    async (which) => {
      const { id: importedId, serviceId } = await importNext('2026-12-01');
      const { id: purchaseId } = await buy(desk, { count: 1, period: 60 });
      await desk.call('dedicated.archive', { proxyIds: [importedId], archived: false });
      const [{ id: boughtId = 0, expiresAt = 0 } = {}] = await held(desk, { purchaseId });
      const bulk = createBulkActions(desk);
      const proxyIds = [which === 'the bought one' ? boughtId : importedId];
      const plan = await bulk.plan({ kind: 'dedicated-prolong', period: 30, proxyIds });
      expect((await bulk.lines(plan.id)).map((line) => line.expiresAt)).toEqual([expiresAt]);
      await bulk.run(plan);
      expect(statesOf(await bulk.lines(plan.id))).toEqual(['done']);
      const rows = (await held(desk)).filter((one) => one.serviceId === serviceId);
      expect(new Set(rows.map((one) => one.expiresAt)).size).toBe(1);
      expect(rows).toHaveLength(2);
    },
  );
});
