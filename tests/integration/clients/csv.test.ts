import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportPreview } from '#shared/contract/clients.ts';
import type { Language } from '#shared/domain/language.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { addClient, emptyClientList, list, namesOf } from './sample.ts';

let desk: TestDesk;
let folder: string;

beforeEach(async () => {
  desk = await startTestDesk();
  folder = await mkdtemp(join(tmpdir(), 'clients-csv-'));
  await emptyClientList(desk);
});
afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

const open = async (content: string | Buffer, name = 'clients.csv'): Promise<ImportPreview> => {
  const path = join(folder, name);
  await writeFile(path, content);
  desk.dialogs.openQueue.push(path);
  const preview = await desk.call('clients.importOpen', {});
  if (preview === null) throw new Error('the dialog was not answered');
  return preview;
};

const problems = async (importId: number, kind: 'bad' | 'duplicate-in-file' | 'exists' = 'bad') =>
  (await desk.call('clients.importProblems', { importId, kind, offset: 0, limit: 500 })).rows;

const confirm = ({ importId }: ImportPreview, existing: 'skip' | 'update' = 'skip') =>
  desk.call('clients.importConfirm', { importId, existing });

const exportTo = async (language: Language = 'ru'): Promise<Buffer> => {
  const path = join(folder, 'out.csv');
  desk.dialogs.saveQueue.push(path);
  await desk.call('clients.exportCsv', { filter: {}, sort: { by: 'name', direction: 'asc' }, language });
  return readFile(path);
};

const RUSSIAN = 'ID мессенджера;Ключ;Имя;Метки\r\n1001;anna;Анна Ёлкина;опт, VIP\r\n-1002;boris;Борис;\r\n';

