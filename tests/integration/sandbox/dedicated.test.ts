import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEED_PROXY_IDS } from '#sandbox/index.ts';
import { type Harness, rows, startHarness } from './harness.ts';

let desk: Harness;
beforeEach(async () => {
  desk = await startHarness();
});
afterEach(() => desk.sandbox.close());

const ORDER = { country_code: 'DE', period: 30, count: 2, ipv: 4 };

describe('dedicated quote and buy', () => {
  it('quotes what the purchase then takes, to the kopeck', async () => {
    const quote = await desk.data('GET', '/dedicated/quote?country_code=DE&period=30&count=2&ipv=4');
    const bought = await desk.data('POST', '/dedicated/buy', ORDER);
    const { entries } = await desk.control.books();
    expect(quote).toEqual({ country_code: 'de', period: 30, count: 2, ipv: 4, price_rub: 261.64 });
    expect(bought.price_rub).toBe(quote.price_rub);
    expect(entries.map((entry) => entry.kopecks)).toEqual([26_164]);
    expect(entries[0]?.ids).toEqual(rows(bought, 'proxies').map((proxy) => String(proxy.ids)));
  });

  it('hands over distinct proxies with a port as text and the expiry in Moscow time', async () => {
    const bought = await desk.data('POST', '/dedicated/buy', { ...ORDER, count: 50 });
    const proxies = rows(bought, 'proxies');
    expect(bought).toMatchObject({ check_id: expect.any(String), order_id: expect.any(Number) });
    expect(new Set(proxies.map(({ ip, port }) => `${ip}:${port}`)).size).toBe(50);
    expect(new Set(proxies.map(({ ids }) => ids)).size).toBe(50);
    expect(proxies[0]).toEqual({
      ids: expect.any(Number),
      ip: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/),
      port: expect.stringMatching(/^\d+$/),
      username: expect.any(String),
      password: expect.any(String),
      date_end: '2026-04-09 15:00:00',
    });
  });

  it('sells from a limited stock', async () => {
    const order = { country_code: 'is', period: 7, count: 2, ipv: 3 };
    expect(await desk.data('GET', '/dedicated/count?country_code=IS&ipv=3')).toEqual({
      country_code: 'is',
      ipv: 3,
      count: 3,
    });
    await desk.data('POST', '/dedicated/buy', order);
    expect((await desk.data('GET', '/dedicated/count?country_code=is&ipv=3')).count).toBe(1);
    expect(await desk.refusal('POST', '/dedicated/buy', order)).toBe('409 not_enough_stock');
    expect((await desk.control.books()).entries).toHaveLength(1);
  });

  it('gives IPv6 addresses for version 6', async () => {
    const bought = await desk.data('POST', '/dedicated/buy', { ...ORDER, ipv: 6, period: 3 });
    expect(rows(bought, 'proxies').every(({ ip }) => String(ip).startsWith('2001:db8:'))).toBe(true);
  });

  it.each([
    [3, [7, 14, 30, 60, 90]],
    [4, [7, 14, 30, 60, 90]],
    [6, [3, 7, 14, 30, 60, 90]],
  ])('sells version %i for its own periods and no others', async (ipv, allowed) => {
    const sold: number[] = [];
    for (let period = 0; period <= 91; period += 1) {
      const { status } = await desk.send('GET', `/dedicated/quote?country_code=de&period=${period}&count=1&ipv=${ipv}`);
      if (status === 200) sold.push(period);
    }
    expect(sold).toEqual(allowed);
  });

  it.each([
    ['an unknown version', { ...ORDER, ipv: 5 }],
    ['three days of IPv4', { ...ORDER, period: 3 }],
    ['an unknown country', { ...ORDER, country_code: 'xx' }],
    ['a country name', { ...ORDER, country_code: 'Germany' }],
    ['none at all', { ...ORDER, count: 0 }],
    ['fewer than none', { ...ORDER, count: -1 }],
    ['a count as text', { ...ORDER, count: '2' }],
  ])('refuses %s', async (_, body) => {
    expect(await desk.refusal('POST', '/dedicated/buy', body)).toBe('422 invalid_field');
    expect((await desk.control.books()).entries).toEqual([]);
  });

  it('refuses an order above the balance, and keeps stock and money', async () => {
    await desk.control.setBalance(261.63);
    const before = await desk.data('GET', '/dedicated/count?country_code=de&ipv=4');
    expect(await desk.refusal('POST', '/dedicated/buy', ORDER)).toBe('402 insufficient_balance');
    expect(await desk.data('GET', '/dedicated/count?country_code=de&ipv=4')).toEqual(before);
    await desk.control.setBalance(261.64);
    await desk.data('POST', '/dedicated/buy', ORDER);
    expect((await desk.data('GET', '/balance')).balance_rub).toBe(0);
  });
});

