import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clientFieldsOf } from '#shared/domain/client-fields.ts';
import { createClockAt } from '../../support/skipping-clock.ts';
import { workbook } from '../../support/workbook.ts';
import { type CsvDesk, startCsvDesk } from './csv-desk.ts';
import { list } from './sample.ts';

const NOW = Date.UTC(2026, 10, 5);

let csv: CsvDesk;
beforeEach(async () => {
  // Ends of more than three years ago are doubtful, and those of the tests are not.
  csv = await startCsvDesk({ clock: createClockAt(NOW) });
  await csv.desk.call('settings.update', { language: 'en' });
});
afterEach(() => csv.close());

const plans = async ({ desk }: CsvDesk = csv) =>
  (await list(desk))
    .toSorted((a, b) => a.messengerId - b.messengerId)
    .map(({ note, plan, paidUntil }) => [note, plan, paidUntil]);

const FIRST = [
  'ID;Key;Name;Note;Plan;Paid until',
  '5012345678;a;A;vip;1 month;31.12.2026',
  '5012345679;b;B;;;2026-12-31',
  '5012345680;c;C;;year;',
].join('\n');

it('become fields of the client, which a later import updates', async () => {
  const first = await csv.open(FIRST);
  expect(first.reading.columns).toEqual(['messengerId', 'clientKey', 'name', 'note', 'plan', 'paidUntil']);
  expect(first.sample[0]).toMatchObject({ note: 'vip', plan: '1 month', paidUntil: '2026-12-31' });
  await csv.confirm(first);
  expect(await plans()).toEqual([
    ['vip', '1 month', '2026-12-31'],
    ['', '', '2026-12-31'],
    ['', 'year', null],
  ]);

  const later = await csv.open(
    'ID;Key;Plan;Paid until\n5012345678;a;3 months;2027-03-31\n5012345679;b;;2027-01-31\n5012345680;c;;\n',
  );
  expect(later.sample.map(({ status, plan, paidUntil }) => [status, plan, paidUntil])).toEqual([
    ['exists', '3 months', '2027-03-31'],
    ['exists', '', '2027-01-31'],
    ['exists', '', null],
  ]);
  await csv.confirm(later, 'update');
  expect(await plans()).toEqual([
    ['vip', '3 months', '2027-03-31'],
    ['', '', '2027-01-31'],
    ['', 'year', null],
  ]);
});

it('are cleared by an end that does not exist, but not by a cell that says nothing or cannot be read', async () => {
  await csv.confirm(await csv.open(FIRST));
  const cells = ['0', 'unlimited', 'null', '', '03/04/2027', '01.01.1970', 'soon'];
  const days: (string | null)[] = [];
  for (const cell of cells) {
    await csv.confirm(await csv.open('ID;Key;Paid until\n5012345678;a;2026-12-31\n'), 'update');
    await csv.confirm(await csv.open(`ID;Key;Paid until\n5012345678;a;${cell}\n`), 'update');
    days.push((await list(csv.desk)).find(({ clientKey }) => clientKey === 'a')?.paidUntil ?? null);
  }
  expect(days).toEqual([null, null, ...cells.slice(2).map(() => '2026-12-31')]);
});

it('are put back by the undo of the import, except where they were edited since', async () => {
  await csv.confirm(await csv.open(FIRST));
  const later = [
    'ID;Key;Name;Note;Tags;Plan;Paid until',
    '5012345678;a;Anna;new;vip;3 months;2027-03-31',
    '5012345679;b;B;;;3 months;2027-03-31',
    '5012345680;c;C;;;year;',
    '5012345681;d;D;;;year;2027-03-31',
  ].join('\n');
  await csv.confirm(await csv.open(later), 'update');
  const edited = (await list(csv.desk)).find(({ clientKey }) => clientKey === 'b');
  if (edited === undefined) throw new Error('there is no such client');
  await csv.desk.call('clients.update', { clientId: edited.id, ...clientFieldsOf(edited), tags: [], plan: 'by hand' });
  const { rows } = await csv.desk.call('undo.list', { offset: 0, limit: 9 });
  expect(rows[0]).toMatchObject({ kind: 'clients-import', count: 3 });
  expect(await csv.desk.call('undo.takeBack', { undoId: rows[0]?.id ?? 0 })).toEqual({ count: 2, left: 1 });
  expect(await plans()).toEqual([
    ['vip', '1 month', '2026-12-31'],
    ['', 'by hand', '2027-03-31'],
    ['', 'year', null],
  ]);
  const [anna] = (await list(csv.desk)).filter(({ clientKey }) => clientKey === 'a');
  expect(anna).toMatchObject({ name: 'A', tags: [] });
});