describe('reading', () => {
  it.each([
    ['UTF-8', Buffer.from(RUSSIAN), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${RUSSIAN}`), 'utf-8'],
    ['Windows-1251', iconv.encode(RUSSIAN, 'windows-1251'), 'windows-1251'],
    ['UTF-16 with a mark', iconv.encode(RUSSIAN, 'utf-16le', { addBOM: true }), 'utf-16le'],
  ])('recognises %s', async (_, bytes, encoding) => {
    const preview = await open(bytes);
    expect(preview.reading).toEqual({
      encoding,
      delimiter: ';',
      hasHeader: true,
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

  it.each([
    ['comma', 'messenger_id,client_key,name\n1,a,"Smith, John"\n', ','],
    ['tab', 'messenger_id\tclient_key\tname\n1\ta\tSmith, John; Jr\n', '\t'],
    ['the hint of a spreadsheet', 'sep=,\nmessenger_id,client_key,name\n1,a,x;y;z;w\n', ','],
  ])('recognises a %s', async (_, text, delimiter) => {
    const preview = await open(text);
    expect(preview.reading).toMatchObject({ delimiter, columns: ['messengerId', 'clientKey', 'name'] });
    expect(preview.counts).toMatchObject({ records: 1, new: 1 });
  });

  it('reads a file without a header, and again as the user says', async () => {
    const preview = await open('a;100;Anna\nb;200;Boris\n');
    expect(preview.reading).toMatchObject({ hasHeader: false, columns: ['clientKey', 'messengerId', 'name'] });
    const again = await desk.call('clients.importPreview', {
      importId: preview.importId,
      reading: { ...preview.reading, hasHeader: true, columns: ['clientKey', 'messengerId', 'ignore'] },
    });
    expect(again.counts).toMatchObject({ records: 1, new: 1 });
    expect(again.header).toEqual(['a', '100', 'Anna']);
    expect(again.sample[0]).toMatchObject({ clientKey: 'b', messengerId: '200', name: '' });
  });

  it('does not import before the columns are known', async () => {
    const preview = await open('name;comment\nAnna;x\n');
    expect(preview.columnProblems).toEqual(['no-id', 'no-key']);
    const error = await desk.callError('clients.importConfirm', { importId: preview.importId, existing: 'skip' });
    expect(error).toMatchObject({ kind: 'conflict', details: { code: 'import-columns' } });
    expect(await list(desk)).toEqual([]);
  });

  it.each([
    ['an empty file', Buffer.alloc(0), 'csv-empty'],
    ['a workbook', Buffer.from('PK\x03\x04rest', 'latin1'), 'csv-is-workbook'],
    ['a picture', Buffer.from([0x89, 0x50, 0, 1, 2, 0, 0, 3]), 'csv-not-text'],
  ])('refuses %s with a reason', async (_, bytes, code) => {
    const path = join(folder, 'x.csv');
    await writeFile(path, bytes);
    desk.dialogs.openQueue.push(path);
    expect(await desk.callError('clients.importOpen', {})).toMatchObject({ kind: 'file', details: { code } });
  });

  it('changes nothing when the dialog is closed', async () => {
    expect(await desk.call('clients.importOpen', {})).toBeNull();
  });
});

describe('report', () => {
  it('names every bad line with its number and reason', async () => {
    const preview = await open(
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
    expect(await confirm(preview)).toMatchObject({ added: 2, updated: 0, skipped: 0, bad: 8, cancelled: false });
    expect((await list(desk)).map((row) => [row.messengerId, row.note])).toEqual([
      [1, 'two\r\nlines'],
      [5, ''],
    ]);
  });

  it('shows repeats in the file and clients that are there already', async () => {
    await addClient(desk, { messengerId: 1, clientKey: 'a', name: 'Anna', note: 'kept', tags: ['old'] });
    const preview = await open(
      'id;key;name;note;tags\n1;a;Anna K.;;new\n2;b;Boris;;\n2;b;Boris again;;\n2;B;Other;;\n',
    );
    expect(preview.counts).toEqual({ records: 4, new: 2, exists: 1, duplicateInFile: 1, bad: 0, spacedKeys: 0 });
    expect(await problems(preview.importId, 'duplicate-in-file')).toMatchObject([{ line: 4, params: { line: 3 } }]);
    expect(await problems(preview.importId, 'exists')).toMatchObject([{ line: 2 }]);
    expect(await namesOf(desk)).toEqual(['Anna']);

    expect(await confirm(preview, 'update')).toMatchObject({
      ...{ added: 2, updated: 1, skipped: 1, bad: 0, cancelled: false },
    });
    expect(await namesOf(desk)).toEqual(['Anna K.', 'Boris', 'Other']);
    expect(await list(desk, { search: 'Anna' })).toMatchObject([{ note: 'kept', tags: ['new'] }]);
  });

  it('leaves clients that are there alone when told so', async () => {
    await addClient(desk, { messengerId: 1, clientKey: 'a', name: 'Anna' });
    const preview = await open('id;key;name\n1;a;Other\n');
    expect(await confirm(preview, 'skip')).toMatchObject({ added: 0, skipped: 1 });
    expect(await namesOf(desk)).toEqual(['Anna']);
  });

  it('imports nothing that was cancelled', async () => {
    const preview = await open('id;key\n1;a\n');
    await desk.call('clients.importCancel', { importId: preview.importId });
    const error = await desk.callError('clients.importConfirm', { importId: preview.importId, existing: 'skip' });
    expect(error.kind).toBe('not-found');
    expect(await list(desk)).toEqual([]);
  });
});

describe('the report of an import', () => {
  const FILE = "ID;Ключ;Имя\n1;a;Anna\nx;b;'=Boris\n;;Nobody\n2;c;Clara\n";

  it('keeps in Activity what became of it and why lines were left out, over a restart too', async () => {
    const { jobId } = await confirm(await open(FILE, 'список.csv'));
    await desk.restart();
    expect(await desk.call('jobs.get', { jobId })).toMatchObject({
      ...{ kind: 'import', state: 'partial', done: 4, total: 4, subject: { what: 'import', fileName: 'список.csv' } },
    });
    expect(await desk.call('clients.importReport', { jobId })).toEqual({
      ...{ fileName: 'список.csv', added: 2, updated: 0, skipped: 0, bad: 2, linesKept: true },
    });
    const { total, rows } = await desk.call('clients.importReportLines', { jobId, offset: 0, limit: 100 });
    expect(rows.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '3 messenger-id-not-number',
      '4 messenger-id-empty',
      '4 clientKey-empty',
    ]);
    expect(total).toBe(3);
  });

  it('saves these lines so that they can be corrected and imported', async () => {
    const { jobId } = await confirm(await open(FILE));
    const path = join(folder, 'bad.csv');
    desk.dialogs.saveQueue.push(path);
    expect(await desk.call('clients.importReportSave', { jobId, language: 'ru' })).toEqual({
      ...{ fileName: 'bad.csv', rows: 2 },
    });
    const text = await readFile(path, 'utf8');
    expect(text).toBe("\ufeffID;Ключ;Имя;Строка в файле\r\nx;b;'=Boris;3\r\n;;Nobody;4\r\n");
    const again = await open(text.replace('x;b', '3;b').replace(';;Nobody', '4;d;Nobody'));
    expect(again.reading.columns).toEqual(['messengerId', 'clientKey', 'name', 'ignore']);
    expect(await confirm(again)).toMatchObject({ added: 2, bad: 0 });
    expect(await namesOf(desk)).toEqual(['=Boris', 'Anna', 'Clara', 'Nobody']);
  });

  it('saves an id that Excel keeps as text so that it is one again', async () => {
    const { jobId } = await confirm(await open('ID;Ключ;Имя\n="1234567890123";;Eva\n'));
    const path = join(folder, 'bad.csv');
    desk.dialogs.saveQueue.push(path);
    await desk.call('clients.importReportSave', { jobId, language: 'ru' });
    const again = await open((await readFile(path, 'utf8')).replace(';;Eva', ';e;Eva'));
    expect(await confirm(again)).toMatchObject({ added: 1, bad: 0 });
  });

  it('says where a line stands that is too long to be kept, and takes no part of it for the whole', async () => {
    const endless = 'x'.repeat(30_000);
    const { jobId } = await confirm(await open(`ID;Ключ;Имя\n1;a;Anna\n2;b;${endless}\n3;;Clara\n`, 'мои.csv'));
    const { rows } = await desk.call('clients.importReportLines', { jobId, offset: 0, limit: 100 });
    expect(rows.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '3 name-too-long',
      '3 csv-line-not-kept',
      '4 clientKey-empty',
    ]);
    const path = join(folder, 'bad.csv');
    desk.dialogs.saveQueue.push(path);
    expect(await desk.call('clients.importReportSave', { jobId, language: 'ru' })).toMatchObject({ rows: 2 });
    const text = await readFile(path, 'utf8');
    expect(text).toContain('Строка 3 слишком длинная и не сохранена: возьмите её из мои.csv');
    expect(text).toContain('3;;Clara;4');
    const again = await open(text.replace('3;;', '3;c;'));
    expect(await confirm(again)).toMatchObject({ added: 1, bad: 1 });
  });

  it('reads a page of what is wrong from the middle of many lines', async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? `x;k${index}` : ';'));
    const { jobId } = await confirm(await open(`ID;Ключ\n${lines.join('\n')}\n`));
    const whole: string[] = [];
    for (let offset = 0; offset < 1_500; offset += 110) {
      const { total, rows } = await desk.call('clients.importReportLines', { jobId, offset, limit: 110 });
      expect(total).toBe(1_500);
      whole.push(...rows.map(({ line, code }) => `${line} ${code}`));
    }
    expect(whole).toEqual(
      lines.flatMap((_, index) =>
        index % 2 === 0
          ? [`${index + 2} messenger-id-not-number`]
          : [`${index + 2} messenger-id-empty`, `${index + 2} clientKey-empty`],
      ),
    );
  });

  const troubled = async () =>
    (await desk.call('jobs.list', { troubled: true, offset: 0, limit: 10 })).rows.map(({ id }) => id);

  it('asks for a look until the bad lines are saved, and stays in Activity', async () => {
    const { jobId } = await confirm(await open(FILE));
    desk.dialogs.saveQueue.push(null);
    await desk.call('clients.importReportSave', { jobId, language: 'ru' });
    expect(await troubled()).toEqual([jobId]);
    desk.dialogs.saveQueue.push(join(folder, 'bad.csv'));
    await desk.call('clients.importReportSave', { jobId, language: 'ru' });
    expect(await troubled()).toEqual([]);
    expect(await desk.call('jobs.get', { jobId })).toMatchObject({ state: 'partial', dismissed: true });
    expect(await desk.call('clients.importReport', { jobId })).toMatchObject({ bad: 2, linesKept: true });
  });

  it('asks for no look once the same file was imported again, corrected or not', async () => {
    const first = await confirm(await open(FILE, 'list.csv'));
    const other = await confirm(await open(FILE, 'another.csv'));
    const second = await confirm(await open(FILE, 'list.csv'));
    expect((await troubled()).toSorted()).toEqual([other.jobId, second.jobId].toSorted());
    await confirm(await open(FILE.replace('x;b', '3;b').replace(';;Nobody', '4;d;Nobody'), 'list.csv'));
    expect(await troubled()).toEqual([other.jobId]);
    expect(await desk.call('jobs.get', { jobId: first.jobId })).toMatchObject({ state: 'partial', dismissed: true });
  });

  it('still asks for a look when another file of the same name was imported since', async () => {
    const first = await confirm(await open(FILE, 'list.csv'));
    const rows = Array.from({ length: 9 }, (_, index) => `${index + 100};n${index};New`);
    const [header = ''] = FILE.split('\n');
    await confirm(await open(`${header}\n${rows.join('\n')}\n`, 'list.csv'));
    expect(await troubled()).toEqual([first.jobId]);
  });

  it('still asks for a look when nothing was good in it and another file of the same name was imported', async () => {
    const first = await confirm(await open('ID;Ключ\nx;a\ny;b\n', 'list.csv'));
    await confirm(await open('ID;Ключ\n71;a\n72;b\n73;c\n', 'list.csv'));
    expect(await troubled()).toEqual([first.jobId]);
    await confirm(await open('ID;Ключ\n81;a\n82;b\n', 'list.csv'));
    expect(await troubled()).toEqual([]);
  });

  it('is of its own account only', async () => {
    expect((await desk.callError('clients.importReport', { jobId: 4711 })).kind).toBe('not-found');
  });
});

describe('100,000 lines', () => {
  it('are read and imported while other requests are answered', { timeout: 120_000 }, async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `${1_000_000 + index};k${index};Клиент ${index}`);
    const preview = await open(iconv.encode(`id;ключ;имя\r\n${rows.join('\r\n')}`, 'windows-1251'));
    expect(preview.counts).toMatchObject({ records: 100_000, new: 100_000 });

    const importing = confirm(preview);
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

describe('export', () => {
  it('writes what Excel opens right', async () => {
    await addClient(desk, {
      messengerId: -1001234567890,
      clientKey: '=cmd',
      name: 'Анна; "Б"',
      tags: ['x', 'y'],
      note: '+7 900',
    });
    const bytes = await exportTo();
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString('utf8').slice(1)).toBe(
      'ID в мессенджере;Ключ клиента;Имя;Метки;Заметка\r\n-1001234567890;\'=cmd;"Анна; ""Б""";x, y;\'+7 900\r\n',
    );
  });

  it.each(['en', 'ru'] as const)('comes back whole through the import (%s)', async (language) => {
    await addClient(desk, {
      messengerId: Number.MAX_SAFE_INTEGER,
      clientKey: ' =1+1 ',
      name: "'quoted",
      tags: ['опт'],
    });
    await addClient(desk, { messengerId: -5, clientKey: 'multi\r\nline;"key"', name: '-x', note: '@note\n\nend 🙂' });
    const kept = (await list(desk)).map(({ messengerId, clientKey, name, note, tags }) => ({
      messengerId,
      clientKey,
      name,
      note,
      tags,
    }));
    const bytes = await exportTo(language);
    await emptyClientList(desk);

    const preview = await open(bytes);
    expect(preview.counts).toMatchObject({ records: 2, new: 2, bad: 0, spacedKeys: 1 });
    await confirm(preview);
    const back = (await list(desk)).map(({ messengerId, clientKey, name, note, tags }) => ({
      messengerId,
      clientKey,
      name,
      note,
      tags,
    }));
    expect(back).toEqual(kept);
  });

  it('writes only the chosen clients', async () => {
    const anna = await addClient(desk, { name: 'Anna' });
    await addClient(desk, { name: 'Boris' });
    const path = join(folder, 'chosen.csv');
    desk.dialogs.saveQueue.push(path);
    const written = await desk.call('clients.exportCsv', {
      filter: {},
      sort: { by: 'name', direction: 'asc' },
      clientIds: [anna.id],
      language: 'en',
    });
    expect(written).toEqual({ fileName: 'chosen.csv', rows: 1 });
    expect(await readFile(path, 'utf8')).not.toContain('Boris');
  });
});
