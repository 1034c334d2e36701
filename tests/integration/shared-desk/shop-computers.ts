import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { startTestDesk, type TestDesk, type TestDeskOptions } from '../../support/desk-core.ts';
import { closeStores } from '../../support/shared-desk/desk-store.ts';
import { type FaultyWay, startFaultyWay } from '../../support/shared-desk/faulty-way.ts';
import { PASSPHRASE } from '../../support/shared-desk/hostile-member.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';

/**
 * One database server for the tests of a file, and for each test a service of its own and a connection to the server that
 * can be cut. The computers of a test are closed after it.
 */
export const startShop = () => {
  let postgres: Postgres;
  let way: FaultyWay;
  let sandbox: Sandbox;
  let desks: TestDesk[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());
  beforeEach(async () => {
    desks = [];
    sandbox = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 1 });
    way = await startFaultyWay(postgres.port);
  });
  afterEach(async () => {
    closeStores();
    for (const desk of desks) await desk.close();
    await way.close();
    await sandbox.close();
  });

  const invited = async (from: TestDesk, desk: TestDesk) => {
    await from.call('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
    const { text = '' } = from.desktop.copied.at(-1) ?? {};
    return desk.call('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE });
  };

  return {
    get postgres() {
      return postgres;
    },
    get way() {
      return way;
    },
    get sandbox() {
      return sandbox;
    },
    get desks(): readonly TestDesk[] {
      return desks;
    },
    computer: async (options: Pick<TestDeskOptions, 'hasStrongKeys'> = {}): Promise<TestDesk> => {
      const desk = await startTestDesk({ ...options, sandbox });
      desks.push(desk);
      return desk;
    },
    /** All traffic goes over a connection that can be cut. */
    make: async (desk: TestDesk, name = 'Anna'): Promise<void> => {
      const connection = postgres.connection({ port: way.port });
      await desk.call('sharedDesk.make', { connection, name: 'The shop', computer: name });
    },
    invited,
    join: async (from: TestDesk, desk: TestDesk, name: string) => {
      const offer = await invited(from, desk);
      await desk.call('sharedDesk.join', { offerId: offer.offerId, computer: name });
      return offer;
    },
    /** Lets the database accept one more change, and no other until it is released. */
    takeOneMore: async (): Promise<void> => {
      const [desk] = await postgres.ask('SELECT id, seq FROM reseller_desk.desks ORDER BY made_at DESC LIMIT 1');
      await postgres.ask(`ALTER TABLE reseller_desk.changes ADD CONSTRAINT full_for_now
        CHECK (desk <> '${String(desk?.id)}' OR seq <= ${Number(desk?.seq) + 1}) NOT VALID`);
    },
    takeAll: () => postgres.ask('ALTER TABLE reseller_desk.changes DROP CONSTRAINT full_for_now'),
  };
};

export const add = (desk: TestDesk, clientKey: string, more: { name?: string; note?: string; tags?: string[] } = {}) =>
  desk.call('clients.add', { messengerId: 1, clientKey, name: '', note: '', tags: [], ...more });

const question = (search = '') =>
  ({
    filter: { search },
    sort: { by: 'clientKey', direction: 'asc' },
  }) as const;

export const clients = async (desk: TestDesk) => {
  const { rows } = await desk.call('clients.list', { ...question(), offset: 0, limit: 500 });
  return rows.map(({ clientKey, name, note, tags }) => ({ clientKey, name, note, tags }));
};

export const onlyClient = async (desk: TestDesk): Promise<number> => {
  const { ids } = await desk.call('clients.ids', question());
  return ids[0] ?? 0;
};

export const state = async (desk: TestDesk) => {
  const found = await desk.call('sharedDesk.state', {});
  if (found.status === 'none') throw new Error('the desk is not shared');
  return found;
};

export const edit = async (
  desk: TestDesk,
  clientKey: string,
  change: { name?: string; note?: string },
): Promise<number> => {
  const { rows } = await desk.call('clients.list', { ...question(clientKey), offset: 0, limit: 1 });
  const row = rows[0];
  if (row === undefined) throw new Error(`there is no ${clientKey}`);
  const { id, messengerId, name, note, tags } = row;
  await desk.call('clients.update', { clientId: id, messengerId, clientKey, name, note, tags: [...tags], ...change });
  return id;
};

export const manyLines = (): readonly string[] =>
  Array.from({ length: 25_000 }, (_, at) => `gw.example.com:8080:u${at}:${randomBytes(24).toString('hex')}`);

export const load = async (desk: TestDesk, lines: readonly string[]): Promise<number> => {
  const path = pathOf(desk.paths.data, 'bought.txt');
  await writeFile(path, lines.join('\n'));
  desk.dialogs.openQueue.push(path);
  return (await desk.call('lists.load', { answer: null }))?.listId ?? 0;
};

export const listsOf = async (desk: TestDesk) => {
  const sort = { by: 'created', direction: 'desc' } as const;
  return (await desk.call('lists.list', { filter: { search: '' }, sort, offset: 0, limit: 9 })).rows;
};
