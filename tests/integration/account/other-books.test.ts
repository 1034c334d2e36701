import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { createControlClient } from '../../support/control-client.ts';
import { startTestDesk } from '../../support/desk-core.ts';
import { A_DAY_MS, type ResolverDesk, startResolverDesk } from '../purchases/resolver-desk.ts';

/** A token of another reseller at the same address, whose books are not this account's. */
let desk: ResolverDesk;
let other: Sandbox;

/** Serves two accounts of the service at one address; the token tells them apart. */
const route: Fetch = (url, init) => {
  const headers = new Headers(init.headers);
  const isOther = headers.get('authorization') === `Bearer ${other.token}`;
  return fetch(isOther ? url.replace(desk.sandbox.baseUrl, other.baseUrl) : url, init);
};

beforeEach(async () => {
  other = await startSandbox({ stateDir: null, control: true, seed: 2 });
  desk = await startResolverDesk({ fetch: (url, init) => (desk === undefined ? fetch(url, init) : route(url, init)) });
});
afterEach(async () => {
  await desk.close();
  await other.close();
});

const signIn = async (token: string, more: { accountId?: string; sameAccount?: boolean }) =>
  desk.call('account.signIn', { baseUrl: desk.sandbox.baseUrl, token, label: '', ...more });
const accountId = async () => (await desk.call('account.state', {})).activeId ?? '';
const control = () => createControlClient(other.controlUrl ?? '');

it('a token of other books is recognised by the total spent, and nothing is changed', async () => {
  await desk.buy(await desk.order('vpn-buy'));
  const id = await accountId();
  await control().setBalance(5_000, 0);
  const error = await desk.callError('account.signIn', {
    baseUrl: desk.sandbox.baseUrl,
    token: other.token,
    label: '',
    accountId: id,
  });
  expect(error).toMatchObject({
    kind: 'conflict',
    details: { code: 'token-of-other-books', params: { verdict: 'other', spentKopecks: 0 } },
  });
  expect(await desk.call('account.refreshBalance', {})).toMatchObject({ balanceKopecks: expect.any(Number) });
  expect((await desk.call('account.state', {})).accounts).toHaveLength(1);
});

it('a token of other books is recognised by its subscriptions if more was spent on it', async () => {
  await desk.buy(await desk.order('vpn-buy'));
  await desk.call('vpn.refresh', { clientId: desk.clientId });
  await control().setBalance(90_000_000, 90_000_000);
  const error = await desk.callError('account.signIn', {
    baseUrl: desk.sandbox.baseUrl,
    token: other.token,
    label: '',
    accountId: await accountId(),
  });
  expect(error.details?.code).toBe('token-of-other-books');
});

it('a token of other books decides nothing on this desk, and gets a desk of its own without an account id', async () => {
  const lost = await desk.buyThrough(await desk.order('dedicated'), { kind: 'drop', when: 'before-commit' });
  const id = await accountId();
  await control().setBalance(5_000, 0);
  await signIn(other.token, { accountId: id, sameAccount: true });
  const { spentKopecks } = await control().books();
  await control().setBalance(5_000, (spentKopecks + lost.priceKopecks) / 100);
  const judged = await desk.resolved(lost);
  expect(judged).toMatchObject({ outcome: 'open', resolution: { reason: 'other-books', nextCheckAt: null } });
  const { windows } = await desk.call('purchases.reconciliation', { offset: 0, limit: 10 });
  expect(windows).toEqual([]);
  await signIn(desk.sandbox.token, {});
  expect((await desk.call('account.state', {})).accounts).toHaveLength(2);
});

describe('a token whose books could continue the earlier ones without proof that they do', () => {
  const asIfContinued = async () => {
    const { spentKopecks, balanceKopecks } = await desk.control.books();
    await control().setBalance(balanceKopecks / 100, spentKopecks / 100);
  };
  const signInError = async () =>
    desk.callError('account.signIn', {
      baseUrl: desk.sandbox.baseUrl,
      token: other.token,
      label: '',
      accountId: await accountId(),
    });
  const UNPROVEN = { kind: 'conflict', details: { code: 'token-of-other-books', params: { verdict: 'unproven' } } };

  it('leads to a question if the desk has bought something', async () => {
    await desk.buy(await desk.order('dedicated'));
    await asIfContinued();
    expect(await signInError()).toMatchObject(UNPROVEN);
    await control().setBalance(90_000_000, 90_000_000);
    expect(await signInError()).toMatchObject(UNPROVEN);
  });

  it('leads to a question if there are only clients to pay for', async () => {
    await asIfContinued();
    expect(await signInError()).toMatchObject(UNPROVEN);
  });

  it('decides nothing by a sum that happens to be equal, whatever the user said', async () => {
    const lost = await desk.buyThrough(await desk.order('dedicated'), { kind: 'drop', when: 'before-commit' });
    await asIfContinued();
    await signIn(other.token, { accountId: await accountId(), sameAccount: true });
    for (const ms of [60_000, A_DAY_MS, A_DAY_MS]) {
      desk.clock.skip(ms);
      expect(await desk.resolved(lost)).toMatchObject({ outcome: 'open', resolution: { reason: 'other-books' } });
    }
  });

  it('lets no reading decide until the question is answered or dismissed', async () => {
    const lost = await desk.buyThrough(await desk.order('dedicated'), { kind: 'drop', when: 'before-commit' });
    await asIfContinued();
    await signInError();
    for (const ms of [60_000, A_DAY_MS, A_DAY_MS]) {
      desk.clock.skip(ms);
      expect(await desk.resolved(lost)).toMatchObject({ outcome: 'open', resolution: { reason: 'other-books' } });
    }
    await desk.call('account.openDesk', {});
    await desk.resolved(lost);
    desk.clock.skip(A_DAY_MS);
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
  });

  it('raises no question for the same token, even after signing out', async () => {
    await desk.buy(await desk.order('dedicated'));
    const id = await accountId();
    await desk.call('account.signOut', { accountId: id });
    await signIn(desk.sandbox.token, { accountId: id });
    await desk.call('account.signOut', { accountId: id });
    const { accounts } = await signIn(desk.sandbox.token, {});
    expect(accounts.map((one) => one.id)).toEqual([id]);
  });

  it('raises no question on a desk that has no data yet', async () => {
    const fresh = await startTestDesk({ fetch: route, sandbox: desk.sandbox });
    await asIfContinued();
    const { activeId } = await fresh.call('account.state', {});
    const { accounts } = await fresh.call('account.signIn', {
      baseUrl: desk.sandbox.baseUrl,
      token: other.token,
      label: '',
      accountId: activeId ?? '',
    });
    expect(accounts).toHaveLength(1);
    await fresh.close();
  });
});

it('the same account may get a new token, and continues where it was', async () => {
  const lost = await desk.buyThrough(await desk.order('vpn-buy'), { kind: 'drop', when: 'after-commit' });
  await signIn(desk.sandbox.token, { accountId: await accountId() });
  expect(await desk.resolved(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
});
