import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../support/control-client.ts';
import { ANNA, ANNA_QUERY, type Harness, parse, rows, startHarness } from './harness.ts';

let desk: Harness;
beforeEach(async () => {
  desk = await startHarness();
});
afterEach(() => desk.sandbox.close());

const BUY = { ...ANNA, period_months: 1 };
const WHITELIST = `/premium/whitelist?${ANNA_QUERY}`;
const IPS = ['203.0.113.10', '203.0.113.11'];

const strike = (fault: Fault, path: string): Promise<readonly number[]> =>
  desk.control.addFaults({ match: { path }, times: 1, fault });
const charges = async (): Promise<number> => (await desk.control.books()).entries.length;

describe('faults around a charge', () => {
  it.each([
    ['before-commit', 0],
    ['after-commit', 1],
    ['mid-answer', 1],
  ] as const)('drops the connection %s: %i charges', async (when, charged) => {
    await strike({ kind: 'drop', when }, '/vpn/buy');
    await expect(desk.send('POST', '/vpn/buy', BUY)).rejects.toThrow();
    expect(await charges()).toBe(charged);
    expect((await desk.send('POST', '/vpn/buy', BUY)).status).toBe(200);
  });

  it.each([
    ['before-commit', 0],
    ['after-commit', 1],
  ] as const)('holds %s until released, with %i charges meanwhile', async (when, charged) => {
    await strike({ kind: 'hold', when }, '/vpn/buy');
    const pending = desk.send('POST', '/vpn/buy', BUY);
    await desk.control.waitForHeld(1);
    expect(await charges()).toBe(charged);
    expect(await desk.control.release()).toBe(1);
    expect((await pending).status).toBe(200);
    expect(await charges()).toBe(1);
  });

  it('carries out a held request after its client has given up, as a service would', async () => {
    await strike({ kind: 'hold', when: 'before-commit' }, '/vpn/buy');
    const impatient = new AbortController();
    const pending = fetch(`${desk.sandbox.baseUrl}/api/v1/vpn/buy`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.sandbox.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(BUY),
      signal: impatient.signal,
    });
    await desk.control.waitForHeld(1);
    impatient.abort();
    await expect(pending).rejects.toThrow();
    await desk.control.release();
    // The client is gone and cannot hear when it is done, so the test asks the books.
    await expect.poll(charges).toBe(1);
  });

  it('does not carry out held requests when the sandbox closes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-held-'));
    const held = await startHarness({ stateDir: folder });
    await held.control.addFaults({ fault: { kind: 'hold', when: 'before-commit' } });
    const failed = expect(held.send('POST', '/vpn/buy', BUY)).rejects.toThrow();
    await held.control.waitForHeld(1);
    await held.sandbox.close();
    await failed;

    const reopened = await startHarness({ stateDir: folder });
    expect((await reopened.control.books()).entries).toEqual([]);
    await reopened.sandbox.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    [{ kind: 'respond', status: 503, headers: { 'retry-after': '7' } }, 503, 0],
    [{ kind: 'respond', status: 503, commit: true }, 503, 1],
    [{ kind: 'respond', status: 429, body: 'slow down' }, 429, 0],
    [{ kind: 'respond', status: 500, body: { anything: [1] } }, 500, 0],
    [{ kind: 'html-page' }, 502, 0],
    [{ kind: 'html-page', status: 200, commit: true }, 200, 1],
    [{ kind: 'truncated-json' }, 200, 1],
    [{ kind: 'wrong-content-type', contentType: 'text/plain' }, 200, 1],
    [{ kind: 'empty-body' }, 200, 1],
    [{ kind: 'empty-body', commit: false }, 200, 0],
    [{ kind: 'no-content' }, 204, 1],
    [{ kind: 'redirect', location: 'http://127.0.0.1:9/' }, 302, 0],
    [{ kind: 'redirect', location: 'http://127.0.0.1:9/', status: 308 }, 308, 0],
    [{ kind: 'huge-body', megabytes: 3 }, 200, 0],
    [{ kind: 'not-ok', shape: 'bare' }, 400, 0],
    [{ kind: 'latency', ms: 1 }, 200, 1],
  ] as const)('%j answers %i with %i charges', async (fault, status, charged) => {
    await strike(fault, '/vpn/buy');
    const reply = await desk.send('POST', '/vpn/buy', BUY);
    expect([reply.status, await charges()]).toEqual([status, charged]);
  });
});

