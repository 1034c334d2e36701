import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDesk } from '../../support/desk-core.ts';
import { type CsvDesk, startCsvDesk } from './csv-desk.ts';
import { namesOf } from './sample.ts';

let csv: CsvDesk;
let desk: TestDesk;
beforeEach(async () => {
  csv = await startCsvDesk();
  desk = csv.desk;
});
afterEach(() => csv.close());

describe('the report of an import', () => {
  const FILE = "ID;Ключ;Имя\n1001;a;Anna\nx;b;'=Boris\n;;Nobody\n1002;c;Clara\n";

  it('keeps in Activity the results and the reasons for skipped lines, across a restart, too', async () => {
    const { runId } = await csv.confirm(await csv.open(FILE, 'список.csv'));
    await desk.restart();
    expect(await desk.call('runs.get', { runId })).toMatchObject({
      kind: 'import',
      state: 'partial',
      done: 4,
      total: 4,
      subject: { what: 'import', fileName: 'список.csv' },
    });
    expect(await desk.call('clients.importReport', { runId })).toEqual({
      fileName: 'список.csv',
      added: 2,
      updated: 0,
      skipped: 0,
      bad: 2,
      linesKept: true,
    });
    const { total, rows } = await desk.call('clients.importReportLines', { runId, offset: 0, limit: 100 });
    expect(rows.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '3 messenger-id-not-number',
      '4 messenger-id-empty',
      '4 clientKey-empty',
    ]);
    expect(total).toBe(3);
  });

  it('saves these lines so that they can be corrected and imported', async () => {
    const { runId } = await csv.confirm(await csv.open(FILE));
    const path = join(csv.folder, 'bad.csv');
    desk.dialogs.saveQueue.push(path);
    expect(await desk.call('clients.importReportSave', { runId, language: 'ru' })).toEqual({
      fileName: 'bad.csv',
      rows: 2,
    });
    const text = await readFile(path, 'utf8');
    expect(text).toBe("\ufeffID;Ключ;Имя;Строка в файле\r\nx;b;'=Boris;3\r\n;;Nobody;4\r\n");
    const again = await csv.open(text.replace('x;b', '1003;b').replace(';;Nobody', '1004;d;Nobody'));
    expect(again.reading.columns).toEqual(['messengerId', 'clientKey', 'name', 'ignore']);
    expect(await csv.confirm(again)).toMatchObject({ added: 2, bad: 0 });
    expect(await namesOf(desk)).toEqual(['=Boris', 'Anna', 'Clara', 'Nobody']);
  });

  it('saves an id that Excel keeps as text as an id again', async () => {
    const { runId } = await csv.confirm(await csv.open('ID;Ключ;Имя\n="1234567890123";;Eva\n'));
    const path = join(csv.folder, 'bad.csv');
    desk.dialogs.saveQueue.push(path);
    await desk.call('clients.importReportSave', { runId, language: 'ru' });
    const again = await csv.open((await readFile(path, 'utf8')).replace(';;Eva', ';e;Eva'));
    expect(await csv.confirm(again)).toMatchObject({ added: 1, bad: 0 });
  });

  it('returns the cells as they were, including damaged ones', async () => {
    const file = [
      'ID в мессенджере;Ключ клиента;Имя',
      `'1234567890123456;k1;${'И'.repeat(400)}`,
      `'-1001234567890123;k2;${'И'.repeat(400)}`,
      '5012345678;7,90123E+10;Анна',
      '5012345679;#####;#NAME?',
      ";'007;'=1+1",
    ];
    const { runId } = await csv.confirm(await csv.open(file.join('\r\n')));
    const path = join(csv.folder, 'bad.csv');
    desk.dialogs.saveQueue.push(path);
    await desk.call('clients.importReportSave', { runId, language: 'ru' });
    const text = await readFile(path, 'utf8');
    expect(text.slice(1).trimEnd().split('\r\n').slice(1)).toEqual(
      file.slice(1).map((line, index) => `${line};${index + 2}`),
    );
    expect((await csv.open(text, 'again.csv')).counts).toMatchObject({ records: 5, bad: 5 });
  });

  it('names the position of a line that is too long to be stored, and takes no part of it for the whole', async () => {
    const endless = 'x'.repeat(30_000);
    const { runId } = await csv.confirm(
      await csv.open(`ID;Ключ;Имя\n1001;a;Anna\n1002;b;${endless}\n1003;;Clara\n`, 'мои.csv'),
    );
    const { rows } = await desk.call('clients.importReportLines', { runId, offset: 0, limit: 100 });
    expect(rows.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '3 name-too-long',
      '3 csv-line-not-kept',
      '4 clientKey-empty',
    ]);
    const path = join(csv.folder, 'bad.csv');
    desk.dialogs.saveQueue.push(path);
    expect(await desk.call('clients.importReportSave', { runId, language: 'ru' })).toMatchObject({ rows: 2 });
    const text = await readFile(path, 'utf8');
    expect(text).toContain('Строка 3 слишком длинная и не сохранена: возьмите её из мои.csv');
    expect(text).toContain('1003;;Clara;4');
    const again = await csv.open(text.replace('1003;;', '1003;c;'));
    expect(await csv.confirm(again)).toMatchObject({ added: 1, bad: 1 });
  });

  it('reads a page of problems from the middle of many lines', async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? `x;k${index};` : ';;Name'));
    const { runId } = await csv.confirm(await csv.open(`ID;Ключ;Имя\n${lines.join('\n')}\n`));
    const whole: string[] = [];
    for (let offset = 0; offset < 1_500; offset += 110) {
      const { total, rows } = await desk.call('clients.importReportLines', { runId, offset, limit: 110 });
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
    (await desk.call('runs.list', { show: 'troubled', offset: 0, limit: 10 })).rows.map(({ id }) => id);

  it('needs attention until the bad lines are saved, and stays in Activity', async () => {
    const { runId } = await csv.confirm(await csv.open(FILE));
    desk.dialogs.saveQueue.push(null);
    await desk.call('clients.importReportSave', { runId, language: 'ru' });
    expect(await troubled()).toEqual([runId]);
    desk.dialogs.saveQueue.push(join(csv.folder, 'bad.csv'));
    await desk.call('clients.importReportSave', { runId, language: 'ru' });
    expect(await troubled()).toEqual([]);
    expect(await desk.call('runs.get', { runId })).toMatchObject({ state: 'partial', dismissed: true });
    expect(await desk.call('clients.importReport', { runId })).toMatchObject({ bad: 2, linesKept: true });
  });

  it('needs no attention once the same file was imported again, corrected or not', async () => {
    const first = await csv.confirm(await csv.open(FILE, 'list.csv'));
    const other = await csv.confirm(await csv.open(FILE, 'another.csv'));
    const second = await csv.confirm(await csv.open(FILE, 'list.csv'));
    expect((await troubled()).toSorted()).toEqual([other.runId, second.runId].toSorted());
    await csv.confirm(await csv.open(FILE.replace('x;b', '1003;b').replace(';;Nobody', '1004;d;Nobody'), 'list.csv'));
    expect(await troubled()).toEqual([other.runId]);
    expect(await desk.call('runs.get', { runId: first.runId })).toMatchObject({ state: 'partial', dismissed: true });
  });

  it('still needs attention when another file of the same name was imported since', async () => {
    const first = await csv.confirm(await csv.open(FILE, 'list.csv'));
    const rows = Array.from({ length: 9 }, (_, index) => `${index + 2_000};n${index};New`);
    const [header = ''] = FILE.split('\n');
    await csv.confirm(await csv.open(`${header}\n${rows.join('\n')}\n`, 'list.csv'));
    expect(await troubled()).toEqual([first.runId]);
  });

  it('still needs attention when no line of it was good and another file of the same name was imported', async () => {
    const first = await csv.confirm(await csv.open('ID;Ключ\nx;a\ny;b\n', 'list.csv'));
    await csv.confirm(await csv.open('ID;Ключ\n2071;a\n2072;b\n2073;c\n', 'list.csv'));
    expect(await troubled()).toEqual([first.runId]);
    await csv.confirm(await csv.open('ID;Ключ\n2081;a\n2082;b\n', 'list.csv'));
    expect(await troubled()).toEqual([]);
  });

  it('belongs to its own account only', async () => {
    expect((await desk.callError('clients.importReport', { runId: 4711 })).kind).toBe('not-found');
  });
});
