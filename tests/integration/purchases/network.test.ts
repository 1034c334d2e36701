import { afterEach, describe, expect, it } from 'vitest';
import type { Offer } from '#shared/contract/purchases.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const BUY = { method: 'POST', path: '/premium/traffic/buy' } as const;

let desk: TestDesk;
afterEach(() => desk.close());

const offer = async (): Promise<Offer> => {
  const fields = { messengerId: 7, clientKey: 'net', name: 'Anna', note: '', tags: [] };
  const { id } = await desk.call('clients.add', fields);
  return desk.call('purchases.offer', { order: { kind: 'traffic', clientId: id, poolType: 'mobile', gb: 1 } });
};
const confirm = ({ offerId, priceKopecks }: Offer) => desk.call('purchases.confirm', { offerId, priceKopecks });

describe('a charge that cannot leave', () => {
  it.each(['ENOTFOUND', 'ECONNREFUSED', 'ENETUNREACH'])(
    'was not charged, and can be bought again (%s)',
    async (code) => {
      let isCut = false;
      desk = await startTestDesk({
        fetch: async (url, init) => {
          if (isCut && url.endsWith(BUY.path)) {
            throw new TypeError('fetch failed', {
              cause: Object.assign(new Error(code), { code, syscall: 'connect' }),
            });
          }
          return fetch(url, init);
        },
      });
      const first = await offer();
      isCut = true;
      const lost = await confirm(first);
      expect(lost).toMatchObject({ outcome: 'not-charged', basis: 'answer', reason: 'not-sent' });
      isCut = false;
      const again = await desk.call('purchases.offer', { order: first.order });
      expect(await confirm(again)).toMatchObject({ outcome: 'charged', basis: 'answer' });
      expect((await desk.control.books()).entries).toHaveLength(1);
    },
  );

  it('leaves no row when the service cannot even be asked for the price', async () => {
    let isCut = false;
    desk = await startTestDesk({
      fetch: async (url, init) => {
        if (isCut) throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) });
        return fetch(url, init);
      },
    });
    const first = await offer();
    isCut = true;
    expect((await desk.callError('purchases.confirm', { offerId: first.offerId, priceKopecks: 1 })).kind).toBe(
      'offline',
    );
    isCut = false;
    expect((await desk.call('purchases.list', { filter: {}, offset: 0, limit: 10 })).rows).toEqual([]);
  });
});

describe('a service that does not answer', () => {
  it('leaves the charged purchase unknown after a minute, and lets the window close then', async () => {
    const clock = createFakeClock(Date.now());
    desk = await startTestDesk({ clock });
    /** Moves time until the work is done, because the pacer waits on this clock. */
    const whileTimePasses = async <T>(work: Promise<T>): Promise<T> => {
      let isDone = false;
      const done = () => {
        isDone = true;
      };
      work.then(done, done);
      while (!isDone) await clock.advance(10);
      return work;
    };
    const first = await whileTimePasses(offer());
    await desk.control.addFaults({ match: BUY, fault: { kind: 'hold', when: 'after-commit' } });
    const bought = confirm(first);
    await whileTimePasses(desk.control.waitForHeld(1));
    expect(desk.core.hasChargeInFlight()).toBe(true);
    await clock.advance(60_000);
    expect(await bought).toMatchObject({ outcome: 'open', reason: 'timeout', goods: null });
    expect(desk.core.hasChargeInFlight()).toBe(false);
    expect((await desk.control.books()).entries).toHaveLength(1);
    await desk.control.clearFaults();
  });
});
