import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#shared/contract/purchases.ts';
import { filesBelow } from '../../support/broken-files.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { OWN_FILE, rightsOf } from '../../support/file-rights.ts';
import { RECIPE } from '../../support/recipe.ts';
import {
  addClient,
  deskFile,
  leftovers,
  makeShelf,
  openBackup,
  PASSPHRASE,
  saveBackup,
  startNewComputer,
  tablesOf,
} from './backup-desk.ts';

let desk: TestDesk;
let shelf: Awaited<ReturnType<typeof makeShelf>>;
const others: TestDesk[] = [];
beforeEach(async () => {
  desk = await startTestDesk();
  shelf = await makeShelf();
});
afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
  await desk.close();
  await shelf.empty();
});

const newComputer = async (): Promise<TestDesk> => {
  const other = await startNewComputer();
  others.push(other);
  return other;
};
const file = (name = 'desk.rdbackup'): string => join(shelf.path, name);

const buy = async (order: Order): Promise<void> => {
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  await desk.call('purchases.confirm', { offerId, priceKopecks });
};

/** Creates one of everything that a desk can contain. */
const fill = async (): Promise<void> => {
  const { id } = await addClient(desk, 'anna');
  await addClient(desk, 'boris', 8);
  await buy({ kind: 'vpn-buy', clientId: id, periodMonths: 1 });
  await buy({ kind: 'traffic', clientId: id, poolType: 'residential', gb: 2 });
  await desk.call('dedicated.countries', { ipv: 4 });
  await buy({ kind: 'dedicated', ipv: 4, countryCode: 'de', period: 30, count: 2, clientId: id });
  await desk.call('premium.refreshPassword', { clientId: id });
  const { runId } = await desk.call('lists.generate', { clientId: id, recipe: RECIPE });
  await desk.waitForEvent(
    'runs.changed',
    (job: { id: number; state: string }) => job.id === runId && job.state === 'done',
  );
  await desk.call('lists.savePreset', { name: 'Every day', recipe: RECIPE });
  await desk.call('settings.update', { lowTrafficGb: 3, theme: 'dark' });
};

/** Saves at a moment when nothing else is written, such as the balance that is read after a purchase. */
const saveInPeace = async (): Promise<ReturnType<typeof tablesOf>> => {
  for (;;) {
    const before = tablesOf(deskFile(desk));
    await saveBackup(desk, file());
    if (isDeepStrictEqual(tablesOf(deskFile(desk)), before)) return before;
  }
};

/**
 * Data that another computer cannot have: whose token it was, since when the desk is a copy, and how long this computer has
 * run.
 */
const OF_A_COMPUTER: Readonly<Record<string, Readonly<Record<string, null>>>> = {
  accounts: { token_in_keychain: null, copy_as_of: null, unknown_since: null },
  balance_history: { seen_uptime: null },
  purchases: { ended_uptime: null, restored_mark: null },
};
/** Every computer has its own mark of the desk, by which it recognises a copy. */
const isOfTheDesk = (row: object): boolean => !('key' in row) || !String(row.key).startsWith('copies.');

/** Removes these columns and rows, because nothing else may differ. */
const comparable = (tables: ReturnType<typeof tablesOf>) =>
  Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      (rows as readonly object[]).filter(isOfTheDesk).map((row) => ({ ...row, ...OF_A_COMPUTER[name] })),
    ]),
  );

