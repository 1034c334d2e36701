import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDesk } from '../../support/desk-core.ts';
import { workbook } from '../../support/workbook.ts';
import { zip } from '../../support/zip.ts';
import { type CsvDesk, startCsvDesk } from './csv-desk.ts';
import { list } from './sample.ts';

let csv: CsvDesk;
let desk: TestDesk;
beforeEach(async () => {
  csv = await startCsvDesk();
  desk = csv.desk;
});
afterEach(() => csv.close());

const pairs = async () =>
  (await list(desk)).map(({ messengerId, clientKey, name }) => `${messengerId} ${clientKey} ${name}`).toSorted();
const compound = (name: string): Buffer =>
  Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600), Buffer.from(name, 'utf16le')]);

describe('a workbook', () => {
  const BOOK = workbook({
    shared: ['<t>Анна\nЁлкина</t>'],
    sheets: [
      { name: 'Cover', rows: [['Our clients'], ['see the next sheets']] },
      {
        name: 'Clients',
        xml: `<row r="2"><c t="inlineStr"><is><t>Telegram ID</t></is></c><c t="inlineStr"><is><t>Логин</t></is></c><c t="inlineStr"><is><t>Имя</t></is></c></row>
          <row r="5"><c><v>5012345678</v></c><c t="inlineStr"><is><t>anna</t></is></c><c t="s"><v>0</v></c></row>
          <row r="6"><c><v>7.1002003E9</v></c><c t="inlineStr"><is><t>masha</t></is></c></row>
          <row r="8"><c t="inlineStr"><is><t>1,23457E+11</t></is></c><c t="inlineStr"><is><t>lost</t></is></c></row>
          <row r="9"><c><v>1234567890123450</v></c><c t="inlineStr"><is><t>lost2</t></is></c></row>
          <row r="10"><c><v>5012345679</v></c><c t="e"><v>#NAME?</v></c></row>`,
      },
    ],
  });

  it('is imported like a CSV file, from the sheet that the user chooses, with the numbers of its rows', async () => {
    const opened = await csv.open(BOOK, 'whatever.csv');
    expect(opened).toMatchObject({
      source: 'sheet',
      reading: { sheet: 0 },
      sheets: [
        { index: 0, name: 'Cover' },
        { index: 1, name: 'Clients' },
      ],
    });
    const preview = await desk.call('clients.importPreview', {
      importId: opened.importId,
      reading: { ...opened.reading, sheet: 1, columns: null },
    });
    expect(preview).toMatchObject({
      headerLine: 2,
      reading: { sheet: 1, hasHeader: true, columns: ['messengerId', 'clientKey', 'name'] },
      counts: { records: 5, new: 2, bad: 3 },
    });
    const { rows } = await desk.call('clients.importProblems', {
      importId: preview.importId,
      kind: 'bad',
      offset: 0,
      limit: 9,
    });
    expect(rows.map(({ line, field, code }) => `${line} ${field} ${code}`)).toEqual([
      '8 messengerId messenger-id-shortened',
      '9 messengerId messenger-id-shortened',
      '10 clientKey cell-error-value',
    ]);
    expect(await csv.confirm(preview)).toMatchObject({ added: 2, bad: 3, cancelled: false });
    expect(await pairs()).toEqual(['5012345678 anna Анна\nЁлкина', '7100200300 masha ']);
  });

  it('can be turned to a sheet with other columns, whose header is found anew', async () => {
    const bytes = workbook({
      sheets: [
        {
          name: 'A',
          rows: [
            ['ID', 'Key'],
            [5012345678, 'a'],
          ],
        },
        {
          name: 'B',
          rows: [
            [7100200300, 'b', 'Boris'],
            [7100200301, 'c', 'Clara'],
          ],
        },
      ],
    });
    const opened = await csv.open(bytes);
    const { reading, counts } = await desk.call('clients.importPreview', {
      importId: opened.importId,
      reading: { ...opened.reading, sheet: 1 },
    });
    expect(reading).toMatchObject({ sheet: 1, hasHeader: false, columns: ['messengerId', 'clientKey', 'name'] });
    expect(counts).toMatchObject({ records: 2, new: 2 });
  });

  it('with 20,000 rows is read while other requests are answered', { timeout: 120_000 }, async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [5_000_000_000 + index, `k${index}`]);
    const opening = csv.open(workbook({ sheets: [{ name: 'A', rows: [['ID', 'Key'], ...rows] }] }));
    let answered = 0;
    let isOpening = true;
    void opening.finally(() => {
      isOpening = false;
    });
    while (isOpening) {
      await desk.call('clients.tags', {});
      answered += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await opening).counts).toMatchObject({ records: 20_000, new: 20_000 });
    expect(answered).toBeGreaterThan(50);
    expect(desk.events.filter(({ name }) => name === 'clients.importProgress').length).toBeGreaterThan(15);
  });
});

