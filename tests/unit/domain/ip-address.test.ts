import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicIp } from '#core/catalogue/premium/ip-ranges.ts';
import { bracketedHost, isLocalIp, parseIpAddress } from '#shared/domain/ip-address.ts';

describe('a typed address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['  203.0.113.7\n', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:DB8::1]', '2001:DB8::1'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ])('is accepted: %j', (typed, ip) => {
    expect(parseIpAddress(typed)).toEqual({ ok: true, ip });
  });

  it.each([
    ['', 'ip-empty'],
    ['   ', 'ip-empty'],
    ['203.0.113.0/24', 'ip-range'],
    ['2001:db8::/32', 'ip-range'],
    ['203.0.113.1-203.0.113.9', 'ip-range'],
    ['203.0.113.1 – 9', 'ip-range'],
    ['203.0.113.7:8080', 'ip-has-port'],
    ['[2001:db8::1]:443', 'ip-has-port'],
    ['http://203.0.113.7', 'ip-is-url'],
    ['203.0.113.7, 203.0.113.8', 'ip-several'],
    ['vpn.example.com', 'ip-host-name'],
    ['почта.рф', 'ip-host-name'],
    ['localhost', 'ip-host-name'],
    ['203.0.113', 'ip-invalid'],
    ['203.0.113.256', 'ip-invalid'],
    ['203.0.113.07', 'ip-invalid'],
    ['1::2::3', 'ip-invalid'],
    ['203,0,113,7', 'ip-invalid'],
    ['fe80::1%eth0', 'ip-invalid'],
  ])('%j is refused as %s', (typed, code) => {
    expect(parseIpAddress(typed)).toEqual({ ok: false, code });
  });

  it('accepts every IPv4 and IPv6 address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (ip) => {
        expect(parseIpAddress(ip)).toEqual({ ok: true, ip });
      }),
    );
  });

  it('never throws on anything that people paste', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
        expect(typeof parseIpAddress(typed).ok).toBe('boolean');
      }),
    );
  });
});

describe('a host before a port', () => {
  it.each([
    ['2001:db8::1', '[2001:db8::1]'],
    ['[2001:db8::1]', '[2001:db8::1]'],
    ['203.0.113.7', '203.0.113.7'],
    ['proxy.example.com', 'proxy.example.com'],
    ['', ''],
  ])('has brackets only if it is an IPv6 address: %j', (host, written) => {
    expect(bracketedHost(host)).toBe(written);
  });
});

describe('an address that is valid inside a network only', () => {
  it.each([
    '10.0.0.1',
    '10.255.255.255',
    '127.0.0.1',
    '169.254.1.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.5',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'FD00::1',
    'ff02::1',
    '::ffff:192.168.0.5',
  ])('is %s', (ip) => {
    expect(isLocalIp(ip)).toBe(true);
  });

  it.each([
    '11.0.0.1',
    '172.32.0.1',
    '172.15.0.1',
    '192.169.0.1',
    '100.128.0.1',
    '203.0.113.7',
    '2001:db8::1',
    '::ffff:8.8.8.8',
  ])('is not %s', (ip) => {
    expect(isLocalIp(ip)).toBe(false);
  });

  it('is the same for the window and for the core', () => {
    // An IPv6 address with dots is read as an IPv4 address by the library of the core, whatever stands before the dots.
    const ips = fc.oneof(
      fc.ipV4(),
      fc.ipV6().filter((ip) => !ip.includes('.')),
    );
    fc.assert(
      fc.property(ips, (ip) => isLocalIp(ip) === !isPublicIp(ip)),
      { numRuns: 2_000 },
    );
  });

  it.each(['', '10.0.0', '10.0.0.0/8', 'localhost', '192.168.0.5:80'])('is not a text such as “%s”', (text) => {
    expect(isLocalIp(text)).toBe(false);
  });
});
