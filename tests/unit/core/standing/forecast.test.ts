import { expect, it } from 'vitest';
import { forecastOrders } from '#core/automation/standing/forecast.ts';
import { saveOrder } from '#core/automation/standing/standing-repository.ts';
import type { StandingAction, StandingTargets } from '#shared/contract/standing.ts';
import { localDate, midnightOf, shiftDay } from '#shared/domain/local-date.ts';
import { NO_SUM } from '#shared/domain/standing-forecast.ts';
import { NO_CONDITIONS } from '#shared/domain/standing-rules.ts';
import { localZone } from '#shared/domain/zoned-time.ts';
import { openDeskDatabase } from '../../../support/desk-database.ts';

const CLIENTS = 10_050;
const PRICE = 200_00;
const TODAY = '2026-11-10';
const NOON = 12 * 3_600_000;
const now = (midnightOf(TODAY) ?? 0) + NOON;

/** A desk of tagged clients. Their subscriptions end after `days` days from today, and the list of days repeats. */
const deskOf = (clients: number, days: readonly number[]) => {
  const db = openDeskDatabase();
  const ends = days.map((day) => (midnightOf(shiftDay(TODAY, day)) ?? 0) + NOON);
  db.transaction(() => {
    for (let index = 1; index <= clients; index += 1) {
      const { lastId } = db.run(
        `INSERT INTO clients (account_id, messenger_id, client_key, name, note, key_sort, created_at, updated_at)
         VALUES ('a', ?, 'k', '', '', 'k', 0, 0)`,
        index,
      );
      db.run("INSERT INTO client_tags (account_id, client_id, tag) VALUES ('a', ?, 'all')", lastId);
      db.run(
        "INSERT INTO vpn_subscriptions (client_id, uuid, status, expires_at, position) VALUES (?, ?, 'ACTIVE', ?, 0)",
        lastId,
        `uuid-${index}`,
        ends[index % ends.length] ?? 0,
      );
    }
  });
  db.run("INSERT INTO known_prices (account_id, price_key, price_kopecks, as_of) VALUES ('a', 'vpn 1', ?, 0)", PRICE);
  const save = (monthCapKopecks: number | null, ceilingKopecks = PRICE): number => {
    const action: StandingAction = { kind: 'vpn-renew', periodMonths: 1, daysBefore: 0 };
    const targets: StandingTargets = { of: 'tag', tag: 'all' };
    const mode = monthCapKopecks === null ? 'ask' : 'do';
    const terms = { mode, ceilingKopecks, monthCapKopecks, hours: null, zone: localZone() } as const;
    return saveOrder(db, 'a', undefined, { ...NO_CONDITIONS, name: '', action, targets, ...terms }, now);
  };
  const forecast = () => forecastOrders({ db, accountId: 'a', zone: 'UTC', balance: null }, now);
  return { db, save, forecast };
};

it('counts everything that ends, however much it is', async () => {
  const { save, forecast } = deskOf(CLIENTS, [1, 2, 3]);
  save(null);
  const { total, days } = await forecast();
  expect(total).toEqual({ ...NO_SUM, count: CLIENTS, kopecks: CLIENTS * PRICE });
  expect(days.slice(1, 4).map(({ orders }) => orders[0]?.count)).toEqual([CLIENTS / 3, CLIENTS / 3, CLIENTS / 3]);
});

it('leaves out of the sums what the order may not spend in the month', async () => {
  const { save, forecast } = deskOf(6, [1, 3, 25]);
  save(3 * PRICE);
  const { days, total } = await forecast();
  const told = days.flatMap(({ day, orders }) => orders.map(({ kopecks, overCap }) => [day, kopecks, overCap]));
  // The last one falls into December.
  expect(told).toEqual([
    ['2026-11-11', 2 * PRICE, 0],
    ['2026-11-13', PRICE, 1],
    ['2026-12-05', 2 * PRICE, 0],
  ]);
  expect(total).toMatchObject({ count: 6, kopecks: 5 * PRICE, overCap: 1 });
  expect(localDate(now)).toBe(TODAY);
});

it('shows purchases that wait for the next month in that month, and counts them once', async () => {
  const { save, forecast } = deskOf(4, [17, 25]);
  save(PRICE);
  const { days, total } = await forecast();
  const told = days.flatMap(({ day, orders }) =>
    orders.map(({ count, kopecks, waits, overCap, carried }) => [day, count, kopecks, waits, overCap, carried]),
  );
  expect(told).toEqual([
    ['2026-11-27', 2, PRICE, 1, 0, 0],
    ['2026-12-01', 1, PRICE, 0, 0, 1],
    // By January it has been over for more than a week.
    ['2026-12-05', 2, 0, 0, 2, 0],
  ]);
  expect(total).toMatchObject({ count: 4, kopecks: 2 * PRICE });
});

it('counts purchases that are more expensive than the order may pay without asking', async () => {
  const { save, forecast } = deskOf(6, [1, 3, 25]);
  save(null, PRICE - 1);
  const { total, days } = await forecast();
  expect(days[1]?.orders[0]).toMatchObject({ count: 2, aboveCeiling: 2 });
  expect(total).toMatchObject({ count: 6, kopecks: 6 * PRICE, aboveCeiling: 6 });
});

it('names the first item that ends without a standing order', async () => {
  const { db, save, forecast } = deskOf(6, [1, 2, 3]);
  db.run(
    `INSERT INTO dedicated_proxies (account_id, ip, port, date_source, wall_end, ipv, country_code, complete, bought_at)
     VALUES ('a', '2001:db8::1', '8000', 'service', ?, 6, 'de', 1, 0)`,
    (midnightOf(shiftDay(TODAY, 1)) ?? 0) + NOON,
  );
  const before = (await forecast()).days[1];
  expect(before).toMatchObject({
    uncovered: 3,
    firstUncovered: [{ name: 'k · 3' }, { name: 'k · 6' }, { proxyId: 1 }],
  });
  save(null);
  const after = (await forecast()).days[1];
  expect(after?.firstUncovered).toEqual([{ clientId: null, proxyId: 1, name: '[2001:db8::1]:8000' }]);
});
