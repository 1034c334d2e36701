import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SEED_CLIENTS } from '#sandbox/index.ts';
import { callAsColleague } from '../../support/colleague.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

/** Ends of paths whose next answer is computed at once but delivered when the test allows it. */
let held: Map<string, Promise<void>>;
let desk: TestDesk;
beforeEach(async () => {
  held = new Map();
  desk = await startTestDesk({
    fetch: async (url, init) => {
      const end = [...held.keys()].find((path) => new URL(url).pathname.endsWith(path)) ?? '';
      const released = held.get(end);
      held.delete(end);
      const answer = await fetch(url, init);
      await released;
      return answer;
    },
  });
});
afterEach(() => desk.close());

const holdNext = (path: string): (() => void) => {
  const release = new AbortController();
  held.set(
    path,
    once(release.signal, 'abort').then(() => {}),
  );
  return () => release.abort();
};
const comesLate = async <T>(path: string, ask: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> => {
  const release = holdNext(path);
  const late = ask();
  await expect.poll(() => held.has(path)).toBe(false);
  await meanwhile();
  release();
  return late;
};
const { messengerId = 0, clientKey = '' } = SEED_CLIENTS[0] ?? {};
const addClient = async (): Promise<number> => {
  return (await desk.call('clients.add', { messengerId, clientKey, name: '', note: '', tags: [] })).id;
};

it('a balance that was requested first and arrives last does not overwrite a later one', async () => {
  const before = await desk.call('account.refreshBalance', {});
  const read = () => desk.call('account.refreshBalance', {});
  const late = await comesLate('/balance', read, async () => {
    await desk.control.setBalance(before.balanceKopecks / 100 - 70, before.spentKopecks / 100 + 70);
    await read();
  });
  expect(late.spentKopecks).toBe(before.spentKopecks + 70_00);
  const { accounts } = await desk.call('account.state', {});
  expect(accounts[0]?.balance?.spentKopecks).toBe(before.spentKopecks + 70_00);
  const { rows } = await desk.call('account.balanceHistory', {});
  expect(rows.map(({ spentKopecks }) => spentKopecks)).toEqual([before.spentKopecks, before.spentKopecks + 70_00]);
});

it('pools that were requested first and arrive last do not overwrite newer ones, and keep the age of their request', async () => {
  const clientId = await addClient();
  const read = () => desk.call('premium.refreshBalance', { clientId });
  const mobile = async () =>
    (await desk.call('premium.state', { clientId })).balance?.pools.find(({ poolType }) => poolType === 'mobile')
      ?.trafficGb ?? 0;
  await read();
  const before = await mobile();
  await comesLate('/premium/traffic/balance', read, async () => {
    const order = { messenger_id: messengerId, client_key: clientKey, pool_type: 'mobile', gb: 4 };
    await callAsColleague(desk.sandbox, '/premium/traffic/buy', order);
    await read();
  });
  expect(await mobile()).toBe(before + 4);
  let answeredAfter = 0;
  await comesLate('/premium/traffic/balance', read, async () => {
    answeredAfter = Date.now();
  });
  const { balance } = await desk.call('premium.state', { clientId });
  expect(balance?.asOf).toBeLessThanOrEqual(answeredAfter);
});
