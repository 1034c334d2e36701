import { afterEach, beforeEach, expect, it } from 'vitest';
import { PROXIES_PER_CHARGE } from '#shared/domain/run-charges.ts';
import { type ChangeData, type Data, fetchChanged } from '../../support/changed-answers.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { buy, held, idsOf } from '../dedicated/dedicated-desk.ts';
import { addSeedClients, createBulkActions, statesOf } from './purchases-desk.ts';

let desk: TestDesk;
let bulk: ReturnType<typeof createBulkActions>;
/** By path of a charge, the change of the answer's data. */
let changes: Record<string, ChangeData> = {};

beforeEach(async () => {
  changes = {};
  desk = await startTestDesk({
    fetch: fetchChanged(() => changes),
  });
  bulk = createBulkActions(desk);
  await desk.control.setBalance(1_000_000);
});
afterEach(() => desk.close());

it('a charge whose answer lacks proxies does not count as done', async () => {
  await buy(desk, { count: PROXIES_PER_CHARGE + 2 });
  const plan = await bulk.plan({ kind: 'dedicated-prolong', period: 30, proxyIds: idsOf(await held(desk)) });
  let answers = 0;
  changes = {
    '/dedicated/prolong': (data) => {
      answers += 1;
      return answers === 1 ? { ...data, items: (data.items as Data[]).slice(1) } : data;
    },
  };
  const run = await bulk.run(plan);
  expect(run).toMatchObject({
    state: 'partial',
    counts: { done: 2, 'not-as-ordered': PROXIES_PER_CHARGE },
    chargedKopecks: plan.totalKopecks,
    openKopecks: 0,
  });
  expect(new Set(statesOf(await bulk.lines(plan.id)))).toEqual(new Set(['not-as-ordered', 'done']));
  expect(await bulk.ledger()).toEqual(await bulk.books());
});

it('a run does not go on paying a service that repeatedly answers for something else', async () => {
  const clientIds = await addSeedClients(desk);
  const plan = await bulk.plan({ kind: 'traffic', poolType: 'mobile', gb: 1, clientIds });
  changes = { '/premium/traffic/buy': (data) => ({ ...data, pool_type: 'residential' }) };
  const run = await bulk.run(plan);
  expect(run).toMatchObject({ state: 'stopped', counts: { done: 0, 'not-as-ordered': 3, waiting: 1 } });
  expect(await desk.control.requests({ method: 'POST', path: '/premium/traffic/buy' })).toHaveLength(3);
});
