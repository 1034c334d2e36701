import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ForOthers } from '#shared/contract/import-proxies.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { buy, held } from './dedicated-desk.ts';

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
});
