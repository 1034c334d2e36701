import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { LAYOUT_PRESETS } from '#shared/domain/line-layout.ts';
import { OWN_FILE, OWN_FOLDER, rightsOf } from '../../support/file-rights.ts';
import { GENERATE, type ListsDesk, startListsDesk } from './lists-desk.ts';

let desk: ListsDesk;
beforeEach(async () => {
  desk = await startListsDesk();
});
afterEach(() => desk.close());

const outgoing = () => join(desk.paths.data, 'outgoing');

/** Drags as a hand does: pressing the mouse prepares the file, and a drag before it is ready starts nothing. */
const drag = async (view: ProcedureInput<'lists.drag'>) => {
  await desk.call('lists.prepareDrag', view);
  return desk.call('lists.drag', view);
};

describe('dragging a list out of the window', () => {
  it('gives the OS a file of ours, with the lines and the name that saving would give it', async () => {
    const list = await desk.generate({ quantity: 12 });
    await desk.call('settings.update', { fileNameTemplate: '{client}-{count}.txt' });
    const view = { listId: list.id, variant: 'domain', formatId: 2 } as const;
    expect(await drag(view)).toEqual({ started: true });
    const [path = ''] = desk.desktop.dragged;
    expect(basename(path)).toBe('Анна · anna-shop-12.txt');
    expect(await readFile(path, 'utf8')).toBe(`${(await desk.allLines(list, 'domain', 2)).join('\n')}\n`);
    const rights = await Promise.all([path, dirname(path), outgoing()].map(rightsOf));
    expect(rights).toEqual([OWN_FILE, OWN_FOLDER, OWN_FOLDER]);
    expect((await desk.call('lists.exports', { filter: { listId: list.id }, offset: 0, limit: 10 })).total).toBe(0);
  });

  it('reuses a prepared file, and writes it again after a change', async () => {
    const list = await desk.generate({ quantity: 3 });
    const view = { listId: list.id, variant: 'domain', formatId: 1 } as const;
    await desk.call('lists.prepareDrag', view);
    expect(desk.desktop.dragged).toEqual([]);
    await drag(view);
    await drag(view);
    await desk.call('settings.update', { lineEnding: 'crlf' });
    await drag(view);
    const [first, second, third = ''] = desk.desktop.dragged;
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(await readFile(third, 'utf8')).toMatch(/^[^\n]+\r\n/);
  });

  it('keeps the files of the last few lists only', async () => {
    const list = await desk.generate({ quantity: 1 });
    for (let round = 0; round < 12; round += 1) {
      await desk.call('settings.update', { fileNameTemplate: `round-${round}.txt` });
      await drag({ listId: list.id, variant: 'domain', formatId: 1 });
    }
    const [first = '', , , last = ''] = desk.desktop.dragged;
    await expect.poll(() => existsSync(first)).toBe(false);
    expect(existsSync(last)).toBe(true);
  });

  it('leaves nothing behind when the app quits', async () => {
    const list = await desk.generate({ quantity: 3 });
    await drag({ listId: list.id, variant: 'domain', formatId: 1 });
    const [path = ''] = desk.desktop.dragged;
    expect(existsSync(path)).toBe(true);
    await desk.core.close();
    expect(existsSync(outgoing())).toBe(false);
  });

  it('deletes at the start the files of a killed run', async () => {
    await desk.core.close();
    const left = join(outgoing(), '1', 'list.txt');
    await mkdir(dirname(left), { recursive: true });
    await writeFile(left, 'gate.example:1:login:password\n');
    await desk.restart();
    await desk.call('settings.get', {});
    await expect.poll(() => existsSync(outgoing())).toBe(false);
  });

  it('drags nothing of a list that is growing, empty, or unavailable in the format', async () => {
    await desk.control.addFaults({ match: GENERATE, fault: { kind: 'hold', when: 'before-commit' } });
    const { listId } = await desk.start();
    await desk.control.waitForHeld(1);
    const running = await desk.callError('lists.drag', { listId, variant: 'domain', formatId: 1 });
    expect(running.details).toMatchObject({ code: 'list-running' });
    await desk.control.clearFaults();
    const list = await desk.ended(listId);
    const bare = await desk.callError('lists.prepareDrag', { listId: list.id, variant: 'domain', formatId: 3 });
    expect(bare.kind).toBe('conflict');
    expect(desk.desktop.dragged).toEqual([]);
  });
});

describe('dragging a list in a layout', () => {
  const dragIn = async (view: ProcedureInput<'layouts.drag'>) => {
    await desk.call('layouts.prepareDrag', view);
    return desk.call('layouts.drag', view);
  };

  it('gives the OS the file that saving in the layout would give, with its extension', async () => {
    const list = await desk.generate({ quantity: 4 });
    await desk.call('settings.update', { fileNameTemplate: '{client}-{count}.txt' });
    const view = { listId: list.id, variant: 'domain' } as const;
    expect(await dragIn({ ...view, layout: LAYOUT_PRESETS.json })).toEqual({ started: true });
    expect(await dragIn({ ...view, layout: LAYOUT_PRESETS.clash })).toEqual({ started: true });
    expect(await dragIn({ ...view, layout: LAYOUT_PRESETS.json })).toEqual({ started: true });
    const [json = '', yaml = '', again] = desk.desktop.dragged;
    expect([json, yaml].map((path) => basename(path))).toEqual(['Анна · anna-shop-4.json', 'Анна · anna-shop-4.yaml']);
    expect(again).toBe(json);
    expect(JSON.parse(await readFile(json, 'utf8'))).toHaveLength(4);
    expect(await rightsOf(json)).toBe(OWN_FILE);
    const path = join(desk.folder, 'saved.json');
    desk.dialogs.saveQueue.push(path);
    const source = { from: 'list', ...view } as const;
    await desk.call('layouts.export', { source, layout: LAYOUT_PRESETS.json, name: 'JSON' });
    expect(await readFile(path, 'utf8')).toBe(await readFile(json, 'utf8'));
  });

  it('gives nothing if no line fits, and refuses a layout that cannot be used', async () => {
    const list = await desk.generate({ quantity: 2, formatId: 3 });
    const view = { listId: list.id, variant: 'domain' } as const;
    for (const name of ['layouts.prepareDrag', 'layouts.drag'] as const) {
      expect((await desk.callError(name, { ...view, layout: LAYOUT_PRESETS.url })).details).toMatchObject({
        code: 'no-layout-lines',
      });
    }
    const empty = { kind: 'csv', fields: [] } as const;
    expect((await desk.callError('layouts.drag', { ...view, layout: empty })).kind).toBe('invalid-input');
    expect(desk.desktop.dragged).toEqual([]);
  });
});

describe('dragging a saved file', () => {
  it('gives the file itself, and reports when it is gone', async () => {
    const list = await desk.generate({ quantity: 2 });
    const path = join(desk.folder, 'saved.txt');
    desk.dialogs.saveQueue.push(path);
    const record = await desk.call('lists.save', { listId: list.id, variant: 'domain', formatId: 1 });
    const exportId = record?.id ?? 0;
    await desk.call('lists.dragExport', { exportId });
    expect(desk.desktop.dragged).toEqual([path]);
    await rm(path);
    expect((await desk.callError('lists.dragExport', { exportId })).details).toMatchObject({ code: 'file-missing' });
    await writeFile(path, '');
    expect((await desk.callError('lists.dragExport', { exportId: exportId + 1 })).kind).toBe('not-found');
  });
});
