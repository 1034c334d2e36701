import { describe, expect, it, vi } from 'vitest';
import { ApiCallError } from '#core/service/api/api-call-error.ts';
import { type ApiClientOptions, createApiClient } from '#core/service/api/api-client.ts';
import { createPacer } from '#core/service/api/pacer.ts';
import { readTrafficBalance } from '#core/service/api/traffic-balance.ts';
import { charge } from '../../../support/charge.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { RECIPE } from '../../../support/recipe.ts';

const client = { messengerId: 1, clientKey: 'a' };
const order = { client, periodMonths: 1 } as const;
const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);
const balance = () => json({ ok: true, data: { balance_rub: 1, api_spent_rub: 2 } });
const bought = () => json({ ok: true, data: { uuid: 'u-1' } });

type FetchStep = (url: string, init: RequestInit) => Promise<Response>;

const never: FetchStep = () => new Promise(() => {});
const failing =
  (code: string): FetchStep =>
  async () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  };

/** Plays the steps in order; the last one repeats. */
const setUp = (steps: readonly FetchStep[], overrides: Partial<ApiClientOptions> = {}) => {
  const clock = createFakeClock();
  const calls: { url: string; init: RequestInit }[] = [];
  const fetch: FetchStep = (url, init) => {
    calls.push({ url, init });
    const step = steps[Math.min(calls.length, steps.length) - 1];
    return step === undefined ? Promise.reject(new Error('no step')) : step(url, init);
  };
  const outcomes: string[] = [];
  const api = createApiClient({
    baseUrl: 'https://api.example.com/shop',
    token: 'token-123',
    fetch,
    clock,
    pacer: createPacer({ clock, requestsPerSecond: 1_000 }),
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    onOutcome: ({ reached, kind }) => outcomes.push(`${reached ? 'reached' : 'unreached'} ${kind}`),
    random: () => 0.5,
    ...overrides,
  });
  return { api, clock, calls, outcomes };
};

const failure = async (promise: Promise<unknown>): Promise<ApiCallError> => {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (error instanceof ApiCallError) return error;
  throw new Error('expected an ApiCallError');
};

describe('a request', () => {
  it('carries the token and the parameters, and does not follow redirects', async () => {
    const { api, calls } = setUp([async () => json({ ok: true, data: { items: [] } })]);
    await failure(api.call('vpn.info', { client: { messengerId: -5, clientKey: 'a b&c=ü,1' } }));
    expect(calls[0]?.url).toBe(
      'https://api.example.com/shop/api/v1/vpn/info?messenger_id=-5&client_key=a+b%26c%3D%C3%BC%2C1',
    );
    const headers = new Headers(calls[0]?.init.headers);
    expect(headers.get('authorization')).toBe('Bearer token-123');
    expect(calls[0]?.init).toMatchObject({ method: 'GET', redirect: 'manual', credentials: 'omit', cache: 'no-store' });
  });

  it('carries a JSON body where the API expects one, and comma-separated lists of ids', async () => {
    const { api, clock, calls } = setUp([async () => json({ ok: true, data: { total_price_rub: 1 } })]);
    await api.call('dedicated.prolong.quote', { ids: [3, 4], period: 7 });
    clock.jumpTo(clock.now() + 1_000);
    await charge(api, 'dedicated.prolong', { ids: [3, 4], period: 7 });
    expect(new URL(calls[0]?.url ?? '').searchParams.get('ids')).toBe('3,4');
    expect(new Headers(calls[1]?.init.headers).get('content-type')).toBe('application/json');
    expect(JSON.parse(String(calls[1]?.init.body))).toEqual({ ids: [3, 4], period: 7 });
  });

  it('is not sent when it breaks a limit', async () => {
    const { api, calls } = setUp([async () => bought()]);
    const error = await failure(
      charge(api, 'vpn.buy', { client: { messengerId: 2 ** 60, clientKey: '' }, periodMonths: 1 }),
    );
    expect(error).toMatchObject({ kind: 'invalid-input', sent: 'no' });
    expect(error.details?.problems?.map((problem) => problem.field)).toEqual([
      'client.messengerId',
      'client.clientKey',
    ]);
    expect(calls).toHaveLength(0);
  });

  it('is not sent when a header cannot carry the token', async () => {
    const { api, calls } = setUp([async () => balance()], { token: 'токен\n' });
    expect(await failure(api.call('balance', {}))).toMatchObject({ kind: 'unauthorized', sent: 'no' });
    expect(calls).toHaveLength(0);
  });
});