describe('a file whose name says something else', () => {
  it.each([
    ['a text', 'clients.xlsx', Buffer.from('id;key\n5012345678;a\n')],
    [
      'a workbook',
      'clients.csv',
      workbook({
        sheets: [
          {
            name: 'A',
            rows: [
              ['id', 'key'],
              [5012345678, 'a'],
            ],
          },
        ],
      }),
    ],
  ])('is recognised as %s by its content', async (_, name, bytes) => {
    expect((await csv.open(bytes, name)).counts).toMatchObject({ records: 1, new: 1 });
  });

  it.each([
    ['an old workbook', compound('Workbook'), 'workbook-old'],
    ['a very old workbook', compound('Book'), 'workbook-old'],
    ['a workbook with a password', compound('EncryptedPackage'), 'workbook-password'],
    ['an old document', compound('WordDocument'), 'csv-not-text'],
    ['a web page', Buffer.from('\ufeff <html><table><tr><td>1</td></tr></table>'), 'workbook-web-page'],
    ['an XML table', Buffer.from('<?xml version="1.0"?>\n<Workbook xmlns="x"/>'), 'workbook-web-page'],
    ['an archive', zip({ 'clients.csv': 'id;key' }), 'workbook-other-archive'],
    ['an empty archive', zip({}), 'workbook-other-archive'],
  ])('is refused if it is %s', async (_, bytes, code) => {
    const error = await csv.open(bytes, 'clients.xlsx').then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(String(error)).toContain(code);
  });
});

describe('the export of a panel', () => {
  const user = (username: string, telegramId: number | null) => ({
    username,
    telegramId,
    expireAt: '2026-12-31T12:00:00.000Z',
    subscriptionUrl: 'https://panel.example/secret',
  });

  it('is imported from JSON like a table, without its links', async () => {
    const export_ = JSON.stringify({
      response: { users: [user('ivan', 5_012_345_678), user('olga', null)], total: 2 },
    });
    const preview = await csv.open(`\ufeff${export_}`, 'users.json');
    expect(preview).toMatchObject({
      source: 'sheet',
      sheets: [],
      reading: { hasHeader: true, columns: ['clientKey', 'messengerId', 'paidUntil'] },
      counts: { records: 2, new: 1, bad: 1 },
    });
    expect(JSON.stringify(preview)).not.toContain('secret');
    await csv.confirm(preview);
    expect(await pairs()).toEqual(['5012345678 ivan ']);
    expect(await list(desk)).toMatchObject([{ note: '', paidUntil: '2026-12-31' }]);
  });

  it('is refused with the reason when it has no list or is cut', async () => {
    const refusal = async (content: string) => {
      const error = await csv.open(content, 'users.json').then(
        () => null,
        (refused: unknown) => String(refused),
      );
      return error;
    };
    expect(await refusal('{"users":[],"total":0}')).toContain('json-no-list');
    expect(await refusal('{"users":[{"username":"iv')).toContain('json-damaged');
    expect(await refusal(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toContain('json-too-big');
    expect(await refusal(`[${'{},'.repeat(3_000_000)}{}]`)).toContain('json-too-big');
    const otherKeys = Array.from({ length: 30_000 }, (_, at) => `{"k${at}":1}`);
    expect(await refusal(`[${otherKeys.join(',')}]`)).toContain('json-too-big');
    // A bracket may begin the first cell of a table.
    expect((await csv.open('[vip] id;key\n5012345678;anna\n')).source).toBe('text');
  });
});
