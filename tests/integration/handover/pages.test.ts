import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { SEED_CLIENTS } from '#sandbox/seed/seed-clients.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { OWN_FILE, rightsOf } from '../../support/file-rights.ts';
import { createVpnActions } from '../vpn/vpn-desk.ts';

let desk: TestDesk;
let folder: string;
beforeEach(async () => {
  desk = await startTestDesk();
  await desk.control.setBalance(1_000_000);
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
});
afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true });
});

let nextId = 8_500_000;
const addClient = async (name: string, clientKey = name): Promise<number> => {
  nextId += 1;
  return (await desk.call('clients.add', { messengerId: nextId, clientKey, name, note: '', tags: [] })).id;
};
const addWithVpn = async (name: string, clientKey = name): Promise<{ id: number; url: string }> => {
  const id = await addClient(name, clientKey);
  const actions = createVpnActions(desk);
  await actions.buy(id, 1);
  const { subscriptions } = await actions.refresh(id);
  const { url } = await desk.call('vpn.revealLink', { clientId: id, uuid: subscriptions[0]?.uuid ?? '' });
  return { id, url };
};
const startQueue = async (clientIds: number[]): Promise<number> =>
  (await desk.call('runs.start', { kind: 'handover', clientIds }))?.id ?? 0;
const statesOf = async (runId: number) =>
  (await desk.call('runs.lines', { runId, offset: 0, limit: 100 })).rows.map(({ state }) => state);
const savePages = (queueId: number) => {
  desk.dialogs.folderQueue.push(folder);
  return desk.call('handover.savePages', { queueId, language: 'en', apps: ['happ'] });
};
const files = async () => (await readdir(folder)).toSorted();

it('goes on behind a client whose data cannot be read, and says who that is', async () => {
  const clients = [await addWithVpn('Anna'), await addWithVpn('Boris'), await addWithVpn('Vera')];
  const queue = await startQueue(clients.map(({ id }) => id));
  const db = openDatabase(join(desk.paths.data, 'desk.db'));
  db.run('UPDATE vpn_subscriptions SET expires_at = 8640000000000001 WHERE client_id = ?', clients[1]?.id ?? 0);
  db.close();
  const saved = await savePages(queue);
  expect(saved).toMatchObject({ saved: 2, gapCount: 1, error: null });
  expect(saved?.gaps[0]?.client).toContain('Boris');
  expect(await files()).toHaveLength(2);
});

it('saves one page for each client with safe and different names, and replaces no file', async () => {
  const anna = await addWithVpn('Anna', 'a/1');
  const twin = await addWithVpn('ANNA', 'A/1');
  const boris = await addWithVpn('Boris', 'Boris');
  await writeFile(join(folder, 'Anna · a_1.html'), 'my own file');
  const queue = await startQueue([anna.id, twin.id, boris.id]);
  const saved = await savePages(queue);
  expect(saved).toMatchObject({ saved: 3, gapCount: 0, gaps: [], isStopped: false, error: null });
  const names = await files();
  expect(names).toHaveLength(4);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4);
  expect(await readFile(join(folder, 'Anna · a_1.html'), 'utf8')).toBe('my own file');
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  for (const { url } of [anna, twin, boris]) expect(texts.filter((text) => text.includes(url))).toHaveLength(1);
  const page = names.find((name) => name.startsWith('Boris')) ?? '';
  expect(await rightsOf(join(folder, page))).toBe(OWN_FILE);
  expect(await statesOf(queue)).toEqual(['done', 'done', 'done']);
  const { rows } = await desk.call('purchases.timeline', { clientId: boris.id, offset: 0, limit: 20 });
  expect(rows.find(({ kind }) => kind === 'event')).toMatchObject({ event: { name: 'handed-over', how: 'page' } });
  await desk.call('handover.show', { handoverId: saved?.handoverId ?? 0 });
  expect(desk.desktop.shown).toEqual([folder]);
  expect(await desk.callError('handover.savePages', { queueId: queue, language: 'en', apps: [] })).toMatchObject({
    details: { code: 'run-over' },
  });
});

