import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBackup } from '#core/platform/sqlite/backups.ts';
import type { AccountState } from '#shared/contract/account.ts';
import { WAYS_TO_BREAK } from '../../support/broken-files.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

const file = (): string => join(desk.paths.data, 'desk.db');

const breakAndRestart = async (): Promise<void> => {
  const garbage = WAYS_TO_BREAK['filled with garbage'];
  await desk.core.close();
  await garbage?.(file());
  await desk.restart();
};

describe('after the database broke', () => {
  it('the app opens, says what it did, and restores the newest good copy on request', async () => {
    await desk.call('clients.add', { messengerId: 7, clientKey: 'kept', name: 'Kept', note: '', tags: [] });
    const backup = await makeBackup(file(), desk.paths.backups, Date.now());
    await breakAndRestart();

    const { storageNotice } = await desk.call('system.info', {});
    expect((await stat(join(desk.paths.data, storageNotice?.setAside ?? ''))).size).toBeGreaterThan(0);
    expect(storageNotice?.backups).toEqual([backup]);
    expect((await desk.call('account.state', {})).accounts).toEqual([]);

    desk.clearEvents();
    await desk.call('system.restoreBackup', { name: backup.name });
    expect(desk.events.find(({ name }) => name === 'account.page')?.payload).toMatchObject({ page: 'desk' });
    expect((await desk.call('system.info', {})).storageNotice).toBeNull();
    const { rows } = await desk.call('clients.list', {
      filter: { search: 'kept' },
      sort: { by: 'name', direction: 'asc' },
      offset: 0,
      limit: 10,
    });
    expect(rows).toMatchObject([{ clientKey: 'kept' }]);
    // The token was never in the database, so it still exists.
    await desk.call('account.refreshBalance', {});
  });

  it('requests during a restore are answered from the copy, including a second request to restore', async () => {
    await desk.call('clients.add', { messengerId: 7, clientKey: 'kept', name: 'Kept', note: '', tags: [] });
    const { name } = await makeBackup(file(), desk.paths.backups, Date.now());
    await breakAndRestart();

    const wish = desk.callRaw('system.restoreBackup', { name });
    const again = desk.callRaw('system.restoreBackup', { name });
    const meanwhile = desk.callRaw('account.state', {});
    expect(await wish).toMatchObject({ ok: true });
    expect(await again).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    expect(await meanwhile).toMatchObject({ ok: true, value: { accounts: [{ label: 'Test' }] } });
    await desk.restart();
    expect((await desk.call('account.state', {})).accounts).toHaveLength(1);
  });

  it('a restored desk keeps itself up to date like any other', async () => {
    const backup = await makeBackup(file(), desk.paths.backups, Date.now());
    await breakAndRestart();
    await desk.call('system.info', {});
    await desk.call('system.restoreBackup', { name: backup.name });
    const restoredAt = Date.now();
    // The balance is read in the background, without a request.
    await desk.waitForEvent('account.changed', ({ accounts }: AccountState) =>
      accounts.some(({ balance }) => (balance?.asOf ?? 0) >= restoredAt),
    );
  });

  it('the app can be used without a copy, and the notice can be dismissed', async () => {
    await breakAndRestart();
    expect((await desk.call('system.info', {})).storageNotice?.backups).toEqual([]);
    await desk.call('account.signIn', { baseUrl: desk.sandbox.baseUrl, token: desk.sandbox.token, label: '' });
    await desk.call('system.dismissNotice', { notice: 'storage' });
    expect((await desk.call('system.info', {})).storageNotice).toBeNull();
  });

  it('only an offered copy can be restored', async () => {
    await breakAndRestart();
    for (const name of ['../data/desk.db', 'desk-20261121-100000-000.db', '']) {
      expect(await desk.callError('system.restoreBackup', { name })).toMatchObject({ kind: 'not-found' });
    }
  });
});

describe('a second core on the same folder', () => {
  it('is told that the folder is in use, and the first continues', async () => {
    await expect(startTestDesk({ paths: desk.paths, signIn: false })).rejects.toMatchObject({
      kind: 'conflict',
      details: { code: 'data-folder-in-use' },
    });
    await desk.call('account.refreshBalance', {});
  });
});
