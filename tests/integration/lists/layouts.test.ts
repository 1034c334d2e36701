import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { LAYOUT_PRESETS, type LineLayout } from '#shared/domain/line-layout.ts';
import { OWN_FILE, rightsOf } from '../../support/file-rights.ts';
import { buy, held } from '../dedicated/dedicated-desk.ts';
import { type ListsDesk, startListsDesk } from './lists-desk.ts';

let desk: ListsDesk;
beforeEach(async () => {
  desk = await startListsDesk();
});
afterEach(() => desk.close());

type Source = ProcedureInput<'layouts.preview'>['source'];
const ofList = (listId: number): Source => ({ from: 'list', listId, variant: 'domain' });
const OWN: LineLayout = { kind: 'lines', line: '{host} {port} {login}', values: 'plain', head: '' };

const saveAs = async (source: Source, layout: LineLayout, fileName: string) => {
  const path = join(desk.folder, fileName);
  desk.dialogs.saveQueue.push(path);
  const saved = await desk.call('layouts.export', { source, layout, name: 'a layout' });
  return { saved, path, text: await readFile(path, 'utf8') };
};

describe('a list in another layout', () => {
  it('is previewed with masked passwords, saved, recorded with the layout and found unchanged', async () => {
    const list = await desk.generate({ quantity: 40 });
    const lines = await desk.allLines(list, 'domain', 1);
    const source = ofList(list.id);
    const preview = await desk.call('layouts.preview', { source, layout: LAYOUT_PRESETS.url });
    expect(preview).toMatchObject({ total: 40, leftOut: [] });
    expect(preview.lines).toHaveLength(5);
    for (const line of preview.lines) expect(line).toContain(':********@');

    const { saved, path, text } = await saveAs(source, LAYOUT_PRESETS.url, 'own.txt');
    const wanted = lines.map((line) => {
      const [host, port, login = '', password = ''] = line.split(':');
      return `http://${encodeURIComponent(login)}:${encodeURIComponent(password)}@${host}:${port}\n`;
    });
    expect(text).toBe(wanted.join(''));
    expect(saved).toMatchObject({ leftOut: [], export: { listId: list.id, layout: 'a layout', lineCount: 40 } });
    expect(await rightsOf(path)).toBe(OWN_FILE);
    expect(await desk.call('lists.verifyExport', { exportId: saved?.export.id ?? 0 })).toEqual({ status: 'same' });
    // The formats of the service are recorded without a layout.
    desk.dialogs.saveQueue.push(join(desk.folder, 'plain.txt'));
    const plain = await desk.call('lists.save', { listId: list.id, variant: 'domain', formatId: 1 });
    expect(plain?.layout).toBeNull();
  });

  it('is a table or JSON with one entry for each line', async () => {
    const list = await desk.generate({ quantity: 7 });
    const json = await saveAs(ofList(list.id), LAYOUT_PRESETS.json, 'list.json');
    expect(JSON.parse(json.text)).toHaveLength(7);
    const csv = await saveAs(ofList(list.id), LAYOUT_PRESETS.csv, 'list.csv');
    expect(csv.text.split('\r\n')).toHaveLength(9);
    expect(csv.text).toContain(';DE;\r\n');
  });

  it('is copied as a secret, without the mark of a file', async () => {
    const list = await desk.generate({ quantity: 3 });
    expect(await desk.call('layouts.copy', { source: ofList(list.id), layout: LAYOUT_PRESETS.csv })).toMatchObject({
      lines: 3,
    });
    const copied = desk.desktop.copied.at(-1);
    expect(copied).toMatchObject({ secret: true, text: expect.stringMatching(/^scheme;host;/) });
    expect(copied?.text.split('\r\n')).toHaveLength(4);
  });

  it('says what is left out, and is refused if nothing is left', async () => {
    const list = await desk.generate({ quantity: 4, formatId: 3 });
    const preview = await desk.call('layouts.preview', { source: ofList(list.id), layout: LAYOUT_PRESETS.url });
    expect(preview).toEqual({ lines: [], total: 0, leftOut: [{ reason: 'missing', field: 'login', count: 4 }] });
    const order = { source: ofList(list.id), layout: LAYOUT_PRESETS.url };
    const refusals = [
      await desk.callError('layouts.copy', order),
      await desk.callError('layouts.export', { ...order, name: '' }),
    ];
    expect(refusals.map(({ details }) => details?.code)).toEqual(['no-layout-lines', 'no-layout-lines']);
    const bare: LineLayout = { kind: 'lines', line: '{scheme} {host} {port}', values: 'plain', head: '' };
    expect(await desk.call('layouts.preview', { source: ofList(list.id), layout: bare })).toMatchObject({ total: 4 });
    expect(await desk.call('layouts.export', { source: ofList(list.id), layout: bare, name: '' })).toBeNull();
  });
});

describe('dedicated proxies in another layout', () => {
  it('have their country and end', async () => {
    await desk.call('dedicated.countries', { ipv: 4 });
    await buy(desk, { count: 2, clientId: desk.clientId });
    const rows = await held(desk);
    expect(rows).toHaveLength(2);
    const source: Source = { from: 'proxies', proxyIds: rows.map(({ id }) => id) };
    const { text } = await saveAs(source, LAYOUT_PRESETS.json, 'proxies.json');
    expect(JSON.parse(text)).toMatchObject(
      rows.map(({ ip, port, username, dateEnd }) => ({
        scheme: 'http',
        host: ip,
        port: Number(port),
        login: username,
        country: 'DE',
        end: dateEnd?.slice(0, 10),
      })),
    );
  });

  it('name a client without a name by the key, as lists do', async () => {
    const nameless = { messengerId: 777, clientKey: 'no-name', name: '', note: '', tags: [] };
    const { id: clientId } = await desk.call('clients.add', nameless);
    await desk.call('dedicated.countries', { ipv: 4 });
    await buy(desk, { count: 1, clientId });
    const source: Source = { from: 'proxies', proxyIds: (await held(desk)).map(({ id }) => id) };
    const layout: LineLayout = { kind: 'json', fields: ['client'] };
    expect((await desk.call('layouts.preview', { source, layout })).lines).toEqual(['{"client":"no-name"}']);
  });
});

describe('layouts of one’s own', () => {
  it('are kept by their names until they are removed', async () => {
    const first = await desk.call('layouts.save', { name: ' Mine ', layout: OWN });
    await desk.call('layouts.save', { name: 'Mine', layout: LAYOUT_PRESETS.csv });
    await desk.restart();
    expect(await desk.call('layouts.list', {})).toEqual([{ id: first.id, name: 'Mine', layout: LAYOUT_PRESETS.csv }]);
    await desk.call('layouts.remove', { layoutId: first.id });
    expect(await desk.call('layouts.list', {})).toEqual([]);
    expect((await desk.callError('layouts.remove', { layoutId: first.id })).details?.code).toBe('layout');
  });

  it('are refused when they cannot be used', async () => {
    const wrong = { ...OWN, line: '{host}:{prot}' };
    const problems = [{ field: 'line', code: 'layout-field-unknown', params: { field: '{prot}' } }];
    expect((await desk.callError('layouts.save', { name: 'x', layout: wrong })).details?.problems).toEqual(problems);
    const list = await desk.generate({ quantity: 1 });
    const preview = { source: ofList(list.id), layout: wrong };
    expect((await desk.callError('layouts.preview', preview)).details?.problems).toEqual(problems);
    expect((await desk.callError('layouts.save', { name: ' ', layout: OWN })).details?.problems).toMatchObject([
      { field: 'name', code: 'required' },
    ]);
  });
});
