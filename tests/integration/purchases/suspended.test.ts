import { afterEach, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import { type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

let desk: ResolverDesk;
afterEach(() => desk.close());

/** The machine is put to sleep as soon as a charge is to leave, and wakes to a connection that is dead. */
const startSleeper = async () => {
  let sleepMs = 0;
  let sendLate: () => Promise<unknown> = async () => null;
  const sleeping: Fetch = async (url, init) => {
    if (!url.endsWith('/vpn/buy')) return fetch(url, init);
    sendLate = () => fetch(url, init);
    desk.clock.skip(sleepMs);
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
  };
  desk = await startResolverDesk({ fetch: sleeping });
  return {
    buyAsleep: async (ms: number) => {
      sleepMs = ms;
      return desk.buy(await desk.order('vpn-buy'));
    },
    /** The network stack of the machine sends on waking what it held back. */
    sendLate: () => sendLate(),
  };
};

const EIGHT_HOURS = 8 * 3_600_000;

it('does not believe on waking that nothing was charged: the request may only leave now', async () => {
  const { buyAsleep, sendLate } = await startSleeper();
  const lost = await buyAsleep(EIGHT_HOURS);
  expect(lost).toMatchObject({ state: 'unknown', reason: 'timeout' });
  expect(await desk.resolved(lost)).toMatchObject({ state: 'unknown', resolution: { reason: 'too-early' } });
  await sendLate();
  expect(await desk.resolved(lost)).toMatchObject({ state: 'confirmed-charged' });
  expect(await desk.compareBooks()).toMatchObject({ books: lost.priceKopecks, ledger: lost.priceKopecks });
});

it('believes it soon after, when still nothing has come', async () => {
  const { buyAsleep } = await startSleeper();
  const lost = await buyAsleep(EIGHT_HOURS);
  desk.clock.skip(20_000);
  expect(await desk.resolved(lost)).toMatchObject({ state: 'confirmed-not-charged' });
  expect(await desk.compareBooks()).toMatchObject({ books: 0, ledger: 0, unknownKopecks: 0 });
});

it('can be closed and opened in between: a new run does not know more than the old one', async () => {
  const { buyAsleep } = await startSleeper();
  const lost = await buyAsleep(EIGHT_HOURS);
  await desk.restart();
  expect(await desk.resolved(lost)).toMatchObject({ state: 'unknown', resolution: { reason: 'too-early' } });
  desk.clock.skip(20_000);
  expect(await desk.resolved(lost)).toMatchObject({ state: 'confirmed-not-charged' });
});
