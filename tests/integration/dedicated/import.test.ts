import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ForOthers } from '#shared/contract/import-proxies.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { addClient, buy, confirm, held, offerFor, saveProlongOrder, serviceIdsOf } from './dedicated-desk.ts';

let desk: TestDesk;

beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

const NOTHING: ForOthers = { ipv: null, countryCode: null, endDay: null, clientId: null };
const GERMAN: ForOthers = { ...NOTHING, ipv: 4, countryCode: 'DE' };

const importText = async (text: string, forOthers: ForOthers = GERMAN) => {
  const { importId, reading } = await desk.call('dedicated.importText', { text });
  return desk.call('dedicated.importConfirm', { importId, reading, forOthers });
};

describe('importing proxies', () => {
  it('says how many of the clients who are not here it does not name', async () => {
    const line = (at: number) => `203.0.113.${at};8000;u;p;Stranger ${Math.ceil(at / 2)}`;
    const text = ['ip;port;login;password;client', ...Array.from({ length: 30 }, (_, index) => line(index + 1))];
    const { unknownClients } = await desk.call('dedicated.importText', { text: text.join('\n') });
    expect(unknownClients).toMatchObject({ lines: 30, unnamed: 5 });
    expect(unknownClients.names).toHaveLength(10);
  });

  it('adds what the lines say, and for the rest what holds for all others', async () => {
    const lena = await addClient(desk, 501, 'Лена');
    const anna = await addClient(desk, 502, 'Анна');
    const text = [
      'id;ip;port;login;password;end;country;client;note',
      '9001;203.0.113.7;8000;user1;pass1;2026-12-31 00:00:00;fr;501;первый',
      ';203.0.113.8;8000;user2;pass2;;;;',
      ';203.0.113.9;8000;user3;pass3;;;Незнакомец;от него',
    ].join('\n');
    const table = await desk.call('dedicated.importText', { text });
    expect(table).toMatchObject({
      fileName: null,
      columnsProblem: null,
      counts: { lines: 3, new: 3, known: 0, bad: 0 },
      missing: { ids: 2, ends: 2, kinds: 3, countries: 2, credentials: 0, clients: 2 },
      unknownClients: { lines: 1, names: ['Незнакомец'], unnamed: 0 },
    });
    expect(JSON.stringify(table)).not.toContain('pass1');
    expect(await held(desk)).toEqual([]);

    const { importId, reading } = table;
    const forOthers = { ipv: 4, countryCode: 'de', endDay: '2027-02-01', clientId: anna } as const;
    const imported = await desk.call('dedicated.importConfirm', { importId, reading, forOthers });
    expect(imported).toMatchObject({ added: 3, completed: 0 });
    const rows = await held(desk);
    const byAddress = new Map(rows.map((row) => [row.ip, row]));
    expect(byAddress.get('203.0.113.7')).toMatchObject({
      serviceId: 9001,
      port: '8000',
      username: 'user1',
      dateEnd: '2026-12-31 00:00:00',
      dateSource: 'typed',
      countryCode: 'fr',
      ipv: 4,
      clientId: lena,
      note: 'первый',
      imported: true,
      purchaseId: null,
      complete: true,
    });
    expect(byAddress.get('203.0.113.8')).toMatchObject({
      serviceId: null,
      expiresAt: new Date(2027, 1, 1).getTime(),
      countryCode: 'de',
      clientId: anna,
      complete: false,
    });
    // A stranger's proxy does not become the chosen client's.
    expect(byAddress.get('203.0.113.9')).toMatchObject({ clientId: null, note: 'от него\nНезнакомец' });
    const first = byAddress.get('203.0.113.7')?.id ?? 0;
    expect((await desk.call('dedicated.password', { proxyId: first })).password).toBe('pass1');
    expect(desk.log.some((line) => JSON.stringify(line).includes('pass1'))).toBe(false);
    expect(await held(desk, { search: 'франция' })).toHaveLength(1);
  });

  it('asks for the kind and the country before anything is added', async () => {
    const table = await desk.call('dedicated.importText', { text: '203.0.113.7:8000:user:pass' });
    const confirm = (forOthers: ForOthers) =>
      desk.call('dedicated.importConfirm', { importId: table.importId, reading: table.reading, forOthers });
    await expect(confirm(NOTHING)).rejects.toMatchObject({
      kind: 'invalid-input',
      details: {
        problems: [
          { field: 'ipv', code: 'kind-required' },
          { field: 'countryCode', code: 'country-required' },
        ],
      },
    });
    expect(await held(desk)).toEqual([]);
    expect(await confirm(GERMAN)).toMatchObject({ added: 1 });
    // The import has ended, so a second click cannot add anything.
    await expect(confirm(GERMAN)).rejects.toMatchObject({ kind: 'not-found', details: { code: 'import-closed' } });
  });

  it('adds nothing twice: within a list, from an earlier import, or after a purchase', async () => {
    await buy(desk);
    const [bought] = await held(desk);
    await importText('203.0.113.7:8000:user:pass');
    const text = [
      'id;ip;port;login;password',
      `${bought?.serviceId};${bought?.ip};${bought?.port};${bought?.username};x`,
      ';203.0.113.7;8000;user;pass',
      ';203.0.113.8;8000;user;pass',
      ';203.0.113.8;8000;user;pass',
      ';203.0.113.8;8000;another;pass',
    ].join('\n');
    const { counts, importId, reading } = await desk.call('dedicated.importText', { text });
    expect(counts).toMatchObject({ lines: 5, new: 2, known: 2, repeated: 1 });
    expect(await desk.call('dedicated.importConfirm', { importId, reading, forOthers: GERMAN })).toMatchObject({
      added: 2,
    });
    expect(await held(desk)).toHaveLength(6);
  });

  it('adds an end later, and never changes one that is known', async () => {
    await importText('203.0.113.7:8000:user:pass\n203.0.113.8:8000:user:pass', { ...GERMAN, endDay: null });
    await importText('ip;port;login;end\n203.0.113.7;8000;user;2026-12-31');
    const text = 'ip;port;login;end\n203.0.113.7;8000;user;2030-01-01\n203.0.113.8;8000;user;2027-01-01';
    const { counts, importId, reading } = await desk.call('dedicated.importText', { text });
    expect(counts).toMatchObject({ new: 0, completes: 1, known: 1 });
    const imported = await desk.call('dedicated.importConfirm', { importId, reading, forOthers: NOTHING });
    expect(imported).toMatchObject({ added: 0, completed: 1 });
    const ends = (await held(desk)).map(({ ip, expiresAt }) => [ip, expiresAt]);
    expect(new Map(ends as [string, number][])).toEqual(
      new Map([
        ['203.0.113.7', new Date(2026, 11, 31).getTime()],
        ['203.0.113.8', new Date(2027, 0, 1).getTime()],
      ]),
    );
  });

  it('is undone into the archive, and can then be done again', async () => {
    const { undoId } = await importText('203.0.113.7:8000:user:pass');
    expect(await desk.call('undo.takeBack', { undoId })).toMatchObject({ count: 1 });
    expect(await held(desk)).toEqual([]);
    expect(await importText('203.0.113.7:8000:user:pass')).toMatchObject({ added: 1 });
    expect(await held(desk)).toHaveLength(1);
  });

  it('never stands in the way of goods that were paid for', async () => {
    const anna = await addClient(desk, 502, 'Анна');
    await buy(desk);
    const highest = Math.max(...(await desk.control.proxies()).map(({ ids }) => ids));
    // Somebody typed the ids that the service is about to give to the next purchase.
    const lines = Array.from({ length: 20 }, (_, index) => `${highest + 1 + index};198.51.100.${index + 1};80;u;p`);
    await importText(['id;ip;port;login;password', ...lines].join('\n'), { ...GERMAN, clientId: anna });
    const purchase = await buy(desk);
    const delivered = await held(desk, { purchaseId: purchase.id });
    const sold = await desk.control.proxies();
    for (const row of delivered) {
      expect(row).toMatchObject({ imported: false, clientId: anna });
      expect(row.ip).toBe(sold.find(({ ids }) => ids === row.serviceId)?.ip);
    }
    expect(delivered).toHaveLength(3);
    expect(await held(desk, { archived: true })).toHaveLength(3);
  });

  it('that are bought later stay in the standing orders that name them, and keep their notes', async () => {
    const anna = await addClient(desk, 502, 'Анна');
    await buy(desk);
    const next = Math.max(...(await desk.control.proxies()).map(({ ids }) => ids)) + 1;
    const line = `id;ip;port;login;password;note\n${next};198.51.100.1;80;u;p;from the old panel`;
    await importText(line, { ...GERMAN, clientId: anna });
    const [{ id: importedId = 0 } = {}] = (await held(desk)).filter(({ serviceId }) => serviceId === next);
    const orderId = await saveProlongOrder(desk, [importedId]);
    const { id: purchaseId } = await buy(desk, { count: 1 });
    const [bought] = await held(desk, { purchaseId });
    expect(bought).toMatchObject({ serviceId: next, clientId: anna, note: 'from the old panel' });
    const { targets } = await desk.call('standing.get', { orderId });
    expect(targets).toEqual({ of: 'proxies', proxyIds: [bought?.id] });
  });

  it('that are bought later does not keep their prolongation from having a price for the client', async () => {
    const anna = await addClient(desk, 502, 'Анна');
    await desk.call('sales.setPrice', { clientId: null, product: 'dedicated 4 de 30', priceKopecks: 50_000 });
    await buy(desk);
    const next = Math.max(...(await desk.control.proxies()).map(({ ids }) => ids)) + 1;
    const ids = [next, next + 1, next + 2, next + 3, next + 4, next + 5];
    const lines = ids.map((id, index) => `${id};198.51.100.${index + 1};80;u;p`);
    await importText(['id;ip;port;login;password', ...lines].join('\n'), { ...GERMAN, clientId: anna });
    const { id: purchaseId } = await buy(desk);
    const serviceIds = serviceIdsOf(await held(desk, { purchaseId }));
    const order = { kind: 'dedicated-prolong', clientId: anna, serviceIds, period: 30 } as const;
    const { sale } = await confirm(desk, await offerFor(desk, order));
    expect(sale).toMatchObject({ clientId: anna, priceKopecks: 150_000 });
  });

  it('reads a file, and says what is wrong with one that has no lines', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'import-proxies-'));
    const path = join(folder, 'прокси.csv');
    await writeFile(path, Buffer.from('\ufeffIP,Port\n203.0.113.7,8000\nnot a host,1\n'));
    desk.dialogs.openQueue.push(path);
    const table = await desk.call('dedicated.importFile', {});
    expect(table).toMatchObject({
      fileName: 'прокси.csv',
      header: ['IP', 'Port'],
      counts: { new: 1, bad: 1 },
      badLines: [{ line: 3, problem: 'no-proxy' }],
    });
    await expect(desk.call('dedicated.importText', { text: ' \n\n' })).rejects.toMatchObject({
      kind: 'file',
      details: { code: 'proxies-none' },
    });
    await rm(folder, { recursive: true });
  });
});
