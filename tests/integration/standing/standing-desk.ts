import { expect } from 'vitest';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { Run } from '#shared/contract/runs.ts';
import type { StandingDueItem, StandingOrder } from '#shared/contract/standing.ts';
import { startTestDesk, type TestDesk, type TestDeskOptions } from '../../support/desk-core.ts';
import { createLookingClock } from '../../support/looking-clock.ts';
import { addSeedClients, createBulkActions } from '../run-purchases/purchases-desk.ts';

export const DAY = 86_400_000;
type Draft = ProcedureInput<'standing.save'>;

/** The actions of a reseller with standing orders, on a desk whose clock moves when told to. */
export const startStandingDesk = async (options: Omit<TestDeskOptions, 'clock'> = {}) => {
  const clock = createLookingClock();
  const desk: TestDesk = await startTestDesk({ clock, ...options });
  const bulk = createBulkActions(desk);
  const waitUntil = { timeout: 30_000, interval: 50 };

  const renewing = (clientIds: readonly number[], terms: Partial<Draft> = {}): Draft => ({
    name: 'Renewals',
    action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: 7 },
    targets: { of: 'clients', clientIds: [...clientIds] },
    mode: 'do',
    ceilingKopecks: 100_000_00,
    monthCapKopecks: 100_000_00,
    hours: null,
    ...terms,
  });
  const toppingUp = (clientIds: readonly number[], terms: Partial<Draft> = {}): Draft => ({
    ...renewing(clientIds),
    name: 'Top-ups',
    action: { kind: 'traffic', poolType: 'mobile', gb: 1, belowGb: 0.5 },
    ...terms,
  });
  const order = async (orderId: number): Promise<StandingOrder> => (await desk.call('standing.get', { orderId })).order;
  const history = async (orderId: number): Promise<StandingDueItem[]> =>
    (await desk.call('standing.occasions', { orderId, show: 'all', offset: 0, limit: 500 })).rows;
  const states = async (orderId: number): Promise<string[]> =>
    (await history(orderId)).map(({ state }) => state).sort();
  const runs = async (): Promise<Run[]> =>
    (await desk.call('runs.list', { show: 'all', offset: 0, limit: 50 })).rows.filter(
      ({ kind }) => kind === 'purchases',
    );

  return {
    desk,
    bulk,
    clock,
    renewing,
    toppingUp,
    order,
    history,
    states,
    waitUntil,
    clients: () => addSeedClients(desk),
    /** Reads clients, so that their ends and pools are known. */
    readClients: async (): Promise<number[]> => {
      const ids = await addSeedClients(desk);
      for (const clientId of ids) {
        await desk.call('vpn.refresh', { clientId });
        await desk.call('premium.refreshBalance', { clientId });
      }
      return ids;
    },
    save: (draft: Draft) => desk.call('standing.save', draft),
    /** Makes the desk look. Resolves when it finds nothing more to begin and everything that it began has ended. */
    look: async (): Promise<void> => {
      for (;;) {
        await clock.look(desk);
        if ((await runs()).every(({ state }) => state !== 'running')) return;
        await expect.poll(async () => (await runs()).filter(({ state }) => state === 'running'), waitUntil).toEqual([]);
      }
    },
    /** Polls until the occasions of an order are in these states, sorted. */
    comesTo: async (orderId: number, wanted: readonly string[]): Promise<StandingDueItem[]> => {
      await expect.poll(() => states(orderId), waitUntil).toEqual([...wanted].sort());
      return history(orderId);
    },
    runs,
    alerts: async () =>
      (await desk.call('alerts.list', { offset: 0, limit: 50 })).rows.filter(({ kind }) => kind === 'order'),
  };
};

export type StandingDesk = Awaited<ReturnType<typeof startStandingDesk>>;

export const RENEW = { method: 'POST', path: '/vpn/renew' } as const;