describe('reads', () => {
  it('are tried again after half a second and a second, and then no more', async () => {
    const { api, clock, calls, outcomes } = setUp([
      failing('ECONNRESET'),
      failing('ECONNREFUSED'),
      async () => balance(),
    ]);
    const answer = api.call('balance', {});
    await clock.advance(499);
    expect(calls).toHaveLength(1);
    await clock.advance(1);
    expect(calls).toHaveLength(2);
    await clock.advance(1_000);
    expect((await answer).value).toEqual({ balanceKopecks: 100, spentKopecks: 200 });
    expect((await answer).receivedAt).toBe(clock.now());
    expect(outcomes).toEqual(['unreached timeout', 'unreached offline', 'reached ok']);
  });

  it('obey Retry-After', async () => {
    const { api, clock, calls } = setUp([
      async () => new Response('', { status: 503, headers: { 'retry-after': '8' } }),
      async () => balance(),
    ]);
    const answer = api.call('balance', {});
    await clock.advance(7_900);
    expect(calls).toHaveLength(1);
    await clock.advance(200);
    await answer;
    expect(calls).toHaveLength(2);
  });

  it('end after 15 s without an answer, and are not tried again', async () => {
    const { api, clock, calls } = setUp([never]);
    const error = failure(api.call('balance', {}));
    await clock.advance(15_000);
    expect(await error).toMatchObject({ kind: 'timeout', details: { code: 'timed-out' } });
    expect(calls).toHaveLength(1);
    expect(clock.sleeping()).toBe(0);
  });

  it('that make a list have a minute', async () => {
    const { api, clock } = setUp([never]);
    const error = failure(api.call('premium.proxies.generate', { client, recipe: RECIPE }));
    await clock.advance(59_999);
    expect(clock.sleeping()).toBe(1);
    await clock.advance(1);
    expect((await error).kind).toBe('timeout');
  });

  it('end at once when the user cancels, in whatever phase they are', async () => {
    for (const step of [never, failing('ECONNRESET'), async () => new Response(new ReadableStream())]) {
      const { api, clock } = setUp([step]);
      const stop = new AbortController();
      const error = failure(api.call('balance', {}, { signal: stop.signal }));
      await clock.settle();
      stop.abort();
      expect((await error).kind).toBe('cancelled');
      await clock.settle();
      expect(clock.sleeping()).toBe(0);
    }
  });

  it('stop at 64 MB', async () => {
    const chunk = new Uint8Array(8 * 1024 * 1024).fill(32);
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) });
    const { api } = setUp([async () => new Response(endless)]);
    expect(await failure(api.call('balance', {}))).toMatchObject({ kind: 'malformed', details: { code: 'too-large' } });
  });

  it('can be limited to one try', async () => {
    const { api, calls } = setUp([failing('ECONNRESET')]);
    await failure(api.call('balance', {}, { attempts: 1 }));
    expect(calls).toHaveLength(1);
  });
});

