import { afterEach, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import { realClock } from '../../support/real-clock.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';
import { type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

let desk: ResolverDesk;
afterEach(() => desk.close());

const stateOf = async (purchaseId: number) => (await desk.call('purchases.get', { purchaseId })).state;

it('an open purchase is looked at as soon as the network is back', async () => {
  let isCutOff = false;
  const breakable: Fetch = (url, init) =>
    isCutOff
      ? Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENETUNREACH' }) }))
      : fetch(url, init);
  desk = await startResolverDesk({ fetch: breakable });
  const lost = await desk.buyThrough(await desk.order('vpn-buy'), { kind: 'drop', when: 'after-commit' });
  isCutOff = true;
  expect(await desk.call('connection.check', {})).toMatchObject({ status: 'offline' });
  expect(await desk.callError('purchases.resolve', { purchaseId: lost.id })).toMatchObject({ kind: 'offline' });
  expect(await stateOf(lost.id)).toBe('unknown');

  isCutOff = false;
  expect(await desk.call('connection.check', {})).toMatchObject({ status: 'online' });
  await expect.poll(() => stateOf(lost.id)).toBe('confirmed-charged');
});

it('an open purchase is looked at by itself when the service has had its time, and nobody has to ask', async () => {
  const clock = createSkippingClock();
  let pass = (): void => {};
  const gate = new Promise<void>((resolve) => {
    pass = resolve;
  });
  /** The wait for the service's time, and nothing shorter or longer. */
  const isTheWait = (ms: number): boolean => ms > 70_000 && ms < 100_000;
  desk = await startResolverDesk({
    clock: { ...clock, sleep: (ms, signal) => (isTheWait(ms) ? gate : realClock.sleep(ms, signal)) },
  });
  const lost = await desk.buyThrough(await desk.order('traffic'), { kind: 'drop', when: 'before-commit' });
  desk.clock.skip(90_000);
  expect(await stateOf(lost.id)).toBe('unknown');
  pass();
  await expect.poll(() => stateOf(lost.id)).toBe('confirmed-not-charged');
});

it('a purchase is looked at on the desk that is opened, and only there', async () => {
  desk = await startResolverDesk();
  const lost = await desk.buyThrough(await desk.order('vpn-buy'), { kind: 'drop', when: 'after-commit' });
  const { activeId } = await desk.call('account.state', {});
  await desk.call('account.signOut', { accountId: activeId ?? '' });
  expect(await desk.callError('purchases.resolve', {})).toMatchObject({ kind: 'signed-out' });
  expect(await stateOf(lost.id)).toBe('unknown');

  const { baseUrl, token } = desk.sandbox;
  await desk.call('account.signIn', { baseUrl, token, label: '', accountId: activeId ?? '' });
  await expect.poll(() => stateOf(lost.id)).toBe('confirmed-charged');
});
