import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDesk } from '../../support/desk-core.ts';
import { workbook } from '../../support/workbook.ts';
import { type CsvDesk, startCsvDesk } from './csv-desk.ts';
import { list } from './sample.ts';

let csv: CsvDesk;
let desk: TestDesk;
beforeEach(async () => {
  csv = await startCsvDesk();
  desk = csv.desk;
});
afterEach(() => csv.close());

const paste = (text: string) => desk.call('clients.importGiven', { table: { kind: 'pasted', text } });
const drop = (name: string, bytes: Buffer) =>
  desk.call('clients.importGiven', { table: { kind: 'file', name, base64: bytes.toString('base64') } });
const pairs = async () =>
  (await list(desk)).map(({ messengerId, clientKey }) => `${messengerId} ${clientKey}`).toSorted();

describe('a pasted table', () => {
  it('is read by its tabs, whatever else its cells contain', async () => {
    const preview = await paste(
      'Telegram ID\tЛогин\tИмя\n5012345678\ta;1,x\t"Анна ""А""\nЁлкина"\n7100200300\tb;2,y\tОлег\n',
    );
    expect(preview).toMatchObject({
      source: 'pasted',
      fileName: 'Вставленная таблица',
      sheets: [],
      reading: { delimiter: '\t', columns: ['messengerId', 'clientKey', 'name'] },
      counts: { records: 2, new: 2 },
    });
    expect(preview.sample[0]).toMatchObject({ clientKey: 'a;1,x', name: 'Анна "А"\nЁлкина' });
    await csv.confirm(preview);
    expect(await pairs()).toEqual(['5012345678 a;1,x', '7100200300 b;2,y']);
  });

  it('may be a list of ids alone, from which the keys are made', async () => {
    const preview = await paste('5012345678\n7100200300\n');
    expect(preview).toMatchObject({ columnProblems: ['no-key'], reading: { columns: ['messengerId'] } });
    const { importId, reading } = preview;
    const made = await desk.call('clients.importPreview', { importId, reading: { ...reading, keyFromId: true } });
    await csv.confirm(made);
    expect(await pairs()).toEqual(['5012345678 5012345678', '7100200300 7100200300']);
  });

  it('may also be the text of a CSV file', async () => {
    expect((await paste('id,key\n5012345678,a\n')).reading).toMatchObject({ delimiter: ',' });
  });

  it('is named in the language of the desk', async () => {
    await desk.call('settings.update', { language: 'en' });
    expect((await paste('id\tkey\n5012345678\ta\n')).fileName).toBe('Pasted table');
  });

  it('is refused if it is empty', async () => {
    const error = await desk.callError('clients.importGiven', { table: { kind: 'pasted', text: '' } });
    expect(error).toMatchObject({ kind: 'file', details: { code: 'csv-empty' } });
  });
});

describe('a dropped file', () => {
  it('is read by its content, and named without the folders that a page might add', async () => {
    const book = workbook({
      sheets: [
        {
          name: 'A',
          rows: [
            ['ID', 'Key'],
            [5012345678, 'a'],
          ],
        },
      ],
    });
    expect(await drop('../../etc/clients.xlsx', book)).toMatchObject({
      source: 'sheet',
      fileName: 'clients.xlsx',
      counts: { new: 1 },
    });
    const text = await drop('clients.txt', Buffer.from('ID;Ключ\n7100200300;b\n'));
    expect(text).toMatchObject({ source: 'text', fileName: 'clients.txt', counts: { new: 1 } });
    await csv.confirm(text);
    expect(await pairs()).toEqual(['7100200300 b']);
  });

  it('that cannot be read is named in the reason', async () => {
    const table = {
      kind: 'file',
      name: 'photo.png',
      base64: Buffer.from([0x89, 0x50, 0, 1]).toString('base64'),
    } as const;
    expect(await desk.callError('clients.importGiven', { table })).toMatchObject({
      kind: 'file',
      details: { code: 'csv-not-text', params: { fileName: 'photo.png' } },
    });
  });
});
