import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ForOthers, ImportedTable } from '#shared/contract/import-proxies.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createClockAt } from '../../support/skipping-clock.ts';
import { workbook } from '../../support/workbook.ts';
import { zip } from '../../support/zip.ts';
import { addClient, held } from './dedicated-desk.ts';

let desk: TestDesk;
let folder: string;

beforeEach(async () => {
  // Ends of more than three years ago are odd, and those of the tests are not.
  desk = await startTestDesk({ clock: createClockAt(Date.UTC(2026, 10, 5)) });
  folder = await mkdtemp(join(tmpdir(), 'import-proxies-'));
});
afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true });
});

const GERMAN: ForOthers = { ipv: 4, countryCode: 'DE', endDay: null, clientId: null };

const openFile = async (name: string, bytes: Buffer): Promise<ImportedTable> => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  desk.dialogs.openQueue.push(path);
  const table = await desk.call('dedicated.importFile', {});
  if (table === null) throw new Error('the dialog was not answered');
  return table;
};
const confirm = ({ importId, reading }: ImportedTable, faulty: 'import' | 'hold' = 'import') =>
  desk.call('dedicated.importConfirm', { importId, reading, forOthers: GERMAN, faulty });
const rows = async () => new Map((await held(desk)).map((row) => [row.ip, row]));
const passwordOf = async (ip: string) => {
  const proxyId = (await rows()).get(ip)?.id ?? 0;
  return (await desk.call('dedicated.password', { proxyId })).password;
};

