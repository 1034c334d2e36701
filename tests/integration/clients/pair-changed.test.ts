import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEED_CLIENTS } from '#sandbox/seed/seed-clients.ts';
import type { Run } from '#shared/contract/runs.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { RECIPE } from '../../support/recipe.ts';

const [ANNA, BORIS] = SEED_CLIENTS;
if (ANNA === undefined || BORIS === undefined) throw new Error('the service knows no clients');
const fieldsOf = ({ messengerId, clientKey, displayName }: typeof ANNA) => ({
  messengerId,
  clientKey,
  name: displayName,
  note: '',
  tags: [],
});

let desk: TestDesk;
let clientId: number;
beforeEach(async () => {
  desk = await startTestDesk();
  clientId = (await desk.call('clients.add', fieldsOf(ANNA))).id;
});
afterEach(() => desk.close());

/** Runs the work, and does something else between the service's answer to the path and its arrival. */
const during = async <T>(path: string, meanwhile: () => Promise<unknown>, work: () => Promise<T>): Promise<T> => {
  await desk.control.addFaults({ match: { path }, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
  const working = work();
  await desk.control.waitForHeld(1);
  await meanwhile();
  await desk.control.release();
  return working;
};
const becomeBoris = () => desk.call('clients.update', { clientId, ...fieldsOf(BORIS) });
const stored = async () => ({
  ...(await desk.call('premium.state', { clientId })),
  vpn: await desk.call('vpn.state', { clientId }),
});
const NOTHING = { balance: null, whitelist: null, password: null, vpn: { subscriptions: [], gone: [], asOf: null } };

describe('an answer about a client whose row is another client by now', () => {
  const refused = { kind: 'conflict', details: { code: 'client-changed' } };

  it.each([
    ['vpn.refresh', '/vpn/info'],
    ['premium.refreshBalance', '/premium/traffic/balance'],
    ['premium.refreshWhitelist', '/premium/whitelist'],
    ['premium.refreshPassword', '/premium/password'],
    ['premium.revealPassword', '/premium/password'],
    ['premium.copyPassword', '/premium/password'],
    ['premium.resetPassword', '/premium/password/reset'],
  ] as const)('is not kept by %s', async (name, path) => {
    const error = await during(path, becomeBoris, () => desk.callError(name, { clientId }));
    expect(error).toMatchObject(refused);
    expect(await stored()).toMatchObject(NOTHING);
    expect(desk.desktop.copied).toEqual([]);
  });

  it.each([
    ['premium.addWhitelistIp', '/premium/whitelist/add'],
    ['premium.removeWhitelistIp', '/premium/whitelist/remove'],
  ] as const)('is not kept by %s', async (name, path) => {
    await desk.call('premium.refreshWhitelist', { clientId });
    const error = await during(path, becomeBoris, () => desk.callError(name, { clientId, ip: '203.0.113.10' }));
    expect(error).toMatchObject(refused);
    expect(await stored()).toMatchObject(NOTHING);
  });

  it('is not kept by a refresh of many, which reads the present client instead', async () => {
    const run = await during('/vpn/info', becomeBoris, async () => {
      const id = (await desk.call('runs.start', { kind: 'refresh', clientIds: [clientId] }))?.id ?? 0;
      await desk.waitForEvent('runs.changed', (seen: Run) => seen.id === id && seen.state === 'done');
      return desk.call('runs.get', { runId: id });
    });
    expect(run).toMatchObject({ state: 'done', done: 1, failed: 0 });
    const asked = await desk.control.requests({ path: '/vpn/info' });
    expect(asked.map(({ query }) => query.client_key)).toEqual([ANNA.clientKey, BORIS.clientKey]);
    const kept = await stored();
    await desk.call('vpn.refresh', { clientId });
    expect(kept.vpn.subscriptions).toEqual((await stored()).vpn.subscriptions);
  });
});

it('keeps no answer about a client who was permanently deleted meanwhile', async () => {
  // A list makes the ledger keep the row.
  const { runId } = await desk.call('lists.generate', { clientId, recipe: RECIPE });
  await desk.waitForEvent('runs.changed', (run: Run) => run.id === runId && run.state === 'done');
  const purge = async () => {
    await desk.call('clients.remove', { clientIds: [clientId] });
    await desk.call('trash.delete', { kind: 'client', ids: [clientId] });
  };
  const read = () => desk.callError('premium.refreshPassword', { clientId });
  expect(await during('/premium/password', purge, read)).toMatchObject({
    kind: 'not-found',
    details: { code: 'client' },
  });
  expect((await desk.call('clients.add', fieldsOf(ANNA))).id).toBe(clientId);
  expect(await stored()).toMatchObject(NOTHING);
});
