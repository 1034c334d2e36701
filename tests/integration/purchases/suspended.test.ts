import { afterEach, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import { A_DAY_MS, type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

let desk: ResolverDesk;
afterEach(() => desk.close());

/** A machine that goes to sleep as soon as a charge is about to leave, and wakes to a dead connection. */
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
    /** On waking, the machine's network stack sends the requests that it held back. */
    sendLate: () => sendLate(),
  };
};

const EIGHT_HOURS = 8 * 3_600_000;

it('a computer that wakes does not believe that nothing was charged, because the request may only leave now', async () => {
  const { buyAsleep, sendLate } = await startSleeper();
  const lost = await buyAsleep(EIGHT_HOURS);
  expect(lost).toMatchObject({ outcome: 'open', reason: 'timeout' });
  expect(await desk.resolved(lost)).toMatchObject({ outcome: 'open', resolution: { reason: 'nothing-yet' } });
  await sendLate();
  expect(await desk.resolved(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
  expect(await desk.compareBooks()).toMatchObject({ books: lost.priceKopecks, ledger: lost.priceKopecks });
});

it('it believes so a whole day after waking, and no hour of the sleep counts towards that day', async () => {
  const { buyAsleep } = await startSleeper();
  const lost = await buyAsleep(3 * A_DAY_MS);
  expect(await desk.resolved(lost)).toMatchObject({ outcome: 'open', resolution: { reason: 'nothing-yet' } });
  desk.clock.skip(EIGHT_HOURS);
  expect(await desk.resolved(lost)).toMatchObject({ outcome: 'open', resolution: { reason: 'nothing-yet' } });
  desk.clock.skip(A_DAY_MS - EIGHT_HOURS);
  expect(await desk.resolved(lost)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
  expect(await desk.compareBooks()).toMatchObject({ books: 0, ledger: 0, unknownKopecks: 0 });
});

it('closing and opening in between makes the app know neither more nor less', async () => {
  const { buyAsleep } = await startSleeper();
  const lost = await buyAsleep(EIGHT_HOURS);
  const before = await desk.resolved(lost);
  await desk.restart();
  const { quietSince } = before.resolution ?? {};
  expect(await desk.resolved(lost)).toMatchObject({
    outcome: 'open',
    resolution: { reason: 'nothing-yet', quietSince },
  });
  desk.clock.skip(A_DAY_MS);
  expect(await desk.resolved(lost)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
});

it('a day without readings proves nothing about charges that were still moving when it began', async () => {
  desk = await startResolverDesk();
  const spend = async (kopecks: number) => {
    const { spentKopecks, balanceKopecks } = await desk.control.books();
    await desk.control.setBalance((balanceKopecks - kopecks) / 100, (spentKopecks + kopecks) / 100);
  };
  const lost = await desk.buyThrough(await desk.order('dedicated'), { kind: 'drop', when: 'before-commit' });
  await spend(700);
  expect(await desk.resolved(lost)).toMatchObject({
    outcome: 'open',
    resolution: { reason: 'other-amount', quietSince: null },
  });
  await spend(-700);
  desk.clock.skip(A_DAY_MS);
  // This is the first reading without a sign of the charge.
  expect(await desk.resolved(lost)).toMatchObject({ outcome: 'open', resolution: { reason: 'nothing-yet' } });
  desk.clock.skip(A_DAY_MS);
  expect(await desk.resolved(lost)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
});
