import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox } from '#sandbox/index.ts';
import { ROUTES } from '#sandbox/routes.ts';
import { createControlClient } from '../../support/control-client.ts';
import { OWN_FILE, rightsOf } from '../../support/file-rights.ts';
import { ANNA, ANNA_QUERY, type Harness, parse, startHarness } from './harness.ts';

describe('the service', () => {
  let desk: Harness;
  beforeEach(async () => {
    desk = await startHarness();
  });
  afterEach(() => desk.sandbox.close());

  const post = (headers: Record<string, string>, body: BodyInit): Promise<Response> =>
    fetch(`${desk.sandbox.baseUrl}/api/v1/vpn/buy`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.sandbox.token}`, ...headers },
      body,
    });
  const JSON_TYPE = { 'content-type': 'application/json' };

  it('has the 27 endpoints of docs/api.md', () => {
    expect(ROUTES.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /balance',
      'GET /dedicated/count',
      'GET /dedicated/country',
      'GET /dedicated/prolong/quote',
      'GET /dedicated/quote',
      'GET /premium/password',
      'GET /premium/traffic/balance',
      'GET /premium/traffic/quote',
      'GET /premium/whitelist',
      'GET /vpn/info',
      'GET /vpn/quote',
      'POST /dedicated/buy',
      'POST /dedicated/prolong',
      'POST /dedicated/protocol',
      'POST /premium/locations/asns',
      'POST /premium/locations/cities',
      'POST /premium/locations/countries',
      'POST /premium/locations/states',
      'POST /premium/locations/zipcodes',
      'POST /premium/password/reset',
      'POST /premium/proxies/generate',
      'POST /premium/traffic/buy',
      'POST /premium/whitelist/add',
      'POST /premium/whitelist/remove',
      'POST /vpn/buy',
      'POST /vpn/delete',
      'POST /vpn/renew',
    ]);
  });

  it.each(ROUTES.map(({ method, path }) => [method, path] as const))(
    'wants the token on %s %s',
    async (method, path) => {
      for (const authorization of ['', 'Bearer ', 'Bearer wrong', desk.sandbox.token, `Basic ${desk.sandbox.token}`]) {
        const response = await fetch(`${desk.sandbox.baseUrl}/api/v1${path}`, { method, headers: { authorization } });
        expect(response.status).toBe(401);
        expect(parse(await response.text())).toMatchObject({ ok: false, error: { code: 'unauthorized' } });
      }
    },
  );

  it('answers unknown paths and wrong methods', async () => {
    expect(await desk.refusal('GET', '/vpn/list')).toBe('404 not_found');
    expect(await desk.refusal('GET', '/vpn/buy')).toBe('405 method_not_allowed');
    expect(await desk.refusal('POST', '/balance', {})).toBe('405 method_not_allowed');
    const outside = await fetch(`${desk.sandbox.baseUrl}/balance`, {
      headers: { authorization: `Bearer ${desk.sandbox.token}` },
    });
    expect(outside.status).toBe(404);
  });

  it.each([
    ['broken JSON', '{"period_months": 1', 400],
    ['an array', '[]', 400],
    ['a bare value', '7', 400],
    ['nothing', '', 400],
    ['bytes that are not text', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 400],
    ['more than a megabyte', `{"padding":"${'x'.repeat(2_000_000)}"}`, 413],
  ])('refuses a body of %s', async (_, body, status) => {
    const response = await post(JSON_TYPE, body);
    expect(response.status).toBe(status);
    expect(parse(await response.text()).ok).toBe(false);
  });

  it('refuses a body that is not declared as JSON', async () => {
    expect((await post({ 'content-type': 'text/plain' }, '{}')).status).toBe(415);
  });

  it('refuses web pages that reach loopback under a name of their own', async () => {
    const { port } = new URL(desk.sandbox.baseUrl);
    const status = await new Promise((resolve, reject) => {
      request(
        { host: '127.0.0.1', port, path: '/api/v1/balance', headers: { host: 'rebound.example' } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .once('error', reject)
        .end();
    });
    expect(status).toBe(421);
  });

  it('binds loopback and nothing else', async () => {
    expect(desk.sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await expect(startSandbox({ stateDir: null, host: '0.0.0.0' })).rejects.toThrow(/loopback/);
  });

  it('has no control port by default', async () => {
    const plain = await startSandbox({ stateDir: null });
    expect(plain.controlUrl).toBeNull();
    await plain.close();
  });

  it('serves others while one client never finishes its request, and closes all the same', async () => {
    const { port } = new URL(desk.sandbox.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write('POST /api/v1/vpn/buy HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{');
    const cut = new Promise((resolve) => socket.once('close', resolve).once('error', () => undefined));
    expect(await desk.data('GET', '/balance')).toMatchObject({ balance_rub: 50_000 });
    await desk.sandbox.close();
    await cut;
  });

  it('spends each rouble once when purchases arrive at the same moment', async () => {
    await desk.control.setBalance(1_000);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => desk.send('POST', '/vpn/buy', { ...ANNA, period_months: 1 })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 402)).toHaveLength(15);
    const books = await desk.control.books();
    expect(books.balanceKopecks).toBe(500);
    expect(books.entries).toHaveLength(5);
  });

  it('keeps books that add up with the balance after every kind of charge', async () => {
    const before = await desk.data('GET', '/balance');
    const { uuid } = await desk.data('POST', '/vpn/buy', { ...ANNA, period_months: 6 });
    await desk.data('POST', '/vpn/renew', { ...ANNA, period_months: 1, uuid });
    await desk.data('POST', '/premium/traffic/buy', { ...ANNA, pool_type: 'residential_premium', gb: 33.333 });
    const order = { country_code: 'fr', period: 60, count: 7, ipv: 3 };
    await desk.data('POST', '/dedicated/buy', order);
    await desk.data('POST', '/dedicated/prolong', { ids: [1_000_001, 1_000_007], period: 90 });

    const books = await desk.control.books();
    const charged = books.entries.reduce((sum, entry) => sum + entry.kopecks, 0);
    expect(books.entries.map((entry) => entry.endpoint)).toEqual([
      'POST /vpn/buy',
      'POST /vpn/renew',
      'POST /premium/traffic/buy',
      'POST /dedicated/buy',
      'POST /dedicated/prolong',
    ]);
    expect(books.spentKopecks).toBe(books.openingSpentKopecks + charged);
    expect(await desk.data('GET', '/balance')).toEqual({
      balance_rub: (Number(before.balance_rub) * 100 - charged) / 100,
      api_spent_rub: (Number(before.api_spent_rub) * 100 + charged) / 100,
    });
  });
});

describe('the state on the disk', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandbox-state-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('survives a restart: token, money, goods and the numbers of lines', async () => {
    const before = await startHarness({ stateDir: folder });
    const { uuid } = await before.data('POST', '/vpn/buy', { ...ANNA, period_months: 1 });
    const order = { ...ANNA, pool_type: 'residential', countries: ['us'], format_id: 3 };
    const list = await before.data('POST', '/premium/proxies/generate', order);
    const account = await before.data('GET', '/balance');
    await before.data('POST', '/premium/password/reset', ANNA);
    const password = await before.data('GET', `/premium/password?${ANNA_QUERY}`);
    const books = await before.control.books();
    await before.sandbox.close();

    const after = await startHarness({ stateDir: folder, seed: 99 });
    expect(after.sandbox.token).toBe(before.sandbox.token);
    expect(await after.data('GET', '/balance')).toEqual(account);
    expect(await after.data('GET', `/premium/password?${ANNA_QUERY}`)).toEqual(password);
    expect(await after.control.books()).toEqual(books);
    const renewed = await after.data('POST', '/vpn/renew', { ...ANNA, period_months: 1, uuid });
    expect(renewed.uuid).toBe(uuid);
    expect((await after.data('POST', '/premium/proxies/generate', order)).domain).not.toBe(list.domain);
    await after.sandbox.close();
  });

  it('has every charge on the disk before the answer leaves', async () => {
    const desk = await startHarness({ stateDir: folder });
    await desk.data('POST', '/vpn/buy', { ...ANNA, period_months: 12 });
    const saved = parse(await readFile(join(folder, 'sandbox-state.json'), 'utf8'));
    expect(saved.balanceKopecks).toBe(4_821_000);
    expect(saved.books).toHaveLength(1);
    expect(await rightsOf(join(folder, 'sandbox-state.json'))).toBe(OWN_FILE);
    await desk.sandbox.close();
  });

  it('keeps all of many charges that are saved together', async () => {
    const desk = await startHarness({ stateDir: folder });
    await Promise.all(Array.from({ length: 30 }, () => desk.data('POST', '/vpn/buy', { ...ANNA, period_months: 1 })));
    const saved = parse(await readFile(join(folder, 'sandbox-state.json'), 'utf8'));
    expect(saved.books).toHaveLength(30);
    expect(await readdir(folder)).toEqual(['sandbox-state.json']);
    await desk.sandbox.close();
  });

  it.each([
    ['half a file', '{"version":1,"seed"'],
    ['something else', '{"hello":"world"}'],
  ])('sets %s aside and starts afresh', async (_, text) => {
    await writeFile(join(folder, 'sandbox-state.json'), text);
    const desk = await startHarness({ stateDir: folder });
    expect((await desk.data('GET', '/balance')).balance_rub).toBe(50_000);
    const names = await readdir(folder);
    const aside = names.find((name) => name.startsWith('sandbox-state.broken-')) ?? '';
    expect(await readFile(join(folder, aside), 'utf8')).toBe(text);
    await desk.sandbox.close();
  });

  it('does not claim a success that could not be saved', async () => {
    const inner = join(folder, 'state');
    const desk = await startHarness({ stateDir: inner });
    await rm(inner, { recursive: true });
    expect(await desk.refusal('POST', '/vpn/buy', { ...ANNA, period_months: 1 })).toBe('500 internal');
    await mkdir(inner);
    await desk.data('POST', '/vpn/buy', { ...ANNA, period_months: 1 });
    await desk.sandbox.close();
  });

  it('returns to the seed on reset, with the same token', async () => {
    const desk = await startHarness({ stateDir: folder });
    const fresh = await desk.data('GET', `/vpn/info?${ANNA_QUERY}`);
    await desk.data('POST', '/vpn/buy', { ...ANNA, period_months: 1 });
    await createControlClient(desk.sandbox.controlUrl ?? '').reset();
    expect(await desk.data('GET', `/vpn/info?${ANNA_QUERY}`)).toEqual(fresh);
    expect((await desk.data('GET', '/balance')).balance_rub).toBe(50_000);
    await desk.sandbox.close();
  });
});
