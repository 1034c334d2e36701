import { describe, expect, it } from 'vitest';
import { findMyAddresses } from '#core/catalogue/premium/my-addresses.ts';
import { readAddress } from '#shared/domain/exit-answer.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const nic = (address: string, internal = false) => ({
  address,
  internal,
  family: address.includes(':') ? ('IPv6' as const) : ('IPv4' as const),
  netmask: '',
  mac: '',
  cidr: null,
  ...(address.includes(':') ? { scopeid: 0 } : {}),
});
const interfaces = () => ({
  lo: [nic('127.0.0.1', true), nic('::1', true)],
  eth0: [nic('192.168.1.20'), nic('fe80::1'), nic('2a02:6b8::99')],
});

interface Asked {
  readonly url: string;
  readonly init: RequestInit;
}

const find = async (answer: () => Promise<Response>, lookupUrl = 'https://ip.example.com') => {
  const asked: Asked[] = [];
  const addresses = await findMyAddresses({
    clock: createFakeClock(),
    lookupUrl: () => lookupUrl,
    interfaces: interfaces as never,
    fetch: (url, init) => {
      asked.push({ url, init });
      return answer();
    },
  });
  return { asked, addresses };
};

describe('the addresses of this machine', () => {
  it('are the looked-up one, then its own public ones, then its private ones', async () => {
    const { addresses } = await find(async () => new Response('203.0.113.9\n'));
    expect(addresses).toEqual([
      { ip: '203.0.113.9', source: 'lookup', isPublic: true },
      { ip: '2a02:6b8::99', source: 'interface', isPublic: true },
      { ip: '192.168.1.20', source: 'interface', isPublic: false },
    ]);
  });

  it('are requested without the token or any other data of the account', async () => {
    const { asked } = await find(async () => new Response('8.8.4.4'));
    expect(asked).toHaveLength(1);
    expect(Object.keys(asked[0]?.init.headers ?? {})).toEqual(['Accept']);
    expect(asked[0]?.init).toMatchObject({ credentials: 'omit', redirect: 'error' });
    expect(asked[0]?.init.body).toBeUndefined();
  });

  it('are found without the look-up when a stranger never stops answering', async () => {
    let sent = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1_000;
        // The stream stops far beyond the limit, because otherwise a failing test would never end.
        if (sent > 10_000_000) controller.close();
        else controller.enqueue(new Uint8Array(1_000).fill(0x20));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    const { addresses } = await find(async () => new Response(endless));
    expect(addresses.map(({ source }) => source)).toEqual(['interface', 'interface']);
    expect(isCancelled).toBe(true);
    expect(sent).toBeLessThan(50_000);
  });

  it.each([
    ['', 'nobody'],
    ['http://ip.example.com', 'nobody in the clear'],
    ['file:///etc/passwd', 'no file'],
    ['not an address', 'no nonsense'],
  ])('with %j ask %s', async (url) => {
    const { asked, addresses } = await find(async () => new Response('8.8.4.4'), url);
    expect(asked).toEqual([]);
    expect(addresses.map((address) => address.source)).toEqual(['interface', 'interface']);
  });

  it("are only the machine's own when the look-up fails or answers nonsense", async () => {
    const broken = await find(async () => Promise.reject(new Error('offline')));
    const page = await find(async () => new Response('<html>busy</html>', { status: 503 }));
    const nothing = await find(async () => new Response('hello'));
    for (const { addresses } of [broken, page, nothing]) expect(addresses).toHaveLength(2);
  });

  it('do not wait longer than 5 s for the look-up', async () => {
    const clock = createFakeClock();
    let signal: AbortSignal | null | undefined;
    const found = findMyAddresses({
      clock,
      lookupUrl: () => 'https://ip.example.com',
      interfaces: interfaces as never,
      fetch: (_, init) => {
        signal = init.signal;
        return new Promise(() => {});
      },
    });
    await clock.advance(5_000);
    expect(await found).toHaveLength(2);
    expect(signal?.aborted).toBe(true);
    expect(clock.sleeping()).toBe(0);
  });
});

describe('the answer of a look-up', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['"203.0.113.9"', '203.0.113.9'],
    ['{"ip":"203.0.113.9"}', '203.0.113.9'],
    ['{"origin": "203.0.113.9, 10.0.0.1"}', '203.0.113.9'],
    ['{"query":{"address":"2001:db8::7"}}', '2001:db8::7'],
    ['ip=2001:db8::7\nts=1700000000.123', '2001:db8::7'],
  ])('%j holds %s', (body, ip) => {
    expect(readAddress(body)).toBe(ip);
  });

  it.each(['', 'hello', '{"time":"12:30:59"}', 'version 1.2.3'])('%j holds none', (body) => {
    expect(readAddress(body)).toBeNull();
  });
});