it('are in the export, which brings the same clients again', async () => {
  const file = [
    'ID;Key;Name;Plan;Paid until',
    '5012345678;a;A;=SUM(1);2026-12-31',
    '5012345679;b;B;1 month;2099-12-31',
    '5012345680;c;C;00123;2000-01-01',
    '5012345681;d;D;;',
    '5012345682;e;E;3E+10;',
  ].join('\n');
  await csv.confirm(await csv.open(file));
  // A spreadsheet would have damaged such a plan. The user typed it, so it stays.
  const last = (await list(csv.desk)).find(({ clientKey }) => clientKey === 'e');
  if (last === undefined) throw new Error('there is no such client');
  await csv.desk.call('clients.update', { clientId: last.id, ...clientFieldsOf(last), tags: [], plan: '3E+10' });
  const before = await plans();
  expect(before).toEqual([
    ['', '=SUM(1)', '2026-12-31'],
    ['', '1 month', '2099-12-31'],
    ['', '00123', '2000-01-01'],
    ['', '', null],
    ['', '3E+10', null],
  ]);
  for (const language of ['en', 'ru'] as const) {
    const path = join(csv.folder, `${language}.csv`);
    csv.desk.dialogs.saveQueue.push(path);
    const sort = { by: 'messengerId', direction: 'asc' } as const;
    await csv.desk.call('clients.exportCsv', { filter: {}, sort, language });
    const other = await startCsvDesk({ clock: createClockAt(NOW) });
    try {
      const again = await other.open(await readFile(path));
      expect(again.counts).toMatchObject({ new: 5, incompleteNew: 0 });
      await other.confirm(again);
      expect(await plans(other)).toEqual(before);
    } finally {
      await other.close();
    }
  }
});

it('leaves them out if the user ignores the columns', async () => {
  const preview = await csv.open('ID;Key;Plan\n5012345678;a;1 month\n');
  const { importId, reading } = preview;
  const columns = ['messengerId', 'clientKey', 'ignore'] as const;
  await csv.confirm(
    await csv.desk.call('clients.importPreview', { importId, reading: { ...reading, columns: [...columns] } }),
  );
  expect(await plans()).toEqual([['', '', null]]);
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
  expect(await plans()).toEqual([
    ['', '1 month', '2026-12-31'],
    ['', '1 month', null],
    ['', '1 month', null],
    ['', '', null],
    ['', '1 month', null],
    ['', '1 month', '2099-12-31'],
    ['', '1 month', null],
  ]);
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
    'ID;Key;Paid until\n5012345671;a;03/04/2027\n5012345672;b;2026-12-31\n',
  );
  // The first lines show the days that were read, so that they can be compared.
  expect(sample.map(({ paidUntil }) => paidUntil)).toEqual([null, '2026-12-31']);
  const preview = await csv.desk.call('clients.importPreview', { importId, reading: { ...reading, dayFirst: false } });
  expect(preview).toMatchObject({ twoDays: null, counts: { incompleteNew: 0 } });
  await csv.confirm(preview);
  expect(await plans()).toEqual([
    ['', '', '2027-03-04'],
    ['', '', '2026-12-31'],
  ]);
});

it('takes the order of day and month that another line proves, until the user changes it', async () => {
  const preview = await csv.open('ID;Key;Paid until\n5012345671;a;03/04/2027\n5012345672;b;31/12/2026\n');
  const proven = { dayFirst: true, line: 3, text: '31/12/2026', example: '03/04/2027' };
  expect(preview).toMatchObject({ provenOrder: proven, twoDays: null, reading: { dayFirst: null } });
  const reading = { ...preview.reading, dayFirst: false };
  const other = await csv.desk.call('clients.importPreview', { importId: preview.importId, reading });
  expect(other.sample.map(({ paidUntil }) => paidUntil)).toEqual(['2027-03-04', '2026-12-31']);
  await csv.confirm(
    await csv.desk.call('clients.importPreview', { importId: preview.importId, reading: preview.reading }),
  );
  expect(await plans()).toEqual([
    ['', '', '2027-04-03'],
    ['', '', '2026-12-31'],
  ]);
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
    expect(preview.sample.map(({ paidUntil }) => paidUntil)).toEqual(['2026-12-31', '2026-12-31', null]);
    expect(await problemsOf(preview.importId, 'incomplete')).toEqual([[4, 'paidUntil', 'paid-until-damaged', '#N/A']]);
  }
});

it('tells when a plan is too long, and imports the client without it', async () => {
  const preview = await csv.open(`ID;Key;Plan;Paid until\n5012345671;a;${'x'.repeat(301)};2026-12-31\n`);
  expect(await problemsOf(preview.importId, 'incomplete')).toEqual([[2, 'plan', 'plan-too-long', null]]);
  await csv.confirm(preview);
  expect(await plans()).toEqual([['', '', '2026-12-31']]);
});
