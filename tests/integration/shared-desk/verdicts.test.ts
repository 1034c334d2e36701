import { describe, expect, it } from 'vitest';
import { keepDeskFiles } from './desk-files.ts';
import { settle, type Wire } from './little-desk.ts';
import { type LittleService, type MoneyDesk, openMoneyDesk } from './money-desk.ts';

/** Two computers say different things about one purchase, and neither knew of the other. */
const { desks, newPath } = keepDeskFiles<MoneyDesk>();
const TILL = '11111111';

const open = (): readonly [till: MoneyDesk, office: MoneyDesk, van: MoneyDesk] => {
  const [wire, service]: [Wire, LittleService] = [{ sent: [] }, { spent: 0, charged: new Set() }];
  const [till, office, van] = [1, 2, 3].map((number) => openMoneyDesk(wire, service, number, newPath()));
  if (till === undefined || office === undefined || van === undefined) throw new Error('no desks');
  desks.push(till, office, van);
  return [till, office, van];
};
const later = (desk: MoneyDesk, ms = 60_000): void => desk.clock.jumpTo(desk.clock.now() + ms);
const standings = () => desks.map((desk) => desk.ledger().map(({ outcome, basis }) => `${outcome} ${basis}`));
const allSay = (...said: readonly string[]): void => {
  settle(desks);
  expect(standings()).toEqual(desks.map(() => said));
};

describe('the answer of the service', () => {
  it('prevails on all computers over a later guess, and brings its goods once', async () => {
    const [till, office, van] = open();
    const id = await till.buy('killed', 1, null, true);
    settle(desks);
    office.adopt(TILL);
    later(office);
    office.say(office.newestPurchase(), 'not-charged');
    while (office.push(true));
    // The app of the till has not ended after all and has the answer on its disk.
    till.deliver(id);
    allSay('charged answer');
    for (const desk of [office, van]) expect(desk.money()).toEqual(till.money());
    expect(office.money().proxies).toHaveLength(1);
    // No computer keeps publishing what it knows.
    expect(desks.map((desk) => desk.push(true))).toEqual([false, false, false]);
  });

  it('that refused also prevails over a guess, however often somebody has guessed since', async () => {
    const [till, office] = open();
    const id = await till.buy('killed', 1, null, true);
    settle(desks);
    office.adopt(TILL);
    for (const verdict of ['charged', 'not-charged', 'charged'] as const) {
      later(office);
      office.say(office.newestPurchase(), verdict);
    }
    till.refuse(id);
    allSay('not-charged answer');
  });

  it('that was published is not reverted by an app that starts from an older copy of its disk', async () => {
    const [wire, service]: [Wire, LittleService] = [{ sent: [] }, { spent: 0, charged: new Set() }];
    const path = newPath();
    const till = openMoneyDesk(wire, service, 1, path);
    const office = openMoneyDesk(wire, service, 2, newPath());
    await till.buy('killed', 1, null, true);
    settle([till, office]);
    till.close();
    const copy = newPath(path);
    const whole = openMoneyDesk(wire, service, 1, path);
    whole.join();
    whole.deliver(whole.newestPurchase());
    settle([whole, office]);
    whole.close();

    const back = openMoneyDesk(wire, service, 1, copy);
    desks.push(back, office);
    back.join();
    later(back, 3_600_000);
    back.recover();
    expect(back.ledger()).toMatchObject([{ outcome: 'open' }]);
    allSay('charged answer');
    expect(back.money().proxies).toHaveLength(1);
    for (const desk of desks) expect(desk.money()).toEqual(office.money());
  });
});

describe('a prolongation that one computer took for charged', () => {
  const [END, LATER] = ['2026-03-01 00:00:00', '2026-03-31 12:00:00'];
  const setUp = async () => {
    const [till, office] = open();
    await till.buy('answered', 1, null, true);
    settle(desks);
    const [serviceId = 0] = till.db.values<number>('SELECT service_id FROM dedicated_proxies');
    till.clock.jumpTo(till.clock.now() + 10_000);
    const id = till.prolong([serviceId]);
    settle(desks);
    office.adopt(TILL);
    later(office);
    const said = office.db.value<number>("SELECT id FROM purchases WHERE kind = 'dedicated-prolong'") ?? 0;
    office.say(said, 'charged');
    expect(office.ends()).toEqual(['2026-03-31 00:00:00 computed']);
    return { till, id, serviceId };
  };

  it('has the end that the answer names, and no days twice', async () => {
    const { till, id, serviceId } = await setUp();
    till.deliverEnd(id, serviceId, LATER);
    allSay('charged answer', 'charged answer');
    for (const desk of desks) expect(desk.ends()).toEqual([`${LATER} service`]);
  });

  it('has its previous end if the service had refused it', async () => {
    const { till, id } = await setUp();
    till.refuse(id);
    allSay('charged answer', 'not-charged answer');
    for (const desk of desks) expect(desk.ends()).toEqual([`${END} service`]);
  });
});
