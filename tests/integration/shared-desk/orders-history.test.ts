import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StandingDueItem, StandingOrder } from '#shared/contract/standing.ts';
import { createRandom } from '../../support/kills/random.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { RENEW } from '../standing/standing-desk.ts';
import { CONTEXT, openShop, type ShopComputer } from './orders-shop.ts';

const MINUTE = 60_000;
const STEPS = 16;
/** The final states of due items; each must reach one of them. */
const OVER: ReadonlySet<StandingDueItem['state']> = new Set([
  'bought',
  'month-cap',
  'started-elsewhere',
  'needs-confirmation',
  'no-longer-due',
  'awaiting-topup',
  'abandoned',
] as const);

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

/** Plays three computers of a shop for some hours. The same seed plays the same steps in the same order. */
const play = async (seed: number) => {
  const shop = await openShop(postgres);
  const random = createRandom(seed * 2_654_435_761);
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  try {
    const all: ShopComputer[] = [await shop.open(), await shop.open(), await shop.open()];
    const [office, ...rest] = all as [ShopComputer, ...ShopComputer[]];
    const clientIds = await office.readClients();
    await shop.make(office, 'Office');
    for (const [index, computer] of rest.entries()) await shop.join(office, computer, `Laptop ${index}`);
    await shop.settled();
    const { control } = office.desk;

    const orders = async ({ desk }: ShopComputer): Promise<readonly StandingOrder[]> =>
      (await desk.call('standing.list', { offset: 0, limit: 100 })).rows;
    const cut = new Set<ShopComputer>();
    const reach = async (computer: ShopComputer): Promise<void> => {
      if (cut.delete(computer)) await shop.reach(computer);
    };
    // Three renewals are due, and the month's money pays for two of them.
    const renewals = await office.save(
      office.renewing(clientIds, { name: 'Renewals', hours: { from: '00:00', to: '00:01' } }),
    );
    const [due] = await office.comesTo(renewals.id, ['outside-hours', 'outside-hours', 'outside-hours']);
    const { target: uuid = '', clientId = null } = due ?? {};
    if (clientId === null) throw new Error('nothing is due');
    const { priceKopecks } = await office.desk.call('purchases.offer', {
      order: { kind: 'vpn-renew', clientId, uuid, periodMonths: 1 },
    });
    const cap = 2 * priceKopecks;
    const terms = { name: 'Renewals', monthCapKopecks: cap };
    await office.save({ ...office.renewing(clientIds, terms), orderId: renewals.id });
    await shop.settled();

    for (let step = 0; step < STEPS; step += 1) {
      const computer = oneOf(all);
      switch (Math.floor(random() * 8)) {
        case 0:
          if (!cut.has(computer)) await shop.cut(computer);
          cut.add(computer);
          break;
        case 1:
          await reach(computer);
          break;
        case 2:
          // The computer that carries the orders out falls silent.
          await postgres.ask('UPDATE reseller_desk.leases SET until = clock_timestamp()');
          for (const { clock } of all) clock.skip(6 * MINUTE);
          break;
        case 3: {
          const when = oneOf(['before-commit', 'after-commit'] as const);
          await control.addFaults({ match: RENEW, times: 1, fault: { kind: 'drop', when } });
          break;
        }
        case 4:
          await computer.desk.restart();
          break;
        case 5: {
          const [order] = await orders(computer);
          if (order !== undefined)
            await computer.desk.call('standing.setOn', { orderId: order.id, isOn: random() < 0.7 });
          break;
        }
        case 6:
          computer.clock.setBack(oneOf([-20, 20]) * MINUTE);
          break;
        default:
          break;
      }
      await oneOf(all).look();
    }

    // All is well again, and every due item is carried out or reported.
    await control.clearFaults();
    for (const computer of all) await reach(computer);
    await shop.settled();
    for (const order of await orders(office))
      await office.desk.call('standing.setOn', { orderId: order.id, isOn: true });
    const { entries } = await control.books();
    for (const { desk, look } of all) {
      await look();
      const { rows } = await desk.call('purchases.list', { filter: {}, offset: 0, limit: 500 });
      for (const { id: purchaseId, outcome, computer, order } of rows) {
        if (outcome !== 'open' || computer !== null || order.kind !== 'vpn-renew') continue;
        // The user has asked the service whether the last charge for this subscription was this one.
        const isCharged = entries.some(({ ids }) => ids.includes(order.uuid));
        const verdict = isCharged ? 'charged' : 'not-charged';
        await desk.call('purchases.settle', { purchaseId, verdict, reason: 'asked the service' }).catch(() => {});
      }
    }
    await shop.settled();
    for (let round = 0; round < 3; round += 1) {
      for (const { clock } of all) clock.skip(20 * MINUTE);
      await shop.takeOver(oneOf(all));
      for (const { look } of all) await look();
      await shop.settled();
    }

    const history = async (computer: ShopComputer) =>
      Promise.all(
        (await orders(computer)).map(async ({ id, name, isOn, monthKopecks }) => ({
          name,
          isOn,
          monthKopecks,
          due: (await computer.history(id)).map(({ target, state }) => `${target} ${state}`).toSorted(),
        })),
      );
    const first = await history(office);
    for (const computer of rest) await expect.poll(() => history(computer), CONTEXT).toEqual(first);
    const books = (await control.books()).entries.filter(({ endpoint }) => endpoint === 'POST /vpn/renew');
    return { seed, first, books, cap };
  } finally {
    await shop.close();
  }
};

it.each([1, 2, 3])(
  'three computers, whatever happens to them, pay nothing twice and nothing beyond the limit, and forget nothing (%i)',
  async (seed) => {
    const { first, books, cap } = await play(seed);
    const uuids = books.flatMap(({ ids }) => ids);
    expect(new Set(uuids).size).toBe(uuids.length);
    expect(books.reduce((sum, { kopecks }) => sum + kopecks, 0)).toBeLessThanOrEqual(cap);
    expect(books.length).toBeGreaterThan(0);
    const states = first.flatMap(({ due }) => due.map((text) => text.split(' ').at(-1)));
    expect(states.length).toBeGreaterThanOrEqual(3);
    for (const state of states) expect([...OVER]).toContain(state);
  },
  240_000,
);