describe('dedicated countries', () => {
  it.each([3, 4, 6])('lists where version %i is sold, in lower case', async (ipv) => {
    const answer = await desk.data('GET', `/dedicated/country?ipv=${ipv}`);
    const countries = rows(answer, 'countries');
    expect(answer.ipv).toBe(ipv);
    expect(countries).toContainEqual({ country_code: 'de', title: 'Germany' });
    expect(countries.every(({ country_code: code }) => /^[a-z]{2}$/.test(String(code)))).toBe(true);
  });

  it('has none in a country where it is not sold', async () => {
    expect((await desk.data('GET', '/dedicated/count?country_code=tv&ipv=6')).count).toBe(0);
  });
});

describe('dedicated prolong and protocol', () => {
  const [first = 0, second = 0] = SEED_PROXY_IDS;

  it('quotes and prolongs several proxies from their own expiry', async () => {
    const quote = await desk.data('GET', `/dedicated/prolong/quote?ids=${first},${second}&period=3`);
    const done = await desk.data('POST', '/dedicated/prolong', { ids: [first, second], period: 3 });
    expect(quote).toEqual({
      period: 3,
      total_price_rub: 27.54,
      items: [
        { ids: first, ipv: 4, price_rub: 13.77 },
        { ids: second, ipv: 4, price_rub: 13.77 },
      ],
    });
    // The first had 0.7 days left at noon UTC; Moscow is three hours ahead.
    expect(done).toEqual({
      period: 3,
      total_price_rub: 27.54,
      items: [
        { ids: first, date_end: '2026-03-14 07:48:00' },
        { ids: second, date_end: '2026-03-16 00:36:00' },
      ],
    });
    expect((await desk.control.books()).entries.map((entry) => entry.kopecks)).toEqual([2_754]);
  });

  it.each([
    ['an id nobody bought', { ids: [first, 77], period: 7 }, '404 proxy_not_found'],
    ['no ids', { ids: [], period: 7 }, '422 invalid_field'],
    ['an id twice', { ids: [first, first], period: 7 }, '422 invalid_field'],
    ['ids as text', { ids: `${first}`, period: 7 }, '422 invalid_field'],
    ['a period that is not sold', { ids: [first], period: 5 }, '422 invalid_field'],
  ])('refuses to prolong %s', async (_, body, expected) => {
    expect(await desk.refusal('POST', '/dedicated/prolong', body)).toBe(expected);
    expect((await desk.control.books()).entries).toEqual([]);
  });

  it('changes the protocol once, and refuses the same one with nothing changed', async () => {
    expect(await desk.data('POST', '/dedicated/protocol', { ids: [first], port_type: 'socks' })).toEqual({
      port_type: 'socks',
      updated: [{ ids: first, port_type: 'socks' }],
    });
    const both = { ids: [second, first], port_type: 'socks' };
    expect(await desk.refusal('POST', '/dedicated/protocol', both)).toBe('409 same_protocol');
    const protocols = (await desk.control.proxies()).map(({ ids, protocol }) => [ids, protocol]);
    expect(protocols).toContainEqual([first, 'socks']);
    expect(protocols).toContainEqual([second, 'http']);
  });

  it('knows http and socks, not socks5', async () => {
    const refused = await desk.refusal('POST', '/dedicated/protocol', { ids: [first], port_type: 'socks5' });
    expect(refused).toBe('422 invalid_field');
  });
});
