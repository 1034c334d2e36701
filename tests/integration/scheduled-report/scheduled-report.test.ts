import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { ScheduledReport } from '#shared/contract/scheduled-report.ts';
import { OWN_FILE, rightsOf } from '../../support/file-rights.ts';
import { openBackup, saveBackup } from '../backup/backup-desk.ts';
import { type ScheduledDesk, startScheduledDesk } from '../scheduled-lists/scheduled-desk.ts';

let desk: ScheduledDesk;
/** Moves this computer's clock and that of the service. */
const at = async (time: string): Promise<void> => {
  await desk.control.setClockShift(new Date(time).getTime() - Date.now());
  await desk.at(time);
};
beforeEach(async () => {
  desk = await startScheduledDesk();
  await desk.call('settings.update', { language: 'en' });
  await at('2026-11-05T09:00');
});
afterEach(() => desk.close());

type Terms = ProcedureInput<'scheduledReport.save'>;
const choose = async (folder = desk.place): Promise<number> => {
  desk.dialogs.folderQueue.push(folder);
  return (await desk.call('scheduledReport.chooseFolder', {}))?.folderId ?? 0;
};
const save = async (change: Partial<Terms> = {}): Promise<ScheduledReport> =>
  desk.call('scheduledReport.save', {
    enabled: true,
    every: 'day',
    format: 'csv',
    time: '08:00',
    folderId: change.folderId ?? (await choose()),
    ...change,
  });
const get = () => desk.call('scheduledReport.get', {});
const names = async () => (await readdir(desk.place)).sort();
const alerts = async () =>
  (await desk.call('alerts.list', { offset: 0, limit: 10 })).rows.map(({ kind, target }) => [kind, target]);
/** Buys one GB and notes a payment, which are in the report of that day. */
const trade = async (day: string): Promise<void> => {
  const [clientId = 0] = await desk.clients('=Anna');
  const order = { kind: 'traffic', clientId, poolType: 'mobile', gb: 1 } as const;
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  expect(await desk.call('purchases.confirm', { offerId, priceKopecks, despite: [] })).toMatchObject({
    outcome: 'charged',
  });
  await desk.call('sales.receive', { clientId, amountKopecks: 123_400, day, note: '' });
};

