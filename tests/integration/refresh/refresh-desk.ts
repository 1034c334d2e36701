import type { Run } from '#shared/contract/runs.ts';
import { startTestDesk, type TestDesk, type TestDeskOptions } from '../../support/desk-core.ts';

export interface RefreshDesk extends TestDesk {
  readonly clientIds: readonly number[];
  /** The newest run. */
  newest(): Promise<Run | undefined>;
  /** Resolves with that run as soon as it is in this state. */
  until(state: Run['state']): Promise<Run>;
  /** Client keys in the order in which their subscriptions were requested. */
  asked(): Promise<readonly string[]>;
  ageOf(clientId: number): Promise<{ readonly vpn: number | null; readonly traffic: number | null }>;
}

/** A desk with this many unread clients, with the keys `c-1`, `c-2` and so on. */
export const startRefreshDesk = async (count: number, options: TestDeskOptions = {}): Promise<RefreshDesk> => {
  const desk = await startTestDesk(options);
  const clientIds: number[] = [];
  for (let index = 1; index <= count; index += 1) {
    const fields = { messengerId: index, clientKey: `c-${index}`, name: `Client ${index}`, note: '', tags: [] };
    clientIds.push((await desk.call('clients.add', fields)).id);
  }
  const newest = async (): Promise<Run | undefined> =>
    (await desk.call('runs.list', { offset: 0, limit: 10 })).rows.find(({ kind }) => kind === 'refresh');
  return Object.assign(desk, {
    clientIds,
    newest,
    until: async (state: Run['state']) => {
      const run = await newest();
      if (run?.state === state) return run;
      await desk.waitForEvent('runs.changed', (payload: Run) => payload.state === state);
      const seen = await newest();
      if (seen === undefined) throw new Error('there is no run');
      return seen;
    },
    asked: async () =>
      (await desk.control.requests({ method: 'GET', path: '/vpn/info' })).map(({ query }) => query.client_key ?? ''),
    ageOf: async (clientId: number) => {
      const { vpnAsOf, trafficAsOf } = await desk.call('clients.get', { clientId });
      return { vpn: vpnAsOf, traffic: trafficAsOf };
    },
  });
};