describe('a desk that is moved to another computer', () => {
  it('arrives whole, row by row, without any keychain, and asks for its token', async () => {
    await fill();
    const moved = await saveInPeace();
    const other = await newComputer();
    const offer = await openBackup(other, file());
    expect(offer).toMatchObject({
      fileName: 'desk.rdbackup',
      appVersion: '0.0.0-test',
      brings: {
        accounts: [{ label: 'Test', isSandbox: false, clients: 2 }],
        clients: 2,
        lists: 1,
        purchases: 3,
        proxies: 2,
        subscriptions: 1,
      },
      present: { accounts: [], clients: 0, lists: 0, purchases: 0, lastPurchaseAt: null },
    });
    other.clearEvents();
    await other.call('backup.restore', { offerId: offer.offerId });

    expect(other.events.find(({ name }) => name === 'account.page')?.payload).toMatchObject({ page: 'desk' });
    expect(other.events.findLast(({ name }) => name === 'settings.changed')?.payload).toMatchObject({ theme: 'dark' });
    const { accounts } = await other.call('account.state', {});
    expect(accounts).toMatchObject([{ label: 'Test', tokenPlace: 'none' }]);
    expect(await other.callError('account.refreshBalance', {})).toMatchObject({ kind: 'signed-out' });
    const found = await other.call('clients.list', {
      filter: { search: 'ann' },
      sort: { by: 'name', direction: 'asc' },
      offset: 0,
      limit: 10,
    });
    expect(found.rows).toMatchObject([{ clientKey: 'anna', note: 'нота', tags: ['vip'] }]);

    const tables = tablesOf(deskFile(other));
    expect(comparable(tables)).toEqual(comparable(moved));
    // Uptimes of another computer are not compared with those of this one.
    expect(tables.balance_history).toMatchObject((tables.balance_history ?? []).map(() => ({ seen_uptime: null })));
    // Purchases in a copy are not judged by later readings either.
    expect(tables.purchases).toMatchObject(
      (tables.purchases ?? []).map(() => ({ ended_uptime: null, restored_mark: tables.purchases?.length })),
    );
  });

  it('continues where it was once the token is typed again', async () => {
    await addClient(desk, 'anna');
    await saveBackup(desk, file());
    const other = await newComputer();
    const { offerId } = await openBackup(other, file());
    await other.call('backup.restore', { offerId });
    const { accounts } = await other.call('account.state', {});
    const signedIn = await other.call('account.signIn', {
      baseUrl: desk.sandbox.baseUrl,
      token: desk.sandbox.token,
      label: '',
      accountId: accounts[0]?.id ?? '',
    });
    expect(signedIn.accounts).toMatchObject([{ label: 'Test', tokenPlace: 'memory' }]);
  });

  it('is marked as restored on the other computer', async () => {
    await addClient(desk, 'anna');
    await saveBackup(desk, file());
    const isKnown = async (of: TestDesk) =>
      (await of.call('account.state', {})).accounts.map(({ isBroughtBack }) => isBroughtBack);
    expect(await isKnown(desk)).toEqual([false]);
    const other = await newComputer();
    const { offerId } = await openBackup(other, file());
    await other.call('backup.restore', { offerId });
    expect(await isKnown(other)).toEqual([true]);
  });

  it('asks for the token on the same computer, too, because nobody knows who made the file', async () => {
    await saveBackup(desk, file());
    await addClient(desk, 'later');
    const { offerId } = await openBackup(desk, file());
    await desk.call('backup.restore', { offerId });
    expect((await desk.call('account.state', {})).accounts).toMatchObject([{ tokenPlace: 'none' }]);
    expect(await desk.callError('account.refreshBalance', {})).toMatchObject({ kind: 'signed-out' });
  });

  it('contains neither the token nor the passphrase nor anything readable in its file', async () => {
    const { id } = await addClient(desk, 'anna-the-client');
    await buy({ kind: 'vpn-buy', clientId: id, periodMonths: 1 });
    const { subscriptions } = await desk.call('vpn.state', { clientId: id });
    const link = await desk.call('vpn.revealLink', { clientId: id, uuid: subscriptions[0]?.uuid ?? '' });
    await saveBackup(desk, file());
    await openBackup(desk, file());
    const bytes = await readFile(file());
    for (const text of [desk.sandbox.token, PASSPHRASE, 'anna-the-client', link.url, 'SQLite format', 'Test']) {
      expect([text, bytes.includes(text)]).toEqual([text, false]);
    }
    for (const path of await filesBelow(desk.paths.data)) {
      const kept = await readFile(path);
      expect([path, kept.includes(PASSPHRASE), kept.includes(desk.sandbox.token)]).toEqual([path, false, false]);
    }
    expect(JSON.stringify(desk.log)).not.toContain(PASSPHRASE);
    expect(await rightsOf(file())).toBe(OWN_FILE);
  });
});