describe('a report of each day', () => {
  it('is one table with purchases and payments, in which no cell is a formula', async () => {
    await trade('2026-11-05');
    await save();
    await at('2026-11-06T08:00');
    expect(await names()).toEqual(['report-2026-11-05.csv']);
    const path = join(desk.place, 'report-2026-11-05.csv');
    expect(await rightsOf(path)).toBe(OWN_FILE);
    const text = await readFile(path, 'utf8');
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('\ufeffReport: 5 November 2026');
    expect(lines).toContain('Purchases;1');
    expect(lines).toContain('Received, RUB;1234.00');
    expect(text).toMatch(/'=Anna/);
    for (const line of lines) for (const cell of line.split(';')) expect(cell).not.toMatch(/^=/);
    const { files, nextAt, problem } = await get();
    expect(files).toMatchObject([{ period: '2026-11-05', fileName: 'report-2026-11-05.csv' }]);
    expect([nextAt, problem]).toEqual([new Date('2026-11-07T08:00').getTime(), null]);
    await desk.call('scheduledReport.showFile', { fileId: files[0]?.id ?? 0 });
    expect(desk.desktop.shown.at(-1)).toBe(path);
  });

  it('is written once, whatever was missed, and never for days from before it was wanted', async () => {
    await save();
    await at('2026-11-06T07:59');
    expect(await names()).toEqual([]);
    await at('2026-11-06T08:00');
    await desk.look();
    await at('2026-11-09T10:00');
    expect(await names()).toEqual(['05', '06', '07', '08'].map((day) => `report-2026-11-${day}.csv`));
    await desk.restart();
    await at('2026-11-09T12:00');
    expect(await names()).toHaveLength(4);
    // A clock that was set back by a day writes nothing twice.
    await at('2026-11-08T12:00');
    expect(await names()).toHaveLength(4);
  });

  it('leaves a file that is there as it is, and begins with none that a crash left half', async () => {
    const foreign = join(desk.place, 'report-2026-11-05.csv');
    await writeFile(foreign, 'mine');
    await save();
    await at('2026-11-06T08:00');
    expect(await names()).toEqual(['report-2026-11-05 (2).csv', 'report-2026-11-05.csv']);
    expect(await readFile(foreign, 'utf8')).toBe('mine');
    expect((await get()).files).toHaveLength(1);
  });

  it('is not written under a clock that the service calls wrong', async () => {
    await desk.close();
    const today = '2026-11-09T12:00';
    const date = new Date(today).toUTCString();
    const dated: typeof fetch = async (...request) => {
      const { body, status, headers } = await fetch(...request);
      return new Response(body, { status, headers: [...headers, ['date', date]] });
    };
    desk = await startScheduledDesk({ fetch: dated });
    await desk.at('2026-11-05T12:00');
    await save({ time: '00:00' });
    await desk.call('connection.check', {});
    await desk.at('2026-11-07T12:00');
    expect(await names()).toEqual([]);
    await desk.at(today);
    await expect.poll(async () => (await names()).length).toBe(4);
  });
});

describe('a report of each month', () => {
  it('is printed as PDF on the first day of the next', async () => {
    await trade('2026-11-05');
    await save({ every: 'month', format: 'pdf', time: '06:30' });
    await at('2026-11-30T23:00');
    expect(await names()).toEqual([]);
    await at('2026-12-01T06:30');
    expect(await names()).toEqual(['report-2026-11.pdf']);
    expect(await readFile(join(desk.place, 'report-2026-11.pdf'), 'latin1')).toMatch(/^%PDF-/);
    const page = desk.desktop.printed.at(-1) ?? '';
    expect(page).toContain('Report: November 2026');
    expect(page).toContain('2026-11-05');
    expect(page).not.toContain('<script');
  });
});

describe('a report that cannot be written', () => {
  it('is reported once, and missed reports are written when the folder is back', async () => {
    await save();
    const away = join(desk.folder, 'away');
    await rename(desk.place, away);
    await at('2026-11-06T08:00');
    await desk.later(61);
    await at('2026-11-07T08:00');
    expect((await get()).problem).toBe('folder-missing');
    expect(await alerts()).toEqual([['report', 'folder-missing']]);
    const notices = () => desk.desktop.notices.filter(({ title }) => title === 'A report could not be written').length;
    await expect.poll(notices).toBe(1);
    expect(await desk.callError('scheduledReport.writeNow', {})).toMatchObject({ kind: 'file' });
    await rename(away, desk.place);
    await desk.later(61);
    expect(await names()).toEqual(['report-2026-11-05.csv', 'report-2026-11-06.csv']);
    expect(await alerts()).toEqual([]);
    expect((await get()).problem).toBeNull();
  });

  it('leaves the one that was written before, and never replaces a file', async () => {
    await save();
    await at('2026-11-06T08:00');
    const [before] = (await get()).files;
    const away = join(desk.folder, 'away');
    await rename(desk.place, away);
    expect(await desk.callError('scheduledReport.writeNow', {})).toMatchObject({ kind: 'file' });
    await rename(away, desk.place);
    expect((await get()).files).toEqual([before]);
    await desk.later(61);
    expect(await names()).toEqual(['report-2026-11-05.csv']);
    const again = await desk.call('scheduledReport.writeNow', {});
    expect(await names()).toHaveLength(2);
    expect(again.fileName).not.toBe(before?.fileName);
    expect((await get()).files).toMatchObject([{ fileName: again.fileName }]);
  });

  it('needs a folder of this computer and a time of day', async () => {
    expect(
      await desk.callError('scheduledReport.save', {
        enabled: true,
        every: 'day',
        format: 'csv',
        time: '25:00',
        folderId: null,
      }),
    ).toMatchObject({
      details: {
        problems: [
          { field: 'time', code: 'time-of-day' },
          { field: 'folder', code: 'schedule-folder' },
        ],
      },
    });
    expect(await desk.callError('scheduledReport.writeNow', {})).toMatchObject({
      details: { code: 'schedule-folder' },
    });
    expect(await desk.callError('scheduledReport.showFile', { fileId: 4_711 })).toMatchObject({ kind: 'not-found' });
  });
});

describe('a report by hand', () => {
  it('is that of the last day, in a file of its own each time', async () => {
    await save({ enabled: false });
    expect(await desk.call('scheduledReport.writeNow', {})).toMatchObject({ period: '2026-11-04' });
    await desk.call('scheduledReport.writeNow', {});
    expect(await names()).toEqual(['report-2026-11-04 (2).csv', 'report-2026-11-04.csv']);
    await at('2026-11-07T08:00');
    expect(await names()).toHaveLength(2);
  });
});

describe('a desk that was restored', () => {
  it('writes nowhere before its folder is chosen again, and then only what falls due', async () => {
    await save();
    await at('2026-11-06T08:00');
    const path = join(desk.folder, 'desk.rdbackup');
    await saveBackup(desk, path);
    const { offerId } = await openBackup(desk, path);
    await desk.call('backup.restore', { offerId });
    const { activeId } = await desk.call('account.state', {});
    const { baseUrl, token } = desk.sandbox;
    await desk.call('account.signIn', { accountId: activeId ?? '', baseUrl, token, label: 'Test' });
    await at('2026-11-08T08:00');
    expect(await names()).toEqual(['report-2026-11-05.csv']);
    // Paths of a backup may lead to another computer, so none of them is kept.
    expect(await get()).toMatchObject({ folder: '', folderChosen: false, enabled: true, nextAt: null, files: [] });
    expect(await desk.callError('scheduledReport.writeNow', {})).toMatchObject({
      details: { code: 'schedule-folder' },
    });
    const other = join(desk.folder, 'other');
    await mkdir(other);
    await save({ folderId: await choose(other) });
    await desk.look();
    await at('2026-11-09T08:00');
    expect(await readdir(other)).toEqual(['report-2026-11-08.csv']);
    expect(await names()).toEqual(['report-2026-11-05.csv']);
  });
});
