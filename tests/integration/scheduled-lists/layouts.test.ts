import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LAYOUT_PRESETS, type LineLayout } from '#shared/domain/line-layout.ts';
import { RECIPE } from '../../support/recipe.ts';
import { GENERATE } from '../lists/lists-desk.ts';
import { COMBINED, FILES } from '../run-lists/lists-desk.ts';
import { type ScheduledDesk, startScheduledDesk } from './scheduled-desk.ts';

let desk: ScheduledDesk;
beforeEach(async () => {
  desk = await startScheduledDesk();
  await desk.at('2026-11-05T07:00');
});
afterEach(() => desk.close());

const OWN: LineLayout = { kind: 'lines', line: '{number};{host};{port};{login};{password}', values: 'plain', head: '' };

const alerts = async () => (await desk.call('alerts.list', { offset: 0, limit: 10 })).rows.map(({ target }) => target);
const asked = async (): Promise<number> => (await desk.control.requests(GENERATE)).length;
const ownOutput = async (layout: LineLayout = OWN) => {
  await desk.call('layouts.save', { name: 'Mine', layout });
  return { ...FILES, layout: { name: 'Mine', layout } };
};

it('an account that is removed takes its layouts with it, and nothing waits for them', async () => {
  await ownOutput();
  const { activeId } = await desk.call('account.state', {});
  await desk.call('account.remove', { accountId: activeId ?? '' });
  // Closing the desk fails if a listener of the event threw.
  expect(await desk.call('account.state', {})).toMatchObject({ activeId: null });
});

describe('a scheduled list in a ready layout', () => {
  it('writes a file for each client, whose extension follows the layout', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris'), {
      output: { ...FILES, layout: { preset: 'json' } },
    });
    await desk.at('2026-11-05T08:00');
    expect((await desk.settled(id)).last).toMatchObject({ state: 'done', run: { files: 2 } });
    const files = await desk.placed();
    expect(Object.keys(files)).toEqual(['Anna · key-5000001.json', 'Boris · key-5000002.json']);
    for (const text of Object.values(files)) {
      const rows: unknown[] = JSON.parse(text);
      expect(rows).toHaveLength(3);
      expect(rows[0]).toMatchObject({ scheme: 'http', host: expect.any(String), port: expect.any(Number) });
    }
    const { rows } = await desk.call('lists.exports', { filter: {}, offset: 0, limit: 10 });
    expect(rows.map(({ layout, lineCount }) => [layout, lineCount])).toEqual([
      ['JSON', 3],
      ['JSON', 3],
    ]);
    for (const { id: exportId } of rows) {
      expect(await desk.call('lists.verifyExport', { exportId })).toEqual({ status: 'same' });
    }
  });

  it('writes one file with one head and numbers that go on', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris'), {
      name: 'Clash',
      output: { ...COMBINED, layout: { preset: 'clash' } },
      keep: 1,
    });
    await desk.at('2026-11-05T08:00');
    await desk.settled(id);
    const [[name = '', text = ''] = []] = Object.entries(await desk.placed());
    expect(name).toBe('Clash-2026-11-05.yaml');
    const [head, ...lines] = text.trimEnd().split('\n');
    expect(head).toBe('proxies:');
    const labels = lines.map((line) => (JSON.parse(line.slice(4)) as { name: string }).name);
    expect(labels).toEqual(['DE-1', 'DE-2', 'DE-3', 'DE-4', 'DE-5', 'DE-6']);
    await desk.at('2026-11-06T08:00');
    await desk.settled(id);
    expect(Object.keys(await desk.placed())).toEqual(['Clash-2026-11-06.yaml']);
  });
});

const NAMED = ['gate.example:1:anna:p1', 'gate.example:2:anna;x:p2', 'gate.example:3:anna:p3'].join('\n');
const answerWithNamed = () =>
  desk.control.addFaults({
    match: GENERATE,
    times: 1,
    fault: { kind: 'replace-data', data: { pool_type: 'residential', params: {}, domain: NAMED, ip: NAMED } },
  });

describe('proxies that do not fit the layout', () => {
  it('are left out, counted in the run and its report, and older files stay', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna'), { output: await ownOutput(), keep: 1 });
    await desk.at('2026-11-05T08:00');
    await desk.settled(id);
    await answerWithNamed();
    await desk.at('2026-11-06T08:00');
    const { last } = await desk.settled(id);
    expect(last).toMatchObject({ state: 'partial', run: { failed: 0, files: 1 } });
    const runId = last?.run?.id ?? 0;
    expect(await desk.linesOf(runId)).toMatchObject([
      {
        state: 'partial',
        problem: { code: 'left-out' },
        leftOut: [{ reason: 'separator', field: 'login', count: 1 }],
        lines: 2,
      },
    ]);
    // Another try would leave out the same proxies.
    expect((await desk.get(runId)).retryable).toBe(0);
    const files = await desk.placed();
    expect(files['Anna · key-5000001 (2).txt']).toBe('1;gate.example;1;anna;p1\n2;gate.example;3;anna;p3\n');
    expect(Object.keys(files)).toHaveLength(2);
    const path = join(desk.folder, 'report.csv');
    desk.dialogs.saveQueue.push(path);
    await desk.call('runs.report', { runId, language: 'en' });
    expect(await readFile(path, 'utf8')).toContain('1 proxy is left out, because its login contains a character');
  });

  it('leave no file if none fits', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna'), {
      output: { ...FILES, layout: { preset: 'typed' } },
      recipe: { ...RECIPE, quantity: 3, formatId: 3 },
    });
    await desk.at('2026-11-05T08:00');
    const { last } = await desk.settled(id);
    expect(last).toMatchObject({ state: 'partial', run: { failed: 1, files: 0 } });
    expect(await desk.linesOf(last?.run?.id ?? 0)).toMatchObject([
      { state: 'unsaved', problem: { code: 'left-out' }, leftOut: [{ reason: 'missing', field: 'login', count: 3 }] },
    ]);
    expect(await desk.placed()).toEqual({});
  });
});

