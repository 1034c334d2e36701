import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { createControlClient } from '../../support/control-client.ts';
import { type ResolverDesk, startResolverDesk } from '../purchases/resolver-desk.ts';

/** A token of another reseller at the same address: its books are not this account's. */
let desk: ResolverDesk;
let other: Sandbox;

/** One address for two accounts of the service: the token tells them apart. */
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

it('is noticed by what was spent, and nothing is changed', async () => {
  await desk.buy(await desk.order('vpn-buy'));
  const id = await accountId();
  await control().setBalance(5_000, 0);
  const error = await desk.callError('account.signIn', {
    ...{ baseUrl: desk.sandbox.baseUrl, token: other.token, label: '', accountId: id },
  });
  expect(error).toMatchObject({
    kind: 'conflict',
    details: { code: 'token-of-other-books', params: { spentKopecks: 0 } },
  });
  expect(await desk.call('account.refreshBalance', {})).toMatchObject({ balanceKopecks: expect.any(Number) });
  expect((await desk.call('account.state', {})).accounts).toHaveLength(1);
});

it('is noticed by its subscriptions, when more was spent on it', async () => {
  await desk.buy(await desk.order('vpn-buy'));
  await desk.call('vpn.refresh', { clientId: desk.clientId });
  await control().setBalance(90_000_000, 90_000_000);
  const error = await desk.callError('account.signIn', {
    ...{ baseUrl: desk.sandbox.baseUrl, token: other.token, label: '', accountId: await accountId() },
  });
  expect(error.details?.code).toBe('token-of-other-books');
});

it('gets a desk of its own without the account, and judges nothing on this one with it', async () => {
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

it('the same account may get a new token, and goes on where it was', async () => {
  const lost = await desk.buyThrough(await desk.order('vpn-buy'), { kind: 'drop', when: 'after-commit' });
  await signIn(desk.sandbox.token, { accountId: await accountId() });
  expect(await desk.resolved(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
});
