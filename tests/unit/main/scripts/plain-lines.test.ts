import { expect, it } from 'vitest';
import { jsonLine, plainLines } from '../../../../electron/main/scripts/plain-lines.ts';

it('rows are lines with tabs, and have titles for a person only', () => {
  const answer = {
    total: 2,
    rows: [
      { client: '1:a', owedKopecks: 12_345, since: 0 },
      { client: '2:b', owedKopecks: null, since: null },
    ],
  };
  expect(plainLines(answer, false)).toBe('1:a\t123.45\t1970-01-01T00:00:00.000Z\n2:b\t\t');
  expect(plainLines(answer, true).split('\n')[0]).toBe('client\towedRub\tsince');
  expect(plainLines({ total: 0, rows: [] }, true)).toBe('');
});

it('facts are lines with a name and a value', () => {
  const answer = { account: 'Main', balanceKopecks: -50, tags: ['vip', 'опт'], pools: [{ gb: 1 }], online: true };
  expect(plainLines(answer, true)).toBe(
    'account\tMain\nbalanceRub\t-0.50\ntags\tvip, опт\npools\t[{"gb":1}]\nonline\ttrue',
  );
});

it('a text of somebody else neither breaks a line nor commands the terminal', () => {
  const hostile = 'a\tb\nc\u001b[31m\u009b2J\u2028d';
  expect(plainLines({ rows: [{ name: hostile }] }, false)).toBe('a b c [31m 2J d');
  expect(plainLines({ rows: [hostile] }, false)).toBe('a b c [31m 2J d');
  expect(plainLines({ name: [hostile] }, false)).toBe('name\ta b c [31m 2J d');
});

it('a name cannot exchange columns by changing the direction of the text', () => {
  expect(plainLines({ rows: [{ name: 'a\u202eb\u2066c', owedKopecks: 100 }] }, false)).toBe('a b c\t1.00');
});

it('JSON commands no terminal either, and keeps every text', () => {
  const hostile = { name: 'a\u001b[31m\u009b2J\u007f\u2028\u202e\u2066d' };
  const line = jsonLine(hostile);
  expect(line).toMatch(/^[ -~]+$/);
  expect(JSON.parse(line)).toEqual(hostile);
});
