import { expect, it } from 'vitest';
import { ownParts } from '#core/jobs/check/own-part.ts';

const shown = (lines: readonly string[]): string[] => ownParts(lines).map((end, at) => (lines[at] ?? '').slice(0, end));

it('ends with the word in which a line differs from the lines beside it', () => {
  const lines = ['101', '102', '201'].map(
    (session) => `gw.example:10000:anna_session-${session}_lifetime-10m:••••••••`,
  );
  expect(shown(lines)).toEqual(['101', '102', '201'].map((session) => `gw.example:10000:anna_session-${session}`));
});

it('ends with the port, or the address, if nothing else differs', () => {
  const ports = ['gw.example:10000:anna:••••••••', 'gw.example:10002:anna:••••••••'];
  expect(shown(ports)).toEqual(['gw.example:10000', 'gw.example:10002']);
  expect(shown(['203.0.113.7:8000', '203.0.113.8:8000'])).toEqual(['203.0.113.7', '203.0.113.8']);
});

it('is not taken from the password, or from a line beside lines of another kind', () => {
  const session = (id: string) => `gw.example:10000:anna_session-${id}_lifetime-10m:••••••••`;
  expect(shown(['gw.example:10000', session('a1'), session('b2')])).toEqual([
    'gw.example:10000',
    'gw.example:10000:anna_session-a1',
    'gw.example:10000:anna_session-b2',
  ]);
  expect(shown(['gw.example:10000', session('a1')])[1]).toBe('gw.example:10000:anna_session-a1_lifetime-10m');
});

it('is empty for a line that equals its neighbours or stands alone', () => {
  const same = 'gw.example:10000:anna:••••••••';
  expect(shown([same, same, 'other.example:1:b:••••••••'])).toEqual(['', 'gw.example:10000:anna', 'other.example:1:b']);
  expect(shown([same])).toEqual(['']);
  expect(shown([])).toEqual([]);
});

it('is the address of proxies that have one each, whatever their logins', () => {
  expect(shown(['203.0.115.2:8000:xl1:••••••••', '203.0.115.20:8000:xl19:••••••••'])).toEqual([
    '203.0.115.2:8000',
    '203.0.115.20:8000',
  ]);
  expect(shown(['[2001:db8::1]:8000:anna:••••••••', '[2001:db8::2]:8000:bob:••••••••'])).toEqual([
    '[2001:db8::1]:8000',
    '[2001:db8::2]:8000',
  ]);
  const same = ['203.0.113.5:8000:s-aaa:••••••••', '203.0.113.5:8000:s-bbb:••••••••'];
  expect(shown(same)).toEqual(['203.0.113.5:8000:s-aaa', '203.0.113.5:8000:s-bbb']);
});
