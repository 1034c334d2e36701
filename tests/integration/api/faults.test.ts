import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiCallError } from '#core/api/api-call-error.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Pacer } from '#core/api/pacer.ts';
import type { Clock } from '#core/ports.ts';
import { type ControlClient, createControlClient, type Fault } from '#sandbox/control-client.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { realClock } from '../../support/real-clock.ts';
import { createApiUnderTest } from './api-under-test.ts';

const client = { messengerId: 55, clientKey: 'fault' };
const order = { client, poolType: 'mobile', gb: 1 } as const;

let sandbox: Sandbox;
let control: ControlClient;
beforeAll(async () => {
  sandbox = await startSandbox({ stateDir: null, control: true });
  control = createControlClient(sandbox.controlUrl ?? '');
});
beforeEach(() => control.reset());
afterAll(() => sandbox.close());

const failureOf = async (call: Promise<unknown>): Promise<ApiCallError> => {
  const error: unknown = await call.then(
    () => new Error('the call succeeded'),
    (reason: unknown) => reason,
  );
  if (error instanceof ApiCallError) return error;
  throw error;
};

const read = (api: ApiClient) => api.account.balance();
const change = (api: ApiClient) => api.premium.whitelistAdd(client, '203.0.113.5');
const charge = (api: ApiClient) => api.premium.trafficBuy(order);

interface Expected {
  readonly fault: Fault;
  readonly kind: string;
  readonly sent: 'maybe' | 'answered';
  /** How often a read arrives. */
  readonly reads: number;
}

const not200 = (status: number, body?: unknown, headers?: Record<string, string>): Fault => ({
  kind: 'respond',
  status,
  ...(body === undefined ? {} : { body }),
  ...(headers === undefined ? {} : { headers }),
});

const TABLE: Readonly<Record<string, Expected>> = {
  'a connection cut before': {
    fault: { kind: 'drop', when: 'before-commit' },
    kind: 'timeout',
    sent: 'maybe',
    reads: 3,
  },
  'a connection cut after': { fault: { kind: 'drop', when: 'after-commit' }, kind: 'timeout', sent: 'maybe', reads: 3 },
  'a connection cut within': { fault: { kind: 'drop', when: 'mid-answer' }, kind: 'timeout', sent: 'maybe', reads: 3 },
  '400 in words': {
    fault: { kind: 'not-ok', shape: 'error-text', message: 'no' },
    kind: 'rejected',
    sent: 'answered',
    reads: 1,
  },
  '200 and not ok': {
    fault: { kind: 'not-ok', shape: 'bare', status: 200 },
    kind: 'rejected',
    sent: 'answered',
    reads: 1,
  },
  '401 without a body': { fault: not200(401), kind: 'unauthorized', sent: 'answered', reads: 1 },
  '402': { fault: not200(402, { error: 'pay' }), kind: 'rejected', sent: 'answered', reads: 1 },
  '403 as a page': { fault: { kind: 'html-page', status: 403 }, kind: 'forbidden', sent: 'answered', reads: 1 },
  '404 as a page': { fault: { kind: 'html-page', status: 404 }, kind: 'malformed', sent: 'answered', reads: 1 },
  '404 in JSON': {
    fault: not200(404, { ok: false, error: 'no client' }),
    kind: 'rejected',
    sent: 'answered',
    reads: 1,
  },
  '408': { fault: not200(408), kind: 'timeout', sent: 'maybe', reads: 3 },
  '425': { fault: not200(425), kind: 'rate-limited', sent: 'maybe', reads: 3 },
  '429': { fault: not200(429, undefined, { 'retry-after': '0' }), kind: 'rate-limited', sent: 'answered', reads: 3 },
  '429 for an hour': {
    fault: not200(429, '', { 'retry-after': '3600' }),
    kind: 'rate-limited',
    sent: 'answered',
    reads: 1,
  },
  '500 in words': { fault: not200(500, { ok: false, error: 'oops' }), kind: 'server', sent: 'maybe', reads: 3 },
  '502 as a page': { fault: { kind: 'html-page' }, kind: 'server', sent: 'maybe', reads: 3 },
  '503 with a time': { fault: not200(503, '', { 'retry-after': '0' }), kind: 'rate-limited', sent: 'maybe', reads: 3 },
  'a redirect': {
    fault: { kind: 'redirect', location: 'http://127.0.0.1:9/' },
    kind: 'malformed',
    sent: 'maybe',
    reads: 1,
  },
  '200 as a page': { fault: { kind: 'html-page', status: 200 }, kind: 'malformed', sent: 'maybe', reads: 1 },
  '200 with half of the JSON': { fault: { kind: 'truncated-json' }, kind: 'malformed', sent: 'maybe', reads: 1 },
  '200 with something else': { fault: not200(200, ['ok']), kind: 'malformed', sent: 'maybe', reads: 1 },
  '200 with null': { fault: not200(200, 'null'), kind: 'malformed', sent: 'maybe', reads: 1 },
  '5 MB of an error': {
    fault: { kind: 'huge-body', megabytes: 5, status: 500 },
    kind: 'server',
    sent: 'maybe',
    reads: 3,
  },
};

