import { afterEach, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import { realClock } from '../../support/real-clock.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';
import { A_DAY_MS, PATHS, type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

let desk: ResolverDesk;
afterEach(() => desk.close());

const read = (purchaseId: number) => desk.call('purchases.get', { purchaseId });
const outcomeOf = async (purchaseId: number) => (await read(purchaseId)).outcome;
const REGRESSIONS = { outcome: 'charged', basis: 'evidence' };

/** A network that breaks as soon as the service has a charge. */
const startBreakable = async (then: (url: string) => Promise<Response> | null) => {
  let isBroken = false;
  let isBreakable = true;
  const breakable: Fetch = async (url, init) => {
    const instead = isBroken ? then(url) : null;
    if (instead !== null) return instead;
    try {
      return await fetch(url, init);
    } finally {
      if (isBreakable && url.endsWith(PATHS['vpn-buy'])) isBroken = true;
    }
  };
  desk = await startResolverDesk({ fetch: breakable });
  return () => {
    isBroken = false;
    isBreakable = false;
  };
};

const cutOff = () =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENETUNREACH' }) }));

it('an open purchase is examined as soon as the network is back', async () => {
  const mend = await startBreakable(cutOff);
  const lost = await desk.buyThrough(await desk.order('vpn-buy'), { kind: 'drop', when: 'after-commit' });
  expect(await desk.call('connection.check', {})).toMatchObject({ status: 'offline' });
  expect(await desk.callError('purchases.resolve', { purchaseId: lost.id })).toMatchObject({ kind: 'offline' });
  expect(await outcomeOf(lost.id)).toBe('open');

  mend();
  expect(await desk.call('connection.check', {})).toMatchObject({ status: 'online' });
  await expect.poll(() => read(lost.id)).toMatchObject(REGRESSIONS);
});

it('an open purchase is examined automatically again and again', async () => {
  const clock = createSkippingClock();
  let pass = (): void => {};
  const gate = new Promise<void>((resolve) => {
    pass = resolve;
  });
  /** Matches the wait for the second look, and no shorter or longer one. */
  const isTheWait = (ms: number): boolean => ms > 10_000 && ms < 12_000;
  desk = await startResolverDesk({
    clock: { ...clock, sleep: (ms, signal) => (isTheWait(ms) ? gate : realClock.sleep(ms, signal)) },
  });
  const lost = await desk.buyThrough(await desk.order('traffic'), { kind: 'drop', when: 'before-commit' });
  await expect.poll(() => read(lost.id)).toMatchObject({ resolution: { reason: 'nothing-yet' } });
  expect(await outcomeOf(lost.id)).toBe('open');
  desk.clock.skip(A_DAY_MS);
  pass();
  await expect.poll(() => read(lost.id)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
});

it('a purchase is examined on the desk that is opened, and only there', async () => {
  const mend = await startBreakable((url) =>
    url.endsWith('/balance') ? Promise.resolve(new Response('no', { status: 403 })) : null,
  );
  const lost = await desk.buyThrough(await desk.order('vpn-buy'), { kind: 'drop', when: 'after-commit' });
  const { activeId } = await desk.call('account.state', {});
  await desk.call('account.signOut', { accountId: activeId ?? '' });
  mend();
  expect(await desk.callError('purchases.resolve', {})).toMatchObject({ kind: 'signed-out' });

  const { baseUrl, token } = desk.sandbox;
  await desk.call('account.signIn', { baseUrl, token, label: '', accountId: activeId ?? '' });
  await expect.poll(() => read(lost.id)).toMatchObject(REGRESSIONS);
});
