import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openComputer } from '#core/sync/crypto/batch.ts';
import { MAX_GENERATION, wrapKey } from '#core/sync/crypto/keys.ts';
import { KINDS } from '#core/sync/model/kinds.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { closeStores } from '../../support/shared-desk/desk-store.ts';
import { type HostileMember, invite, joinAsHostile, PASSPHRASE } from '../../support/shared-desk/hostile-member.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { mutatedThings, oneOfEach, toldOf, validThings } from './hostile-things.ts';

let postgres: Postgres;
let sandbox: Sandbox;
let one: TestDesk;
let two: TestDesk;
let bad: HostileMember;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 1 });
  [one, two] = [await startTestDesk({ sandbox }), await startTestDesk({ sandbox })];
  await one.call('sharedDesk.make', { connection: postgres.connection(), name: 'The shop', computer: 'Anna' });
  const { offerId } = await two.call('sharedDesk.openInvitation', { text: await invite(one), passphrase: PASSPHRASE });
  await two.call('sharedDesk.join', { offerId, computer: 'Boris' });
  bad = await joinAsHostile(one);
});
afterEach(async () => {
  closeStores();
  for (const desk of [one, two]) await desk.close();
  await sandbox.close();
});

const page = { offset: 0, limit: 500 };
const keysOf = async (desk: TestDesk): Promise<readonly string[]> => {
  const { rows } = await desk.call('clients.list', {
    filter: { search: 'good' },
    sort: { by: 'clientKey', direction: 'asc' },
    ...page,
  });
  return rows.map(({ clientKey }) => clientKey);
};
const state = async (desk: TestDesk) => {
  const found = await desk.call('sharedDesk.state', {});
  if (found.status === 'none') throw new Error('the desk is not shared');
  return found;
};
const names = async (desk: TestDesk) => (await state(desk)).computers.map(({ name }) => name).toSorted();
let added = 0;
/** Expects that an addition on either computer arrives at the other. */
const expectExchange = async (): Promise<void> => {
  for (const [from, to] of [
    [one, two],
    [two, one],
  ] as const) {
    added += 1;
    const clientKey = `good-${added}`;
    await from.call('clients.add', { messengerId: 1, clientKey, name: '', note: '', tags: [] });
    await expect.poll(() => keysOf(to)).toContain(clientKey);
    // A computer that reads hundreds of changes may connect again meanwhile.
    await expect.poll(async () => (await state(to)).status, { timeout: 30_000 }).toBe('shared');
  }
};
const others = async () =>
  (await bad.store.computers()).map(({ id, sealed }) => {
    const profile = openComputer(bad.keys, { deskId: bad.deskId, computerId: id, leastGeneration: 1 }, sealed);
    return { id, publicKey: (profile as { publicKey: string }).publicKey };
  });
const introduced = async (): Promise<void> => {
  await bad.putEntry('Mallory');
  await bad.tell([]);
  await expect.poll(() => names(one)).toContain('Mallory');
};