describe('a layout of one’s own', () => {
  it('is written as it was chosen, until it is removed or changed', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna'), { output: await ownOutput() });
    await desk.at('2026-11-05T08:00');
    await desk.settled(id);
    const [text = ''] = Object.values(await desk.placed());
    expect(text).toMatch(/^1;[^;]+;\d+;[^;]+;[^;\n]+\n2;/);

    await desk.call('layouts.save', { name: 'Mine', layout: { ...OWN, line: '{host}:{port}' } });
    expect(await desk.one(id)).toMatchObject({ layoutProblem: 'layout-changed' });
    await desk.at('2026-11-06T08:00');
    expect((await desk.one(id)).last).toMatchObject({ state: 'waits', problem: 'layout-changed', run: null });
    expect(await alerts()).toEqual(['layout-changed']);
    expect(await desk.callError('scheduledLists.makeNow', { scheduleId: id })).toMatchObject({
      details: { code: 'schedule-layout-changed' },
    });

    const { rows } = { rows: await desk.call('layouts.list', {}) };
    await desk.call('layouts.remove', { layoutId: rows[0]?.id ?? 0 });
    await desk.later(61);
    expect(await desk.one(id)).toMatchObject({ layoutProblem: 'layout-removed', last: { problem: 'layout-removed' } });
    expect(await alerts()).toEqual(['layout-removed']);
    expect(Object.keys(await desk.placed())).toHaveLength(1);
    expect(await asked()).toBe(1);
  });

  it('is written again when it is back as it was, and the alert ends', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna'), { output: await ownOutput() });
    await desk.call('layouts.save', { name: 'Mine', layout: LAYOUT_PRESETS.csv });
    await desk.at('2026-11-05T08:00');
    expect((await desk.one(id)).last).toMatchObject({ state: 'waits', problem: 'layout-changed' });
    await desk.call('layouts.save', { name: 'Mine', layout: OWN });
    await desk.look();
    expect((await desk.settled(id)).last).toMatchObject({ day: '2026-11-05', state: 'done' });
    expect(await alerts()).toEqual([]);
  });

  it('cannot be chosen after it was changed or removed, and a new choice makes up for the list that waited', async () => {
    const output = await ownOutput();
    const { id } = await desk.schedule(await desk.clients('Anna'), { output });
    await desk.call('layouts.save', { name: 'Mine', layout: LAYOUT_PRESETS.csv });
    await desk.at('2026-11-05T08:00');
    const refused = await desk.callRaw('scheduledLists.save', {
      ...(await desk.inputOf(id)),
      output,
      clients: { tag: 'x' },
    });
    expect(refused).toMatchObject({
      error: { details: { problems: [{ field: 'layout', code: 'layout-changed' }] } },
    });
    await desk.edit(id, { output: { ...FILES, layout: { name: 'Mine', layout: LAYOUT_PRESETS.csv } } });
    await desk.look();
    expect((await desk.settled(id)).last).toMatchObject({ day: '2026-11-05', state: 'done' });
    expect(Object.keys(await desk.placed())).toEqual(['Anna · key-5000001.csv']);
    expect(await alerts()).toEqual([]);
  });

  it('ends a list that was begun in it, if the schedule has another layout when it goes on', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris'), { output: await ownOutput() });
    await desk.control.addFaults({ match: GENERATE, skip: 1, fault: { kind: 'respond', status: 401, body: '' } });
    await desk.at('2026-11-05T08:00');
    expect((await desk.settled(id)).last).toMatchObject({ state: 'waits', problem: 'token', run: { files: 1 } });
    await desk.edit(id, { output: { ...FILES, layout: { preset: 'csv' } } });
    await desk.control.clearFaults();
    await desk.later(6);
    expect((await desk.settled(id)).last).toMatchObject({ state: 'done', run: { files: 2 } });
    expect(Object.keys(await desk.placed())).toEqual([
      'Anna · key-5000001.csv',
      'Anna · key-5000001.txt',
      'Boris · key-5000002.csv',
    ]);
    expect((await desk.runs()).map(({ state }) => state)).toEqual(['done', 'cancelled']);
  });
});
