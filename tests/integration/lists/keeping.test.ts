import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packOldLists } from '#core/catalogue/lists/pack-old-lists.ts';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { ListSort } from '#shared/contract/lists.ts';
import { startTestDesk } from '../../support/desk-core.ts';
import { realClock } from '../../support/real-clock.ts';
import { RECIPE } from '../../support/recipe.ts';
import { GENERATE, type ListsDesk, startListsDesk } from './lists-desk.ts';

let desk: ListsDesk;
beforeEach(async () => {
  desk = await startListsDesk();
});
afterEach(() => desk.close());

const allLists = (search = '') => desk.call('lists.list', { filter: { search }, offset: 0, limit: 50 });

describe('showing lines', () => {
  it('masks every password unless asked to reveal', async () => {
    const list = await desk.generate({ quantity: 5 });
    const [first = ''] = await desk.allLines(list);
    const password = first.split(':')[3] ?? '';
    expect(password.length).toBeGreaterThan(3);
    const view = { listId: list.id, variant: 'domain', reveal: false, offset: 0, limit: 5 } as const;
    for (const formatId of [1, 2] as const) {
      const { lines } = await desk.call('lists.lines', { ...view, formatId });
      expect(lines).toHaveLength(5);
      expect(lines.join('\n')).not.toContain(password);
      expect(lines[0]).toContain(first.split(':')[2]);
    }
  });

  it('copies lines with passwords as a secret, and refuses what no clipboard should hold', async () => {
    const list = await desk.generate({ quantity: 3 });
    expect(await desk.call('lists.copy', { listId: list.id, variant: 'ip', formatId: 1 })).toEqual({ lines: 3 });
    const bare = await desk.generate({ quantity: 2, formatId: 3 });
    await desk.call('lists.copy', { listId: bare.id, variant: 'domain', formatId: 3 });
    expect(desk.desktop.copied).toEqual([
      { text: (await desk.allLines(list, 'ip')).join('\n'), secret: true },
      { text: (await desk.allLines(bare)).join('\n'), secret: false },
    ]);
    await desk.call('settings.update', { chunkSize: 60_000 });
    const many = await desk.generate({ quantity: 100_001 });
    const error = await desk.callError('lists.copy', { listId: many.id, variant: 'domain', formatId: 1 });
    expect(error).toMatchObject({ kind: 'conflict', details: { code: 'too-many-to-copy' } });
  });
});

