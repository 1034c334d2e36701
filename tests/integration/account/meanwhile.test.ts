import { afterEach, expect, it } from 'vitest';
import type { AccountState } from '#shared/contract/account.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createFakeSecrets, type FakeSecrets } from '../../support/fake-secrets.ts';

let desk: TestDesk;
afterEach(() => desk.close());

const state = (): Promise<AccountState> => desk.call('account.state', {});
const form = () => ({ baseUrl: desk.sandbox.baseUrl, token: desk.sandbox.token, label: '' });
/** Makes the service hold the next reading of a balance until the test releases it. */
const holdBalance = () =>
  desk.control.addFaults({
    match: { method: 'GET', path: '/balance' },
    times: 1,
    fault: { kind: 'hold', when: 'after-commit' },
  });

/** Holds an answer back from `hold` on, which resolves `asked`, until `release`. */
const holdAnswer = () => {
  let isAsked = (): void => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold = (): Promise<void> => {
    isAsked();
    return released;
  };
  return { asked, hold, release };
};

it('a token that the keychain returns after the sign-out is not used', async () => {
  const secrets: FakeSecrets = createFakeSecrets();
  desk = await startTestDesk({ secrets });
  const { activeId } = await state();
  await desk.restart();
  const before = secrets.get;
  const keychain = holdAnswer();
  secrets.get = async (name) => {
    const found = await before(name);
    if (name === activeId) await keychain.hold();
    return found;
  };
  const reading = desk.callRaw('account.refreshBalance', {});
  await keychain.asked;
  await desk.call('account.signOut', { accountId: activeId ?? '' });
  secrets.get = before;
  keychain.release();
  expect(await reading).toMatchObject({ ok: false, error: { kind: 'signed-out' } });
  expect((await state()).accounts).toMatchObject([{ tokenPlace: 'none' }]);
  expect(await desk.callError('account.refreshBalance', {})).toMatchObject({ kind: 'signed-out' });
});

it('an account that is removed while its new token is checked stays removed, and keeps no token', async () => {
  desk = await startTestDesk();
  const accountId = (await state()).activeId ?? '';
  await holdBalance();
  const signingIn = desk.callRaw('account.signIn', { ...form(), accountId });
  await desk.control.waitForHeld(1);
  await desk.call('account.remove', { accountId });
  await desk.control.release();
  expect(await signingIn).toMatchObject({ ok: false, error: { kind: 'not-found' } });
  expect(await state()).toMatchObject({ accounts: [], activeId: null });
  expect(desk.secrets.tokens()).not.toContain(desk.sandbox.token);
});

it.each(['account.signOut', 'account.remove'] as const)(
  '%s leaves no token behind that the keychain is still storing',
  async (leave) => {
    const secrets: FakeSecrets = createFakeSecrets();
    desk = await startTestDesk({ secrets });
    const accountId = (await state()).activeId ?? '';
    const before = secrets.set;
    const keychain = holdAnswer();
    secrets.set = async (name, secret) => {
      if (name === accountId) await keychain.hold();
      return before(name, secret);
    };
    const signingIn = desk.callRaw('account.signIn', { ...form(), accountId });
    await keychain.asked;
    await desk.call(leave, { accountId });
    keychain.release();
    expect((await signingIn).ok).toBe(leave === 'account.signOut');
    expect(secrets.tokens()).not.toContain(desk.sandbox.token);
    expect((await state()).accounts.every(({ tokenPlace }) => tokenPlace === 'none')).toBe(true);
  },
);
