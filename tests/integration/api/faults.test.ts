import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiCallError } from '#core/service/api/api-call-error.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { createApiUnderTest, freePacer, hastyClock } from '../../support/api-under-test.ts';
import { charge } from '../../support/charge.ts';
import { type ControlClient, createControlClient, type Fault } from '../../support/control-client.ts';
import { FAULT_TABLE, not200 } from './fault-table.ts';

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

const read = (api: ApiClient) => api.call('balance', {});
const change = (api: ApiClient) => api.call('premium.whitelist.add', { client, ip: '203.0.113.5' });
const buy = (api: ApiClient) => charge(api, 'premium.traffic.buy', order);

describe.each(Object.entries(FAULT_TABLE))('%s', (_, { fault, kind, sent, reads }) => {
  it(`a read is tried ${reads} times, and then fails as ${kind}`, async () => {
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

  it('a charge is never sent twice, and its outcome stays unknown where it must', async () => {
    await control.addFaults({ match: { path: '/premium/traffic/buy' }, fault });
    const error = await failureOf(buy(createApiUnderTest(sandbox)));
    expect(error.sent).toBe(sent);
    expect(error.kind).toBe(sent === 'maybe' ? 'outcome-unknown' : kind);
    if (sent === 'maybe') expect(error.details?.code).toBe(kind);
    expect(await control.requests({ path: '/premium/traffic/buy' })).toHaveLength(1);
  });
});

describe('unusual answers that are still answers', () => {
  const balance = async (fault: Fault) => {
    await control.addFaults({ match: { path: '/balance' }, fault });
    return (await createApiUnderTest(sandbox).call('balance', {})).value;
  };

  it.each<readonly [string, Fault]>([
    ['numbers as texts', { kind: 'numbers-as-strings' }],
    ['unknown keys', { kind: 'extra-keys' }],
    ['another content type', { kind: 'wrong-content-type', contentType: 'text/html' }],
    ['a charset nobody knows', { kind: 'wrong-content-type', contentType: 'application/json; charset=klingon' }],
  ])('%s', async (_, fault) => {
    const plain = (await createApiUnderTest(sandbox).call('balance', {})).value;
    expect(await balance(fault)).toEqual(plain);
  });

  it('a byte order mark, and many unexpected keys', async () => {
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
    // Whether anything was changed, only another reading can tell.
    expect((await change(createApiUnderTest(sandbox))).value).toEqual({ kind: 'silent' });
  });

  it.each<readonly [string, Fault]>([
    ['204', { kind: 'no-content' }],
    ['an empty body', { kind: 'empty-body' }],
  ])('%s is not an answer to a charge', async (_, fault) => {
    await control.addFaults({ match: { path: '/premium/traffic/buy' }, fault });
    expect(await failureOf(buy(createApiUnderTest(sandbox)))).toMatchObject({
      kind: 'outcome-unknown',
      sent: 'maybe',
    });
  });

  it.each(['bare', 'keyed', 'nested', 'top-level', 'text', 'objects', 'map'] as const)(
    'a whitelist that is %s',
    async (shape) => {
      const api = createApiUnderTest(sandbox);
      await change(api);
      await api.call('premium.whitelist.add', { client, ip: '2001:db8::5' });
      const fault: Fault = { kind: 'reshape-data', shape, ...(shape === 'objects' ? { key: 'ip_address' } : {}) };
      await control.addFaults({ match: { path: '/premium/whitelist' }, fault });
      const { value } = await api.call('premium.whitelist', { client });
      expect(value).toEqual({ kind: 'ips', ips: ['203.0.113.5', '2001:db8::5'] });
    },
  );

  it.each(['bare', 'keyed', 'nested', 'top-level', 'text'] as const)('a password that is %s', async (shape) => {
    const api = createApiUnderTest(sandbox);
    const { value } = await api.call('premium.password.reset', { client });
    await control.addFaults({ match: { path: '/premium/password' }, fault: { kind: 'reshape-data', shape } });
    expect((await api.call('premium.password', { client })).value).toEqual(value);
  });
});

describe("the service's own message", () => {
  it.each(['error-object', 'error-text', 'message', 'errors-list', 'errors-map', 'data-message', 'detail'] as const)(
    'is found in %s',
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
  ])('in %s stay out of the error and the log, as does the token', async (_, status, body) => {
    const echo = typeof body === 'string' ? `${body} ${sandbox.token}` : { ...body, token: sandbox.token };
    await control.addFaults({ fault: not200(status, echo) });
    const api = createApiUnderTest(sandbox);
    const error = await failureOf(api.call('vpn.info', { client: { messengerId: 55, clientKey: 'very-private-key' } }));
    const told = JSON.stringify([error.toAppError(), error.message, error.stack, api.log]);
    for (const secret of [password, sandbox.token, 'very-private-key']) expect(told).not.toContain(secret);
  });

  it('are never in the excerpt of a secret answer', async () => {
    await control.addFaults({ fault: not200(200, { ok: 'perhaps', data: [password] }) });
    const error = await failureOf(createApiUnderTest(sandbox).call('premium.password', { client }));
    expect(error.details?.raw).toContain('data');
    expect(error.details?.raw).not.toContain(password);
  });
});

it("logs method, path, status, time and kind, and nothing of the request's contents", async () => {
  const api = createApiUnderTest(sandbox);
  await api.call('vpn.info', { client });
  expect(api.log).toEqual([
    {
      message: 'api call',
      fields: { method: 'GET', path: '/vpn/info', status: 200, ms: expect.any(Number), kind: 'ok' },
    },
  ]);
});