const STYLES = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/><numFmt numFmtId="171" formatCode="00000000"/></numFmts>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`;
const xml = (text: string) => ({ xml: text });

describe('a workbook with proxies', () => {
  const HEADER = ['ID', 'IP', 'Порт', 'Логин', 'Пароль', 'Окончание', 'Страна'];
  const book = (isFrom1904: boolean) => {
    const shift = isFrom1904 ? 1462 : 0;
    return workbook({
      isFrom1904,
      styles: STYLES,
      sheets: [
        {
          name: 'Прокси',
          rows: [
            ['Мои прокси'],
            HEADER,
            [9_007_199_254_740, '203.0.113.1', 8000, 'anna', '0007', xml(`<c s="1"><v>${46387 - shift}</v></c>`), 'de'],
            [9002, '203.0.113.2', 8000, 12345, 67890, xml(`<c s="2"><v>${46387.4375 - shift}</v></c>`), 'Германия'],
            [9003, '203.0.113.3', 8000, 'cora', xml('<c s="3"><v>1234</v></c>'), 46387 - shift, ''],
            [
              xml('<c><f>9000+4</f><v>9004</v></c>'),
              '203.0.113.4',
              8000,
              'dan',
              'p',
              xml('<c t="d"><v>2026-12-31T00:00:00.000</v></c>'),
              '',
            ],
            ['9005', '203.0.113.5', '8000', 'eva', 'p', '2026-12-31 23:59:59', ''],
            [9006, '203.0.113.6', 8000, 'fay', 'p', xml('<c><f>TODAY()+30</f></c>'), ''],
            [9007, '203.0.113.7', 8000, 'gus', xml('<c><v>12345678901234567</v></c>'), '', ''],
          ],
        },
      ],
    });
  };

  it.each([false, true])('brings every value as it is seen in it, counted from 1904: %s', async (isFrom1904) => {
    await desk.call('settings.update', { assumedZone: 'Asia/Tokyo' });
    const table = await openFile('мои прокси.xlsx', book(isFrom1904));
    expect(table).toMatchObject({
      fileName: 'мои прокси.xlsx',
      header: HEADER,
      above: 1,
      reading: { columns: ['id', 'host', 'port', 'login', 'password', 'end', 'country'] },
      counts: { lines: 7, new: 7, bad: 0, faulty: 2, newFaulty: 2 },
      faults: [
        { line: 8, fault: 'end', text: '#N/A' },
        { line: 9, fault: 'password-damaged', text: '••••••••' },
      ],
      sheets: [{ index: 0, name: 'Прокси' }],
    });
    expect(JSON.stringify(table)).not.toMatch(/0007|67890|00001234|1\.2345/);
    expect(await confirm(table)).toMatchObject({ added: 7, heldBack: 0 });
    const found = await rows();
    const ends = [...found].toSorted().map(([, { dateEnd, expiresAt }]) => ({ dateEnd, expiresAt }));
    const day = new Date(2026, 11, 31).getTime();
    const tokyo = (hour: number, minute = 0, second = 0) => Date.UTC(2026, 11, 31, hour - 9, minute, second);
    expect(ends.map(({ expiresAt }) => expiresAt)).toEqual([
      day,
      tokyo(10, 30),
      day,
      day,
      tokyo(23, 59, 59),
      null,
      null,
    ]);
    expect(found.get('203.0.113.1')).toMatchObject({ serviceId: 9_007_199_254_740, countryCode: 'de', port: '8000' });
    expect(found.get('203.0.113.2')).toMatchObject({ username: '12345', countryCode: 'de' });
    expect(found.get('203.0.113.4')).toMatchObject({ serviceId: 9004 });
    expect(await passwordOf('203.0.113.1')).toBe('0007');
    expect(await passwordOf('203.0.113.2')).toBe('67890');
    expect(await passwordOf('203.0.113.3')).toBe('00001234');
    expect(desk.log.some((line) => JSON.stringify(line).includes('67890'))).toBe(false);
  });

  it('can be turned to another sheet, whose columns are recognised anew', async () => {
    const bytes = workbook({
      sheets: [
        {
          name: 'Prices',
          rows: [
            ['IP', 'Port'],
            ['203.0.113.50', 100],
          ],
        },
        { name: 'List', rows: [['203.0.113.7:8000:anna:secret'], ['203.0.113.8:8000:bob:secret']] },
      ],
    });
    const first = await openFile('proxies.xlsx', bytes);
    expect(first).toMatchObject({ sheet: 0, counts: { new: 1 } });
    const { importId, reading } = first;
    const second = await desk.call('dedicated.importPreview', { importId, reading, sheet: 1 });
    expect(second).toMatchObject({
      importId,
      sheet: 1,
      header: null,
      reading: { columns: ['address'] },
      counts: { lines: 2, new: 2 },
    });
    expect(JSON.stringify(second)).not.toContain('secret');
    // The same sheet again keeps what the user has chosen.
    const chosen = { ...second.reading, dayFirst: true };
    expect((await desk.call('dedicated.importPreview', { importId, reading: chosen, sheet: 1 })).reading).toEqual(
      chosen,
    );
    expect(await confirm(second)).toMatchObject({ added: 2 });
    expect([...(await rows()).keys()].toSorted()).toEqual(['203.0.113.7', '203.0.113.8']);
  });

  it('is read when it is dropped on the window, and is named if it cannot be', async () => {
    const given = (name: string, bytes: Buffer) =>
      desk.call('dedicated.importGiven', { name, base64: bytes.toString('base64') });
    const table = await given('dropped.xlsx', book(false));
    expect(table).toMatchObject({ fileName: 'dropped.xlsx', counts: { new: 7 } });
    expect(await given('dropped.txt', Buffer.from('203.0.113.7:8000:anna:secret\n'))).toMatchObject({
      counts: { new: 1 },
    });
    // The first table was replaced.
    const { importId, reading } = table;
    await expect(desk.call('dedicated.importConfirm', { importId, reading, forOthers: GERMAN })).rejects.toMatchObject({
      details: { code: 'import-closed' },
    });
    for (const [bytes, code] of [
      [zip({ 'proxies.txt': 'x' }), 'workbook-other-archive'],
      [Buffer.from([0x89, 0x50, 0, 1]), 'csv-not-text'],
      [Buffer.from('<html><table></table></html>'), 'workbook-web-page'],
      [Buffer.alloc(0), 'csv-empty'],
      [Buffer.from('1.1.1.1:80\n'.repeat(50_001)), 'list-too-long'],
    ] as const) {
      await expect(given('x.xlsx', bytes)).rejects.toMatchObject({ kind: 'file', details: { code } });
    }
  });
});

describe('a value that cannot be read', () => {
  const TEXT = [
    'id;ip;port;login;password;end;country;kind',
    '9001;203.0.113.1;8000;a;p;2026-12-31;de;IPv4',
    '9002;203.0.113.2;8000;a;p;1,76714E+12;de;IPv4',
    '9003;203.0.113.3;8000;a;p;01.01.1970;Атлантида;IPv5',
    '9004;203.0.113.4;8000;a;p;2099-12-31;de;IPv4',
    'A-1;203.0.113.5;8000;a;p;;;',
  ].join('\n');

  it('is told with its line and text, and its proxy is imported without it', async () => {
    const table = await desk.call('dedicated.importText', { text: TEXT });
    expect(table).toMatchObject({
      counts: { new: 4, bad: 1, faulty: 2, newFaulty: 2 },
      faults: [
        { line: 3, fault: 'end', text: '1,76714E+12' },
        { line: 4, fault: 'end-impossible', text: '01.01.1970' },
        { line: 4, fault: 'kind', text: 'IPv5' },
        { line: 4, fault: 'country', text: 'Атлантида' },
      ],
      oddEnds: { count: 1, lines: [5] },
      badLines: [{ line: 6, problem: 'id', text: 'A-1' }],
      missing: { ends: 2, kinds: 1, countries: 1 },
    });
    expect(table.sample.map(({ isFaulty }) => isFaulty)).toEqual([false, true, true, false, false]);
    expect(await confirm(table)).toMatchObject({ added: 4, heldBack: 0 });
    expect((await rows()).get('203.0.113.2')).toMatchObject({ expiresAt: null, serviceId: 9002 });
    // The same list with a better end completes it later; a bad one is told again.
    const again = await desk.call('dedicated.importText', { text: TEXT });
    expect(again).toMatchObject({ counts: { new: 0, known: 4, faulty: 2, newFaulty: 0 } });
    const mended = await desk.call('dedicated.importText', { text: TEXT.replace('1,76714E+12', '2027-01-31') });
    expect(mended.counts).toMatchObject({ completes: 1 });
  });

  it('holds its proxy back if the user says so', async () => {
    const table = await desk.call('dedicated.importText', { text: TEXT });
    expect(await confirm(table, 'hold')).toMatchObject({ added: 2, heldBack: 2 });
    expect([...(await rows()).keys()].toSorted()).toEqual(['203.0.113.1', '203.0.113.4']);
  });

  it('asks for the order of day and month, and reads all dates in it', async () => {
    const text = 'ip;port;end\n203.0.113.1;80;03/04/2027\n203.0.113.2;80;2026-12-31';
    const table = await desk.call('dedicated.importText', { text });
    expect(table).toMatchObject({ twoDays: '03/04/2027', faults: [{ line: 2, fault: 'end-two-ways' }] });
    const { importId, reading } = table;
    const read = await desk.call('dedicated.importPreview', { importId, reading: { ...reading, dayFirst: true } });
    expect(read).toMatchObject({ twoDays: null, faults: [] });
    await confirm(read);
    expect((await rows()).get('203.0.113.1')?.expiresAt).toBe(new Date(2027, 3, 3).getTime());
  });

  it('takes the order of day and month that another line proves, until the user changes it', async () => {
    const text = 'ip;port;end\n203.0.113.1;80;03/04/2027\n203.0.113.2;80;12/31/2026';
    const table = await desk.call('dedicated.importText', { text });
    const proven = { dayFirst: false, line: 3, text: '12/31/2026', example: '03/04/2027' };
    expect(table).toMatchObject({ provenOrder: proven, twoDays: null, faults: [], reading: { dayFirst: null } });
    const { importId, reading } = table;
    const other = await desk.call('dedicated.importPreview', { importId, reading: { ...reading, dayFirst: true } });
    expect(other).toMatchObject({ provenOrder: proven, faults: [], reading: { dayFirst: true } });
    await confirm(table);
    expect((await rows()).get('203.0.113.1')?.expiresAt).toBe(new Date(2027, 2, 4).getTime());
  });

  it('asks for the order if the lines contradict each other', async () => {
    const text = 'ip;port;end\n203.0.113.1;80;03/04/2027\n203.0.113.2;80;12/31/2026\n203.0.113.3;80;31/12/2026';
    const table = await desk.call('dedicated.importText', { text });
    expect(table).toMatchObject({ provenOrder: null, twoDays: '03/04/2027' });
  });

  it('names the repeated lines, each with the line that it repeats, and no more than a hundred', async () => {
    const text = [
      'ip;port',
      '203.0.113.1;80',
      '203.0.113.2;80',
      ...Array.from({ length: 150 }, () => '203.0.113.1;80'),
    ];
    const table = await desk.call('dedicated.importText', { text: text.join('\n') });
    expect(table.counts).toMatchObject({ new: 2, repeated: 150 });
    expect(table.repeatedLines).toHaveLength(100);
    expect(table.repeatedLines[0]).toEqual({ line: 4, first: 2 });
  });

  it('names no client by a number that is the key of one and the messenger id of another', async () => {
    await desk.call('clients.add', { messengerId: 501, clientKey: '502', name: 'Anna', note: '', tags: [] });
    await addClient(desk, 502, 'Boris');
    const text = 'ip;port;client\n203.0.113.1;80;502\n203.0.113.2;80;501';
    expect(await desk.call('dedicated.importText', { text })).toMatchObject({
      severalClients: { lines: 1, names: ['502'] },
      unknownClients: { lines: 0 },
    });
  });

  it('names a client who could be several', async () => {
    await addClient(desk, 501, 'Анна');
    await addClient(desk, 502, 'Анна');
    const text = 'ip;port;client\n203.0.113.1;80;Анна\n203.0.113.2;80;Незнакомец';
    expect(await desk.call('dedicated.importText', { text })).toMatchObject({
      severalClients: { lines: 1, names: ['Анна'] },
      unknownClients: { lines: 1, names: ['Незнакомец'] },
    });
  });
});