describe.each(Object.entries(TABLE))('%s', (_, { fault, kind, sent, reads }) => {
  it(`a read is tried ${reads} times, then is ${kind}`, async () => {
    await control.addFaults({ match: { path: '/balance' }, fault });
    const error = await failureOf(read(createApiUnderTest(sandbox, { pacer: freePacer, clock: hastyClock })));
    expect(error).toMatchObject({ kind, sent });
    expect(await control.requests({ path: '/balance' })).toHaveLength(reads);
  });

  it('a change is never sent twice', async () => {
    await control.addFaults({ match: { path: '/premium/whitelist/add' }, fault });
    expect(await failureOf(change(createApiUnderTest(sandbox)))).toMatchObject({ kind, sent });
    expect(await control.requests({ path: '/premium/whitelist/add' })).toHaveLength(1);
  });

  it('a charge is never sent twice, and knows what it does not know', async () => {
    await control.addFaults({ match: { path: '/premium/traffic/buy' }, fault });
    const error = await failureOf(charge(createApiUnderTest(sandbox)));
    expect(error.sent).toBe(sent);
    expect(error.kind).toBe(sent === 'maybe' ? 'outcome-unknown' : kind);
    if (sent === 'maybe') expect(error.details?.code).toBe(kind);
    expect(await control.requests({ path: '/premium/traffic/buy' })).toHaveLength(1);
  });
});

/** Does not wait between two tries: how long that is, is the client's own test. */
const hastyClock: Clock = {
  now: realClock.now,
  sleep: (ms, signal) => (ms < 10_000 ? Promise.resolve() : realClock.sleep(ms, signal)),
};

/** Lets everything pass: the holding back after a 429 is the pacer's own test. */
const freePacer: Pacer = {
  acquire: async () => {},
  succeeded: () => {},
  throttled: () => {},
  setRate: () => {},
  currentRate: () => 1,
  waiting: () => 0,
};

