import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasOuterSpaces, isUsableText, parseMessengerId } from '#shared/domain/client-identity.ts';

const codeOf = (typed: string): string => {
  const parsed = parseMessengerId(typed);
  return parsed.ok ? `ok ${parsed.value}` : parsed.problem.code;
};

describe('parseMessengerId', () => {
  it('reads every safe integer as it is written, with or without spaces around it', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom('', ' ', '\u00a0', '\t'), (id, space) => {
        expect(parseMessengerId(`${space}${id}${space}`)).toEqual({ ok: true, value: id });
      }),
    );
  });

  it.each([
    ['9007199254740991', 'ok 9007199254740991'],
    ['-9007199254740991', 'ok -9007199254740991'],
    ['9007199254740992', 'messenger-id-too-large'],
    ['-9007199254740993', 'messenger-id-too-large'],
    ['-0', 'ok 0'],
    ['+7', 'ok 7'],
    ['\u2212100123', 'ok -100123'],
    ["'123456", 'ok 123456'],
    ['', 'messenger-id-empty'],
    ['   ', 'messenger-id-empty'],
    ["'", 'messenger-id-empty'],
    ['1.23E+15', 'messenger-id-shortened'],
    ['1,23E+15', 'messenger-id-shortened'],
    ['1e5', 'messenger-id-shortened'],
    ['12.0', 'messenger-id-fraction'],
    ['12,5', 'messenger-id-fraction'],
    ['0x10', 'messenger-id-not-number'],
    ['0', 'ok 0'],
    ['5 012 345 678', 'ok 5012345678'],
    ['5\u00a0012\u00a0345\u202f678', 'ok 5012345678'],
    ['\u2212100 123 456', 'ok -100123456'],
    ['12 34', 'messenger-id-not-number'],
    ['5012 345', 'messenger-id-not-number'],
    ['5  012', 'messenger-id-not-number'],
    ['@durov', 'messenger-id-not-number'],
    ['--5', 'messenger-id-not-number'],
    ['١٢٣', 'messenger-id-not-number'],
    ['NaN', 'messenger-id-not-number'],
    ['Infinity', 'messenger-id-not-number'],
  ])('reads %j as %s', (typed, outcome) => {
    expect(codeOf(typed)).toBe(outcome);
  });

  it('never returns a rounded number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (id) => {
        const parsed = parseMessengerId(String(id));
        if (parsed.ok) expect(BigInt(parsed.value)).toBe(id);
        else expect(parsed.problem.code).toBe('messenger-id-too-large');
      }),
    );
  });
});

describe('texts', () => {
  it('are refused if they cannot be stored and sent unchanged', () => {
    expect(isUsableText('ключ 🙂 مفتاح')).toBe(true);
    expect(isUsableText('half \ud83d')).toBe(false);
    expect(isUsableText('nul \0')).toBe(false);
  });

  it('show the space that makes two different clients of one key', () => {
    expect(hasOuterSpaces('key ')).toBe(true);
    expect(hasOuterSpaces('\u00a0key')).toBe(true);
    expect(hasOuterSpaces('a key')).toBe(false);
  });
});
