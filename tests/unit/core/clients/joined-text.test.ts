import { expect, it } from 'vitest';
import { textFile } from '#core/catalogue/clients/csv-file.ts';
import { cpuTimeOf } from '../../../support/cpu-time.ts';

const UTF8 = Buffer.from('Привет;1\n');
const WINDOWS = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x3b, 0x32, 0x0a]);

it('the beginning of a text whose encoding changes at each line is read without its end', async () => {
  const pair = Buffer.concat([UTF8, WINDOWS]);
  const file = await textFile('joined.csv', Buffer.concat(Array.from({ length: 200_000 }, () => pair)));
  const read = (): string => Array.from(file.decode(file.encoding, 10 * pair.length), ({ text }) => text).join('');
  expect(read()).toBe('Привет;1\nПривет;2\n'.repeat(10));
  // Each of its 400,000 parts would take a decoder of its own.
  const tenTimes = cpuTimeOf(() => {
    for (let time = 0; time < 10; time += 1) read();
  });
  expect(tenTimes).toBeLessThan(100);
});
