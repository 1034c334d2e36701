import { describe, expect, it } from 'vitest';
import { Fields } from '#sandbox/fields.ts';

const body = (values: object): Fields => new Fields('body', new Map(Object.entries(values)));
const query = (text: string): Fields => new Fields('query', new Map(new URLSearchParams(text)));

describe('fields', () => {
  it.each([Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 0])('read the whole number %i from both', (value) => {
    expect(body({ id: value }).int('id')).toBe(value);
    expect(query(`id=${value}`).int('id')).toBe(value);
  });

  it.each(['9007199254740992', '-9007199254740992', '1.5', '1e3', '0x10', ' 1', '', '٣'])(
    'refuse "%s" as a whole number in a query',
    (value) => {
      expect(() => query(new URLSearchParams({ id: value }).toString()).int('id')).toThrow(/"id"/);
    },
  );

  it.each([['1'], [null], [true], [2 ** 53], [0.5], [[1]], [{}]])('refuse %j as a whole number in a body', (value) => {
    expect(() => body({ id: value }).int('id')).toThrow(/"id"/);
  });

  it('read ids from a list in a body and from commas in a query', () => {
    expect(body({ ids: [3, 1] }).ids('ids')).toEqual([3, 1]);
    expect(query('ids=3, 1').ids('ids')).toEqual([3, 1]);
    for (const text of ['', '3,', '3,x', '3,3', '1.5', '-1']) {
      expect(() => query(new URLSearchParams({ ids: text }).toString()).ids('ids')).toThrow(/"ids"/);
    }
    for (const value of [[], ['3'], '3', [3, 3], [1.5], undefined]) {
      expect(() => body({ ids: value }).ids('ids')).toThrow(/"ids"/);
    }
  });

  it('lower-case codes and take each once', () => {
    expect(body({ countries: ['US', 'us', 'De'] }).someCodes('countries')).toEqual(['us', 'de']);
    expect(body({}).codes('states')).toEqual([]);
    expect(() => body({ countries: [] }).someCodes('countries')).toThrow(/at least 1/);
  });

  it('are not fooled by names that every object has', () => {
    const sent: unknown = JSON.parse('{"__proto__": {"messenger_id": 5}}');
    expect(() => body(Object(sent)).int('messenger_id')).toThrow(/required/);
    expect(() => body({}).text('constructor')).toThrow(/required/);
  });
});