describe('faults of the answer', () => {
  const struck = async (fault: Fault, path = '/balance'): Promise<Awaited<ReturnType<Harness['send']>>> => {
    await strike(fault, path.split('?')[0] ?? path);
    return desk.send('GET', path);
  };

  it('sends headers, text, JSON, or nothing, as instructed', async () => {
    const limited = await struck({ kind: 'respond', status: 429, headers: { 'retry-after': '7' } });
    expect([limited.headers.get('retry-after'), limited.text]).toEqual(['7', '']);
    expect((await struck({ kind: 'respond', status: 500, body: 'oops' })).text).toBe('oops');
    expect(parse((await struck({ kind: 'respond', status: 200, body: { a: 1 } })).text)).toEqual({ a: 1 });
    const long = 'long '.repeat(1_000_000);
    expect((await struck({ kind: 'respond', status: 200, body: long })).text).toBe(long);
  });

  it('sends a page, half an answer, another type, an empty body, a redirect, and megabytes', async () => {
    const page = await struck({ kind: 'html-page' });
    expect([page.headers.get('content-type'), page.text.slice(0, 15)]).toEqual([
      'text/html; charset=utf-8',
      '<!DOCTYPE html>',
    ]);
    const half = await struck({ kind: 'truncated-json' });
    expect(half.text).toMatch(/^\{"ok":true/);
    expect(() => parse(half.text)).toThrow();
    const plain = await struck({ kind: 'wrong-content-type', contentType: 'text/plain' });
    expect([plain.headers.get('content-type'), parse(plain.text).ok]).toEqual(['text/plain', true]);
    expect((await struck({ kind: 'empty-body' })).text).toBe('');
    expect((await struck({ kind: 'redirect', location: 'https://e.test/x' })).headers.get('location')).toBe(
      'https://e.test/x',
    );
    expect((await struck({ kind: 'huge-body', megabytes: 2 })).text.length).toBeGreaterThan(2 * 1024 * 1024);
  });

  it.each([
    ['error-object', { ok: false, error: { code: 'refused', message: 'No.' } }],
    ['error-text', { ok: false, error: 'No.' }],
    ['message', { ok: false, message: 'No.' }],
    ['errors-list', { ok: false, errors: [{ field: 'period', message: 'No.' }] }],
    ['errors-map', { ok: false, errors: { period: ['No.'] } }],
    ['data-message', { ok: false, data: { message: 'No.' } }],
    ['detail', { detail: 'No.' }],
    ['bare', { ok: false }],
  ] as const)('refuses in the shape %s', async (shape, body) => {
    const reply = await struck({ kind: 'not-ok', shape, status: 200, message: 'No.' });
    expect(parse(reply.text)).toEqual(body);
  });

  it.each([
    [{ shape: 'bare' }, { ok: true, data: IPS }],
    [
      { shape: 'keyed', key: 'ips' },
      { ok: true, data: { ips: IPS } },
    ],
    [
      { shape: 'nested', key: 'ips' },
      { ok: true, data: { result: { ips: IPS } } },
    ],
    [
      { shape: 'top-level', key: 'ips' },
      { ok: true, ips: IPS },
    ],
    [{ shape: 'text' }, { ok: true, data: IPS.join('\n') }],
    [
      { shape: 'objects', key: 'ip' },
      { ok: true, data: { whitelist: IPS.map((ip) => ({ ip })) } },
    ],
    [{ shape: 'map' }, { ok: true, data: { [IPS[0] ?? '']: true, [IPS[1] ?? '']: true } }],
    [{ shape: 'empty' }, { ok: true, data: [] }],
    [{ shape: 'null' }, { ok: true, data: null }],
  ] as const)('gives the whitelist in the shape %j', async (rest, body) => {
    const reply = await struck({ kind: 'reshape-data', ...rest }, WHITELIST);
    expect(parse(reply.text)).toEqual(body);
  });

  it('replaces the data', async () => {
    const reply = await struck({ kind: 'replace-data', data: ['anything'] }, WHITELIST);
    expect(parse(reply.text)).toEqual({ ok: true, data: ['anything'] });
  });

  it('sends numbers as text, unknown keys, fewer keys', async () => {
    expect(parse((await struck({ kind: 'numbers-as-strings' })).text)).toEqual({
      ok: true,
      data: { balance_rub: '50000', api_spent_rub: '18640.5' },
    });
    expect(parse((await struck({ kind: 'extra-keys' })).text)).toMatchObject({
      ok: true,
      data: { balance_rub: 50_000, api_spent_rub: 18_640.5, extra_field: expect.anything() },
    });
    expect(parse((await struck({ kind: 'missing-key', key: 'balance_rub' })).text)).toEqual({
      ok: true,
      data: { api_spent_rub: 18_640.5 },
    });
  });

  it('sends codes in capitals', async () => {
    await strike({ kind: 'upper-case-codes' }, '/premium/locations/states');
    const body = { pool_type: 'residential', countries: ['us'] };
    const data = await desk.data('POST', '/premium/locations/states', body);
    expect(data.countries).toEqual(['US']);
    expect(rows(data, 'items')[0]).toMatchObject({ code: 'CALIFORNIA', name: 'California' });
  });
});

describe('rules', () => {
  it('match by method and path, skip requests, apply a limited number of times, and expire', async () => {
    await desk.control.addFaults({
      match: { method: 'GET', path: '/vpn/*' },
      skip: 1,
      times: 2,
      fault: { kind: 'respond', status: 418 },
    });
    const quote = async (): Promise<number> => (await desk.send('GET', '/vpn/quote?period_months=1')).status;
    expect((await desk.send('POST', '/vpn/buy', BUY)).status).toBe(200);
    expect((await desk.send('GET', '/balance')).status).toBe(200);
    expect([await quote(), await quote(), await quote(), await quote()]).toEqual([200, 418, 418, 200]);
    expect(await desk.control.faults()).toMatchObject([{ hits: 2 }]);

    await desk.control.addFaults({ fault: { kind: 'respond', status: 500 } });
    expect([await quote(), await quote()]).toEqual([500, 500]);
    await desk.control.clearFaults();
    expect(await quote()).toBe(200);
    expect(await desk.control.faults()).toEqual([]);
  });

  it('take turns when two decide the answer, and combine otherwise', async () => {
    await desk.control.addFaults(
      { times: 1, fault: { kind: 'respond', status: 500 } },
      { times: 1, fault: { kind: 'respond', status: 503 } },
      { times: 3, fault: { kind: 'numbers-as-strings' } },
    );
    const statuses = [await desk.send('GET', '/balance'), await desk.send('GET', '/balance')].map((r) => r.status);
    expect(statuses).toEqual([500, 503]);
    expect((await desk.data('GET', '/balance')).balance_rub).toBe('50000');
  });

  it('are refused when the fault is unknown', async () => {
    const response = await fetch(`${desk.sandbox.controlUrl}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fault: { kind: 'drops' } }),
    });
    expect(response.status).toBe(400);
  });
});

describe('the control port', () => {
  it('logs requests without the token, and waits for them', async () => {
    const waiting = desk.control.waitForRequests(2, { path: '/vpn/buy' });
    await desk.send('GET', '/vpn/quote?period_months=1');
    await desk.send('POST', '/vpn/buy', BUY);
    await desk.send('POST', '/vpn/buy', BUY);
    expect((await waiting).map(({ path }) => path)).toEqual(['/vpn/buy', '/vpn/buy']);
    const requests = await desk.control.requests();
    expect(requests[0]).toEqual({
      seq: 1,
      time: '2026-03-10T12:00:00.000Z',
      method: 'GET',
      path: '/vpn/quote',
      query: { period_months: '1' },
      body: null,
      hasAuthorization: true,
      status: 200,
    });
    expect(requests[1]).toMatchObject({ method: 'POST', body: BUY });
    expect(JSON.stringify(requests)).not.toContain(desk.sandbox.token);
    await desk.control.clearRequests();
    expect(await desk.control.requests()).toEqual([]);
  });

  it('sets balance and spending, prices, and the clock', async () => {
    await desk.control.setBalance(12.34, 99.01);
    expect(await desk.data('GET', '/balance')).toEqual({ balance_rub: 12.34, api_spent_rub: 99.01 });
    await desk.control.setPriceMultiplier(1.1);
    expect((await desk.data('GET', '/vpn/quote?period_months=1')).price_rub).toBe(218.9);
    await desk.control.setClockShift(-3_600_000);
    await desk.control.setBalance(1_000);
    expect((await desk.data('POST', '/vpn/buy', BUY)).expireAt).toBe('2026-04-10T11:00:00.000Z');
  });

  it('cannot be steered by a web page: only JSON is taken', async () => {
    const response = await fetch(`${desk.sandbox.controlUrl}/balance`, { method: 'POST', body: '{"balance_rub":1}' });
    expect(response.status).toBe(415);
  });
});
