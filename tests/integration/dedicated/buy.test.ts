import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localDate } from '#shared/domain/local-date.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { addClient, buy, confirm, held, ORDER, offerFor } from './dedicated-desk.ts';

const BUY = { method: 'POST', path: '/dedicated/buy' } as const;
const END = '2030-01-01 00:00:00';

let desk: TestDesk;

beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

describe('buying dedicated proxies', () => {
  it('stores every field of every proxy, and the ledger equals the books', async () => {
    const clientId = await addClient(desk, 77, 'Борис');
    const offer = await offerFor(desk, { ...ORDER, clientId });
    const purchase = await confirm(desk, offer);
    expect(purchase).toMatchObject({
      outcome: 'charged',
      basis: 'answer',
      clientName: 'Борис',
      priceKopecks: offer.priceKopecks,
      goods: { kind: 'dedicated', received: 3, incomplete: 0, chargedKopecks: offer.priceKopecks },
    });

    const sold = await desk.control.proxies();
    const rows = await held(desk);
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      const theirs = sold.find(({ ids }) => ids === row.serviceId);
      expect(row).toMatchObject({
        ip: theirs?.ip,
        port: String(theirs?.port),
        username: theirs?.username,
        ipv: 4,
        countryCode: 'de',
        clientId,
        clientName: 'Борис',
        purchaseId: purchase.id,
        complete: true,
        dateSource: 'service',
      });
      expect(Math.abs((row.expiresAt ?? 0) - (theirs?.dateEnd ?? 0))).toBeLessThan(1_000);
      expect((await desk.call('dedicated.password', { proxyId: row.id })).password).toBe(theirs?.password);
    }
    const books = await desk.control.books();
    expect(books.entries.map(({ kopecks }) => kopecks)).toEqual([purchase.priceKopecks]);
    expect(desk.log.some((line) => JSON.stringify(line).includes(sold[0]?.password ?? '-'))).toBe(false);
  });

  it('works without a client, and sends the country in lower case', async () => {
    const purchase = await buy(desk, { countryCode: ' DE ' });
    expect(purchase).toMatchObject({ outcome: 'charged', basis: 'answer', clientId: null, clientName: '' });
    const [request] = await desk.control.requests(BUY);
    expect(JSON.stringify(request)).toContain('de');
    expect(await held(desk, { unassigned: true })).toHaveLength(3);
  });

  it('keeps the goods across a restart', async () => {
    await buy(desk);
    const before = await held(desk);
    await desk.restart();
    expect(await held(desk)).toEqual(before);
  });

  it.each([
    [3, [7, 14, 30, 60, 90], [1, 3, 6, 8, 91]],
    [4, [7, 14, 30, 60, 90], [1, 3, 6, 8, 91]],
    [6, [3, 7, 14, 30, 60, 90], [1, 2, 4, 91, 7.5]],
  ] as const)(
    'quotes every period of kind %i, and refuses the others without asking the service',
    async (ipv, sold, notSold) => {
      for (const period of sold) {
        expect((await offerFor(desk, { ...ORDER, ipv, period })).priceKopecks).toBeGreaterThan(0);
      }
      await desk.control.clearRequests();
      for (const period of notSold) {
        const error = await desk.callError('purchases.offer', { order: { ...ORDER, ipv, period } });
        expect(error.details?.problems).toEqual([
          expect.objectContaining({ field: 'period', code: 'period-not-sold' }),
        ]);
      }
      expect(await desk.control.requests({ path: '/dedicated/quote' })).toEqual([]);
    },
  );

  it.each([0, -1, 1.5, 10_001])('refuses a count of %d', async (count) => {
    const error = await desk.callError('purchases.offer', { order: { ...ORDER, count } });
    expect(error.details?.problems?.[0]).toMatchObject({ field: 'count', code: 'count-range' });
  });

  it('shows the service’s own message when there are not enough', async () => {
    const error = await desk.callError('purchases.offer', { order: { ...ORDER, countryCode: 'is', count: 50 } });
    expect(error).toMatchObject({ kind: 'rejected' });
    expect(error.details?.serviceMessage).toMatch(/3/);
  });

  it('names a proxy that came without its address among goods that end without a standing order', async () => {
    const end = `${localDate(Date.now() + 10 * 86_400_000)} 12:00:00`;
    const proxies = [{ ids: 5, port: 8080, username: 'u5', password: 'p5', date_end: end }];
    const data = { check_id: 1, order_id: 17, price_rub: '100', proxies };
    await desk.control.addFaults({ match: BUY, fault: { kind: 'replace-data', data } });
    await buy(desk);
    const { days } = await desk.call('standing.forecast', {});
    const ending = days.flatMap(({ firstUncovered }) => firstUncovered.filter(({ proxyId }) => proxyId !== null));
    expect(ending).toMatchObject([{ name: '5' }]);
  });

  it('saves the readable part of an answer with one unreadable proxy, and marks that one', async () => {
    await desk.control.addFaults({
      match: BUY,
      fault: {
        kind: 'replace-data',
        data: {
          check_id: { strange: true },
          order_id: 17,
          price_rub: 'free',
          proxies: [
            { ids: 5, ip: '203.0.113.5', port: 8080, username: 'u5', password: 'p5', date_end: '2030-01-01 00:00:00' },
            { ids: 'six', ip: '203.0.113.6', port: '8080', username: 'u6', password: ['p6'], date_end: 'soon' },
            'gone',
          ],
        },
      },
    });
    const purchase = await buy(desk);
    expect(purchase).toMatchObject({
      outcome: 'charged',
      basis: 'answer',
      goods: { received: 3, incomplete: 2, orderId: '17', checkId: null, chargedKopecks: null },
    });
    const [good, partly, gone] = await held(desk);
    expect(good).toMatchObject({ serviceId: 5, ip: '203.0.113.5', port: '8080', complete: true });
    expect(partly).toMatchObject({ serviceId: null, ip: '203.0.113.6', username: 'u6', hasPassword: false });
    expect(partly).toMatchObject({ complete: false, dateEnd: 'soon', expiresAt: null });
    expect(gone).toMatchObject({ ip: null, complete: false });
    const purchaseId = gone?.purchaseId ?? 0;
    const raw = await desk.call('purchases.rawAnswer', { purchaseId, reveal: true });
    expect(raw.text).toContain('"p6"');
    const masked = await desk.call('purchases.rawAnswer', { purchaseId, reveal: false });
    expect(masked.text).not.toContain('p5');
  });

  it('saves every proxy of an answer that repeats an id, and one that it names twice only once', async () => {
    const proxy = (ip: string) => ({ ids: 5, ip, port: 8080, username: 'u', password: `p-${ip}`, date_end: END });
    const proxies = ['203.0.113.5', '203.0.113.6', '203.0.113.7', '203.0.113.6'].map(proxy);
    const data = { check_id: 1, order_id: 17, price_rub: '100', proxies };
    await desk.control.addFaults({ match: BUY, times: 1, fault: { kind: 'replace-data', data } });
    await buy(desk);
    const rows = await held(desk);
    expect(rows.map(({ ip, serviceId }) => [ip, serviceId])).toEqual([
      ['203.0.113.5', 5],
      ['203.0.113.6', 5],
      ['203.0.113.7', 5],
    ]);
    for (const { id, ip } of rows) {
      expect(await desk.call('dedicated.password', { proxyId: id })).toEqual({ password: `p-${ip}` });
    }
  });

  it('leaves the purchase open, and never sends again, when the answer is lost after the charge', async () => {
    await desk.control.addFaults({ match: BUY, fault: { kind: 'drop', when: 'after-commit' } });
    const purchase = await buy(desk);
    expect(purchase).toMatchObject({ outcome: 'open', goods: null });
    expect(await held(desk)).toEqual([]);
    await desk.restart();
    await desk.call('purchases.resolve', {});
    expect(await desk.call('purchases.get', { purchaseId: purchase.id })).toMatchObject({
      outcome: 'charged',
      basis: 'evidence',
      goodsState: 'missing',
      goods: null,
    });
    expect(await desk.control.requests(BUY)).toHaveLength(1);
    expect((await desk.control.books()).entries).toHaveLength(1);
  });
});