describe('keeping lists', () => {
  it('finds them by client, title, country and pool, newest first', async () => {
    const first = await desk.generate({ quantity: 1, countries: ['de'] });
    const second = await desk.generate({ quantity: 1, countries: ['us'] });
    await desk.call('lists.rename', { listId: first.id, title: ' Для Магазина Семёна ' });
    expect((await allLists()).rows.map((list) => list.id)).toEqual([second.id, first.id]);
    expect((await allLists('МАГАЗИН')).rows).toMatchObject([{ id: first.id, title: 'Для Магазина Семёна' }]);
    expect((await allLists('семена')).rows.map((list) => list.id)).toEqual([first.id]);
    expect((await allLists('anna-shop us')).rows.map((list) => list.id)).toEqual([second.id]);
    expect((await allLists('100%')).total).toBe(0);
    expect(await desk.callError('lists.rename', { listId: first.id, title: '  ' })).toMatchObject({
      details: { problems: [{ field: 'title', code: 'required' }] },
    });
  });

  it('sorts them by any column, and selects in the order shown', async () => {
    const many = await desk.generate({ quantity: 12, countries: ['de'], formatId: 2 });
    const few = await desk.generate({ quantity: 2, countries: ['us'], formatId: 1 });
    const some = await desk.generate({ quantity: 5, countries: ['fr'], formatId: 3 });
    await desk.call('lists.rename', { listId: some.id, title: 'ёлка 10' });
    await desk.call('lists.rename', { listId: few.id, title: 'Ёлка 9' });
    const sorted = async (by: ListSort['by'], direction: 'asc' | 'desc', search = '') => {
      const question = { filter: { search }, sort: { by, direction } } as const;
      const shown = await desk.call('lists.list', { ...question, offset: 0, limit: 10 });
      expect((await desk.call('lists.ids', question)).ids).toEqual(shown.rows.map(({ id }) => id));
      return shown.rows.map(({ id }) => id);
    };
    expect(await sorted('lines', 'asc')).toEqual([few.id, some.id, many.id]);
    expect(await sorted('lines', 'desc')).toEqual([many.id, some.id, few.id]);
    expect(await sorted('title', 'asc')).toEqual([many.id, few.id, some.id]);
    expect(await sorted('title', 'desc', 'елка')).toEqual([some.id, few.id]);
    expect(await sorted('format', 'desc')).toEqual([some.id, many.id, few.id]);
    expect(await sorted('created', 'asc')).toEqual([many.id, few.id, some.id]);
    // The newest comes first among equals.
    expect(await sorted('client', 'asc')).toEqual([some.id, few.id, many.id]);
    const jobs = await desk.call('runs.list', { sort: { by: 'started', direction: 'asc' }, offset: 0, limit: 10 });
    expect(jobs.rows.map(({ targetId }) => targetId)).toEqual([many.id, few.id, some.id]);
  });

  it('removes them with undo', async () => {
    const list = await desk.generate({ quantity: 2 });
    const { undoId } = await desk.call('lists.remove', { listIds: [list.id] });
    expect((await allLists()).total).toBe(0);
    expect(await desk.call('undo.takeBack', { undoId })).toEqual({ count: 1, left: 0 });
    expect(await desk.allLines(list)).toHaveLength(2);
  });

  it('stops a growing list before it removes it', async () => {
    await desk.control.addFaults({ match: GENERATE, fault: { kind: 'hold', when: 'before-commit' } });
    const { listId, runId } = await desk.start();
    await desk.control.waitForHeld(1);
    await desk.call('lists.remove', { listIds: [listId] });
    const { rows } = await desk.call('runs.list', { offset: 0, limit: 1 });
    expect(rows).toMatchObject([{ id: runId, state: 'cancelled' }]);
  });

  it('keeps every stored chunk through a power cut', async () => {
    await desk.call('settings.update', { chunkSize: 10 });
    await desk.control.addFaults({ match: GENERATE, skip: 3, fault: { kind: 'hold', when: 'after-commit' } });
    const { listId } = await desk.start({ quantity: 50 });
    await desk.control.waitForHeld(1);
    const copy = await mkdtemp(join(tmpdir(), 'power-cut-'));
    await cp(desk.paths.data, copy, { recursive: true, filter: (path) => !path.includes('lock') });
    const paths = { data: copy, backups: join(copy, 'backups') };
    const later = await startTestDesk({ paths, signIn: false, secrets: desk.secrets });
    try {
      const list = await later.call('lists.get', { listId });
      expect(list).toMatchObject({ state: 'partial', lineCount: 30, domainLines: 30 });
      expect(list.error?.details?.code).toBe('interrupted');
      const view = { listId, variant: 'domain', formatId: 1, reveal: false, offset: 0, limit: 100 } as const;
      expect((await later.call('lists.lines', view)).lines).toHaveLength(30);
    } finally {
      await later.close();
      await rm(copy, { recursive: true, force: true });
    }
  });
});

describe('presets', () => {
  it('are stored by name, replaced and removed', async () => {
    const saved = await desk.call('lists.savePreset', { name: ' Daily ', recipe: { ...RECIPE, countries: ['DE'] } });
    expect(saved).toMatchObject({ name: 'Daily', recipe: { countries: ['de'] } });
    await desk.call('lists.savePreset', { name: 'Daily', recipe: { ...RECIPE, quantity: 500 } });
    expect(await desk.call('lists.presets', {})).toMatchObject([{ id: saved.id, recipe: { quantity: 500 } }]);
    await desk.call('lists.removePreset', { presetId: saved.id });
    expect(await desk.call('lists.presets', {})).toEqual([]);
    expect(await desk.callError('lists.savePreset', { name: ' ', recipe: RECIPE })).toMatchObject({
      details: { problems: [{ field: 'name', code: 'required' }] },
    });
  });
});

describe('lists of some days ago', () => {
  it('take less room and keep every line as it came, and new ones are left alone', async () => {
    const [old, fresh] = [await desk.generate({ quantity: 400 }), await desk.generate({ quantity: 400 })];
    const before = [await desk.allLines(old), await desk.allLines(old, 'ip'), await desk.allLines(fresh)];
    const db = openDatabase(join(desk.paths.data, 'desk.db'));
    const bytesOf = (listId: number): number =>
      db.get<{ n: number }>('SELECT sum(length(lines)) AS n FROM list_chunks WHERE list_id = ?', listId)?.n ?? 0;
    try {
      db.run('UPDATE lists SET created_at = created_at - ? WHERE id = ?', 10 * 86_400_000, old.id);
      const [oldBytes, freshBytes] = [bytesOf(old.id), bytesOf(fresh.id)];
      const closing = new AbortController();
      await packOldLists({ db, clock: realClock, closing: closing.signal });
      expect(bytesOf(old.id)).toBeLessThan(oldBytes * 0.7);
      expect(bytesOf(fresh.id)).toBe(freshBytes);
      await packOldLists({ db, clock: realClock, closing: closing.signal });
    } finally {
      db.close();
    }
    await desk.restart();
    expect([await desk.allLines(old), await desk.allLines(old, 'ip'), await desk.allLines(fresh)]).toEqual(before);
  });
});
