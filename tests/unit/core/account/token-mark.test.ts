import { expect, it } from 'vitest';
import { isMarkOf, markOf } from '#core/service/account/token-mark.ts';

const TOKEN = { baseUrl: 'https://service.example', token: 'a-token-of-a-reseller' };

it('knows the same token at the same address again, and no other', () => {
  const mark = markOf(TOKEN);
  expect(isMarkOf(mark, TOKEN)).toBe(true);
  expect(isMarkOf(mark, { ...TOKEN, token: `${TOKEN.token}2` })).toBe(false);
  expect(isMarkOf(mark, { ...TOKEN, baseUrl: 'https://another.example' })).toBe(false);
});

it('does not hold the token, and differs each time', () => {
  expect(markOf(TOKEN)).not.toContain(TOKEN.token);
  expect(markOf(TOKEN)).not.toBe(markOf(TOKEN));
});

it.each(['', 'nonsense', ':', '00:00', 'zz:yy'])('takes "%s" for no mark of any token', (mark) => {
  expect(isMarkOf(mark, TOKEN)).toBe(false);
});
