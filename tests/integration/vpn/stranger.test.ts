import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VPN_PERIODS } from '#shared/contract/vpn.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { type StrangerService, startStranger } from '../../support/stranger/service.ts';
import type { Dialect } from '../../support/stranger/types.ts';
import { createVpnActions, uuidOf } from './vpn-desk.ts';

const DIALECTS: readonly Dialect[] = ['verbose', 'terse'];
const DAY = 86_400_000;

describe.each(DIALECTS)('a service that is not the sandbox, %s', (dialect) => {
  let service: StrangerService;
  let desk: TestDesk;
  let actions: ReturnType<typeof createVpnActions>;
  let clientId: number;

  const charges = () => service.books.charges.reduce((sum, charge) => sum + charge.kopecks, 0);
  const sent = (path: string) => service.requests.filter((request) => request.path.startsWith(path)).length;

  beforeEach(async () => {
    service = await startStranger({ dialect });
    desk = await startTestDesk({ signIn: false });
    await desk.call('settings.update', { requestsPerSecond: 20 });
    await desk.call('account.signIn', { baseUrl: service.baseUrl, token: service.token, label: 'Elsewhere' });
    actions = createVpnActions(desk);
    clientId = await actions.addClient(-1_001_987_654_321, 'ключ с пробелом ');
  });
  afterEach(async () => {
    await desk.close();
    await service.close();
  });

  it('sells every period at its own price, and its books and the ledger agree to the kopeck', async () => {
    for (const months of VPN_PERIODS) {
      const purchase = await actions.buy(clientId, months);
      expect(purchase).toMatchObject({ outcome: 'charged', basis: 'answer' });
      const renewal = await actions.renew(clientId, uuidOf(purchase), months);
      expect(renewal).toMatchObject({ outcome: 'charged', basis: 'answer', priceKopecks: purchase.priceKopecks });
      expect(uuidOf(renewal)).toBe(uuidOf(purchase));
    }
    expect(service.books.charges).toHaveLength(8);
    expect((await actions.ledger()).totalSpentKopecks).toBe(charges());
    expect(service.books.charges.every(({ client }) => client === '-1001987654321 ключ с пробелом ')).toBe(true);
  });

  it('lists new goods with their end, their link, and no limit', async () => {
    const before = Date.now();
    const purchase = await actions.buy(clientId, 1);
    const { subscriptions } = await actions.refresh(clientId);
    expect(subscriptions).toMatchObject([
      { uuid: uuidOf(purchase), status: 'ACTIVE', trafficLimitBytes: 0, link: 'https', boughtHere: true },
    ]);
    expect((subscriptions[0]?.expiresAt ?? 0) - before).toBeGreaterThanOrEqual(30 * DAY);
    expect(await desk.call('vpn.revealLink', { clientId, uuid: uuidOf(purchase) })).toEqual({
      url: `https://sub.strange.example/s/${uuidOf(purchase)}`,
    });
  });

  it('deletes a subscription, and remembers that it was bought here', async () => {
    const uuid = uuidOf(await actions.buy(clientId, 1));
    const after = await desk.call('vpn.delete', { clientId, uuid });
    expect(after.subscriptions).toEqual([]);
    expect(after.gone).toMatchObject([{ uuid, reason: 'deleted' }]);
    expect(sent('/vpn/delete')).toBe(1);
  });

  it('refuses when the balance was used up elsewhere, and nothing was charged', async () => {
    await desk.close();
    await service.close();
    service = await startStranger({ dialect, balanceKopecks: 19_989 });
    desk = await startTestDesk({ signIn: false });
    await desk.call('account.signIn', { baseUrl: service.baseUrl, token: service.token, label: 'Poor' });
    actions = createVpnActions(desk);
    clientId = await actions.addClient(1, 'poor');
    const offer = await actions.offer({ kind: 'vpn-buy', clientId, periodMonths: 1 });
    expect(offer.priceKopecks).toBe(19_990);
    expect(
      await desk.callError('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks }),
    ).toMatchObject({ kind: 'insufficient-balance', details: { params: { missingKopecks: 1 } } });
    expect(sent('/vpn/buy')).toBe(0);
  });
});
