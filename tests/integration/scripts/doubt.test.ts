import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createSkippingClock, type SkippingClock } from '../../support/skipping-clock.ts';
import { buy, confirm, held, offerFor, serviceIdsOf } from '../dedicated/dedicated-desk.ts';
import { type Scripts, startScripts } from './script-desk.ts';

const PROLONG = { method: 'POST', path: '/dedicated/prolong' } as const;
const HOUR = 3_600_000;

let clock: SkippingClock;
let desk: TestDesk;
let scripts: Scripts;

beforeEach(async () => {
  clock = createSkippingClock();
  desk = await startTestDesk({ clock });
  scripts = await startScripts(desk, { scriptAccess: 'buy', scriptDayCapRubles: 100_000 });
});
afterEach(() => desk.close());

const sent = async (): Promise<number> => (await desk.control.requests(PROLONG)).length;
const prolong = async (serviceIds: number[]) =>
  confirm(desk, await offerFor(desk, { kind: 'dedicated-prolong', clientId: null, serviceIds, period: 30 }));
const extend = (ids: number[], once: string) => ({ ids, days: 30, once, account: 'Test', atMost: 10_000 });

/** Makes a prolongation that only evidence calls not charged, and returns its id. */
const doubtful = async (serviceIds: number[]): Promise<number> => {
  await desk.control.addFaults({ match: PROLONG, times: 1, fault: { kind: 'drop', when: 'before-commit' } });
  const { id: purchaseId } = await prolong(serviceIds);
  await desk.call('purchases.resolve', {});
  clock.skip(25 * HOUR);
  await desk.call('purchases.resolve', {});
  const unseen = { outcome: 'not-charged', basis: 'evidence' };
  expect(await desk.call('purchases.get', { purchaseId })).toMatchObject(unseen);
  return purchaseId;
};

it('a script that extends two proxies of which one is in doubt does not buy, although somebody extended the other one', async () => {
  await buy(desk, { count: 2 });
  const [first = 0, second = 0] = serviceIdsOf(await held(desk));
  const purchaseId = await doubtful([first, second]);
  await prolong([first]);
  expect(await sent()).toBe(2);
  for (const [ids, name] of [
    [[second], 'second'],
    [[first, second], 'both'],
  ] as const) {
    const refused = await scripts.refusal('extend-proxies', extend([...ids], name));
    expect(refused).toMatchObject({ details: { code: 'script-doubt', params: { purchaseId } } });
  }
  expect(await scripts.ask('extend-proxies', extend([first], 'first'))).toMatchObject({ outcome: 'charged' });
  expect(await sent()).toBe(3);
});

it('an older purchase of a colleague that arrives later decides nothing about one in doubt', async () => {
  await buy(desk, { count: 1 });
  const serviceIds = serviceIdsOf(await held(desk));
  const purchaseId = await doubtful(serviceIds);
  const { id: repeated } = await prolong(serviceIds);
  const db = openDatabase(`${desk.paths.data}/desk.db`);
  db.run(`UPDATE purchases SET created_at = created_at - ?, computer = 'colleague' WHERE id = ?`, 48 * HOUR, repeated);
  db.close();
  const refused = await scripts.refusal('extend-proxies', extend(serviceIds, 'later'));
  expect(refused).toMatchObject({ details: { code: 'script-doubt', params: { purchaseId } } });
});
