import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '#shared/contract/runs.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { OWN_FILE, rightsOf } from '../../support/file-rights.ts';
import { createVpnActions } from '../vpn/vpn-desk.ts';
import { createBulkActions, statesOf } from './purchases-desk.ts';

let desk: TestDesk;
let bulk: ReturnType<typeof createBulkActions>;
let clientIds: number[];

const BUY = { method: 'POST', path: '/vpn/buy' } as const;
const input = (skipsRunning = true) => ({ kind: 'vpn-buy', periodMonths: 1, skipsRunning, clientIds }) as const;
const linksOf = async (clientId: number): Promise<string[]> => {
  const { subscriptions } = await desk.call('vpn.refresh', { clientId });
  return Promise.all(
    subscriptions.map(async ({ uuid }) => (await desk.call('vpn.revealLink', { clientId, uuid })).url),
  );
};
const pathFor = (name: string): string => {
  const path = join(desk.paths.data, name);
  desk.dialogs.saveQueue.push(path);
  return path;
};

beforeEach(async () => {
  desk = await startTestDesk();
  await desk.control.setBalance(1_000_000);
  bulk = createBulkActions(desk);
  clientIds = await bulk.addClients(3);
});
afterEach(() => desk.close());

describe('new VPN for many clients', () => {
  it('buys one for each, and the ledger equals the books of the service', async () => {
    const plan = await bulk.plan(input());
    expect(plan).toMatchObject({ total: 3, subject: { what: 'vpn-buy', months: 1, clients: 3 } });
    expect(await bulk.run(plan)).toMatchObject({ state: 'done', counts: { done: 3 } });
    expect(await bulk.books()).toEqual({ count: 3, kopecks: plan.totalKopecks });
    expect(await bulk.ledger()).toEqual(await bulk.books());
    for (const clientId of clientIds) expect(await linksOf(clientId)).toHaveLength(1);
  });

  it('leaves out whose VPN is running, unless it is wanted', async () => {
    const [first = 0] = clientIds;
    await createVpnActions(desk).buy(first, 1);
    const lines = await bulk.lines((await bulk.plan(input())).id);
    expect(lines.map(({ state, problem }) => [state, problem?.code])).toEqual([
      ['cannot', 'has-subscription'],
      ['waiting', undefined],
      ['waiting', undefined],
    ]);
    expect(statesOf(await bulk.lines((await bulk.plan(input(false))).id))).toEqual(['waiting', 'waiting', 'waiting']);
  });

  it('does not buy for a client who got one since the plan', async () => {
    const [first = 0] = clientIds;
    const plan = await bulk.plan(input());
    const bought = await createVpnActions(desk).buy(first, 1);
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ counts: { done: 2, cannot: 1 } });
    expect((await bulk.lines(run.id))[0]?.problem).toMatchObject({ code: 'bought-meanwhile', purchaseId: bought.id });
    expect((await bulk.books()).count).toBe(3);
  });

  it('buys for nobody twice after a lost answer and a restart', async () => {
    await desk.control.addFaults({ match: BUY, skip: 1, times: 1, fault: { kind: 'drop', when: 'after-commit' } });
    const plan = await bulk.plan(input());
    expect(await bulk.run(plan)).toMatchObject({ state: 'stopped', reason: 'unknown' });
    await desk.restart();
    bulk = createBulkActions(desk);
    await desk.call('purchases.resolve', {});
    const { counts } = await bulk.get(plan.id);
    if (counts.unknown > 0) await bulk.skipUnknown(plan.id);
    const run = await bulk.run(await bulk.requote(plan.id), plan.totalKopecks * 2);
    expect(run.counts.waiting).toBe(0);
    for (const clientId of clientIds) expect(await linksOf(clientId)).toHaveLength(1);
    expect((await bulk.books()).count).toBe(3);
  });

  it('saves the links as text and as a table that only the user can read', async () => {
    const plan = await bulk.plan(input());
    await bulk.run(plan);
    const links = await Promise.all(clientIds.map(linksOf));
    const text = pathFor('links.txt');
    expect(await desk.call('runs.saveLinks', { runId: plan.id, format: 'text', language: 'en' })).toEqual({
      fileName: 'links.txt',
      rows: 3,
      leftOut: 0,
    });
    expect(await readFile(text, 'utf8')).toBe(
      links.map(([url], index) => `Bulk ${index + 1} · bulk-${index + 1}: ${url}\n`).join(''),
    );
    expect(await rightsOf(text)).toBe(OWN_FILE);
    const table = pathFor('links.csv');
    await desk.call('runs.saveLinks', { runId: plan.id, format: 'csv', language: 'en' });
    const rows = (await readFile(table, 'utf8')).split('\r\n');
    expect(rows[0]).toContain('Client;Messenger ID;Client key;Link;Ends (UTC)');
    expect(rows[1]).toContain(`Bulk 1;7000000001;bulk-1;${links[0]?.[0]};`);
    expect(rows.filter((row) => row !== '')).toHaveLength(4);
  });

  it('says so if there is no link to save', async () => {
    const plan = await bulk.plan(input());
    const asked = { runId: plan.id, format: 'text', language: 'en' } as const;
    expect((await desk.callError('runs.saveLinks', asked)).details?.code).toBe('no-links');
    await bulk.run(plan);
    desk.dialogs.saveQueue.push(null);
    expect(await desk.call('runs.saveLinks', asked)).toBeNull();
  });

  it('is handed over with the new subscription of each client', async () => {
    const [first = 0] = clientIds;
    const { id: oldId } = await createVpnActions(desk).buy(first, 1);
    const old = (await desk.call('purchases.get', { purchaseId: oldId })).goods;
    const plan = await bulk.plan(input(false));
    await bulk.run(plan);
    const queue = await desk.call('runs.start', { kind: 'handover-of-run', runId: plan.id });
    const { rows } = await desk.call('runs.lines', { runId: queue?.id ?? 0, offset: 0, limit: 10 });
    const lines = rows.filter((line) => line.of === 'handover');
    expect(lines.map(({ clientId, state }) => [clientId, state])).toEqual(clientIds.map((id) => [id, 'waiting']));
    expect(lines[0]?.uuid).not.toBe('');
    expect(lines[0]?.uuid).not.toBe(old?.kind === 'vpn-buy' ? old.uuid : '');
    expect((queue as Run).state).toBe('paused');
  });
});
