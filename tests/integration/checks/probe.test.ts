import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProbe, type ProbeOrder } from '#core/jobs/check/probe.ts';
import type { AskedProxy } from '#core/jobs/check/tunnel.ts';
import type { CheckReason, CheckState } from '#shared/domain/check.ts';
import { leadsTo, PLAYS, type Play, SOCKS_PLAYS, startHostile } from '../../support/proxies/hostile.ts';
import {
  hasDebianProxies,
  LOGIN,
  PASSWORD,
  type RunningProxy,
  startMicrosocks,
  startProxyChain,
  startTinyproxy,
} from '../../support/proxies/real.ts';
import { startTarget, type Target } from '../../support/proxies/target.ts';

let target: Target;
const running: { close(): Promise<unknown> }[] = [];
const kept = async <T extends { close(): Promise<unknown> }>(started: Promise<T>): Promise<T> => {
  const one = await started;
  running.push(one);
  return one;
};

beforeAll(async () => {
  target = await startTarget();
});
afterAll(async () => {
  for (const one of running) await one.close();
  await target.close();
});

const NEVER = new AbortController().signal;
const OWN = { login: LOGIN, password: PASSWORD };

/** Probes one proxy of this computer. */
const probe = (
  { port }: { readonly port: number },
  protocol: AskedProxy['protocol'],
  credentials: AskedProxy['credentials'] = OWN,
  order: Partial<ProbeOrder> = {},
) =>
  createProbe({ address: target.url, timeoutMs: 10_000, slowMs: 9_000, ca: target.ca, gateway: null, ...order })(
    { host: '127.0.0.1', port, protocol, credentials },
    NEVER,
  );

describe('real proxies', () => {
  type Start = readonly [string, AskedProxy['protocol'], () => Promise<RunningProxy>];
  const ofDebian: readonly Start[] = [
    ['tinyproxy', 'http', () => startTinyproxy(target.port)],
    ['microsocks', 'socks5', startMicrosocks],
  ];
  const starts: readonly Start[] = [['proxy-chain', 'http', startProxyChain], ...(hasDebianProxies ? ofDebian : [])];

  it.each(starts)('%s works, with its times and its exit', async (_, protocol, start) => {
    const proxy = await kept(start());

    const found = await probe(proxy, protocol);

    expect(found).toMatchObject({ state: 'alive', reason: null, exitIp: '203.0.113.7', exitCountry: 'DE' });
    const { connectMs, firstByteMs } = found ?? {};
    expect(connectMs).toBeGreaterThanOrEqual(0);
    expect(firstByteMs).toBeGreaterThanOrEqual(connectMs ?? 0);
  });

  it.each(starts)('%s refuses a wrong password, and a missing one', async (name, protocol, start) => {
    const proxy = await kept(start());

    expect(await probe(proxy, protocol, { login: LOGIN, password: 'wrong' })).toMatchObject({
      state: 'refused',
      reason: 'password',
    });
    expect(await probe(proxy, protocol, null)).toMatchObject({
      state: 'refused',
      reason: name === 'microsocks' ? 'no-login' : 'password',
    });
  });

  it.skipIf(!hasDebianProxies)('a proxy that forbids the address is recognised', async () => {
    const proxy = await kept(startTinyproxy(1));
    expect(await probe(proxy, 'http')).toMatchObject({ state: 'refused', reason: 'not-allowed' });
  });

  it.skipIf(!hasDebianProxies)('the wrong protocol is recognised, both ways', async () => {
    const [http, socks] = [await kept(startProxyChain()), await kept(startMicrosocks())];
    expect(await probe(http, 'socks5')).toMatchObject({ state: 'dead' });
    expect(await probe(socks, 'http', OWN, { timeoutMs: 1_000 })).toMatchObject({ state: 'dead' });
  });

  it.skipIf(!hasDebianProxies)('a proxy without a login is accepted as it is', async () => {
    const proxy = await kept(startMicrosocks(null));
    expect(await probe(proxy, 'socks5', null)).toMatchObject({ state: 'alive' });
  });

  it('an address that refuses the proxy, and a slow one, are recognised', async () => {
    const proxy = await kept(startProxyChain());
    const refusing = await kept(
      startTarget((_, response) => {
        response.statusCode = 403;
        response.end('{"ip":"203.0.113.9"}');
      }),
    );
    const order = { address: refusing.url, ca: refusing.ca };
    expect(await probe(proxy, 'http', OWN, order)).toMatchObject({ state: 'refused', reason: 'site' });
    expect(await probe(proxy, 'http', OWN, { slowMs: -1 })).toMatchObject({ state: 'slow', exitIp: '203.0.113.7' });
  });
});

/** The limit for proxies that never answer; the others get the time that a busy machine needs. */
const SOON = { timeoutMs: 2_000 };
type Expected = readonly [CheckState, CheckReason];
const limitOf = (reason: CheckReason): Partial<ProbeOrder> => (reason.startsWith('timeout') ? SOON : {});