describe('a hostile member cannot stop the others', () => {
  it.each([
    ['no change', 'x'],
    ['a change of a newer app', { version: 99, told: 'moon' }],
    ['lists in lists', { version: 1, told: JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`), removed: [] }],
    ['more things than a change has', { version: 1, told: Array(20_000).fill({}), removed: [] }],
  ])('by %s', async (_, value) => {
    await bad.say(value);
    await expectExchange();
    expect((await state(two)).aside).toMatchObject([{ computer: '', count: 1 }]);
  });

  it('by a key of the last generation, and is removed anyway', async () => {
    await introduced();
    const key = { generation: MAX_GENERATION, key: Buffer.alloc(32, 7) };
    const writer = { deskId: bad.deskId, computerId: bad.id, privateKey: bad.identity.privateKey };
    const wrappedKeys = (await others()).map((to) => wrapKey(key, writer, to));
    await bad.say({ version: 1, told: [], removed: [] }, [...bad.keys, key], wrappedKeys);
    await expectExchange();
    await one.call('sharedDesk.removeComputer', { computerId: bad.id });
    await expectExchange();
    expect(await names(two)).toEqual(['Anna', 'Boris']);
  });

  it('by naming a thousand removed computers, and is removed anyway', async () => {
    await introduced();
    await bad.say({ version: 1, told: [], removed: Array.from({ length: 1_000 }, () => randomUUID()) });
    await expectExchange();
    await one.call('sharedDesk.removeComputer', { computerId: bad.id });
    await expectExchange();
    expect(await names(two)).toEqual(['Anna', 'Boris']);
    // With the old key it writes into a colleague's entry and into its own.
    const boris = (await state(one)).computers.find(({ name }) => name === 'Boris')?.id ?? '';
    const sealed = Buffer.from(bad.profile(boris, 'The owner')).toString('hex');
    await postgres.ask(`UPDATE reseller_desk.computers SET sealed = '\\x${sealed}' WHERE id = '${boris}'`);
    await one.restart();
    await expect.poll(async () => (await state(one)).status).toBe('shared');
    await one.call('sharedDesk.rename', { computer: 'Anna K.' });
    await expect.poll(() => names(two)).toEqual(['Anna K.', 'Boris']);
    expect(await names(one)).toEqual(['Anna K.', 'Boris']);
  });
});

const idsOf = async (desk: TestDesk) => {
  const sort = { by: 'clientKey', direction: 'asc' } as const;
  const clients = await desk.call('clients.list', { filter: {}, sort, ...page });
  const lists = await desk.call('lists.list', { filter: { search: '' }, ...page });
  const purchases = await desk.call('purchases.list', { filter: {}, ...page });
  const orders = await desk.call('standing.list', page);
  const ids = (rows: readonly { readonly id: number }[]): readonly number[] => rows.map(({ id }) => id);
  return {
    clients: ids(clients.rows),
    lists: ids(lists.rows),
    purchases: ids(purchases.rows),
    orders: ids(orders.rows),
  };
};

/** Reads every page of the app with everything on it. */
const readAll = async (desk: TestDesk): Promise<void> => {
  const { clients, lists, purchases, orders } = await idsOf(desk);
  await desk.call('alerts.list', page);
  await desk.call('clients.tags', {});
  for (const clientId of clients) {
    for (const name of ['clients.get', 'premium.state', 'vpn.state', 'handover.options', 'standing.ofClient'] as const)
      await desk.call(name, { clientId });
    await desk.call('purchases.timeline', { clientId, ...page });
    await desk.call('sales.client', { clientId, ...page });
    await desk.call('sales.prices', { clientId });
  }
  const dedicated = { filter: {}, sort: { by: 'boughtAt', direction: 'desc' }, ...page } as const;
  await desk.call('dedicated.list', dedicated);
  await desk.call('dedicated.summary', {});
  await desk.call('handover.templates', {});
  await desk.call('lists.presets', {});
  for (const listId of lists) {
    const { state: of } = await desk.call('lists.get', { listId });
    // The list is marked as arriving while its lines are on their way.
    if (of === 'arriving') continue;
    await desk.call('lists.formats', { listId, variant: 'domain' });
    await desk.call('lists.lines', { listId, variant: 'domain', formatId: 1, reveal: true, ...page });
  }
  await desk.call('overview.summary', {});
  await desk.call('overview.charts', {});
  await desk.call('overview.renewals', {});
  await desk.call('overview.ending', { expiry: 'within-7' });
  for (const purchaseId of purchases) await desk.call('purchases.get', { purchaseId });
  await desk.call('purchases.facets', { filter: {} });
  await desk.call('purchases.reconciliation', { onlyDifferences: false, ...page });
  for (const groupBy of ['day', 'product', 'client'] as const)
    await desk.call('purchases.totals', { groupBy, filter: {} });
  await desk.call('sales.state', {});
  await desk.call('sales.prices', { clientId: null });
  await desk.call('sales.debts', { filter: { search: '' }, sort: { by: 'owed', direction: 'desc' }, ...page });
  for (const orderId of orders) {
    await desk.call('standing.get', { orderId });
    await desk.call('standing.occasions', { orderId, ...page });
  }
  await desk.call('standing.forecast', {});
  await desk.call('sharedDesk.conflicts', { of: null });
  await desk.call('sharedDesk.changes', { kind: 'client', ids: [...clients] });
};

describe('whatever a member publishes', { timeout: 300_000 }, () => {
  it('every valid part is accepted', async () => {
    await bad.tell(oneOfEach());
    await expectExchange();
    expect((await state(two)).aside).toEqual([]);
    await readAll(two);
    expect(await idsOf(two)).toMatchObject({ lists: [1], purchases: [1], orders: [1] });
  });

  it('every page can be read, and everything else continues', async () => {
    await bad.tell(oneOfEach());
    const all = mutatedThings();
    for (let from = 0; from < all.length; from += 200) await bad.tell(all.slice(from, from + 200));
    // Existing records are changed as well.
    for (const { name: kind } of KINDS)
      for (const field of Object.keys(validThings(0)[kind] ?? {})) await bad.tell([toldOf(kind, 0, { [field]: '{' })]);
    await expectExchange();
    await readAll(two);
    expect((await state(two)).aside).not.toEqual([]);
    await two.restart();
    await readAll(two);
    await expectExchange();
  });
});
