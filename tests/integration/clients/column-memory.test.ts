import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CsvDesk, startCsvDesk } from './csv-desk.ts';

let csv: CsvDesk;
beforeEach(async () => {
  csv = await startCsvDesk();
});
afterEach(() => csv.close());

it('proposes the columns that the user chose for the same header, until the app is to detect them again', async () => {
  const first = await csv.open('User ID;Chat ID;Who\n5012345678;4012345678;a\n7100200300;6100200300;b\n');
  expect(first).toMatchObject({ asLastTime: false, columnProblems: ['no-id', 'no-key'] });
  const { importId, reading } = first;
  const chosen = { columns: ['ignore' as const, 'messengerId' as const, 'name' as const], keyFromId: true };
  await csv.confirm(await csv.desk.call('clients.importPreview', { importId, reading: { ...reading, ...chosen } }));

  const next = await csv.open(' user id ;CHAT ID;who\n5012345679;4012345679;c\n7100200301;6100200301;d\n', 'next.csv');
  expect(next).toMatchObject({ asLastTime: true, columnProblems: [], reading: chosen, counts: { new: 2 } });
  const detected = await csv.desk.call('clients.importPreview', {
    importId: next.importId,
    reading: { ...next.reading, keyFromId: false, columns: null },
  });
  expect(detected).toMatchObject({ asLastTime: false, columnProblems: ['no-id', 'no-key'] });
  expect((await csv.open('User ID;Chat ID;Name\n1;2;a\n', 'other.csv')).asLastTime).toBe(false);
});

it('remembers nothing when the user accepts what the app has recognised', async () => {
  const file = 'ID;Key\n5012345678;a\n';
  await csv.confirm(await csv.open(file));
  expect((await csv.open(file)).asLastTime).toBe(false);
});