describe('charges', () => {
  it('are not sent by a call that evades the types', async () => {
    const { api, calls } = setUp([async () => bought()]);
    const call = api.call as (name: string, request: unknown) => Promise<unknown>;
    await expect(call('vpn.buy', order)).rejects.toThrow('through the journal only');
    expect(calls).toHaveLength(0);
  });

  it('pass on the raw answer without the token, even if the service repeats it', async () => {
    const body = { ok: false, error: 'long-token/123 may not buy' };
    const { api } = setUp([async () => json(body)], { token: 'long-token/123' });
    const onRawAnswer = vi.fn();
    await failure(charge(api, 'vpn.buy', order, { onRawAnswer }));
    const text = '{"ok":false,"error":"••• may not buy"}';
    expect(onRawAnswer).toHaveBeenCalledExactlyOnceWith({ status: 200, text, complete: true });
  });

  it('pass on the raw answer, and wait until it is stored, before anything is parsed', async () => {
    const { api, clock } = setUp([async () => new Response('{"ok":true,"da', { status: 200 })]);
    let stored = () => {};
    const onRawAnswer = vi.fn(() => new Promise<void>((resolve) => (stored = resolve)));
    const done = vi.fn();
    const error = failure(charge(api, 'vpn.buy', order, { onRawAnswer })).finally(done);
    await clock.settle();
    expect(onRawAnswer).toHaveBeenCalledExactlyOnceWith({ status: 200, text: '{"ok":true,"da', complete: true });
    expect(done).not.toHaveBeenCalled();
    stored();
    expect(await error).toMatchObject({ kind: 'outcome-unknown', sent: 'maybe', details: { code: 'malformed' } });
  });

  it('pass on even half of an answer', async () => {
    const encoder = new TextEncoder();
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode('{"ok":true,"data":{"uu')),
      pull: (controller) => controller.error(Object.assign(new Error('reset'), { code: 'ECONNREFUSED' })),
    });
    const onRawAnswer = vi.fn();
    const { api } = setUp([async () => new Response(broken)]);
    const error = await failure(charge(api, 'vpn.buy', order, { onRawAnswer }));
    expect(onRawAnswer).toHaveBeenCalledWith({ status: 200, text: '{"ok":true,"data":{"uu', complete: false });
    expect(error).toMatchObject({ kind: 'outcome-unknown', sent: 'maybe' });
  });

  it('have an unknown outcome when the answer could not be stored', async () => {
    const { api } = setUp([async () => bought()]);
    const onRawAnswer = () => Promise.reject(new Error('disk full'));
    const error = await failure(charge(api, 'vpn.buy', order, { onRawAnswer }));
    expect(error).toMatchObject({ kind: 'outcome-unknown', sent: 'maybe', details: { code: 'storage' } });
  });

  it('ignore a cancellation once they have been sent', async () => {
    let answer: (response: Response) => void = () => {};
    const { api, clock } = setUp([() => new Promise((resolve) => (answer = resolve))]);
    const stop = new AbortController();
    const purchase = charge(api, 'vpn.buy', order, { signal: stop.signal });
    await clock.settle();
    stop.abort();
    await clock.settle();
    answer(bought());
    expect((await purchase).value.uuid).toBe('u-1');
  });

  it('never leave when they are cancelled in the queue', async () => {
    const { api, clock, calls } = setUp([async () => bought()]);
    await charge(api, 'vpn.buy', order);
    const stop = new AbortController();
    const error = failure(charge(api, 'vpn.buy', order, { signal: stop.signal }));
    stop.abort();
    expect(await error).toMatchObject({ kind: 'cancelled', sent: 'no' });
    await clock.advance(1_000);
    expect(calls).toHaveLength(1);
  });

  it('wait a minute, and then their outcome is unknown', async () => {
    const { api, clock } = setUp([never]);
    const error = failure(charge(api, 'vpn.buy', order));
    await clock.advance(59_999);
    expect(clock.sleeping()).toBe(1);
    await clock.advance(1);
    expect(await error).toMatchObject({ kind: 'outcome-unknown', sent: 'maybe', details: { code: 'timeout' } });
  });

  it.each([
    ['ENOTFOUND', 'offline', 'no'],
    ['UND_ERR_CONNECT_TIMEOUT', 'offline', 'no'],
    ['ENETDOWN', 'outcome-unknown', 'maybe'],
    ['CERT_HAS_EXPIRED', 'outcome-unknown', 'maybe'],
    ['ECONNRESET', 'outcome-unknown', 'maybe'],
    ['UND_ERR_SOCKET', 'outcome-unknown', 'maybe'],
  ])('after %s: %s, sent: %s, and never again', async (code, kind, sent) => {
    const { api, calls } = setUp([failing(code)]);
    expect(await failure(charge(api, 'vpn.buy', order))).toMatchObject({ kind, sent });
    expect(calls).toHaveLength(1);
  });
});

describe('the traffic balance', () => {
  const pools = (...names: string[]) => ({ pools: names.map((pool_type) => ({ pool_type, traffic_gb: '1.5' })) });
  const byPool: FetchStep = async (url) => {
    const name = new URL(url).searchParams.get('pool_type');
    return name === null
      ? json({ detail: 'pool_type: field required' }, { status: 422 })
      : json({ ok: true, data: pools(name) });
  };

  it('is requested pool by pool where the service insists, and directly from then on', async () => {
    const { api, clock, calls } = setUp([byPool]);
    const first = readTrafficBalance(api, client);
    await clock.advance(1_000);
    expect((await first).value.map((pool) => pool.poolType)).toHaveLength(4);
    expect(calls).toHaveLength(5);
    const second = readTrafficBalance(api, client);
    await clock.advance(1_000);
    await second;
    expect(calls).toHaveLength(9);
  });

  it('shows the first refusal when naming a pool does not help', async () => {
    let refusals = 0;
    const { api, clock } = setUp([async () => json({ ok: false, error: `refusal ${++refusals}` }, { status: 400 })]);
    const error = failure(readTrafficBalance(api, client));
    await clock.advance(1_000);
    expect((await error).details?.serviceMessage).toBe('refusal 1');
  });
});
