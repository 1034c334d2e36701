import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { Run } from '#shared/contract/runs.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createLookingClock, type LookingClock } from '../../support/looking-clock.ts';
import { startTarget, type Target, tellAddress } from '../../support/proxies/target.ts';
import { createSwitchedProxies } from './switched-proxies.ts';

/** Minutes. */
export const HOUR = 60;
const SORT = { by: 'boughtAt', direction: 'asc' } as const;
export const EVERY_6_HOURS = { enabled: false, every: 'hours', hours: 6, time: '06:00', zone: 'UTC' } as const;

const lostNetwork = (): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('connect ENETDOWN'), { code: 'ENETDOWN' }) });

/**
 * Opens a desk without alerts and dedicated proxies before each test, with proxies that can be switched off and an address
 * that can refuse them, and closes it after the test. Returns the actions of a user who checks lists on a schedule.
 */
export const openCheckedLists = () => {
  let desk: TestDesk;
  let clock: LookingClock;
  let target: Target;
  let proxies: ReturnType<typeof createSwitchedProxies>;
  let folder: string;
  const network = { isOffline: false, targetRefuses: false };

  beforeEach(async () => {
    clock = createLookingClock();
    network.isOffline = false;
    network.targetRefuses = false;
    target = await startTarget((request, response) => {
      if (network.targetRefuses) response.writeHead(403).end();
      else tellAddress(request, response);
    });
    proxies = createSwitchedProxies();
    folder = await mkdtemp(join(tmpdir(), 'checked-lists-'));
    desk = await startTestDesk({
      clock,
      signIn: false,
      systemLocale: 'en-US',
      proxies: { ca: target.ca, gateway: null },
      fetch: (url, init) => (network.isOffline ? Promise.reject(lostNetwork()) : fetch(url, init)),
    });
    await desk.call('account.signInSandbox', {});
    // The sandbox's own proxies lead nowhere here.
    const { ids } = await desk.call('dedicated.ids', { filter: {}, sort: SORT });
    if (ids.length > 0) await desk.call('dedicated.archive', { proxyIds: ids, archived: true });
    await desk.call('settings.update', { checkAddress: target.url, checkTimeoutS: 5, checkSlowS: 4 });
    // The sandbox's clients are read at some moment, and their alerts would join those about proxies.
    await desk.call('settings.update', {
      alertSevenDays: false,
      alertThreeDays: false,
      alertOneDay: false,
      alertExpired: false,
      alertLowTraffic: false,
      alertLowBalance: false,
    });
  });
  afterEach(async () => {
    await desk.close();
    await target.close();
    await proxies.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Loads a list from a file. */
  const load = async (lines: readonly string[], title = 'Shop'): Promise<number> => {
    const path = join(folder, `${title}.txt`);
    await writeFile(path, lines.join('\n'));
    desk.dialogs.openQueue.push(path);
    const loaded = await desk.call('lists.load', { answer: null });
    if (loaded?.listId == null) throw new Error('no list was made of the file');
    return loaded.listId;
  };
  const checkRuns = async (): Promise<readonly Run[]> =>
    (await desk.call('runs.list', { offset: 0, limit: 100 })).rows.filter(({ kind }) => kind === 'check');
  const states = async () => (await checkRuns()).map(({ state }) => state);
  const lastChecked = async (listId: number): Promise<number | null> =>
    (await desk.call('lists.get', { listId })).lastCheck?.at ?? null;
  const later = async (minutes: number): Promise<void> => {
    clock.skip(minutes * 60_000);
    await clock.look(desk);
  };
  const history = (listId: number) => desk.call('lists.checks', { listId });

  return {
    /** Returns everything that was opened for the present test. */
    opened: () => ({ desk, clock, target, folder }),
    /** The faults of the network, which a test may switch on. */
    network,
    load,
    /** Starts proxies and loads them as a list. */
    loadProxies: async (count: number, title?: string) => {
      const all = await proxies.start(count);
      const lines = all.map(({ line }) => line);
      return { all, listId: await load(lines, title) };
    },
    save: (change: Partial<ProcedureInput<'scheduledChecks.save'>> = {}) =>
      desk.call('scheduledChecks.save', { ...EVERY_6_HOURS, ...change }),
    get: () => desk.call('scheduledChecks.get', {}),
    choose: (listId: number) => desk.call('scheduledChecks.addLists', { listIds: [listId] }),
    checkRuns,
    states,
    lastChecked,
    later,
    /** Lets 6 hours pass, and waits for the end of the check of the list that begins then. */
    nextCheck: async (listId: number): Promise<void> => {
      const before = await lastChecked(listId);
      await later(6 * HOUR);
      await expect.poll(() => lastChecked(listId)).not.toBe(before);
      await expect.poll(states).not.toContain('running');
    },
    history,
    found: async (listId: number) => (await history(listId)).checks.map(({ working, failed }) => [working, failed]),
    listAlerts: async () => {
      const { rows } = await desk.call('alerts.list', { offset: 0, limit: 100 });
      return rows.filter(({ kind }) => kind === 'list-check');
    },
    chosen: async () => {
      const { lists } = await desk.call('scheduledChecks.get', {});
      return lists.map(({ listId, obstacle }) => [listId, obstacle]);
    },
  };
};
