import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox } from '#sandbox/index.ts';
import type { AccountState } from '#shared/contract/account.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

/** Other requests of a desk that was just opened must not use a fault up. */
const BALANCE = { path: '/balance' } as const;

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

const state = (): Promise<AccountState> => desk.call('account.state', {});
const activeId = async (): Promise<string> => (await state()).activeId ?? '';

const withSecondDesk = async (work: (id: string) => Promise<void>): Promise<void> => {
  const other = await startSandbox({ stateDir: null, seed: 2 });
  try {
    const { activeId: id } = await desk.call('account.signIn', {
      baseUrl: other.baseUrl,
      token: other.token,
      label: 'Second',
    });
    await work(id ?? '');
  } finally {
    await other.close();
  }
};

const addClient = (clientKey: string) =>
  desk.call('clients.add', { messengerId: 1, clientKey, name: '', note: '', tags: [] });
const clientKeys = async (): Promise<readonly string[]> => {
  const { rows } = await desk.call('clients.list', {
    filter: {},
    sort: { by: 'clientKey', direction: 'asc' },
    offset: 0,
    limit: 100,
  });
  return rows.map(({ clientKey }) => clientKey);
};

describe('several desks', () => {
  it('keep their data apart', async () => {
    const first = await activeId();
    await addClient('of-the-first');
    await withSecondDesk(async () => {
      expect(await clientKeys()).toEqual([]);
      await addClient('of-the-second');
      await desk.call('account.switch', { accountId: first });
      expect(await clientKeys()).toEqual(['of-the-first']);
      expect((await state()).accounts.map(({ label }) => label)).toEqual(['Test', 'Second']);
    });
  });

  it('reopen the last one, with its token from the keychain', async () => {
    const first = await activeId();
    await withSecondDesk(async () => {
      await desk.call('account.switch', { accountId: first });
      await desk.restart();
      expect(await activeId()).toBe(first);
      await desk.call('account.refreshBalance', {});
    });
  });

  it('tell the shell to show the other one', async () => {
    const first = await activeId();
    await withSecondDesk(async () => {
      desk.clearEvents();
      await desk.call('account.switch', { accountId: first });
      expect(desk.events).toContainEqual({ name: 'account.page', payload: { page: 'desk', accountId: first } });
    });
  });

  it('refuse an unknown id', async () => {
    for (const name of ['account.switch', 'account.signOut', 'account.remove'] as const) {
      expect(await desk.callError(name, { accountId: 'nobody' })).toMatchObject({ kind: 'not-found' });
    }
  });

  it('can be renamed, but not to an empty name', async () => {
    const accountId = await activeId();
    await desk.call('account.rename', { accountId, label: '  Лавка ' });
    expect((await state()).accounts[0]?.label).toBe('Лавка');
    const error = await desk.callError('account.rename', { accountId, label: ' ' });
    expect(error.details?.problems).toMatchObject([{ field: 'label', code: 'label-empty' }]);
  });
});

describe('signing out', () => {
  it('deletes the token and keeps the data', async () => {
    await addClient('kept');
    await desk.call('account.signOut', { accountId: await activeId() });
    expect(desk.secrets.tokens()).toEqual([]);
    expect((await state()).accounts).toMatchObject([
      { tokenPlace: 'none', balance: { balanceKopecks: expect.any(Number) } },
    ]);
    expect(await clientKeys()).toEqual(['kept']);
    expect(await desk.callError('account.refreshBalance', {})).toMatchObject({ kind: 'signed-out' });
    await desk.restart();
    expect(await desk.callError('account.refreshBalance', {})).toMatchObject({ kind: 'signed-out' });
  });
});

describe('removing a desk', () => {
  it('deletes all its data, and shows the welcome page after the last one', async () => {
    await addClient('gone');
    desk.clearEvents();
    await desk.call('account.remove', { accountId: await activeId() });
    expect(await state()).toMatchObject({ accounts: [], activeId: null });
    expect(desk.secrets.tokens()).toEqual([]);
    expect(desk.events).toContainEqual({ name: 'account.page', payload: { page: 'welcome' } });
    expect(await desk.callError('overview.summary', {})).toMatchObject({ kind: 'signed-out' });
  });

  it('opens the next desk', async () => {
    const first = await activeId();
    await withSecondDesk(async (second) => {
      const after = await desk.call('account.remove', { accountId: second });
      expect(after.activeId).toBe(first);
    });
  });
});

describe('a token that the service refuses later', () => {
  it('is marked and kept, and unmarked when the service accepts it again', async () => {
    await desk.control.addFaults({
      match: BALANCE,
      fault: { kind: 'respond', status: 401, body: { ok: false } },
      times: 1,
    });
    expect(await desk.callError('account.refreshBalance', {})).toMatchObject({ kind: 'unauthorized' });
    expect((await state()).accounts).toMatchObject([{ tokenRejected: true, tokenPlace: 'keychain' }]);
    expect(desk.secrets.tokens()).toEqual([desk.sandbox.token]);
    await desk.call('account.refreshBalance', {});
    expect((await state()).accounts).toMatchObject([{ tokenRejected: false }]);
  });

  it('is not thrown away after a 403', async () => {
    await desk.control.addFaults({ match: BALANCE, fault: { kind: 'respond', status: 403 }, times: 1 });
    expect(await desk.callError('account.refreshBalance', {})).toMatchObject({ kind: 'forbidden' });
    expect((await state()).accounts).toMatchObject([{ tokenRejected: false, tokenPlace: 'keychain' }]);
  });
});

describe('the balance', () => {
  it('is shown with its age, and stays when it cannot be read', async () => {
    await desk.control.setBalance(1234.56);
    const read = await desk.call('account.refreshBalance', {});
    expect(read.balanceKopecks).toBe(123_456);
    await desk.control.addFaults({ fault: { kind: 'html-page' } });
    await desk.callError('account.refreshBalance', {});
    expect((await state()).accounts[0]?.balance).toEqual(read);
  });

  it('is part of the event that follows', async () => {
    await desk.control.setBalance(77);
    desk.clearEvents();
    await desk.call('account.refreshBalance', {});
    await desk.waitForEvent(
      'account.changed',
      ({ accounts }: AccountState) => accounts[0]?.balance?.balanceKopecks === 7_700,
    );
  });
});

describe('the sandbox', () => {
  it('is one desk with its clients, however often it is opened', async () => {
    const tried = await desk.call('account.signInSandbox', {});
    expect(tried.accounts).toHaveLength(2);
    const keys = await clientKeys();
    expect(keys.length).toBeGreaterThanOrEqual(12);
    expect((await desk.call('account.signInSandbox', {})).accounts).toHaveLength(2);
    expect(await clientKeys()).toEqual(keys);
    expect(tried.accounts.find(({ isSandbox }) => isSandbox)).toMatchObject({
      tokenPlace: 'sandbox',
      balance: { balanceKopecks: expect.any(Number) },
    });
  });

  it('is still open after a restart, and stores no token anywhere', async () => {
    await desk.call('account.signInSandbox', {});
    const kept = [...desk.secrets.kept.keys()];
    await desk.restart();
    await desk.call('account.refreshBalance', {});
    expect([...desk.secrets.kept.keys()]).toEqual(kept);
  });

  it('can be left', async () => {
    const { activeId: accountId } = await desk.call('account.signInSandbox', {});
    await desk.call('account.signOut', { accountId: accountId ?? '' });
    expect(await desk.callError('account.refreshBalance', {})).toMatchObject({ kind: 'signed-out' });
  });
});
