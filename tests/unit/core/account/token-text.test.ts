import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseToken } from '#core/service/account/token-text.ts';

const visible = fc
  .string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 1 })
  .filter((token) => !/^bearer$/i.test(token));

describe('a pasted token', () => {
  it('is accepted unchanged except for white space around it', () => {
    fc.assert(
      fc.property(visible, fc.constantFrom('', ' ', '\n', '\r\n', '\t', '\u00a0'), (token, space) => {
        expect(parseToken(`${space}${token}${space}`)).toEqual({ ok: true, value: token });
      }),
    );
  });

  it('is refused when a header could not carry it', () => {
    fc.assert(
      fc.property(visible, fc.constantFrom(' ', '\n', '\0', '\u200b', 'ё', '\u00a0', '😀'), visible, (a, bad, b) => {
        fc.pre(!/^bearer$/i.test(a));
        expect(parseToken(`${a}${bad}${b}`)).toMatchObject({ ok: false, problem: { code: 'token-characters' } });
      }),
    );
  });

  it.each(['', ' ', '\n', 'Bearer  '])('is reported as missing when there is none (%j)', (typed) => {
    expect(parseToken(typed).ok).toBe(false);
  });
});
