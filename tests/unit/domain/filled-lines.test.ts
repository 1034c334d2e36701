import { describe, expect, it } from 'vitest';
import { countFilledLines, filledLines } from '#shared/domain/filled-lines.ts';
import { recogniseProxies } from '#shared/domain/import-proxies/recognise-proxies.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';

const MEGABYTE = 1024 * 1024;
const MOST = 50_000;

it.each(['\n', '\r', '\r\n'])('yields the lines with their numbers, without blank ones, at %j', (end) => {
  const text = ['', 'one', ' \t', ' two ', '', 'three'].join(end);
  const lines = [
    { line: 2, text: 'one' },
    { line: 4, text: ' two ' },
    { line: 6, text: 'three' },
  ];
  expect([...filledLines(text)]).toEqual(lines);
  expect([...filledLines(text + end)]).toEqual(lines);
  expect(countFilledLines(text)).toBe(3);
});

it('yields nothing for an empty text', () => {
  expect([...filledLines('')]).toEqual([]);
});

describe('a text of many more lines than anybody imports', () => {
  it.each([
    ['line ends', '\n', 0],
    ['words', 'ab\n', MOST],
    ['cells', '203.0.113.7;80;a\n', MOST],
  ])('of %s is given up soon', (_, line, least) => {
    const text = line.repeat((8 * MEGABYTE) / line.length);
    let found = 0;
    const ms = cpuTimeOf(() => {
      found = recogniseProxies(text, MOST).lines.length;
    });
    // Without the limit each of them takes several seconds and more than 400 MB.
    expect(ms).toBeLessThan(2_000);
    expect(found > MOST).toBe(least === MOST);
    expect(found).toBeLessThan(2 * MOST);
  });
});
