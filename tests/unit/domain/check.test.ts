import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDuration, checkProblems, isCheckAddress } from '#shared/domain/check.ts';
import { readAddress, readCountry } from '#shared/domain/exit-answer.ts';

describe('the settings of a check', () => {
  const how = { address: 'https://example.com/ip', atOnce: 100, timeoutS: 15, slowS: 2.5 };

  it('must be an https address without a login, and numbers within their limits', () => {
    expect(checkProblems(how)).toEqual([]);
    const fields = (change: Partial<typeof how>) =>
      checkProblems({ ...how, ...change }).map(({ field, code }) => `${field} ${code}`);
    expect(fields({ address: ' ' })).toEqual(['address required']);
    for (const address of [
      'http://example.com',
      'https://a:b@example.com',
      'example.com',
      'https://',
      'ftp://x',
      `https://${'a'.repeat(254)}`,
    ]) {
      expect(fields({ address })).toEqual(['address check-address']);
    }
    expect(fields({ atOnce: 0, timeoutS: 61, slowS: Number.NaN })).toEqual([
      'atOnce out-of-range',
      'timeoutS out-of-range',
      'slowS out-of-range',
    ]);
    expect(fields({ atOnce: 1.5 })).toEqual(['atOnce not-whole']);
    expect(isCheckAddress('https://[2001:db8::1]:8443/x?y=1')).toBe(true);
  });

  it('give a minimum and a maximum duration by the number of rounds', () => {
    expect(checkDuration(10_000, { atOnce: 200, timeoutS: 15 })).toEqual({ least: 50, most: 750 });
    expect(checkDuration(1, { atOnce: 200, timeoutS: 15 })).toEqual({ least: 1, most: 15 });
  });
});

describe('the exit of a proxy', () => {
  it.each([
    ['{"ip":"203.0.113.7","country":"DE","loc":"52.5,13.4"}', '203.0.113.7', 'DE'],
    ['{"query": "2001:db8::7", "country": "Germany", "countryCode": "DE"}', '2001:db8::7', 'DE'],
    ['{"origin": "203.0.113.7, 10.0.0.1"}', '203.0.113.7', null],
    [
      'fl=29f1\nh=www.cloudflare.com\nip=203.0.113.7\nts=1700000000.12\nuag=X/118.0.0.0\ncolo=FRA\nloc=de\ntls=TLSv1.3\n',
      '203.0.113.7',
      'DE',
    ],
    ['uag=Chrome/118.0.0.1\nip=203.0.113.7\nloc=T1', '203.0.113.7', null],
    ['203.0.113.7\n', '203.0.113.7', null],
    ['{"ip_address":"203.0.113.7","country_code":"nl"}', '203.0.113.7', 'NL'],
    ['<html><body>Welcome</body></html>', null, null],
    ['{"ip":"999.1.1.1","country":"<b>"}', null, null],
    ['', null, null],
  ])('is read from %j', (body, ip, country) => {
    expect(readAddress(body)).toBe(ip);
    expect(readCountry(body)).toBe(country);
  });

  it('is an address or nothing, whatever the answer is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000 }), (body) => {
        expect(readAddress(body) ?? '1.1.1.1').toMatch(/^[0-9a-f:.]+$/i);
        expect(readCountry(body) ?? 'DE').toMatch(/^[A-Z]{2}$/);
      }),
    );
    for (const part of ['ip=', '"country":', '1.', ' ', 'cc  :  ', 'ip:::::']) {
      expect(readAddress(part.repeat(1_000_000))).toBeNull();
      expect(readCountry(part.repeat(1_000_000)) ?? 'CC').toBe('CC');
    }
  });
});
