import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  convertProxyLine,
  formatProxyLine,
  hasLayout,
  layoutOf,
  MASK,
  maskProxyLine,
  type ProxyParts,
  parseProxyLine,
} from '#shared/domain/proxy-line.ts';

const CREDENTIAL_SIGNS = [...'abcXYZ019-_.~!#$%^&*()+={}[]|;"\'<>,?/\\', 'ж', '😀'];
const word = fc
  .array(fc.constantFrom(...CREDENTIAL_SIGNS), { minLength: 1, maxLength: 30 })
  .map((signs) => signs.join(''));
const host = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV6().map((ip) => `[${ip}]`),
);
const port = fc.integer({ min: 1, max: 65_535 }).map(String);
const proxy: fc.Arbitrary<ProxyParts> = fc.record({
  host,
  port,
  credentials: fc.record({ login: word, password: word }),
});

describe('the three layouts', () => {
  it('take a line apart and put the same bytes together', () => {
    fc.assert(
      fc.property(proxy, fc.constantFrom(1 as const, 2 as const), (parts, formatId) => {
        const line = formatProxyLine(parts, formatId) ?? '';
        expect(parseProxyLine(line, formatId)).toEqual(parts);
      }),
    );
  });

  it('convert from 1 to 2 and back to the same bytes', () => {
    fc.assert(
      fc.property(proxy, (parts) => {
        const line = formatProxyLine(parts, 1) ?? '';
        const converted = convertProxyLine(line, 1, 2);
        expect(converted).toBe(
          `${parts.credentials?.login}:${parts.credentials?.password}@${parts.host}:${parts.port}`,
        );
        expect(convertProxyLine(converted ?? '', 2, 1)).toBe(line);
      }),
    );
  });

  it.each([
    ['a colon in the password', 'gate.example:8000:login:pa:ss'],
    ['an at sign in the password', 'gate.example:8000:login:p@ss'],
    ['an at sign in the login', 'gate.example:8000:log@in:pass'],
    ['an address without brackets', '2001:db8::1:8000:login:pass'],
    ['a space at the end', 'gate.example:8000:login:pass '],
    ['no password', 'gate.example:8000:login:'],
    ['a port that cannot be', 'gate.example:70000:login:pass'],
    ['nothing', ''],
  ])('do not guess about %s', (_what, line) => {
    expect(convertProxyLine(line, 1, 2)).toBeNull();
  });

  it('never convert to or from the layout without credentials', () => {
    expect(convertProxyLine('gate.example:8000:login:pass', 1, 3)).toBeNull();
    expect(convertProxyLine('gate.example:8000', 3, 1)).toBeNull();
    expect(convertProxyLine('gate.example:8000', 3, 3)).toBe('gate.example:8000');
  });

  it('bracket an IPv6 address in all three', () => {
    const parts = { host: '2001:db8::7', port: '8000', credentials: { login: 'l', password: 'p' } };
    expect([1, 2, 3].map((id) => formatProxyLine(parts, id as 1 | 2 | 3))).toEqual([
      '[2001:db8::7]:8000:l:p',
      'l:p@[2001:db8::7]:8000',
      '[2001:db8::7]:8000',
    ]);
  });
});

describe('recognising the layout', () => {
  it('finds it for a well-formed line of each', () => {
    expect(layoutOf('gate.example:8000:login:pass')).toBe(1);
    expect(layoutOf('login:pass@gate.example:8000')).toBe(2);
    expect(layoutOf('gate.example:8000')).toBe(3);
  });

  it('allows separators inside credentials, which the service may use', () => {
    expect(hasLayout('gate.example:8000:login:p:a@ss', 1)).toBe(true);
    expect(hasLayout('login:p:a@ss@gate.example:8000', 2)).toBe(true);
  });

  it('does not decide when a line has two readings', () => {
    expect(layoutOf('gate.example:8000:login:p@other.example:80')).toBeNull();
    expect(layoutOf('not a proxy')).toBeNull();
  });
});

describe('masking', () => {
  it('never shows the password', () => {
    fc.assert(
      fc.property(proxy, fc.uuid(), fc.constantFrom(1 as const, 2 as const), (parts, secret, formatId) => {
        const credentials = { login: 'login', password: `s${secret}` };
        const masked = maskProxyLine(formatProxyLine({ ...parts, credentials }, formatId) ?? '', formatId);
        expect(masked).not.toContain(secret);
        expect(masked).toContain(parts.host);
        expect(masked).toContain('login');
      }),
    );
  });

  it('hides login and password together when they cannot be told apart', () => {
    expect(maskProxyLine('gate.example:8000:login:se:cret', 1)).toBe(`gate.example:8000:${MASK}`);
    expect(maskProxyLine('login:se@cret@gate.example:8000', 2)).toBe(`${MASK}@gate.example:8000`);
  });

  it('also hides a line of another layout than requested', () => {
    expect(maskProxyLine('login:secret@gate.example:8000', 1)).toBe(`login:${MASK}@gate.example:8000`);
    expect(maskProxyLine('secret of no layout', 1)).toBe(MASK);
    expect(maskProxyLine('gate.example:8000', 3)).toBe('gate.example:8000');
  });
});
