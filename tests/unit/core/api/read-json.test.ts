import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '#core/service/api/read-json.ts';

const readOf = (text: string): unknown => {
  const reading = readJson(text);
  return reading.kind === 'json' ? reading.value : reading.kind;
};
const nested = (depth: number, inner = '1') => '['.repeat(depth) + inner + ']'.repeat(depth);

describe('readJson', () => {
  it('reads any JSON that is not too deep without changes', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(readOf(text)).toEqual(JSON.parse(text));
        expect(readOf(`\ufeff ${text} `)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps whole numbers that a double cannot hold as their digits, and no others', () => {
    const text =
      '{"a":9007199254740993,"b":[-9007199254740993, 12345678901234567890],"c":9007199254740992,"d":0.1234567890123456789}';
    expect(readOf(text)).toEqual({
      a: '9007199254740993',
      b: ['-9007199254740993', '12345678901234567890'],
      c: 9007199254740992,
      d: 0.12345678901234568,
    });
    expect(readOf('{"e":1e9007199254740993,"f":"9007199254740993","g":"\\"9007199254740993"}')).toEqual({
      e: Number.POSITIVE_INFINITY,
      f: '9007199254740993',
      g: '"9007199254740993',
    });
  });

  it('refuses any text that is not JSON', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const isJson = (): boolean => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        };
        expect(readJson(text).kind).toBe(isJson() ? 'json' : 'not-json');
      }),
    );
    expect(readJson('[1,').kind).toBe('not-json');
    expect(readJson('['.repeat(100_000)).kind).toBe('not-json');
  });

  it('leaves out values that are too deep, and keeps those around them', () => {
    const text = `{"a":${nested(100_000)},"b":["[[[",{"c":${nested(100, '"]"')}}],"d":"\\"}"}`;
    const value = readOf(text) as { readonly a: unknown; readonly b: readonly unknown[]; readonly d: unknown };
    expect(value.d).toBe('"}');
    expect(value.b[0]).toBe('[[[');
    expect(JSON.stringify(value.a)).toBe(nested(63, 'null'));
    expect(readOf(nested(64))).toEqual(JSON.parse(nested(64)));
  });

  it('refuses more values than any answer has, before they take memory', () => {
    expect(readJson(`[${'{},'.repeat(300_000)}{}]`).kind).toBe('too-many');
    expect(readJson(`[${'1,'.repeat(500_001)}1]`).kind).toBe('too-many');
    const fields = Array.from({ length: 20_100 }, (_, at) => `"${at}":1`).join(',');
    expect(readJson(`{"items":{${fields}}}`).kind).toBe('too-many');
    expect(readJson(`[${'1,'.repeat(400_000)}1]`).kind).toBe('json');
  });
});