describe('saving', () => {
  it('replaces an old file whole, and leaves nothing else anywhere', async () => {
    await saveBackup(desk, file());
    await addClient(desk, 'new');
    await saveBackup(desk, file(), 'four more words to know');
    expect(await readdir(shelf.path)).toEqual(['desk.rdbackup']);
    expect(await leftovers(desk)).toEqual([]);
    const other = await newComputer();
    expect((await openBackup(other, file(), 'four more words to know')).brings.clients).toBe(1);
  });

  it('asks for a long enough passphrase, typed twice, before it asks for a place', async () => {
    for (const [passphrase, repeated, problem] of [
      ['short', 'short', { field: 'passphrase', code: 'passphrase-short' }],
      ['1234567890', '1234567890', { field: 'passphrase', code: 'passphrase-known' }],
      [PASSPHRASE, 'correct horse', { field: 'repeated', code: 'passphrase-differs' }],
    ] as const) {
      expect(await desk.callError('backup.save', { passphrase, repeated })).toMatchObject({
        kind: 'invalid-input',
        details: { problems: [problem] },
      });
    }
    expect(desk.dialogs.asked).toEqual([]);
    expect(await desk.call('backup.save', { passphrase: PASSPHRASE, repeated: PASSPHRASE })).toBeNull();
    expect(desk.dialogs.asked).toMatchObject([
      { kind: 'save', name: expect.stringMatching(/^reseller-desk-.*\.rdbackup$/) },
    ]);
  });

  it('reports a missing folder, and leaves nothing behind', async () => {
    desk.dialogs.saveQueue.push(join(shelf.path, 'gone', 'desk.rdbackup'));
    const error = await desk.callError('backup.save', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
    expect(error).toMatchObject({ kind: 'file', details: { code: 'folder-missing' } });
    expect(await leftovers(desk)).toEqual([]);
    expect(desk.events.filter(({ name }) => name === 'backup.progress').at(-1)?.payload).toEqual({ task: null });
  });

  it('can be cancelled, and the old file stays whole', async () => {
    await saveBackup(desk, file());
    const before = await readFile(file());
    desk.clearEvents();
    desk.dialogs.saveQueue.push(file());
    const saving = desk.callError('backup.save', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
    await desk.waitForEvent('backup.progress');
    await desk.call('backup.cancel', {});
    expect(await saving).toMatchObject({ kind: 'cancelled' });
    expect(await readFile(file())).toEqual(before);
    expect(await readdir(shelf.path)).toEqual(['desk.rdbackup']);
    expect(await leftovers(desk)).toEqual([]);
  });

  it('happens one at a time', async () => {
    desk.dialogs.saveQueue.push(file('one.rdbackup'), file('two.rdbackup'));
    const input = { passphrase: PASSPHRASE, repeated: PASSPHRASE };
    const [one, two] = await Promise.all([desk.callRaw('backup.save', input), desk.callRaw('backup.save', input)]);
    expect(one.ok).toBe(true);
    expect(two).toMatchObject({ ok: false, error: { kind: 'conflict', details: { code: 'backup-busy' } } });
  });

  it('ends when the app closes, and leaves no half file', async () => {
    desk.dialogs.saveQueue.push(file());
    const saving = desk.callRaw('backup.save', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
    await desk.waitForEvent('backup.progress');
    await desk.restart();
    await saving;
    expect((await readdir(shelf.path)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(await leftovers(desk)).toEqual([]);
  });
});
