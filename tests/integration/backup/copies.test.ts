import { copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WAYS_TO_BREAK } from '../../support/broken-files.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import {
  addClient,
  clientKeys,
  deskFile,
  leftovers,
  makeCopy,
  makeShelf,
  openBackup,
  restoreCopy,
  saveBackup,
} from './backup-desk.ts';

let desk: TestDesk;
let shelf: Awaited<ReturnType<typeof makeShelf>>;
beforeEach(async () => {
  desk = await startTestDesk();
  shelf = await makeShelf();
});
afterEach(async () => {
  await desk.close();
  await shelf.empty();
});

const copies = async () => (await desk.call('backup.list', {})).copies;

describe('the copies on this computer', () => {
  it('are listed with their size, inspected and restored, and so is the desk that they replaced', async () => {
    await addClient(desk, 'early');
    await makeCopy(desk);
    await addClient(desk, 'late', 8);
    const [daily] = await copies();
    expect(daily).toMatchObject({ kind: 'daily', bytes: expect.any(Number) });

    const offer = await desk.call('backup.openCopy', { name: daily?.name ?? '' });
    expect(offer).toMatchObject({ brings: { clients: 1 }, present: { clients: 2 }, appVersion: null });
    expect(await clientKeys(desk)).toEqual(['early', 'late']);
    await desk.call('backup.restore', { offerId: offer.offerId });
    expect(await clientKeys(desk)).toEqual(['early']);
    // The keychain of this computer was not touched.
    await desk.call('account.refreshBalance', {});

    const replaced = (await copies()).find(({ kind }) => kind === 'replaced');
    await restoreCopy(desk, replaced?.name ?? '');
    expect(await clientKeys(desk)).toEqual(['early', 'late']);
    expect((await copies()).map(({ kind }) => kind).sort()).toEqual(['daily', 'replaced', 'replaced']);
  });

  it('can be deleted one by one, and nothing else can', async () => {
    await makeCopy(desk);
    const [daily] = await copies();
    for (const name of ['../data/desk.db', 'desk.db', 'desk.lock', '']) {
      expect(await desk.callError('backup.removeCopy', { name })).toMatchObject({ kind: 'not-found' });
      expect(await desk.callError('backup.openCopy', { name })).toMatchObject({ kind: 'not-found' });
    }
    expect((await desk.call('backup.removeCopy', { name: daily?.name ?? '' })).copies).toEqual([]);
    expect(await clientKeys(desk)).toEqual([]);
  });

  it('are refused when they are broken, and nothing changes', async () => {
    await addClient(desk, 'present');
    await makeCopy(desk);
    const [daily] = await copies();
    for (const [how, breakFile] of Object.entries(WAYS_TO_BREAK)) {
      await breakFile(join(desk.paths.backups, daily?.name ?? ''));
      const error = await desk.callError('backup.openCopy', { name: daily?.name ?? '' });
      expect([how, error.details?.code]).toEqual([how, 'backup-broken']);
      expect(await leftovers(desk)).toEqual([]);
    }
    expect(await clientKeys(desk)).toEqual(['present']);
  });
});

describe('a desk that was set aside after a crash', () => {
  const name = 'desk.broken-20260101-000000-000.db';
  beforeEach(async () => {
    await addClient(desk, 'newest');
    for (const companion of ['', '-wal'])
      await copyFile(`${deskFile(desk)}${companion}`, join(desk.paths.data, `${name}${companion}`));
  });

  it('is restored with its newest rows, which are in its log', async () => {
    expect((await stat(join(desk.paths.data, `${name}-wal`))).size).toBeGreaterThan(0);
    await restoreCopy(desk, name);
    expect(await clientKeys(desk)).toEqual(['newest']);
  });

  it('is not restored without these rows when the log cannot be copied', async () => {
    await rm(join(desk.paths.data, `${name}-wal`));
    await mkdir(join(desk.paths.data, `${name}-wal`));
    expect(await desk.callError('backup.openCopy', { name })).toMatchObject({ kind: 'storage' });
    expect(await leftovers(desk)).toEqual([]);
  });
});

