import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportPreview } from '#shared/contract/clients.ts';
import type { TestDesk } from '../../support/desk-core.ts';
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
  (await list(desk)).map(({ messengerId, clientKey }) => `${messengerId} ${clientKey}`).toSorted();
const again = ({ importId, reading }: ImportPreview, change: Partial<ImportPreview['reading']>) =>
  desk.call('clients.importPreview', { importId, reading: { ...reading, ...change } });

describe('the client of a line', () => {
  it('is identified by the messenger id, never by the number of the row', async () => {
    const preview = await csv.open(
      'ID,Telegram ID,Username\n1,5012345678,orlov\n2,7100200300,masha\n3,421337000,dim\n',
    );
    expect(preview.reading.columns).toEqual(['ignore', 'messengerId', 'clientKey']);
    await csv.confirm(preview);
    expect(await pairs()).toEqual(['421337000 dim', '5012345678 orlov', '7100200300 masha']);
  });

  it('is asked about if two columns could identify it, and nothing is imported before', async () => {
    const preview = await csv.open('User ID;Chat ID;Key\n5012345678;4012345678;a\n7100200300;6100200300;b\n');
    expect(preview).toMatchObject({ columnProblems: ['no-id'], unsure: { messengerId: [0, 1], clientKey: [] } });
    expect(preview.counts).toMatchObject({ records: 2, new: 0, bad: 0 });
    const refused = await desk.callError('clients.importConfirm', { importId: preview.importId, existing: 'skip' });
    expect(refused).toMatchObject({ kind: 'conflict', details: { code: 'import-columns' } });
    const answered = await again(preview, { columns: ['ignore', 'messengerId', 'clientKey'] });
    expect(answered).toMatchObject({ columnProblems: [], counts: { new: 2 } });
    await csv.confirm(answered);
    expect(await pairs()).toEqual(['4012345678 a', '6100200300 b']);
  });

  it('is unknown if the only numbers count the lines', async () => {
    const preview = await csv.open('ID;Логин;Имя\n1;orlov;Анна\n2;masha;Мария\n');
    expect(preview).toMatchObject({ columnProblems: ['no-id'], unsure: { messengerId: [], counting: [0] } });
    expect(await list(desk)).toEqual([]);
  });

  it('can be identified by the id alone, in a file without keys and in lines without one', async () => {
    const preview = await csv.open('Telegram ID;Имя\n5012345678;Анна\n-7100200300;Группа\n');
    expect(preview).toMatchObject({ columnProblems: ['no-key'], notes: { withoutKey: 2 }, counts: { new: 0 } });
    const made = await again(preview, { keyFromId: true });
    expect(made).toMatchObject({ columnProblems: [], counts: { new: 2, bad: 0 } });
    await csv.confirm(made);
    expect(await pairs()).toEqual(['-7100200300 -7100200300', '5012345678 5012345678']);

    const some = await csv.open('Telegram ID;Логин\n5012345679;anna\n5012345680;\n;x\n', 'some.csv');
    expect(some).toMatchObject({ notes: { withoutKey: 1 }, counts: { new: 1, bad: 2 } });
    expect((await again(some, { keyFromId: true })).counts).toMatchObject({ new: 2, bad: 1 });
  });

  it('is refused for the missing id alone if keys are made from ids', async () => {
    const preview = await csv.open('Telegram ID;Имя\n5012345678;Анна\n;Мария\n');
    const { importId } = await again(preview, { keyFromId: true });
    const { rows } = await desk.call('clients.importProblems', { importId, kind: 'bad', offset: 0, limit: 10 });
    expect(rows.map(({ line, code }) => [line, code])).toEqual([[3, 'messenger-id-empty']]);
  });
});

describe('a sheet with a title', () => {
  const SHEET =
    'Клиенты на 01.11.2026;;;\r\n;;;\r\n№;Имя;Телеграм ID;Логин\r\n1;Анна;5012345678;anna\r\n;;;\r\n2;Мария;7100200300;masha\r\n';

  it('is read from its header on, and its empty lines do not count', async () => {
    const preview = await csv.open(SHEET);
    expect(preview).toMatchObject({ headerLine: 3, reading: { above: 1, hasHeader: true } });
    expect(preview.counts).toMatchObject({ records: 2, new: 2, bad: 0 });
    expect(preview.sample.map(({ line }) => line)).toEqual([4, 6]);
    expect((await again(preview, { above: 0 })).counts).toMatchObject({ records: 3, bad: 1 });
    await csv.confirm(await again(preview, {}));
    expect(await pairs()).toEqual(['5012345678 anna', '7100200300 masha']);
  });
});

describe('a value that a spreadsheet has damaged', () => {
  it('is not accepted as a key, a name or a tag', async () => {
    const preview = await csv.open(
      [
        'Telegram ID;Ключ;Имя;Метки;Заметка',
        '5012345671;7,90123E+10;Анна;;',
        '5012345672;#NAME?;Анна;;',
        '5012345673;#####;Анна;;',
        '5012345674;1.2E+05;Анна;;',
        '5012345675;k5;#ЗНАЧ!;;',
        '5012345676;k6;Анна;опт, 5;#####',
        '5012345677;k7;Анна;#Н/Д;',
        '#####;k8;Анна;;',
        "5012345679;'7,90123E+10;Анна;;",
        '5012345680;007;Анна;;',
        '5012345681;01.фев;Анна;;',
      ].join('\r\n'),
    );
    const { rows } = await desk.call('clients.importProblems', {
      importId: preview.importId,
      kind: 'bad',
      offset: 0,
      limit: 50,
    });
    expect(rows.map(({ line, field, code }) => `${line} ${field} ${code}`)).toEqual([
      '2 clientKey cell-shortened',
      '3 clientKey cell-error-value',
      '4 clientKey cell-too-narrow',
      '5 clientKey cell-shortened',
      '6 name cell-error-value',
      '8 tags cell-error-value',
      '9 messengerId cell-too-narrow',
    ]);
    expect(preview.notes.dateKeys).toBe(1);
    await csv.confirm(preview);
    expect(await pairs()).toEqual(['5012345676 k6', '5012345679 7,90123E+10', '5012345680 007', '5012345681 01.фев']);
  });
});

describe('a broken byte', () => {
  const broken = (text: string, at: string): Buffer => {
    const bytes = Buffer.from(text);
    bytes[bytes.indexOf(at)] = 0xff;
    return bytes;
  };
  const FILE = 'Telegram ID;Ключ;Имя\r\n5012345678;ключ-1;Анна @\r\n5012345679;ключ-2;Мария\r\n';

  it.each(['', '\ufeff'])('damages one character, and is counted (byte order mark %j)', async (mark) => {
    const preview = await csv.open(broken(mark + FILE, '@'));
    expect(preview.reading.encoding).toBe('utf-8');
    expect(preview.notes).toMatchObject({ brokenPlaces: 1, brokenLines: [2] });
    await csv.confirm(preview);
    expect((await list(desk)).map(({ name }) => name).toSorted()).toEqual(['Анна \ufffd', 'Мария']);
  });

  it('is not accepted in a key', async () => {
    const preview = await csv.open(broken(FILE, '-1'));
    expect(preview.counts).toMatchObject({ new: 1, bad: 1 });
    const { rows } = await desk.call('clients.importProblems', {
      importId: preview.importId,
      kind: 'bad',
      offset: 0,
      limit: 5,
    });
    expect(rows).toMatchObject([{ line: 2, field: 'clientKey', code: 'clientKey-broken' }]);
  });
});
