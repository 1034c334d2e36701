import { expect, it } from 'vitest';
import { isMarkOf, markOf } from '#core/service/account/token-mark.ts';

const TOKEN = { baseUrl: 'https://service.example', token: 'a-token-of-a-reseller' };

it('recognises the same token at the same address, and no other', () => {
  const mark = markOf(TOKEN);
  expect(isMarkOf(mark, TOKEN)).toBe(true);
  expect(isMarkOf(mark, { ...TOKEN, token: `${TOKEN.token}2` })).toBe(false);
  expect(isMarkOf(mark, { ...TOKEN, baseUrl: 'https://another.example' })).toBe(false);
});

it('does not contain the token, and differs each time', () => {
  expect(markOf(TOKEN)).not.toContain(TOKEN.token);
  expect(markOf(TOKEN)).not.toBe(markOf(TOKEN));
});

it.each(['', 'nonsense', ':', '00:00', 'zz:yy'])('does not accept "%s" as the mark of a token', (mark) => {
  expect(isMarkOf(mark, TOKEN)).toBe(false);
});