describe('an offer to restore', () => {
  it('is valid once, and until another backup is inspected or it is dismissed', async () => {
    await makeCopy(desk);
    const name = (await copies())[0]?.name ?? '';
    const first = await desk.call('backup.openCopy', { name });
    const second = await desk.call('backup.openCopy', { name });
    expect(await desk.callError('backup.restore', { offerId: first.offerId })).toMatchObject({ kind: 'not-found' });
    await desk.call('backup.discard', {});
    expect(await desk.callError('backup.restore', { offerId: second.offerId })).toMatchObject({ kind: 'not-found' });
    expect(await leftovers(desk)).toEqual([]);
  });

  it('leaves the desk open, with its token in memory, when it fails at the last moment', async () => {
    desk.secrets.mode = 'none';
    await addClient(desk, 'present');
    await makeCopy(desk);
    const { offerId } = await desk.call('backup.openCopy', { name: (await copies())[0]?.name ?? '' });
    await writeFile(join(desk.paths.data, 'desk.db.restoring'), 'not a database '.repeat(10_000));
    desk.clearEvents();
    expect(await desk.callError('backup.restore', { offerId })).toMatchObject({
      kind: 'storage',
      details: { code: 'backup-broken' },
    });
    expect(desk.events.filter(({ name }) => name === 'account.page')).toEqual([]);
    expect(await clientKeys(desk)).toEqual(['present']);
    await desk.call('account.refreshBalance', {});
  });

  it('that is accepted twice at once is carried out once', async () => {
    await addClient(desk, 'early');
    await makeCopy(desk);
    await addClient(desk, 'late', 8);
    const { offerId } = await desk.call('backup.openCopy', { name: (await copies())[0]?.name ?? '' });
    const first = desk.call('backup.restore', { offerId });
    expect(await desk.callError('backup.discard', {})).toMatchObject({ details: { code: 'backup-busy' } });
    await first;
    expect((await desk.callRaw('backup.restore', { offerId })).ok).toBe(false);
    expect(await clientKeys(desk)).toEqual(['early']);
    expect((await copies()).map(({ kind }) => kind).sort()).toEqual(['daily', 'replaced']);
  });

  it('is not replaced by an empty desk when its file is gone', async () => {
    await addClient(desk, 'present');
    await makeCopy(desk);
    const { offerId } = await desk.call('backup.openCopy', { name: (await copies())[0]?.name ?? '' });
    await rm(`${deskFile(desk)}.restoring`);
    expect(await desk.callError('backup.restore', { offerId })).toMatchObject({ details: { code: 'backup-broken' } });
    expect(await clientKeys(desk)).toEqual(['present']);
    expect(await leftovers(desk)).toEqual([]);
  });

  it('waits for a purchase that is under way', async () => {
    const { id } = await addClient(desk, 'buyer');
    await saveBackup(desk, join(shelf.path, 'desk.rdbackup'));
    const { offerId } = await openBackup(desk, join(shelf.path, 'desk.rdbackup'));
    const order = { kind: 'vpn-buy', clientId: id, periodMonths: 1 } as const;
    const offer = await desk.call('purchases.offer', { order });
    await desk.control.addFaults({
      match: { method: 'POST', path: '/vpn/buy' },
      fault: { kind: 'hold', when: 'after-commit' },
    });
    const buying = desk.call('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks });
    await desk.control.waitForHeld(1);
    expect(await desk.callError('backup.restore', { offerId })).toMatchObject({
      details: { code: 'charge-in-flight' },
    });
    await desk.control.release();
    expect(await buying).toMatchObject({ outcome: 'charged', basis: 'answer' });
    await desk.call('backup.restore', { offerId });
    // The purchase made since is in the desk that was set aside.
    const replaced = (await copies()).find(({ kind }) => kind === 'replaced');
    expect((await desk.call('backup.openCopy', { name: replaced?.name ?? '' })).brings.purchases).toBe(1);
  });
});
