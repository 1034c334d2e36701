import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { type StrangerService, startStranger } from '../../support/stranger/service.ts';
import { buy, confirm, held, idsOf, offerFor, serviceIdsOf } from './dedicated-desk.ts';

const DAY = 86_400_000;

let desk: TestDesk;
let service: StrangerService;

describe.each(['verbose', 'terse'] as const)('dedicated proxies of a service that answers %sly', (dialect) => {
  beforeEach(async () => {
    service = await startStranger({ dialect, prefix: '/reseller' });
    desk = await startTestDesk();
    await desk.call('account.signIn', { baseUrl: service.baseUrl, token: service.token, label: 'Stranger' });
  });
  afterEach(async () => {
    await desk.close();
    await service.close();
  });

  it('are bought, prolonged and switched, and its books and the ledger agree to the kopeck', async () => {
    const { rows } = await desk.call('dedicated.countries', { ipv: 6 });
    expect(rows.map(({ code, title }) => [code, title])).toContainEqual(['nl', 'Нидерланды']);
    expect((await desk.call('dedicated.availability', { ipv: 6, countryCode: 'nl' })).count).toBe(321);

    const bought = await buy(desk, { ipv: 6, countryCode: 'NL', period: 3, count: 2 });
    expect(bought).toMatchObject({ outcome: 'charged', basis: 'answer', goods: { received: 2, incomplete: 0 } });
    await desk.call('settings.update', { assumedZone: 'UTC' });
    const before = await held(desk);
    expect(before[0]).toMatchObject({ port: '8000', countryCode: 'nl', countryTitle: 'Нидерланды', complete: true });

    const serviceIds = serviceIdsOf(before);
    const offer = await offerFor(desk, { kind: 'dedicated-prolong', clientId: null, serviceIds, period: 14 });
    expect(offer.lines.reduce((sum, line) => sum + (line.priceKopecks ?? 0), 0)).toBe(offer.priceKopecks);
    expect(await confirm(desk, offer)).toMatchObject({ outcome: 'charged', basis: 'answer' });
    const after = await held(desk);
    expect((after[0]?.expiresAt ?? 0) - (before[0]?.expiresAt ?? 0)).toBe(14 * DAY);

    const switched = await desk.call('dedicated.setProtocol', { proxyIds: idsOf(after), portType: 'socks' });
    expect(switched).toMatchObject({ switched: 2, unconfirmed: 0, raw: null });

    const { totalSpentKopecks } = await desk.call('purchases.list', { filter: {}, offset: 0, limit: 10 });
    expect(totalSpentKopecks).toBe(service.books.spentKopecks());
  });

  it('are written with their exact password, even if it contains separators', async () => {
    await buy(desk, { ipv: 4, countryCode: 'us', count: 1 });
    const [proxy] = await held(desk);
    await desk.call('dedicated.copy', { proxyIds: [proxy?.id ?? 0], formatId: 2 });
    expect(desk.desktop.copied.at(-1)).toEqual({
      text: `${proxy?.username}:d:p@${proxy?.serviceId}@${proxy?.ip}:${proxy?.port}`,
      secret: true,
    });
  });

  it('are not requested if the balance does not cover them', async () => {
    const offer = await offerFor(desk, {
      kind: 'dedicated',
      clientId: null,
      ipv: 4,
      countryCode: 'us',
      period: 90,
      count: 1_000,
    });
    const error = await desk.callError('purchases.confirm', {
      offerId: offer.offerId,
      priceKopecks: offer.priceKopecks,
    });
    expect(error.kind).toBe('insufficient-balance');
    expect(service.books.charges).toEqual([]);
  });
});
