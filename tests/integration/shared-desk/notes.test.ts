import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import type { ClientRow } from '#shared/contract/clients.ts';
import { clientFieldsOf } from '#shared/domain/client-fields.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';

const PASSPHRASE = 'seven wet lamps under a bridge';
const CONTEXT = { timeout: 20_000 };

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
  anna = await startTestDesk({ sandbox });
  boris = await startTestDesk({ sandbox });
  const client = { messengerId: 7, clientKey: 'anna', name: 'Anna', note: 'at first', tags: ['old'] };
  await anna.call('clients.add', client);
  await anna.call('sharedDesk.make', { connection: postgres.connection(), name: 'The shop', computer: 'Anna' });
  await anna.call('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  const { text = '' } = anna.desktop.copied.at(-1) ?? {};
  const { offerId } = await boris.call('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE });
  await boris.call('sharedDesk.join', { offerId, computer: 'Boris' });
  await expect.poll(() => readClient(boris), CONTEXT).toMatchObject({ note: 'at first' });
});
afterEach(async () => {
  await anna.close();
  await boris.close();
  await sandbox.close();
});

const sort = { by: 'messengerId', direction: 'asc' } as const;
const readClient = async (desk: TestDesk): Promise<ClientRow | undefined> =>
  (await desk.call('clients.list', { filter: {}, sort, offset: 0, limit: 1 })).rows[0];
/** Opens the client's card; the typed text is saved at a moment of the test's choice. */
const begin = async (desk: TestDesk) => {
  const client = await readClient(desk);
  if (client === undefined) throw new Error('there is no client');
  const seen = clientFieldsOf(client);
  return (change: Partial<typeof seen>) =>
    desk.call('clients.update', {
      clientId: client.id,
      ...seen,
      ...change,
      tags: [...(change.tags ?? seen.tags)],
      seen: { ...seen, tags: [...seen.tags] },
    });
};
const hasNote = (desk: TestDesk, note: string) =>
  expect.poll(async () => (await readClient(desk))?.note, CONTEXT).toBe(note);
const settled = () =>
  expect
    .poll(async () => {
      const states = await Promise.all([anna, boris].map((desk) => desk.call('sharedDesk.state', {})));
      const notes = await Promise.all([anna, boris].map(async (desk) => (await readClient(desk))?.note));
      return [states.map((state) => (state.status === 'none' ? -1 : state.unpublished)), notes[0] === notes[1]];
    }, CONTEXT)
    .toEqual([[0, 0], true]);
const lostTexts = async (): Promise<string[]> => {
  const found = await Promise.all([anna, boris].map((desk) => desk.call('sharedDesk.conflicts', { of: null })));
  return found.flatMap(({ conflicts }) => conflicts.map(({ value }) => value));
};

/** Orders of the two writes. They can differ only in what has arrived and in who has seen what. */
it.each<[string, (write: { anna: () => Promise<unknown>; boris: () => Promise<unknown> }) => Promise<unknown>]>([
  [
    'his has arrived before she saves hers, which was begun before',
    async (write) => {
      await write.boris();
      await hasNote(anna, 'by Boris');
      await write.anna();
    },
  ],
  [
    'hers has arrived before he saves his, which was begun before',
    async (write) => {
      await write.anna();
      await hasNote(boris, 'by Anna');
      await write.boris();
    },
  ],
  ['his is on the way as she saves hers', async (write) => write.boris().then(write.anna)],
  ['hers is on the way as he saves his', async (write) => write.anna().then(write.boris)],
  ['both save at once', (write) => Promise.all([write.anna(), write.boris()])],
])('none of two notes that are typed at the same time is lost: %s', async (_when, play) => {
  const [annas, borises] = [await begin(anna), await begin(boris)];
  await play({ anna: () => annas({ note: 'by Anna' }), boris: () => borises({ note: 'by Boris' }) });
  await settled();
  const note = (await readClient(anna))?.note;
  expect(['by Anna', 'by Boris']).toContain(note);
  expect(await lostTexts()).toEqual([note === 'by Anna' ? 'by Boris' : 'by Anna']);
});

it('an edit of one field reverts nothing that was changed elsewhere since its card was read', async () => {
  const [annas, borises] = [await begin(anna), await begin(boris)];
  await borises({ note: 'by Boris', tags: ['old', 'of Boris'] });
  await hasNote(anna, 'by Boris');
  await annas({ name: 'Anna K.', tags: ['of Anna'] });
  await settled();
  for (const desk of [anna, boris]) {
    await expect.poll(async () => (await readClient(desk))?.name, CONTEXT).toBe('Anna K.');
    const client = await readClient(desk);
    expect([client?.note, client?.tags.toSorted()]).toEqual(['by Boris', ['of Anna', 'of Boris']]);
  }
  expect(await lostTexts()).toEqual([]);
});
