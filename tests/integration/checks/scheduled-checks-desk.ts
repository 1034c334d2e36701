import { afterEach, beforeEach } from 'vitest';
import type { Run } from '#shared/contract/runs.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createLookingClock, type LookingClock } from '../../support/looking-clock.ts';
import { startTarget, type Target, tellAddress } from '../../support/proxies/target.ts';
import { createSwitchedProxies } from './switched-proxies.ts';

/** Minutes. */
export const HOUR = 60;
export const SORT = { by: 'boughtAt', direction: 'asc' } as const;

/** Everything that is open for one test. */
interface Opened {
  readonly desk: TestDesk;
  readonly clock: LookingClock;
  readonly target: Target;
  readonly proxies: ReturnType<typeof createSwitchedProxies>;
}

const lostNetwork = (): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('connect ENETDOWN'), { code: 'ENETDOWN' }) });

/**
 * Opens a desk without alerts and dedicated proxies before each test, with proxies that can be switched off and an address
 * that can refuse them, and closes it after the test.
 */
export const openScheduledChecks = () => {
  let opened: Opened;
  const network = { isOffline: false, targetRefuses: false };
  beforeEach(async () => {
    network.isOffline = false;
    network.targetRefuses = false;
    const clock = createLookingClock();
    const target = await startTarget((request, response) => {
      if (network.targetRefuses) response.writeHead(403).end();
      else tellAddress(request, response);
    });
    const proxies = createSwitchedProxies();
    const desk = await startTestDesk({
      clock,
      signIn: false,
      systemLocale: 'en-US',
      proxies: { ca: target.ca, gateway: null },
      fetch: (url, init) => (network.isOffline ? Promise.reject(lostNetwork()) : fetch(url, init)),
    });
    opened = { desk, clock, target, proxies };
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
    await opened.desk.close();
    await opened.target.close();
    await opened.proxies.close();
  });
  return {
    /** Returns everything that was opened for the present test. */
    opened: () => opened,
    /** The faults of the network, which a test may switch on. */
    network,
    checkRuns: async (): Promise<readonly Run[]> =>
      (await opened.desk.call('runs.list', { offset: 0, limit: 100 })).rows.filter(({ kind }) => kind === 'check'),
    /** Lets this many minutes pass, after which the desk looks at its schedules. */
    later: async (minutes: number): Promise<void> => {
      opened.clock.skip(minutes * 60_000);
      await opened.clock.look(opened.desk);
    },
  };
};
