import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProxyList } from '#shared/contract/lists.ts';
import { makesLinks, OWN_FILE, rightsOf } from '../../support/file-rights.ts';
import { GENERATE, type ListsDesk, startListsDesk } from './lists-desk.ts';

const hasLinks = await makesLinks();

let desk: ListsDesk;
beforeEach(async () => {
  desk = await startListsDesk();
});
afterEach(() => desk.close());

type View = { variant?: 'domain' | 'ip'; formatId?: 1 | 2 | 3 };

const saveTo = (path: string, list: ProxyList, { variant = 'domain', formatId = list.recipe.formatId }: View = {}) => {
  desk.dialogs.saveQueue.push(path);
  return desk.call('lists.save', { listId: list.id, variant, formatId });
};

const saveError = (path: string, list: ProxyList) => {
  desk.dialogs.saveQueue.push(path);
  return desk.callError('lists.save', { listId: list.id, variant: 'domain', formatId: list.recipe.formatId });
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('saving a list', () => {
  it.each([1, 2, 3] as const)('writes format %i byte for byte, and records what was read back', async (formatId) => {
    const list = await desk.generate({ quantity: 12, formatId });
    const path = join(desk.folder, 'list.txt');
    const record = await saveTo(path, list);
    const bytes = await readFile(path);
    expect(bytes.toString('utf8')).toBe(`${(await desk.allLines(list)).join('\n')}\n`);
    expect(record).toMatchObject({
      path,
      fileName: 'list.txt',
      formatId,
      variant: 'domain',
      lineCount: 12,
      exists: true,
    });
    expect(record).toMatchObject({ bytes: bytes.length, sha256: sha256(bytes) });
    expect(await rightsOf(path)).toBe(OWN_FILE);
  });

  it('writes the addresses on request', async () => {
    const list = await desk.generate({ quantity: 4 });
    const path = join(desk.folder, 'ip.txt');
    await saveTo(path, list, { variant: 'ip' });
    expect(await readFile(path, 'utf8')).toBe(`${(await desk.allLines(list, 'ip')).join('\n')}\n`);
  });

  it('keeps the characters, spaces and bytes that the service sent', async () => {
    const domain = ' gate.example:1:u:p \r\ngate.example:2:ю😀:%40"\'`';
    await desk.control.addFaults({
      match: GENERATE,
      fault: { kind: 'replace-data', data: { pool_type: 'residential', domain, ip: '' } },
    });
    const list = await desk.generate({ quantity: 2 });
    const path = join(desk.folder, 'odd.txt');
    await saveTo(path, list);
    expect(await readFile(path, 'utf8')).toBe(' gate.example:1:u:p \ngate.example:2:ю😀:%40"\'`\n');
  });

  it('converts between 1 and 2 and back to the same bytes', async () => {
    const list = await desk.generate({ quantity: 6 });
    const path = join(desk.folder, 'two.txt');
    await saveTo(path, list, { formatId: 2 });
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const back = lines.map((line) => line.replace(/^(.+):(.+)@(.+):(\d+)$/, '$3:$4:$1:$2'));
    expect(back).toEqual(await desk.allLines(list));
    expect(await desk.allLines(list, 'domain', 2)).toEqual(lines);
  });

  it('refuses a conversion that would be a guess, and any to or from format 3', async () => {
    const data = { pool_type: 'residential', domain: 'gate.example:1:u:p:w', ip: '192.0.2.1:1:u:p' };
    await desk.control.addFaults({ match: GENERATE, times: 1, fault: { kind: 'replace-data', data } });
    const list = await desk.generate({ quantity: 1 });
    const formats = (variant: 'domain' | 'ip') => desk.call('lists.formats', { listId: list.id, variant });
    expect(await formats('domain')).toEqual([
      { formatId: 1, available: true, reason: null },
      { formatId: 2, available: false, reason: 'ambiguous' },
      { formatId: 3, available: false, reason: 'other-access' },
    ]);
    expect((await formats('ip'))[1]).toEqual({ formatId: 2, available: true, reason: null });
    const bare = await desk.generate({ quantity: 1, formatId: 3 });
    const view = { listId: bare.id, variant: 'domain', formatId: 1 } as const;
    expect(await desk.callError('lists.save', view)).toMatchObject({ kind: 'conflict' });
    expect(desk.dialogs.asked).toEqual([]);
  });

  it('ends lines with CRLF when the setting says so', async () => {
    await desk.call('settings.update', { lineEnding: 'crlf' });
    const list = await desk.generate({ quantity: 3 });
    const path = join(desk.folder, 'crlf.txt');
    expect(await saveTo(path, list)).toMatchObject({ lineCount: 3 });
    expect(await readFile(path, 'utf8')).toBe(`${(await desk.allLines(list)).join('\r\n')}\r\n`);
  });

  it('suggests a name from the template, in the folder used last', async () => {
    await desk.call('settings.update', { fileNameTemplate: '{client}_{pool}_{country}_{count}.txt' });
    const list = await desk.generate({ quantity: 2, countries: ['de', 'us'] });
    await saveTo(join(desk.folder, 'a.txt'), list);
    await saveTo(join(desk.folder, 'b.txt'), list);
    const name = 'Анна · anna-shop_residential_de-us_2.txt';
    expect(desk.dialogs.asked.map((asked) => asked.name)).toEqual([name, join(desk.folder, name)]);
  });

  it('does nothing when the dialog is closed', async () => {
    const list = await desk.generate({ quantity: 1 });
    const view = { listId: list.id, variant: 'domain', formatId: 1 } as const;
    expect(await desk.call('lists.save', view)).toBeNull();
    expect(await desk.call('lists.exports', { offset: 0, limit: 10 })).toEqual({ total: 0, rows: [] });
  });

  it('writes a hundred thousand lines whole', async () => {
    await desk.call('settings.update', { chunkSize: 20_000 });
    const list = await desk.generate({ quantity: 100_000 });
    expect(list).toMatchObject({ state: 'complete', lineCount: 100_000, duplicates: 0 });
    const path = join(desk.folder, 'many.txt');
    const record = await saveTo(path, list);
    const bytes = await readFile(path);
    const lines = bytes.toString('utf8').split('\n');
    expect(lines).toHaveLength(100_001);
    expect(record).toMatchObject({ lineCount: 100_000, bytes: bytes.length, sha256: sha256(bytes) });
    const last = { listId: list.id, variant: 'domain', formatId: 1, reveal: true, offset: 99_990, limit: 10 } as const;
    expect((await desk.call('lists.lines', last)).lines).toEqual(lines.slice(99_990, 100_000));
  });
});

describe('a folder that does not accept the file', () => {
  it('is reported: a folder that vanished, a folder of that name, a name that is too long', async () => {
    const list = await desk.generate({ quantity: 2 });
    await mkdir(join(desk.folder, 'is-folder'));
    const codes = [];
    for (const name of ['gone/list.txt', 'is-folder', `${'n'.repeat(300)}.txt`]) {
      const error = await saveError(join(desk.folder, name), list);
      codes.push([error.kind, error.details?.code]);
    }
    expect(codes).toEqual([
      ['file', 'folder-missing'],
      ['file', 'is-a-folder'],
      ['file', 'name-too-long'],
    ]);
    expect(await readdir(desk.folder)).toEqual(['is-folder']);
    expect((await desk.call('lists.exports', { offset: 0, limit: 10 })).total).toBe(0);
  });

  it.skipIf(!hasLinks)('keeps the old file and the link to it', async () => {
    const list = await desk.generate({ quantity: 2 });
    const target = join(desk.folder, 'real.txt');
    const link = join(desk.folder, 'link.txt');
    await writeFile(target, 'old');
    await symlink(target, link);
    await saveTo(link, list);
    expect(await readFile(target, 'utf8')).toBe(`${(await desk.allLines(list)).join('\n')}\n`);
    expect((await readdir(desk.folder)).sort()).toEqual(['link.txt', 'real.txt']);
  });
});

describe('the history of exports', () => {
  it('shows whether a file is as it was written, changed or gone', async () => {
    const list = await desk.generate({ quantity: 2 });
    const path = join(desk.folder, 'list.txt');
    const record = await saveTo(path, list);
    const exportId = record?.id ?? 0;
    const status = async () => (await desk.call('lists.verifyExport', { exportId })).status;
    expect(await status()).toBe('same');
    await chmod(path, 0o600);
    await writeFile(path, 'something else\n');
    expect(await status()).toBe('changed');
    await desk.call('lists.showExport', { exportId });
    expect(desk.desktop.shown).toEqual([path]);
    await rm(path);
    expect(await status()).toBe('missing');
    expect(await desk.callError('lists.showExport', { exportId })).toMatchObject({ details: { code: 'file-missing' } });
    const { rows } = await desk.call('lists.exports', { filter: { search: 'LIST' }, offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ id: exportId, listId: list.id, exists: false }]);
  });

  it('finds a file among many by its name, whatever its folder is called', async () => {
    const list = await desk.generate({ quantity: 2 });
    for (const name of ['b 10.txt', 'B 9.txt', 'a.txt']) await saveTo(join(desk.folder, name), list);
    const names = async (direction: 'asc' | 'desc') => {
      const page = { sort: { by: 'file', direction }, offset: 0, limit: 10 } as const;
      return (await desk.call('lists.exports', page)).rows.map(({ fileName }) => fileName);
    };
    expect(await names('asc')).toEqual(['a.txt', 'B 9.txt', 'b 10.txt']);
    expect(await names('desc')).toEqual(['b 10.txt', 'B 9.txt', 'a.txt']);
  });

  it('outlives the list', async () => {
    const list = await desk.generate({ quantity: 2 });
    await saveTo(join(desk.folder, 'list.txt'), list);
    await desk.call('lists.remove', { listIds: [list.id] });
    await desk.restart();
    expect(await desk.callError('lists.get', { listId: list.id })).toMatchObject({ kind: 'not-found' });
    const { rows } = await desk.call('lists.exports', { offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ listId: null, listTitle: list.title, exists: true }]);
  });
});