describe('proxies that lie', () => {
  const expected: Readonly<Record<keyof typeof PLAYS, Expected>> = {
    silent: ['dead', 'timeout-proxy'],
    resets: ['dead', 'reset'],
    closes: ['dead', 'reset'],
    'is not a proxy': ['dead', 'garbage'],
    'pours without end': ['dead', 'garbage'],
    'has endless headers': ['dead', 'garbage'],
    'opens, then garbage': ['dead', 'garbage'],
    'opens, then silence': ['dead', 'timeout-answer'],
    'opens, then a reset': ['dead', 'reset'],
    'asks for a login': ['refused', 'password'],
    'asks for money': ['refused', 'payment'],
    'forbids it': ['refused', 'not-allowed'],
    'has too many': ['refused', 'too-many'],
    'does not get through': ['dead', 'gateway'],
    'leads elsewhere': ['dead', 'garbage'],
  };
  it.each(Object.entries(expected))('HTTP: %s', async (name, [state, reason]) => {
    const proxy = await kept(startHostile(PLAYS[name as keyof typeof PLAYS] as Play));

    const found = await probe(proxy, 'http', OWN, limitOf(reason));

    const nothing = { connectMs: null, firstByteMs: null, exitIp: null, exitCountry: null };
    expect(found).toEqual({ state, reason, ...nothing });
    await expect.poll(proxy.open).toBe(0);
  });

  const ofSocks: Readonly<Record<keyof typeof SOCKS_PLAYS, Expected>> = {
    silent: ['dead', 'timeout-proxy'],
    resets: ['dead', 'reset'],
    'is HTTP': ['dead', 'garbage'],
    'wants what nobody has': ['refused', 'no-login'],
    'refuses the login': ['refused', 'password'],
    'hangs at the login': ['dead', 'timeout-proxy'],
    'hangs at the request': ['dead', 'timeout-proxy'],
    'forbids it': ['refused', 'not-allowed'],
    'does not get through': ['dead', 'gateway'],
    'pours without end': ['dead', 'garbage'],
  };
  it.each(Object.entries(ofSocks))('SOCKS5: %s', async (name, [state, reason]) => {
    const proxy = await kept(startHostile(SOCKS_PLAYS[name as keyof typeof SOCKS_PLAYS] as Play));

    expect(await probe(proxy, 'socks5', OWN, limitOf(reason))).toMatchObject({ state, reason });
    await expect.poll(proxy.open).toBe(0);
  });

  it('a forged exit address is not believed', async () => {
    const forger = await kept(startTarget((_, response) => response.end('{"ip":"198.51.100.1"}')));
    const proxy = await kept(startHostile(leadsTo(forger.port)));
    expect(await probe(proxy, 'http')).toMatchObject({ state: 'dead', reason: 'tampered', exitIp: null });
  });

  it('it is not believed either when an environment variable switches certificates off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const forger = await kept(startTarget((_, response) => response.end('{"ip":"198.51.100.1"}')));
    const proxy = await kept(startHostile(leadsTo(forger.port)));
    expect(await probe(proxy, 'http')).toMatchObject({ state: 'dead', reason: 'tampered', exitIp: null });
    vi.unstubAllEnvs();
  });

  it.each(['http', 'socks5'] as const)(
    '%s: a proxy that closes before the request is done with at once',
    async (protocol) => {
      const proxy = await kept(
        startHostile((socket) => {
          socket.resume();
          socket.end();
        }),
      );
      expect(await probe(proxy, protocol)).toMatchObject({ state: 'dead', reason: 'reset' });
      await expect.poll(proxy.open).toBe(0);
    },
  );

  it('no more of an answer is read than needed, and the wait ends at its limit', async () => {
    const endless = await kept(
      startTarget((_, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write('z'.repeat(10_000)));
        };
        response.on('drain', more);
        more();
      }),
    );
    const trickling = await kept(
      startTarget((_, response) => {
        const timer = setInterval(() => response.write('.'), 20);
        response.once('close', () => clearInterval(timer));
      }),
    );
    const proxy = await kept(startProxyChain());
    expect(await probe(proxy, 'http', OWN, { address: endless.url, ca: endless.ca })).toMatchObject({ state: 'alive' });
    expect(await probe(proxy, 'http', OWN, { address: trickling.url, ca: trickling.ca, ...SOON })).toMatchObject({
      state: 'dead',
      reason: 'timeout-answer',
    });
  });

  it('redirects are not followed', async () => {
    let asked = 0;
    const leading = await kept(
      startTarget((request, response) => {
        asked += 1;
        response.writeHead(302, { location: `https://localhost:${target.port}/${request.url}` }).end();
      }),
    );
    const proxy = await kept(startProxyChain());
    const order = { address: leading.url, ca: leading.ca };
    expect(await probe(proxy, 'http', OWN, order)).toMatchObject({ state: 'alive', exitIp: null });
    expect(asked).toBe(1);
  });
});

describe('proxies that do not exist', () => {
  it('are recognised by a closed port or an unknown name', async () => {
    const gone = await startProxyChain();
    await gone.close();
    expect(await probe(gone, 'http')).toMatchObject({ state: 'dead', reason: 'connection-refused' });
    const named = createProbe({ address: target.url, timeoutMs: 5_000, slowMs: 1, ca: target.ca, gateway: null });
    expect(
      await named({ host: 'no-such-host.invalid', port: 1, protocol: 'http', credentials: null }, NEVER),
    ).toMatchObject({
      state: 'dead',
      reason: 'name',
    });
  });

  it.skipIf(!hasDebianProxies)('are not contacted over SOCKS5 with a login that it cannot carry', async () => {
    const proxy = await kept(startMicrosocks());
    expect(await probe(proxy, 'socks5', { login: 'x'.repeat(256), password: 'y' })).toMatchObject({
      state: 'unreadable',
      reason: 'too-long',
    });
  });

  it('lose their connection when the check is aborted', async () => {
    const proxy = await kept(startHostile(PLAYS.silent));
    const abort = new AbortController();
    const ask = createProbe({ address: target.url, timeoutMs: 60_000, slowMs: 1, ca: target.ca, gateway: null });
    const asked = ask({ host: '127.0.0.1', port: proxy.port, protocol: 'http', credentials: OWN }, abort.signal);
    await expect.poll(proxy.open).toBe(1);
    abort.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    await expect.poll(proxy.open).toBe(0);
  });
});
