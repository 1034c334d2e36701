import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountState } from '#shared/contract/account.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { createFakeSecrets, type FakeSecrets } from '../../support/fake-secrets.ts';

let secrets: FakeSecrets;
let clock: FakeClock;
let desk: TestDesk;
beforeEach(async () => {
  secrets = createFakeSecrets();
  clock = createFakeClock();
  desk = await startTestDesk({ signIn: false, secrets, clock });
});
afterEach(() => desk.close());

const signIn = (): Promise<AccountState> =>
  desk.call('account.signIn', { baseUrl: desk.sandbox.baseUrl, token: desk.sandbox.token, label: '' });
const state = (): Promise<AccountState> => desk.call('account.state', {});

/** Moves time until the work is done, because something in it waits for a limit. */
const whileTimePasses = async <T>(work: Promise<T>): Promise<T> => {
  let isDone = false;
  void work.then(
    () => {
      isDone = true;
    },
    () => {
      isDone = true;
    },
  );
  while (!isDone) await clock.advance(500);
  return work;
};

describe('a keychain that works', () => {
  it('is written to no earlier than for a token, because the system may ask the user for a password then', async () => {
    await state();
    await desk.call('account.signInSandbox', {});
    await desk.restart();
    await clock.advance(60_000);
    expect((await state()).keychain).toEqual({ available: false, reason: 'not-checked' });
    expect(secrets.calls.set).toBe(0);
    await signIn();
    expect((await state()).keychain).toEqual({ available: true, reason: 'ok' });
  });

  it('is asked for the token once per run', async () => {
    await signIn();
    await desk.restart();
    const { activeId } = await state();
    const get = vi.spyOn(secrets, 'get');
    await whileTimePasses(desk.call('account.refreshBalance', {}));
    await whileTimePasses(desk.call('account.refreshBalance', {}));
    expect(get.mock.calls.filter(([name]) => name === activeId)).toHaveLength(1);
  });

  it('is believed to have lost the token only after it has proved that it works', async () => {
    await signIn();
    await desk.restart();
    for (const account of [...secrets.kept.keys()]) await secrets.delete(account);
    expect(await desk.callError('account.refreshBalance', {})).toMatchObject({ kind: 'signed-out' });
    expect((await state()).accounts).toMatchObject([{ tokenPlace: 'none' }]);
  });
});

describe.each([
  ['none', 'missing'],
  ['locked', 'locked'],
  ['lies', 'failed'],
  ['hangs', 'timeout'],
] as const)('a keychain that is broken (%s)', (mode, reason) => {
  it('does not keep the user out: the token lives until the app closes, and the app says so', async () => {
    secrets.mode = mode;
    const signedIn = await whileTimePasses(signIn());
    expect(signedIn.accounts).toMatchObject([{ tokenPlace: 'memory' }]);
    expect(signedIn.keychain).toEqual({ available: false, reason });
    await whileTimePasses(desk.call('account.refreshBalance', {}));
    expect(secrets.tokens()).not.toContain(desk.sandbox.token);

    await desk.restart();
    expect((await state()).accounts).toMatchObject([
      { tokenPlace: 'none', balance: { balanceKopecks: expect.any(Number) } },
    ]);
    expect(await desk.callError('account.refreshBalance', {})).toMatchObject({ kind: 'signed-out' });
  });

  it('is named as the reason if it held the token before, and the token is not given up', async () => {
    await signIn();
    await desk.restart();
    secrets.mode = mode;
    const error = await whileTimePasses(desk.callError('account.refreshBalance', {}));
    expect(error).toMatchObject({ kind: 'keychain', details: { code: `keychain-${reason}` } });
    expect((await state()).accounts).toMatchObject([{ tokenPlace: 'keychain' }]);
  });
});

describe('a keychain that hangs', () => {
  it('delays nothing for longer than five seconds, and is not asked again', async () => {
    secrets.mode = 'hangs';
    const before = clock.now();
    await whileTimePasses(signIn());
    expect(clock.now() - before).toBeLessThanOrEqual(5_500);
    const { get, set } = secrets.calls;
    await signIn();
    expect(secrets.calls).toMatchObject({ get, set });
  });

  it('keeps the token once the user has answered the question of the system, however late', async () => {
    secrets.mode = 'hangs';
    const signedIn = await whileTimePasses(signIn());
    expect(signedIn.accounts).toMatchObject([{ tokenPlace: 'memory' }]);
    secrets.release();
    await desk.waitForEvent('account.changed', ({ accounts }: AccountState) => accounts[0]?.tokenPlace === 'keychain');
    expect(secrets.tokens()).toEqual([desk.sandbox.token]);
    await desk.restart();
    await whileTimePasses(desk.call('account.refreshBalance', {}));
  });

  it('gets another chance when it works again', async () => {
    secrets.mode = 'hangs';
    await whileTimePasses(signIn());
    secrets.release();
    await clock.settle();
    await signIn();
    expect((await state()).accounts).toMatchObject([{ tokenPlace: 'keychain' }]);
    expect(secrets.tokens()).toEqual([desk.sandbox.token]);
  });

  it('is remembered to hold the token if it stored it after all', async () => {
    await signIn();
    const { activeId } = await state();
    await desk.call('account.signOut', { accountId: activeId ?? '' });
    secrets.mode = 'hangs';
    await whileTimePasses(signIn());
    secrets.release();
    await desk.waitForEvent('account.changed', ({ accounts }: AccountState) => accounts[0]?.tokenPlace === 'keychain');
    await desk.restart();
    await whileTimePasses(desk.call('account.refreshBalance', {}));
  });
});
