import { expect } from 'vitest';
import { SEED_CLIENTS } from '#sandbox/index.ts';
import type { PurchasesDetail, PurchasesInput, PurchasesLine, Run, RunWithDetail } from '#shared/contract/runs.ts';
import { callAsColleague } from '../../support/colleague.ts';
import type { TestDesk } from '../../support/desk-core.ts';

/** A run of purchases with all its details. */
export type PurchasesRun = Run & PurchasesDetail;

const withDetail = ({ detail, ...run }: RunWithDetail): PurchasesRun => {
  if (detail?.of !== 'purchases') throw new Error(`run ${run.id} buys nothing`);
  return { ...run, ...detail };
};

export const TRAFFIC_BUY = { method: 'POST', path: '/premium/traffic/buy' } as const;

/** Adds the first clients that the service knows. */
export const addSeedClients = async (desk: TestDesk): Promise<number[]> => {
  const ids: number[] = [];
  for (const { messengerId, clientKey, displayName: name } of SEED_CLIENTS.slice(0, 4)) {
    ids.push((await desk.call('clients.add', { messengerId, clientKey, name, note: '', tags: [] })).id);
  }
  return ids;
};

/** Renews the subscription of a line by three months on another computer. */
export const renewElsewhere = (
  desk: TestDesk,
  { messengerId, clientKey, target: uuid }: PurchasesLine,
): Promise<void> =>
  callAsColleague(desk.sandbox, '/vpn/renew', {
    messenger_id: messengerId,
    client_key: clientKey,
    period_months: 3,
    uuid,
  });

/** The actions of a reseller with runs of purchases, on a desk. */
export const createBulkActions = (desk: TestDesk) => {
  const get = async (runId: number): Promise<PurchasesRun> => withDetail(await desk.call('runs.get', { runId }));
  const start = ({ id, remainingKopecks, totalKopecks }: PurchasesRun, capKopecks = totalKopecks) =>
    desk.call('runs.resume', { runId: id, agreed: { remainingKopecks, capKopecks } });
  const ended = async (runId: number): Promise<PurchasesRun> => {
    await expect.poll(async () => (await get(runId)).state).not.toBe('running');
    return get(runId);
  };
  return {
    get,
    start,
    ended,
    plan: async (input: PurchasesInput): Promise<PurchasesRun> => withDetail(await desk.call('runs.plan', input)),
    requote: async (runId: number): Promise<PurchasesRun> => withDetail(await desk.call('runs.requote', { runId })),
    skipUnknown: async (runId: number): Promise<PurchasesRun> =>
      withDetail(await desk.call('runs.skipUnknown', { runId })),
    /** Resolves when the current purchase has ended. */
    pause: async (runId: number): Promise<PurchasesRun> => {
      const { state } = await desk.call('runs.pause', { runId });
      const run = await get(runId);
      expect(run.state).toBe(state);
      return run;
    },
    /** Runs to the end, or to where the run stops. */
    run: async (plan: PurchasesRun, capKopecks?: number): Promise<PurchasesRun> => {
      await start(plan, capKopecks);
      return ended(plan.id);
    },
    lines: async (runId: number): Promise<PurchasesLine[]> =>
      (await desk.call('runs.lines', { runId, offset: 0, limit: 500 })).rows.filter((line) => line.of === 'purchases'),
    addClients: async (count: number): Promise<number[]> => {
      const ids: number[] = [];
      for (let index = 1; index <= count; index += 1) {
        const client = { messengerId: 7_000_000_000 + index, clientKey: `bulk-${index}`, name: `Bulk ${index}` };
        ids.push((await desk.call('clients.add', { ...client, note: '', tags: [] })).id);
      }
      return ids;
    },
    /** Returns the service's own books: charges, and their sum in kopecks. */
    books: async () => {
      const { entries } = await desk.control.books();
      return { count: entries.length, kopecks: entries.reduce((sum, entry) => sum + entry.kopecks, 0) };
    },
    /** Returns the app's ledger. */
    ledger: async () => {
      const { rows, totalSpentKopecks } = await desk.call('purchases.list', { filter: {}, offset: 0, limit: 500 });
      return { count: rows.filter(({ chargedKopecks }) => chargedKopecks !== null).length, kopecks: totalSpentKopecks };
    },
  };
};

export const statesOf = (lines: readonly PurchasesLine[]): string[] => lines.map(({ state }) => state);
