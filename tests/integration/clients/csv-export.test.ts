import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Language } from '#shared/domain/language.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import { type CsvDesk, startCsvDesk } from './csv-desk.ts';
import { addClient, emptyClientList, list } from './sample.ts';

let csv: CsvDesk;
let desk: TestDesk;
beforeEach(async () => {
  csv = await startCsvDesk();
  desk = csv.desk;
});
afterEach(() => csv.close());

const exportTo = async (language: Language = 'ru'): Promise<Buffer> => {
  const path = join(csv.folder, 'out.csv');
  desk.dialogs.saveQueue.push(path);
  await desk.call('clients.exportCsv', { filter: {}, sort: { by: 'name', direction: 'asc' }, language });
  return readFile(path);
};

describe('export', () => {
  it('writes a file that Excel opens correctly', async () => {
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
      'ID в мессенджере;Ключ клиента;Имя;Метки;Заметка;Тариф;Оплачено до\r\n\'-1001234567890;\'=cmd;"Анна; ""Б""";x, y;\'+7 900;;\r\n',
    );
  });

  it.each(['en', 'ru'] as const)('is read back whole by the import (%s)', async (language) => {
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

    const preview = await csv.open(bytes);
    expect(preview.counts).toMatchObject({ records: 2, new: 2, bad: 0, spacedKeys: 1 });
    await csv.confirm(preview);
    const back = (await list(desk)).map(({ messengerId, clientKey, name, note, tags }) => ({
      messengerId,
      clientKey,
      name,
      note,
      tags,
    }));
    expect(back).toEqual(kept);
  });

  it('protects a text that a spreadsheet would change, and reads it back', async () => {
    await addClient(desk, {
      messengerId: 123_456_789_012,
      clientKey: '007',
      name: '1e5',
      tags: ['12.50'],
      note: '10:30',
    });
    await addClient(desk, { messengerId: 79_012_345_678, clientKey: '7,90123E+10', name: '#NAME?', note: '-5' });
    const fields = async () =>
      (await list(desk)).map(({ messengerId, clientKey, name, tags, note }) => ({
        messengerId,
        clientKey,
        name,
        tags,
        note,
      }));
    const kept = await fields();
    const bytes = await exportTo('en');
    const [, first, second] = bytes.toString('utf8').split('\r\n');
    expect([first, second]).toEqual([
      "79012345678;'7,90123E+10;'#NAME?;;'-5;;",
      "'123456789012;'007;'1e5;'12.50;'10:30;;",
    ]);
    await emptyClientList(desk);
    const preview = await csv.open(bytes);
    expect(preview.counts).toMatchObject({ new: 2, bad: 0 });
    await csv.confirm(preview);
    expect(await fields()).toEqual(kept);
  });

  it('writes only the chosen clients', async () => {
    const anna = await addClient(desk, { name: 'Anna' });
    await addClient(desk, { name: 'Boris' });
    const path = join(csv.folder, 'chosen.csv');
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