describe('answers that are odd, and yet answers', () => {
  const balance = async (fault: Fault) => {
    await control.addFaults({ match: { path: '/balance' }, fault });
    return (await createApiUnderTest(sandbox).account.balance()).value;
  };

  it.each<readonly [string, Fault]>([
    ['numbers as texts', { kind: 'numbers-as-strings' }],
    ['unknown keys', { kind: 'extra-keys' }],
    ['another content type', { kind: 'wrong-content-type', contentType: 'text/html' }],
    ['a charset nobody knows', { kind: 'wrong-content-type', contentType: 'application/json; charset=klingon' }],
  ])('%s', async (_, fault) => {
    const plain = (await createApiUnderTest(sandbox).account.balance()).value;
    expect(await balance(fault)).toEqual(plain);
  });

  it('a byte order mark, and much that nobody asked for', async () => {
    const body = { ok: true, data: { balance_rub: 1.5, api_spent_rub: 0 }, padding: 'x'.repeat(900_000) };
    const value = await balance(not200(200, `\ufeff${JSON.stringify(body)}`));
    expect(value).toEqual({ balanceKopecks: 150, spentKopecks: 0 });
  });

  it.each<readonly [string, Fault]>([
    ['204', { kind: 'no-content' }],
    ['an empty body', { kind: 'empty-body' }],
    ['no data', { kind: 'replace-data', data: null }],
  ])('%s, to a change', async (_, fault) => {
    await control.addFaults({ match: { path: '/premium/whitelist/add' }, fault });
    expect((await change(createApiUnderTest(sandbox))).value).toEqual({ kind: 'done', done: true });
  });

  it.each<readonly [string, Fault]>([
    ['204', { kind: 'no-content' }],
    ['an empty body', { kind: 'empty-body' }],
  ])('%s is no answer to a charge', async (_, fault) => {
    await control.addFaults({ match: { path: '/premium/traffic/buy' }, fault });
    expect(await failureOf(charge(createApiUnderTest(sandbox)))).toMatchObject({
      kind: 'outcome-unknown',
      sent: 'maybe',
    });
  });

  it.each(['bare', 'keyed', 'nested', 'top-level', 'text', 'objects', 'map'] as const)(
    'a whitelist that is %s',
    async (shape) => {
      const api = createApiUnderTest(sandbox);
      await api.premium.whitelistAdd(client, '203.0.113.5');
      await api.premium.whitelistAdd(client, '2001:db8::5');
      const fault: Fault = { kind: 'reshape-data', shape, ...(shape === 'objects' ? { key: 'ip_address' } : {}) };
      await control.addFaults({ match: { path: '/premium/whitelist' }, fault });
      const { value } = await api.premium.whitelist(client);
      expect(value).toEqual({ kind: 'ips', ips: ['203.0.113.5', '2001:db8::5'] });
    },
  );

  it.each(['bare', 'keyed', 'nested', 'top-level', 'text'] as const)('a password that is %s', async (shape) => {
    const api = createApiUnderTest(sandbox);
    const { value } = await api.premium.passwordReset(client);
    await control.addFaults({ match: { path: '/premium/password' }, fault: { kind: 'reshape-data', shape } });
    expect((await api.premium.password(client)).value).toEqual(value);
  });
});

describe("the service's own words", () => {
  it.each(['error-object', 'error-text', 'message', 'errors-list', 'errors-map', 'data-message', 'detail'] as const)(
    'are found in %s',
    async (shape) => {
      await control.addFaults({ fault: { kind: 'not-ok', shape, message: 'The pool is closed until Monday' } });
      const error = await failureOf(read(createApiUnderTest(sandbox)));
      expect(error.details?.serviceMessage).toContain('The pool is closed until Monday');
    },
  );
});

describe('secrets', () => {
  const password = 'hunter2secret';

  it.each([
    [
      'a broken answer',
      200,
      `{"ok":true,"data":{"password":"${password}","lines":"h:1:u:${password}\\nu:${password}@h`,
    ],
    ['a refusal', 400, { ok: false, error: `login=u password=${password} is wrong` }],
    ['a plain text', 500, `u:${password}@gw.example.net:1`],
  ])('in %s stay out of the error and the log, and so does the token', async (_, status, body) => {
    const echo = typeof body === 'string' ? `${body} ${sandbox.token}` : { ...body, token: sandbox.token };
    await control.addFaults({ fault: not200(status, echo) });
    const api = createApiUnderTest(sandbox);
    const error = await failureOf(api.vpn.info({ messengerId: 55, clientKey: 'very-private-key' }));
    const told = JSON.stringify([error.toAppError(), error.message, error.stack, api.log]);
    for (const secret of [password, sandbox.token, 'very-private-key']) expect(told).not.toContain(secret);
  });

  it('are never in the excerpt of an answer that is one', async () => {
    await control.addFaults({ fault: not200(200, { ok: 'perhaps', data: [password] }) });
    const error = await failureOf(createApiUnderTest(sandbox).premium.password(client));
    expect(error.details?.raw).toContain('data');
    expect(error.details?.raw).not.toContain(password);
  });
});

it('logs method, path, status, time and kind, and nothing of what was asked', async () => {
  const api = createApiUnderTest(sandbox);
  await api.vpn.info(client);
  expect(api.log).toEqual([
    {
      message: 'api call',
      fields: { method: 'GET', path: '/vpn/info', status: 200, ms: expect.any(Number), kind: 'ok' },
    },
  ]);
});
