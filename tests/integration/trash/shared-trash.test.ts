import { writeFile } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import type { TrashKind } from '#shared/domain/trash-rules.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { closeStores } from '../../support/shared-desk/desk-store.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { addClient, list } from '../clients/sample.ts';

const PASSPHRASE = 'seven wet lamps under a bridge';
const SOON = { timeout: 20_000 };
const LINES = ['1.2.3.4:8080:user:pass', '1.2.3.5:8080:user:pass'];

let postgres: Postgres;
let sandbox: Sandbox;
let anna: TestDesk;
let boris: TestDesk;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 1 });
  [anna, boris] = [await startTestDesk({ sandbox }), await startTestDesk({ sandbox })];
  await anna.call('sharedDesk.make', { connection: postgres.connection(), name: 'The shop', computer: 'Anna' });
  await anna.call('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  const { text = '' } = anna.desktop.copied.at(-1) ?? {};
  const { offerId } = await boris.call('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE });
  await boris.call('sharedDesk.join', { offerId, computer: 'Boris' });
});
afterEach(async () => {
  closeStores();
  for (const desk of [anna, boris]) await desk.close();
  await sandbox.close();
});

const inTrash = async (desk: TestDesk, kind: TrashKind) =>
  (await desk.call('trash.list', { kind, filter: { search: '' }, offset: 0, limit: 9 })).rows;
const idOf = async (desk: TestDesk, kind: TrashKind): Promise<number> => (await inTrash(desk, kind))[0]?.id ?? 0;
const there = async (desk: TestDesk) => (await list(desk)).map(({ name, note, tags }) => ({ name, note, tags }));
const listsOf = async (desk: TestDesk) =>
  (await desk.call('lists.list', { filter: { search: '' }, offset: 0, limit: 9 })).rows;
const soon = (what: () => Promise<unknown>) => expect.poll(what, SOON);

const WRITTEN = { name: 'Vera', note: 'pays on Fridays', tags: ['vip'] };

it("one computer's removals are in the trash of all, with who did it, and are restored for all", async () => {
  const { id } = await addClient(anna, WRITTEN);
  await soon(() => there(boris)).toEqual([WRITTEN]);
  const before = Date.now();
  await anna.call('clients.remove', { clientIds: [id] });
  await soon(() => there(boris)).toEqual([]);
  const [row] = await inTrash(boris, 'client');
  expect(row).toMatchObject({ name: 'Vera', daysLeft: 30, by: { computer: 'Anna' } });
  expect(row?.removedAt).toBeGreaterThanOrEqual(before);
  expect(await inTrash(anna, 'client')).toMatchObject([{ name: 'Vera', by: { computer: null } }]);

  await boris.call('trash.restore', { kind: 'client', ids: [row?.id ?? 0] });
  await soon(() => there(anna)).toEqual([WRITTEN]);
  expect(await inTrash(anna, 'client')).toEqual([]);
});

it('a restore on another computer brings back everything that was deleted permanently here', async () => {
  const { id } = await addClient(anna, WRITTEN);
  const path = pathOf(anna.paths.data, 'bought.txt');
  await writeFile(path, LINES.join('\n'));
  anna.dialogs.openQueue.push(path);
  const loaded = await anna.call('lists.load', { answer: null });
  await soon(async () => (await listsOf(boris)).map(({ state, lineCount }) => [state, lineCount])).toEqual([
    ['complete', 2],
  ]);
  await anna.call('clients.remove', { clientIds: [id] });
  await anna.call('lists.remove', { listIds: [loaded?.listId ?? 0] });
  await soon(async () => [await there(boris), await listsOf(boris)]).toEqual([[], []]);
  await anna.call('trash.delete', { kind: 'client', ids: [id] });
  await anna.call('trash.delete', { kind: 'list', ids: [loaded?.listId ?? 0] });
  // Nobody can restore it any more, and nobody else loses anything.
  expect([await inTrash(anna, 'client'), await inTrash(anna, 'list')]).toEqual([[], []]);
  expect([await there(boris), (await inTrash(boris, 'client')).length]).toEqual([[], 1]);

  await boris.call('trash.restore', { kind: 'client', ids: [await idOf(boris, 'client')] });
  await boris.call('trash.restore', { kind: 'list', ids: [await idOf(boris, 'list')] });
  await soon(() => there(anna)).toEqual([WRITTEN]);
  await soon(async () => (await listsOf(anna)).map(({ state }) => state)).toEqual(['complete']);
  const listId = (await listsOf(anna))[0]?.id ?? 0;
  const view = { listId, variant: 'domain', formatId: 1, reveal: true, offset: 0, limit: 9 } as const;
  expect((await anna.call('lists.lines', view)).lines).toEqual(LINES);
});
