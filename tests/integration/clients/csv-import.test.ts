import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDesk } from '../../support/desk-core.ts';
import { type CsvDesk, startCsvDesk } from './csv-desk.ts';
import { addClient, list, namesOf } from './sample.ts';

let csv: CsvDesk;
let desk: TestDesk;
beforeEach(async () => {
  csv = await startCsvDesk();
  desk = csv.desk;
});
afterEach(() => csv.close());

const problems = async (importId: number, kind: 'bad' | 'duplicate-in-file' | 'exists' = 'bad') =>
  (await desk.call('clients.importProblems', { importId, kind, offset: 0, limit: 500 })).rows;

const RUSSIAN = 'ID мессенджера;Ключ;Имя;Метки\r\n1001;anna;Анна Ёлкина;опт, VIP\r\n-1002;boris;Борис;\r\n';

describe('reading', () => {
  it.each([
    ['UTF-8', Buffer.from(RUSSIAN), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${RUSSIAN}`), 'utf-8'],
    ['Windows-1251', iconv.encode(RUSSIAN, 'windows-1251'), 'windows-1251'],
    ['UTF-16 with a mark', iconv.encode(RUSSIAN, 'utf-16le', { addBOM: true }), 'utf-16le'],
  ])('recognises %s', async (_, bytes, encoding) => {
    const preview = await csv.open(bytes);
    expect(preview.reading).toEqual({
      encoding,
      delimiter: ';',
      hasHeader: true,
      above: 0,
      sheet: 0,
      keyFromId: false,
      dayFirst: null,
      columns: ['messengerId', 'clientKey', 'name', 'tags'],
    });
    expect(preview.counts).toMatchObject({ records: 2, new: 2, bad: 0 });
    expect(preview.sample[0]).toMatchObject({
      line: 2,
      messengerId: '1001',
      name: 'Анна Ёлкина',
      tags: ['опт', 'VIP'],
    });
  });

  const lines = (from: number, names: readonly string[]) =>
    names.map((name, index) => `${from + index};k${from + index};${name}\r\n`).join('');
  const HEADER = 'ID мессенджера;Ключ;Имя\r\n';
  const [OLD, NEW] = [lines(1, ['Кирилл', 'Ёлкина Анна', 'Я']), lines(4, ['Мария', 'Пётр «опт»', 'И', 'José', 'Ann'])];
  const names = ['Кирилл', 'Ёлкина Анна', 'Я', 'Мария', 'Пётр «опт»', 'И', 'José', 'Ann'];
  it.each([
    ['UTF-8 to a Windows-1251 one', [iconv.encode(HEADER + OLD, 'windows-1251'), Buffer.from(NEW)]],
    [
      'UTF-8 with a mark to a Windows-1251 one',
      [iconv.encode(HEADER + OLD, 'windows-1251'), Buffer.from(`\ufeff${NEW}`)],
    ],
    ['UTF-8 to a cp866 one', [iconv.encode(HEADER + OLD, 'cp866'), Buffer.from(NEW)]],
    [
      'much UTF-8 to a little Windows-1251',
      [iconv.encode(HEADER + OLD, 'windows-1251'), Buffer.from(NEW + lines(9, Array(99).fill('Ольга')))],
    ],
  ])('reads each line as what it is when somebody has added %s', async (_, parts) => {
    const { sample, notes } = await csv.open(Buffer.concat(parts));
    expect(sample.slice(0, names.length).map(({ name }) => name)).toEqual(names);
    expect(notes.brokenPlaces).toBe(0);
  });

  it('reads lines of Windows-1251 in a file of UTF-8, and names those that are not certain', async () => {
    const much = lines(100, Array(50).fill('Ольга'));
    const old = (text: string) => iconv.encode(text, 'windows-1251');
    const parts = [Buffer.from(`\ufeff${HEADER}${much}`), old('9;k9;Я\r\n'), Buffer.from('8;k8;Ольга\r\n'), old(OLD)];
    const { sample, notes, reading } = await csv.open(Buffer.concat(parts));
    expect(reading.encoding).toBe('utf-8');
    expect(sample.slice(-5).map(({ name }) => name)).toEqual(['\ufffd', 'Ольга', 'Кирилл', 'Ёлкина Анна', 'Я']);
    expect([notes.brokenPlaces, notes.brokenLines]).toEqual([1, [52]]);
  });

  it("reads a whole file in the user's choice of encoding", async () => {
    const bytes = Buffer.concat([iconv.encode(HEADER + OLD, 'windows-1251'), Buffer.from(NEW)]);
    const { importId, reading } = await csv.open(bytes);
    const again = await desk.call('clients.importPreview', { importId, reading: { ...reading, encoding: 'utf-8' } });
    expect(again.sample.map(({ name }) => name).slice(3)).toEqual(names.slice(3));
    expect(again.notes.brokenPlaces).toBeGreaterThan(0);
  });

  it.each([
    ['comma', 'messenger_id,client_key,name\n1,a,"Smith, John"\n', ','],
    ['tab', 'messenger_id\tclient_key\tname\n1\ta\tSmith, John; Jr\n', '\t'],
    ['the hint of a spreadsheet', 'sep=,\nmessenger_id,client_key,name\n1,a,x;y;z;w\n', ','],
  ])('recognises a %s', async (_, text, delimiter) => {
    const preview = await csv.open(text);
    expect(preview.reading).toMatchObject({ delimiter, columns: ['messengerId', 'clientKey', 'name'] });
    expect(preview.counts).toMatchObject({ records: 1, new: 1 });
  });

  it('takes no 0 for an id, which panels write for a client without Telegram', async () => {
    const { counts, importId } = await csv.open('id;email;tgId\n7;orlov;5012345678\n8;masha;0\n9;petr;0\n');
    expect(counts).toMatchObject({ records: 3, new: 1, bad: 2 });
    expect((await problems(importId)).map(({ line, code }) => [line, code])).toEqual([
      [3, 'messenger-id-empty'],
      [4, 'messenger-id-empty'],
    ]);
  });

  it("handles a file without a header, and reads it again with the user's choice", async () => {
    const preview = await csv.open('a;100;Anna\nb;200;Boris\n');
    expect(preview.reading).toMatchObject({ hasHeader: false, columns: ['clientKey', 'messengerId', 'name'] });
    const again = await desk.call('clients.importPreview', {
      importId: preview.importId,
      reading: { ...preview.reading, hasHeader: true, columns: ['clientKey', 'messengerId', 'ignore'] },
    });
    expect(again.counts).toMatchObject({ records: 1, new: 1 });
    expect(again.header).toEqual(['a', '100', 'Anna']);
    expect(again.sample[0]).toMatchObject({ clientKey: 'b', messengerId: '200', name: '' });
  });

  it('is followed by no import before the columns are known', async () => {
    const preview = await csv.open('name;comment\nAnna;x\n');
    expect(preview.columnProblems).toEqual(['no-id', 'no-key']);
    const error = await desk.callError('clients.importConfirm', { importId: preview.importId, existing: 'skip' });
    expect(error).toMatchObject({ kind: 'conflict', details: { code: 'import-columns' } });
    expect(await list(desk)).toEqual([]);
  });

  it.each([
    ['an empty file', Buffer.alloc(0), 'csv-empty'],
    ['a broken workbook', Buffer.from('PK\x03\x04rest', 'latin1'), 'workbook-broken'],
    ['a picture', Buffer.from([0x89, 0x50, 0, 1, 2, 0, 0, 3]), 'csv-not-text'],
  ])('refuses %s with a reason', async (_, bytes, code) => {
    const path = join(csv.folder, 'x.csv');
    await writeFile(path, bytes);
    desk.dialogs.openQueue.push(path);
    expect(await desk.callError('clients.importOpen', {})).toMatchObject({ kind: 'file', details: { code } });
  });

  it.each([
    ['a file that is no longer there', 'gone.csv', 'no-such-file'],
    ['a folder', '', 'not-a-file'],
  ])('refuses %s without a word about writing', async (_, name, code) => {
    desk.dialogs.openQueue.push(join(csv.folder, name));
    expect(await desk.callError('clients.importOpen', {})).toMatchObject({ kind: 'file', details: { code } });
  });

  it('changes nothing when the dialog is closed', async () => {
    expect(await desk.call('clients.importOpen', {})).toBeNull();
  });
});

describe('report', () => {
  it('names every bad line with its number and reason', async () => {
    const preview = await csv.open(
      [
        'id;key;name;note',
        '1;good;Anna;"two',
        'lines"',
        ';nokey;;',
        '1,23E+15;excel;;',
        '12x;letters;;',
        '9007199254740993;big;;',
        '2;;no key;',
        `3;long;${'n'.repeat(301)};`,
        '4;extra;a;b;c',
        '5;ragged',
        '',
        '6;"open;;',
      ].join('\r\n'),
    );
    expect(preview.counts).toMatchObject({ records: 10, new: 2, bad: 8 });
    expect((await problems(preview.importId)).map(({ line, field, code }) => [line, field, code])).toEqual([
      [4, 'messengerId', 'messenger-id-empty'],
      [5, 'messengerId', 'messenger-id-shortened'],
      [6, 'messengerId', 'messenger-id-not-number'],
      [7, 'messengerId', 'messenger-id-too-large'],
      [8, 'clientKey', 'clientKey-empty'],
      [9, 'name', 'name-too-long'],
      [10, 'line', 'csv-too-many-fields'],
      [13, 'line', 'csv-unclosed-quote'],
    ]);
    expect((await problems(preview.importId))[2]?.text).toBe('12x;letters;;');
    expect(await csv.confirm(preview)).toMatchObject({ added: 2, updated: 0, skipped: 0, bad: 8, cancelled: false });
    expect((await list(desk)).map((row) => [row.messengerId, row.note])).toEqual([
      [1, 'two\r\nlines'],
      [5, ''],
    ]);
  });

  it('shows repeated lines and existing clients', async () => {
    await addClient(desk, { messengerId: 1, clientKey: 'a', name: 'Anna', note: 'kept', tags: ['old'] });
    const preview = await csv.open(
      'id;key;name;note;tags\n1;a;Anna K.;;new\n2;b;Boris;;\n2;b;Boris again;;\n2;B;Other;;\n',
    );
    expect(preview.counts).toMatchObject({ records: 4, new: 2, exists: 1, duplicateInFile: 1, bad: 0, spacedKeys: 0 });
    expect(await problems(preview.importId, 'duplicate-in-file')).toMatchObject([{ line: 4, params: { line: 3 } }]);
    expect(await problems(preview.importId, 'exists')).toMatchObject([{ line: 2 }]);
    expect(await namesOf(desk)).toEqual(['Anna']);

    expect(await csv.confirm(preview, 'update')).toMatchObject({
      added: 2,
      updated: 1,
      skipped: 1,
      bad: 0,
      cancelled: false,
    });
    expect(await namesOf(desk)).toEqual(['Anna K.', 'Boris', 'Other']);
    expect(await list(desk, { search: 'Anna' })).toMatchObject([{ note: 'kept', tags: ['new'] }]);
  });

  it('warns of ids that clients here have with other keys', async () => {
    await addClient(desk, { messengerId: 1, clientKey: 'a', name: 'Anna' });
    await addClient(desk, { messengerId: 2, clientKey: 'b', name: 'Boris' });
    const preview = await csv.open('id;key\n1;a\n1;other\n2;B\n3;c\n3;d\n');
    expect(preview).toMatchObject({ counts: { new: 4, exists: 1 }, notes: { otherKeys: 2, otherKeyLines: [3, 4] } });
  });

  it('puts several columns into the note, each with its title', async () => {
    const opened = await csv.open('id;key;Nick;Comment;Phone\n1;a;@anna;pays late;+7 900\n2;b;;;\n3;c;@cora;;\n');
    const columns = ['messengerId', 'clientKey', 'note', 'note', 'note'] as const;
    const preview = await desk.call('clients.importPreview', {
      importId: opened.importId,
      reading: { ...opened.reading, columns: [...columns] },
    });
    expect(preview).toMatchObject({ columnProblems: [], counts: { new: 3 } });
    await csv.confirm(preview);
    expect((await list(desk)).map(({ note }) => note)).toEqual([
      'Nick: @anna\npays late\nPhone: +7 900',
      '',
      'Nick: @cora',
    ]);
    // No other field can have two columns.
    const twice = await desk.call('clients.importPreview', {
      importId: (await csv.open('id;key;key\n1;a;b\n')).importId,
      reading: { ...opened.reading, columns: ['messengerId', 'clientKey', 'clientKey'] },
    });
    expect(twice.columnProblems).toEqual(['repeated']);
  });

  it('leaves existing clients unchanged when told to', async () => {
    await addClient(desk, { messengerId: 1, clientKey: 'a', name: 'Anna' });
    const preview = await csv.open('id;key;name\n1;a;Other\n');
    expect(await csv.confirm(preview, 'skip')).toMatchObject({ added: 0, skipped: 1 });
    expect(await namesOf(desk)).toEqual(['Anna']);
  });

  it('imports nothing after a cancellation', async () => {
    const preview = await csv.open('id;key\n1;a\n');
    await desk.call('clients.importCancel', { importId: preview.importId });
    const error = await desk.callError('clients.importConfirm', { importId: preview.importId, existing: 'skip' });
    expect(error.kind).toBe('not-found');
    expect(await list(desk)).toEqual([]);
  });
});

describe('100,000 lines', () => {
  it('are read and imported while other requests are answered', { timeout: 120_000 }, async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `${1_000_000 + index};k${index};Клиент ${index}`);
    const preview = await csv.open(iconv.encode(`id;ключ;имя\r\n${rows.join('\r\n')}`, 'windows-1251'));
    expect(preview.counts).toMatchObject({ records: 100_000, new: 100_000 });

    const importing = csv.confirm(preview);
    let answered = 0;
    let running = true;
    void importing.finally(() => {
      running = false;
    });
    while (running) {
      await desk.call('clients.tags', {});
      answered += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await importing).toMatchObject({ added: 100_000 });
    expect(answered).toBeGreaterThan(100);
    expect(await namesOf(desk, { search: 'клиент 77777' })).toEqual(['Клиент 77777']);
    const { total, rows: last } = await desk.call('clients.list', {
      filter: {},
      sort: { by: 'name', direction: 'asc' },
      offset: 99_999,
      limit: 10,
    });
    expect([total, last.map((row) => row.name)]).toEqual([100_000, ['Клиент 99999']]);
  });
});
