import type { RefreshRun } from '#shared/contract/refresh.ts';
import { startTestDesk, type TestDesk, type TestDeskOptions } from '../../support/desk-core.ts';

export interface RefreshDesk extends TestDesk {
  readonly clientIds: readonly number[];
  /** The run as soon as it is in this state. */
  until(state: RefreshRun['state']): Promise<RefreshRun>;
  /** Client keys in the order in which their subscriptions were asked for. */
  asked(): Promise<readonly string[]>;
  ageOf(clientId: number): Promise<{ readonly vpn: number | null; readonly traffic: number | null }>;
}

/** A desk with so many clients that nobody has read yet: keys `c-1`, `c-2` and so on. */
export const startRefreshDesk = async (count: number, options: TestDeskOptions = {}): Promise<RefreshDesk> => {
  const desk = await startTestDesk(options);
  const clientIds: number[] = [];
  for (let index = 1; index <= count; index += 1) {
    const fields = { messengerId: index, clientKey: `c-${index}`, name: `Client ${index}`, note: '', tags: [] };
    clientIds.push((await desk.call('clients.add', fields)).id);
  }
  return Object.assign(desk, {
    clientIds,
    until: async (state: RefreshRun['state']) => {
      const { run } = await desk.call('refresh.state', {});
      if (run?.state === state) return run;
      await desk.waitForEvent('refresh.changed', (payload: RefreshRun) => payload.state === state);
      const seen = await desk.call('refresh.state', {});
      if (seen.run === null) throw new Error('there is no run');
      return seen.run;
    },
    asked: async () =>
      (await desk.control.requests({ method: 'GET', path: '/vpn/info' })).map(({ query }) => query.client_key ?? ''),
    ageOf: async (clientId: number) => {
      const { vpnAsOf, trafficAsOf } = await desk.call('clients.get', { clientId });
      return { vpn: vpnAsOf, traffic: trafficAsOf };
    },
  });
};
