import { describe, expect, it } from 'vitest';
import { playDay } from '#sandbox/day/play-day.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

type Day = Awaited<ReturnType<typeof playDay>>;

const purchaseTimes = ({ day }: Day): readonly number[] =>
  day.past.flatMap((one) => (one.what === 'purchase' ? [one.at] : []));

/** Every reading of the balance shows exactly the purchases before it. */
const expectReadingsOfBooks = ({ state, day }: Day, begun: string): void => {
  let spent = state.openingSpentKopecks;
  for (const one of day.past) {
    if (one.what === 'purchase' && one.answer !== null) spent += one.priceKopecks;
    if (one.what === 'reading') expect(one.spentKopecks, `begun ${begun}, read at ${one.at}`).toBe(spent);
  }
};

describe.each([
  ['on the last day of a year', '2026-12-31T21:30:00Z'],
  ['in the first minute of a year', '2027-01-01T00:01:00Z'],
  ['after a month of 28 days', '2027-03-01T08:00:00Z'],
  ['on a day that the month before has not', '2027-03-30T12:00:00Z'],
  ['around a leap day', '2028-02-29T06:15:00Z'],
  ['when clocks have changed', '2026-10-26T05:00:00Z'],
])('a practice day that begins %s', (_, moment) => {
  const now = Date.parse(moment);

  it('lies entirely in the past, in order, with books that add up', async () => {
    const played = await playDay(1, now, 'token');
    expectReadingsOfBooks(played, moment);
    const { state, day } = played;
    const times = day.past.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times.at(-1)).toBeLessThan(now);
    expect(state.spentKopecks).toBe(state.books.reduce((sum, { kopecks }) => sum + kopecks, state.openingSpentKopecks));
    expect(state.balanceKopecks).toBeGreaterThan(0);
    for (const { addedAt, read } of day.clients) expect(addedAt).toBeLessThan(read?.at ?? 0);
  });

  it('has ends of every stage and pools that run low', async () => {
    const { state } = await playDay(1, now, 'token');
    const clients = Object.values(state.clients);
    const ends = clients.flatMap(({ subscriptions }) => subscriptions.map(({ expireAt }) => (expireAt - now) / DAY));
    const within = (from: number, to: number) => ends.filter((days) => days > from && days <= to).length;
    const stages = [within(-60, -7), within(-7, 0), within(0, 1), within(1, 3), within(3, 7), within(7, 30)];
    for (const count of stages) expect(count, String(stages)).toBeGreaterThan(1);
    expect(within(30, 400)).toBeGreaterThan(5);
    const pools = clients.flatMap(({ trafficMilliGb }) => Object.values(trafficMilliGb));
    expect(pools.filter((milliGb) => milliGb === 0).length).toBeGreaterThan(1);
    expect(pools.filter((milliGb) => milliGb > 0 && milliGb < 1_000).length).toBeGreaterThan(2);
    const proxies = Object.values(state.proxies).map(({ dateEnd }) => (dateEnd - now) / DAY);
    for (const [from, to] of [
      [-7, 0],
      [0, 1],
      [1, 3],
      [3, 7],
      [7, 30],
      [30, 90],
    ] as const) {
      expect(
        proxies.some((days) => days > from && days <= to),
        `${from}…${to}`,
      ).toBe(true);
    }
  });
});

it('a practice day reads the balance between any two purchases, also when both fall into the same second', async () => {
  let meetings = 0;
  for (let turn = 0; turn < 4; turn += 1) {
    const now = Date.parse('2026-11-28T20:00:00Z') + turn * 30 * MINUTE;
    // Some purchases lie a fixed time before the beginning, others at a time of the day.
    const times = purchaseTimes(await playDay(1, now, 'token'));
    const later = purchaseTimes(await playDay(1, now + MINUTE, 'token'));
    const moving = times.filter((time) => !later.includes(time));
    const fixed = times.filter((time) => later.includes(time));
    const apart = fixed.flatMap((one) => moving.map((other) => one - other));
    for (const ms of apart.filter((between) => Math.abs(between) < 15 * MINUTE)) {
      expectReadingsOfBooks(await playDay(1, now + ms, 'token'), new Date(now + ms).toISOString());
      meetings += 1;
    }
  }
  expect(meetings).toBeGreaterThan(0);
});
