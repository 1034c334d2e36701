import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProlongOrder } from '#shared/contract/dedicated.ts';
import { parseWallTime } from '#shared/domain/assumed-zone.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { buy, confirm, held, offerFor, serviceIdsOf } from './dedicated-desk.ts';

const PROLONG = { method: 'POST', path: '/dedicated/prolong' } as const;
const DAY = 86_400_000;

let desk: TestDesk;

const orderFor = async (period = 30): Promise<ProlongOrder> => ({
  kind: 'dedicated-prolong',
  clientId: null,
  serviceIds: serviceIdsOf(await held(desk)),
  period,
});

beforeEach(async () => {
  desk = await startTestDesk();
  await buy(desk, { count: 2, period: 7 });
  await buy(desk, { count: 1, period: 7, ipv: 6, countryCode: 'nl' });
});
afterEach(() => desk.close());

describe('prolonging dedicated proxies', () => {
  it('quotes each proxy, charges their sum, and takes the new dates from the answer', async () => {
    const order = await orderFor();
    const before = await held(desk);
    const offer = await offerFor(desk, order);
    expect(offer.lines.map(({ serviceId }) => serviceId)).toEqual(order.serviceIds);
    expect(offer.lines.reduce((sum, line) => sum + (line.priceKopecks ?? 0), 0)).toBe(offer.priceKopecks);

    const purchase = await confirm(desk, offer);
    expect(purchase).toMatchObject({ outcome: 'charged', basis: 'answer', goods: { kind: 'dedicated-prolong' } });
    const after = await held(desk);
    const sold = await desk.control.proxies();
    for (const [index, row] of after.entries()) {
      expect((row.expiresAt ?? 0) - (before[index]?.expiresAt ?? 0)).toBe(30 * DAY);
      expect(
        Math.abs((row.expiresAt ?? 0) - (sold.find(({ ids }) => ids === row.serviceId)?.dateEnd ?? 0)),
      ).toBeLessThan(1_000);
      expect(row.dateSource).toBe('service');
    }
    const books = await desk.control.books();
    const { totalSpentKopecks } = await desk.call('purchases.list', { filter: {}, offset: 0, limit: 10 });
    expect(totalSpentKopecks).toBe(books.entries.reduce((sum, entry) => sum + entry.kopecks, 0));
  });

  it('computes a date that the answer does not give, and marks it', async () => {
    const before = await held(desk);
    await desk.control.addFaults({ match: PROLONG, fault: { kind: 'missing-key', key: 'date_end' } });
    await confirm(desk, await offerFor(desk, await orderFor(7)));
    for (const [index, row] of (await held(desk)).entries()) {
      expect(row.dateSource).toBe('computed');
      expect((row.expiresAt ?? 0) - (before[index]?.expiresAt ?? 0)).toBe(7 * DAY);
      expect(parseWallTime(row.dateEnd ?? '')).not.toBeNull();
    }
  });

  it('computes a date, too, if the answer repeats the old one', async () => {
    const before = await held(desk);
    const items = before.map(({ serviceId, dateEnd }) => ({ ids: serviceId, date_end: dateEnd }));
    await desk.control.addFaults({
      match: PROLONG,
      fault: { kind: 'replace-data', data: { period: 7, total_price_rub: 10, items } },
    });
    await confirm(desk, await offerFor(desk, await orderFor(7)));
    for (const [index, row] of (await held(desk)).entries()) {
      expect(row.dateSource).toBe('computed');
      expect((row.expiresAt ?? 0) - (before[index]?.expiresAt ?? 0)).toBe(7 * DAY);
    }
  });

  it('keeps a charge that was accepted, whatever its list of dates looks like', async () => {
    await desk.control.addFaults({
      match: PROLONG,
      fault: { kind: 'replace-data', data: { period: 'x', total_price_rub: {}, items: 'done' } },
    });
    const purchase = await confirm(desk, await offerFor(desk, await orderFor(7)));
    expect(purchase).toMatchObject({ outcome: 'charged', basis: 'answer', goods: { chargedKopecks: null } });
    const items = purchase.goods?.kind === 'dedicated-prolong' ? purchase.goods.items : [];
    expect(items.map(({ dateEnd }) => dateEnd)).toEqual([null, null, null]);
    expect((await held(desk)).map(({ dateSource }) => dateSource)).toEqual(['computed', 'computed', 'computed']);
  });

  it('changes no date while the charge is unknown', async () => {
    const before = await held(desk);
    await desk.control.addFaults({ match: PROLONG, fault: { kind: 'drop', when: 'before-commit' } });
    const lost = await confirm(desk, await offerFor(desk, await orderFor(7)));
    expect(lost.outcome).toBe('open');
    await desk.call('purchases.resolve', {});
    expect((await desk.call('purchases.get', { purchaseId: lost.id })).outcome).toBe('open');
    expect(await held(desk)).toEqual(before);
    expect(await desk.control.requests(PROLONG)).toHaveLength(1);
  });

  it('asks again when the price has changed', async () => {
    const offer = await offerFor(desk, await orderFor());
    await desk.control.setPriceMultiplier(2);
    const error = await desk.callError('purchases.confirm', {
      offerId: offer.offerId,
      priceKopecks: offer.priceKopecks,
    });
    expect(error.kind).toBe('price-changed');
    expect(await desk.control.requests(PROLONG)).toEqual([]);
  });

  it.each([3, 7, 14, 30, 60, 90])('quotes %i days for every kind of address', async (period) => {
    expect((await offerFor(desk, await orderFor(period))).priceKopecks).toBeGreaterThan(0);
  });

  it.each([0, 1, 4, 31, 91, 7.5])('refuses %d days', async (period) => {
    const error = await desk.callError('purchases.offer', { order: await orderFor(period) });
    expect(error.details?.problems?.[0]).toMatchObject({ field: 'period', code: 'period-not-sold' });
  });

  it('refuses none, the same proxy twice, and more than one request can carry', async () => {
    const order = await orderFor();
    const codeOf = async (serviceIds: number[]) =>
      (await desk.callError('purchases.offer', { order: { ...order, serviceIds } })).details?.problems?.[0]?.code;
    expect(await codeOf([])).toBe('proxies-required');
    expect(await codeOf([5, 5])).toBe('proxies-repeated');
    expect(await codeOf(Array.from({ length: 201 }, (_, index) => index))).toBe('too-many-proxies');
  });
});