it('names who was left out and why, and leaves these clients in the queue', async () => {
  const anna = await addWithVpn('Anna');
  const gone = await addWithVpn('Gone');
  // Money alone can be handed over in a message, but there is nothing to put on a page.
  const debtor = await addClient('Debtor');
  await desk.call('sales.receive', { clientId: debtor, amountKopecks: -10_000, day: localDate(Date.now()), note: '' });
  const queue = await startQueue([gone.id, anna.id, debtor]);
  await desk.call('clients.remove', { clientIds: [gone.id] });
  const saved = await savePages(queue);
  expect(saved).toMatchObject({
    saved: 1,
    gapCount: 2,
    gaps: [
      { line: 1, why: 'removed' },
      { line: 3, why: 'nothing', client: expect.stringContaining('Debtor') },
    ],
  });
  expect(await files()).toHaveLength(1);
  expect(await statesOf(queue)).toEqual(['waiting', 'done', 'waiting']);
});

it('writes no page under the name of a client whose row is another client by now', async () => {
  const [anna, boris] = SEED_CLIENTS;
  if (anna === undefined || boris === undefined) throw new Error('the service knows no clients');
  const fieldsOf = ({ messengerId, clientKey, displayName }: typeof anna) => {
    return { messengerId, clientKey, name: displayName, note: '', tags: [] };
  };
  const { id: clientId } = await desk.call('clients.add', fieldsOf(anna));
  await desk.call('vpn.refresh', { clientId });
  const queue = await startQueue([clientId]);
  await desk.call('clients.update', { clientId, ...fieldsOf(boris) });
  await desk.call('vpn.refresh', { clientId });
  expect(await savePages(queue)).toMatchObject({ saved: 0, gaps: [{ line: 1, why: 'removed' }] });
  expect(await files()).toEqual([]);
  expect(await statesOf(queue)).toEqual(['waiting']);
});

it('can be stopped, leaves no half file, and goes on with those who wait', async () => {
  const clients = [await addWithVpn('Anna'), await addWithVpn('Boris'), await addWithVpn('Clara')];
  const queue = await startQueue(clients.map(({ id }) => id));
  // The request arrives as soon as the first page is handed over, while the second one is not written yet.
  const stopping = desk.waitForEvent('handover.done').then(() => desk.call('handover.stopPages', { queueId: queue }));
  const saving = savePages(queue);
  expect(await desk.callError('handover.savePages', { queueId: queue, language: 'en', apps: [] })).toMatchObject({
    kind: 'conflict',
    details: { code: 'pages-running' },
  });
  await stopping;
  const stopped = await saving;
  const savedFirst = stopped?.saved ?? 0;
  expect(stopped).toMatchObject({ isStopped: true, error: null });
  expect(savedFirst).toBeGreaterThan(0);
  expect(savedFirst).toBeLessThan(3);
  expect(await files()).toHaveLength(savedFirst);
  expect((await statesOf(queue)).filter((state) => state === 'waiting')).toHaveLength(3 - savedFirst);
  expect(await savePages(queue)).toMatchObject({ saved: 3 - savedFirst, isStopped: false });
  expect(await files()).toHaveLength(3);
  expect((await files()).filter((name) => !name.endsWith('.html'))).toEqual([]);
});

it('saves nothing when the dialog is closed or the folder is gone', async () => {
  const anna = await addWithVpn('Anna');
  const queue = await startQueue([anna.id]);
  desk.dialogs.folderQueue.push(null);
  expect(await desk.call('handover.savePages', { queueId: queue, language: 'ru', apps: [] })).toBeNull();
  desk.dialogs.folderQueue.push(join(folder, 'missing'));
  expect(await desk.callError('handover.savePages', { queueId: queue, language: 'ru', apps: [] })).toMatchObject({
    kind: 'file',
    details: { code: 'folder-missing' },
  });
  expect(await statesOf(queue)).toEqual(['waiting']);
});
