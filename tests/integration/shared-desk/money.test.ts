import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleRestored } from '#core/desk/settle-restored.ts';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { noteRestored } from '#core/service/account/restored-desk.ts';
import { keepDeskFiles } from './desk-files.ts';
import { PAIRS, settle, type Wire } from './little-desk.ts';
import { type Fate, type LittleService, type MoneyDesk, openMoneyDesk, PRICE } from './money-desk.ts';

const HOUR = 3_600_000;

const { desks, closeAll, newPath } = keepDeskFiles<MoneyDesk>();

const open = (count: number) => {
  const wire: Wire = { sent: [] };
  const service: LittleService = { spent: 0, charged: new Set() };
  for (let number = 1; number <= count; number += 1) desks.push(openMoneyDesk(wire, service, number, newPath()));
  return service;
};
const two = (): readonly [MoneyDesk, MoneyDesk] => {
  open(2);
  const [one, other] = desks;
  if (one === undefined || other === undefined) throw new Error('no desks');
  return [one, other];
};
const pass = async (ms: number): Promise<void> => {
  for (const desk of desks) await desk.clock.advance(ms);
};

describe('the purchase of a colleague', () => {
  it('is the same here, and is left to the computer that made it', async () => {
    const [one, other] = two();
    one.write('anna', { name: 'Anna' });
    one.price(null, 20_000);
    const lost = await one.buy('lost', 1, 'anna');
    await one.buy('answered', 2, 'anna');
    one.pay('anna', 5_000);
    one.hand('anna', 'for the office');
    settle(desks);
    expect(other.money()).toEqual(one.money());
    expect(other.money().proxies).toMatchObject([{ owner: 'anna', note: 'for the office' }, { owner: 'anna' }]);
    expect(other.dump().clients).toEqual(one.dump().clients);
    await one.resolve();

    // Neither a start nor a look of the other computer ends it.
    other.recover();
    await other.readBalance();
    await other.resolve();
    await pass(30 * HOUR);
    expect(other.ledger()[0]).toMatchObject({ outcome: 'open' });
    expect(one.standingOf(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
    settle(desks);
    expect(other.money()).toEqual(one.money());
  });

  it('shows here the beginning of an answer that is too long for a change, and stays whole there', async () => {
    const [one, other] = two();
    const id = await one.buy('answered', 1, null);
    const answer = '\u0001'.repeat(20_000_000);
    one.db.run('UPDATE purchases SET raw_status = 200, raw_answer = ?, raw_complete = 1 WHERE id = ?', answer, id);
    settle(desks);
    const kept = 'SELECT length(raw_answer) AS length, raw_complete AS isWhole FROM purchases';
    expect(other.db.get(kept)).toEqual({ length: 1_000_000, isWhole: 0 });
    expect(one.db.get(kept)).toEqual({ length: 20_000_000, isWhole: 1 });
    expect(other.ledger()).toMatchObject([{ outcome: 'charged' }]);
  });

  it('that is under way is not ended by another computer', async () => {
    const [one, other] = two();
    await one.buy('killed', 1, null);
    settle(desks);
    other.recover();
    await other.readBalance();
    expect(other.ledger()).toMatchObject([{ outcome: 'pending' }]);
    expect(other.reconciled().spentKopecks).toBe(PRICE);
    one.recover();
    settle(desks);
    expect(other.ledger()).toMatchObject([{ outcome: 'open' }]);
  });
});

describe('purchases and sales', () => {
  it('follow a client that gets another pair', async () => {
    const [one, other] = two();
    one.write('anna', { name: 'Anna' });
    one.price('anna', 30_000);
    await one.buy('answered', 1, 'anna');
    one.pay('anna', 1_000);
    one.pay('anna', 1_000);
    one.hand('anna', 'office');
    settle(desks);
    other.rename('anna', 'vera');
    settle(desks);
    expect(one.money()).toEqual(other.money());
    expect(one.money()).toMatchObject({
      purchases: [{ owner: 'vera', client_key: 'anna' }],
      proxies: [{ owner: 'vera' }],
      sales: [{ owner: 'vera', price_kopecks: 30_000 }],
      payments: [{ owner: 'vera' }, { owner: 'vera' }],
      prices: [{ owner: 'vera' }, { owner: 'vera' }],
      events: [{ owner: 'vera' }],
    });
    expect(one.dump().clients).toEqual(other.dump().clients);
  });

  it('exist once when two computers have them from one copy', async () => {
    const wire: Wire = { sent: [] };
    const service: LittleService = { spent: 0, charged: new Set() };
    const path = newPath();
    const first = openMoneyDesk(wire, service, 1, path);
    first.write('anna', {});
    first.price(null, 20_000);
    for (const fate of ['answered', 'lost', 'answered'] as const) await first.buy(fate, 2, 'anna');
    first.pay('anna', 1_000);
    first.hand('anna', 'office');
    first.close();
    for (const number of [1, 2]) desks.push(openMoneyDesk(wire, service, number, newPath(path)));
    const [one, copy] = desks;
    const before = one?.money();
    settle(desks);
    expect(copy?.money()).toEqual(one?.money());
    const numbers = (money: typeof before) => Object.values(money ?? {}).map(({ length }) => length);
    expect(numbers(one?.money())).toEqual(numbers(before));
  });

  it('of a computer that has left are settled by the user of another', async () => {
    const [one, other] = two();
    await one.buy('killed', 1, null);
    await one.buy('lost', 1, null);
    await one.buy('answered', 2, null);
    settle(desks);
    other.adopt('11111111');
    await other.resolve();
    settle(desks);
    expect(other.money()).toEqual(one.money());
    expect(other.money().purchases).toMatchObject([
      { outcome: 'open', computer: '22222222' },
      { outcome: 'open', computer: '22222222' },
      { outcome: 'charged', computer: '11111111' },
    ]);
  });
});

/**
 * The computer is restored from a copy, and its later purchases come back from the others as far as it had published them.
 */
describe('the purchase of a computer whose disk is lost', () => {
  const brokenDisk = async (buy: (desk: MoneyDesk) => Promise<unknown>): Promise<readonly [MoneyDesk, MoneyDesk]> => {
    const [wire, service]: [Wire, LittleService] = [{ sent: [] }, { spent: 0, charged: new Set() }];
    const path = newPath();
    const before = openMoneyDesk(wire, service, 1, path);
    const other = openMoneyDesk(wire, service, 2, newPath());
    await before.readBalance();
    settle([before, other]);
    before.close();
    const copy = newPath(path);
    const lost = openMoneyDesk(wire, service, 1, path);
    await buy(lost);
    lost.close();
    const file = openDatabase(copy);
    noteRestored(file);
    settleRestored(file, other.clock);
    file.close();
    const back = openMoneyDesk(wire, service, 1, copy);
    desks.push(back, other);
    // It hears from the service before it hears of its own changes.
    back.setClock(1);
    await back.readBalance();
    for (let round = 0; round < 4; round += 1) {
      settle(desks);
      back.recover();
      for (const desk of desks) await desk.resolve();
      await pass(30 * HOUR);
    }
    settle(desks);
    expect(other.money()).toEqual(back.money());
    return [back, other];
  };

  it.each(['lost', 'vanished', 'killed'] as const)(
    'is left open for its user if its outcome is unknown: %s',
    async (fate) => {
      const [back] = await brokenDisk(async (desk) => {
        await desk.buy(fate, 1, null, true);
        if (fate !== 'killed') while (desk.push(true));
      });
      expect(back.ledger()).toMatchObject([{ outcome: 'open' }]);
    },
  );

  it('is not counted as spending of somebody else', async () => {
    const [back] = await brokenDisk(async (desk) => {
      await desk.buy('answered', 2, null);
      while (desk.push(true));
    });
    expect(back.ledger()).toMatchObject([{ outcome: 'charged', basis: 'answer' }]);
    await back.readBalance();
    expect(back.reconciled()).toMatchObject({ spentKopecks: 2 * PRICE, sum: { differenceKopecks: 0, lateKopecks: 0 } });
  });
});

/** Both purchases have the same price, and the other one arrives here only later. */
describe('a purchase of this computer whose answer was lost', () => {
  it("was not charged, when the money belongs to a colleague's purchase that arrives after the verdict", async () => {
    const [one, other] = two();
    await one.readBalance();
    const mine = await one.buy('vanished', 1, null);
    await other.buy('answered', 1, null);
    await one.resolve();
    await pass(HOUR);
    // Everything that this computer knows says so.
    expect(one.standingOf(mine)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
    settle(desks);
    // It is examined again at once.
    await pass(1);
    expect(one.standingOf(mine)).toMatchObject({ outcome: 'open' });
    await pass(30 * HOUR);
    await one.resolve();
    expect(one.standingOf(mine)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
  });

  it("was charged, when a colleague's purchase from before it arrives after it", async () => {
    const [one, other] = two();
    await one.readBalance();
    await other.buy('answered', 1, null);
    const mine = await one.buy('lost', 1, null);
    settle(desks);
    await one.resolve();
    expect(one.standingOf(mine)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
    await pass(30 * HOUR);
    expect(one.standingOf(mine)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
    expect(one.reconciled().sum).toMatchObject({ differenceKopecks: 0, lateKopecks: 0 });
  });

  it("stays open while a colleague's purchase of the same price may have been the one", async () => {
    const [one, other] = two();
    await one.readBalance();
    await other.readBalance();
    const mine = await one.buy('lost', 1, null);
    const theirs = await other.buy('vanished', 1, null);
    settle(desks);
    await one.resolve();
    await other.resolve();
    await pass(30 * HOUR);
    settle(desks);
    expect(one.standingOf(mine)).toMatchObject({ outcome: 'open' });
    expect(other.standingOf(theirs)).toMatchObject({ outcome: 'open' });
  });
});

type Step = (desk: MoneyDesk) => unknown;
const pair = fc.constantFrom(...PAIRS);
const buyer = fc.option(pair, { nil: null });
const fate = fc.constantFrom<Fate>('answered', 'answered', 'lost', 'vanished', 'refused', 'killed', 'killed-before');
const count = fc.integer({ min: 1, max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(fate, count, buyer, fc.boolean()).map(
      ([how, many, whose, isPublished]) =>
        (desk: MoneyDesk) =>
          desk.buy(how, many, whose, isPublished),
    ),
  },
  pair.map((whose) => (desk: MoneyDesk) => desk.write(whose, { name: whose })),
  fc.tuple(pair, pair).map(([from, to]) => (desk: MoneyDesk) => {
    if (desk.knows(to)) return;
    desk.rename(from, to);
  }),
  fc.tuple(pair, fc.integer({ min: 1, max: 9 })).map(
    ([whose, amount]) =>
      (desk: MoneyDesk) =>
        desk.pay(whose, amount * 1_000),
  ),
  fc.constant((desk: MoneyDesk) => desk.dropPayment()),
  fc.tuple(buyer, fc.option(fc.integer({ min: 1, max: 9 }), { nil: null })).map(
    ([whose, amount]) =>
      (desk: MoneyDesk) =>
        desk.price(whose, amount === null ? null : amount * 1_000),
  ),
  fc.tuple(pair, fc.constantFrom('', 'office')).map(
    ([whose, note]) =>
      (desk: MoneyDesk) =>
        desk.hand(whose, note),
  ),
  { weight: 2, arbitrary: fc.constant((desk: MoneyDesk) => desk.resolve()) },
  fc.constant((desk: MoneyDesk) => desk.readBalance()),
  fc.constant((desk: MoneyDesk) => desk.recover()),
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 30 }).map((hours) => () => pass(hours * HOUR)) },
  fc.integer({ min: -50, max: 50 }).map((hours) => (desk: MoneyDesk) => desk.setClock(hours)),
  { weight: 2, arbitrary: fc.boolean().map((isAnswered) => (desk: MoneyDesk) => void desk.push(isAnswered)) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }).map((most) => (desk: MoneyDesk) => desk.pull(most)) },
  fc.constant((desk: MoneyDesk) => desk.readAgain()),
  fc.constant((desk: MoneyDesk) => desk.republishAll()),
);
const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), step), { minLength: 1, maxLength: 30 });

