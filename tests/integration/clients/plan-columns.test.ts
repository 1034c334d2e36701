import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClockAt } from '../../support/skipping-clock.ts';
import { workbook } from '../../support/workbook.ts';
import { type CsvDesk, startCsvDesk } from './csv-desk.ts';
import { list } from './sample.ts';

let csv: CsvDesk;
beforeEach(async () => {
  // Ends of more than three years ago are doubtful, and those of the tests are not.
  csv = await startCsvDesk({ clock: createClockAt(Date.UTC(2026, 10, 5)) });
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

const EXPORT = [
  'ID;Key;Plan;Paid until',
  '5012345671;good;1 month;2026-12-31',
  '5012345672;damaged;1 month;1,76714E+12',
  '5012345673;zero;1 month;01.01.1970',
  '5012345674;later;#REF!;-2592000000',
  '5012345675;two-ways;1 month;03/04/2027',
  '5012345676;far;1 month;2099-12-31',
  '5012345677;never;1 month;0',
  ';nobody;1 month;2026-12-31',
].join('\n');

const problemsOf = async (importId: number, kind: 'bad' | 'incomplete') => {
  const { rows } = await csv.desk.call('clients.importProblems', { importId, kind, offset: 0, limit: 50 });
  return rows.map(({ line, field, code, params }) => [line, field, code, params?.text ?? null]);
};

const TOLD = [
  [3, 'paidUntil', 'paid-until-damaged', '1,76714E+12'],
  [4, 'paidUntil', 'paid-until-impossible', '01.01.1970'],
  [5, 'plan', 'plan-damaged', '#REF!'],
  [5, 'paidUntil', 'paid-until-not-begun', '-2592000000'],
  [6, 'paidUntil', 'paid-until-two-ways', '03/04/2027'],
];

it('tells every end and plan that cannot be read, with its line and text, and imports the client without it', async () => {
  const preview = await csv.open(EXPORT);
  expect(preview).toMatchObject({
    counts: { records: 8, new: 7, bad: 1, incompleteNew: 4, incompleteExisting: 0 },
    notes: { doubtfulEnds: 1, doubtfulLines: [7] },
    twoDays: '03/04/2027',
  });
  expect(await problemsOf(preview.importId, 'incomplete')).toEqual(TOLD);
  expect((await problemsOf(preview.importId, 'bad')).map(([line, field]) => [line, field])).toEqual([
    [9, 'messengerId'],
  ]);
  const { runId, ...result } = await csv.confirm(preview);
  expect(result).toMatchObject({ added: 7, bad: 5 });
  expect((await notes()).toSorted()).toEqual(
    [
      'Plan: 1 month; paid until 2026-12-31',
      'Plan: 1 month',
      'Plan: 1 month',
      '',
      'Plan: 1 month',
      'Plan: 1 month; paid until 2099-12-31',
      'Plan: 1 month',
    ].toSorted(),
  );
  // The report keeps them, so that the lines can be corrected and imported again.
  const report = await csv.desk.call('clients.importReportLines', { runId, offset: 0, limit: 50 });
  expect(report.rows.map(({ line, field, code, params }) => [line, field, code, params?.text ?? null])).toEqual([
    ...TOLD,
    [9, 'messengerId', 'messenger-id-empty', null],
  ]);
});

it('holds their lines back if the user says so, and takes them when they are corrected', async () => {
  const { importId } = await csv.open(EXPORT);
  const held = await csv.desk.call('clients.importConfirm', { importId, existing: 'skip', faulty: 'hold' });
  expect(held).toMatchObject({ added: 3, skipped: 0, bad: 5 });
  expect((await list(csv.desk)).map(({ clientKey }) => clientKey).toSorted()).toEqual(['far', 'good', 'never']);
  const corrected = await csv.open(EXPORT.replace('1,76714E+12', '2027-01-31'));
  expect(corrected.counts).toMatchObject({ new: 4, exists: 3, incompleteNew: 3 });
});

it('reads all dates in the order of day and month that the user chose', async () => {
  const { importId, reading, sample } = await csv.open(
    'ID;Key;Paid until\n5012345671;a;03/04/2027\n5012345672;b;12/31/2026\n',
  );
  // The first lines show the days that were read, so that they can be compared.
  expect(sample.map(({ paidUntil }) => paidUntil)).toEqual(['', '2026-12-31']);
  const preview = await csv.desk.call('clients.importPreview', { importId, reading: { ...reading, dayFirst: false } });
  expect(preview).toMatchObject({ twoDays: null, counts: { incompleteNew: 0 } });
  await csv.confirm(preview);
  expect((await notes()).toSorted()).toEqual(['Paid until 2026-12-31', 'Paid until 2027-03-04']);
});

it('reads the dates of a workbook, formatted or not, from 1900 or 1904', async () => {
  for (const isFrom1904 of [false, true]) {
    const serial = isFrom1904 ? 44925 : 46387;
    const preview = await csv.open(
      workbook({
        isFrom1904,
        styles: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
        sheets: [
          {
            name: 'A',
            rows: [
              ['ID', 'Key', 'Paid until'],
              [5012345671, `a${isFrom1904}`, { xml: `<c s="1"><v>${serial}</v></c>` }],
              [5012345672, `b${isFrom1904}`, serial],
              [5012345673, `c${isFrom1904}`, { xml: '<c><f>TODAY()</f></c>' }],
            ],
          },
        ],
      }),
      `${isFrom1904}.xlsx`,
    );
    expect(preview.sample.map(({ note }) => note)).toEqual(['Paid until 2026-12-31', 'Paid until 2026-12-31', '']);
    expect(await problemsOf(preview.importId, 'incomplete')).toEqual([[4, 'paidUntil', 'paid-until-damaged', '#N/A']]);
  }
});

it('tells when a note has no room for the plan', async () => {
  await csv.confirm(await csv.open(`ID;Key;Note\n5012345671;a;${'x'.repeat(4_990)}\n`));
  const preview = await csv.open('ID;Key;Plan;Paid until\n5012345671;a;1 month;2026-12-31\n');
  expect(preview.counts).toMatchObject({ exists: 1, incompleteExisting: 1 });
  expect(await problemsOf(preview.importId, 'incomplete')).toEqual([
    [2, 'note', 'plan-note-full', 'Plan: 1 month; paid until 2026-12-31'],
  ]);
  expect(await csv.confirm(preview, 'update')).toMatchObject({ updated: 1, bad: 1 });
  expect((await notes())[0]).toHaveLength(4_990);
});
