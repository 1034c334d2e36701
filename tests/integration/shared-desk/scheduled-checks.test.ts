import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { CONTEXT, openShop, type ShopComputer } from './orders-shop.ts';

let postgres: Postgres;
let shop: Awaited<ReturnType<typeof openShop>>;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  shop = await openShop(postgres);
});
afterEach(() => shop.close());

const SIX_HOURS_MS = 6 * 3_600_000;
const SCHEDULE = { enabled: true, every: 'hours', hours: 6, time: '06:00', zone: 'UTC' } as const;
const SORT = { by: 'boughtAt', direction: 'asc' } as const;

const addProxy = async ({ desk }: ShopComputer): Promise<void> => {
  const text = `127.0.0.1:${await freePort()}:anna:secret`;
  const { importId, reading } = await desk.call('dedicated.importText', { text });
  const forOthers = { ipv: 4, countryCode: 'DE', endDay: null, clientId: null } as const;
  await desk.call('dedicated.importConfirm', { importId, reading: { ...reading, loginFirst: false }, forOthers });
};
const checksBegun = async ({ desk }: ShopComputer): Promise<number> =>
  (await desk.call('runs.list', { offset: 0, limit: 100 })).rows.filter(({ kind }) => kind === 'check').length;
const resultsOf = async ({ desk }: ShopComputer): Promise<readonly string[]> => {
  const { ids } = await desk.call('dedicated.ids', { filter: {}, sort: SORT });
  const [proxyId] = ids;
  if (proxyId === undefined) return [];
  return (await desk.call('dedicated.checks', { proxyId })).checks.map(({ state }) => state);
};
const scheduleOf = ({ desk }: ShopComputer) => desk.call('scheduledChecks.get', {});

it('one computer of a shared desk checks on the schedule, the others receive it and its results', async () => {
  const [one, other] = [await shop.open(), await shop.open()];
  await shop.make(one, 'Anna');
  await shop.join(one, other, 'Laptop');
  await addProxy(one);
  await one.desk.call('scheduledChecks.save', SCHEDULE);
  await shop.settled();
  await expect.poll(async () => (await scheduleOf(other)).enabled, CONTEXT).toBe(true);
  await expect.poll(() => resultsOf(other), CONTEXT).toEqual([]);

  for (const { clock } of [one, other]) clock.skip(SIX_HOURS_MS);
  await other.look();
  expect(await checksBegun(other)).toBe(0);
  await one.look();
  await expect.poll(() => resultsOf(one), CONTEXT).toEqual(['dead']);
  await shop.settled();
  await expect.poll(() => resultsOf(other), CONTEXT).toEqual(['dead']);
  await other.look();
  expect([await checksBegun(one), await checksBegun(other)]).toEqual([1, 0]);
  expect((await scheduleOf(other)).nextAt).toBe((await scheduleOf(one)).nextAt);

  // The next one begins on the computer that takes over.
  for (const { clock } of [one, other]) clock.skip(SIX_HOURS_MS);
  await shop.takeOver(other);
  await expect.poll(() => resultsOf(other), CONTEXT).toEqual(['dead', 'dead']);
  await shop.settled();
  await one.look();
  await expect.poll(() => resultsOf(one), CONTEXT).toEqual(['dead', 'dead']);
  expect([await checksBegun(one), await checksBegun(other)]).toEqual([1, 1]);
});