it('three desks that buy end equal, with the books of the service', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      closeAll();
      const service = open(3);
      for (const desk of desks) await desk.readBalance();
      let made = 0;
      for (const [who, work] of steps) {
        const before = desks[who]?.newestPurchase();
        const id = await work(desks[who] as MoneyDesk);
        if (typeof id === 'number' && id !== before) made += 1;
      }
      for (const desk of desks) desk.recover();
      settle(desks);
      // After these rounds every computer has looked with the knowledge of all.
      for (let round = 0; round < 4; round += 1) {
        for (const desk of desks) await desk.resolve();
        await pass(30 * HOUR);
        settle(desks);
      }
      const [one, second, third] = desks.map((desk) => ({ ...desk.money(), clients: desk.dump().clients }));
      expect(second).toEqual(one);
      expect(third).toEqual(one);
      for (const desk of desks) {
        const ledger = desk.ledger();
        expect(ledger).toHaveLength(made);
        // Unknown outcomes are open, and stated outcomes are true.
        for (const { at, outcome } of ledger) {
          if (outcome !== 'open') expect(outcome).toBe(service.charged.has(`${at}`) ? 'charged' : 'not-charged');
        }
        const sum = ledger.reduce((all, { at, kopecks }) => all + (service.charged.has(`${at}`) ? kopecks : 0), 0);
        expect(sum).toBe(service.spent);
      }
    }),
    { numRuns: Number(process.env.HISTORIES ?? 12) },
  );
}, 120_000);
