import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CsvDesk, startCsvDesk } from './csv-desk.ts';
import { list } from './sample.ts';

let csv: CsvDesk;
beforeEach(async () => {
  csv = await startCsvDesk();
  await csv.desk.call('settings.update', { language: 'en' });
});
afterEach(() => csv.close());

const notes = async () => (await list(csv.desk)).map(({ note }) => note);

it('puts the plan and the day until which a client has paid into the note, and renews them there', async () => {
  const first = await csv.open(
    'ID;Key;Name;Note;Plan;Paid until\n5012345678;a;A;vip;1 month;31.12.2026\n5012345679;b;B;;;2026-12-31\n5012345680;c;C;;year;\n',
  );
  expect(first.reading.columns).toEqual(['messengerId', 'clientKey', 'name', 'note', 'plan', 'paidUntil']);
  expect(first.sample[0]?.note).toBe('vip\nPlan: 1 month; paid until 2026-12-31');
  await csv.confirm(first);
  expect(await notes()).toEqual(['vip\nPlan: 1 month; paid until 2026-12-31', 'Paid until 2026-12-31', 'Plan: year']);

  const later =
    'ID;Key;Plan;Paid until\n5012345678;a;3 months;2027-03-31\n5012345679;b;;2027-01-31\n5012345680;c;year;\n';
  await csv.confirm(await csv.open(later), 'update');
  expect(await notes()).toEqual(['vip\nPlan: 3 months; paid until 2027-03-31', 'Paid until 2027-01-31', 'Plan: year']);
});

it('leaves them out if the user ignores the columns', async () => {
  const preview = await csv.open('ID;Key;Plan\n5012345678;a;1 month\n');
  const { importId, reading } = preview;
  const columns = ['messengerId', 'clientKey', 'ignore'] as const;
  await csv.confirm(
    await csv.desk.call('clients.importPreview', { importId, reading: { ...reading, columns: [...columns] } }),
  );
  expect(await notes()).toEqual(['']);
});
