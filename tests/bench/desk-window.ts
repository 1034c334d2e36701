import { setTimeout as sleep } from 'node:timers/promises';
import { ClientsPage } from '../e2e/pages/clients-page.ts';
import { type Call, callFrom } from '../e2e/pages/open-desk.ts';
import { launchDesk, type RunningDesk } from '../support/electron-app.ts';
import { RECIPE } from '../support/recipe.ts';
import type { OpenDesk } from './desks.ts';

/** The real window on a desk, and the actions of the measurements in it. */
export interface DeskWindow extends RunningDesk {
  readonly clients: ClientsPage;
  /** Sends a request as the window's own code would. */
  readonly call: Call;
  /** Buys traffic for a new client and returns the client's id. */
  trafficClient(): Promise<number>;
  /** Generates a list of this many lines, waits for it, and returns its id. */
  generate(clientId: number, quantity: number): Promise<number>;
}

/** Longer than the app needs to find out that a desk is a copy. */
const FOUND_OUT_MS = 5_000;
/** The number of alerts is read this often, and counts as final when it has not changed in `SAME_COUNTS` readings. */
const COUNT_EVERY_MS = 250;
const SAME_COUNTS = 6;

/** Waits until the alerts about all readings of a new desk are raised, which a desk in use has done long ago. */
const alertsRaised = async (call: Call): Promise<void> => {
  let [total, same] = [-1, 0];
  while (same < SAME_COUNTS) {
    const counts = await call('alerts.counts', {});
    same = counts.total === total ? same + 1 : 0;
    total = counts.total;
    await sleep(COUNT_EVERY_MS);
  }
};

/**
 * Starts the app once on a new copy of a desk. A moment after its first picture it finds out that the desk is a copy, and
 * loads the page again, which would end a measurement.
 */
const settleCopy = async (userDataDir: string): Promise<void> => {
  const desk = await launchDesk({ userDataDir });
  try {
    await desk.page.getByRole('navigation').waitFor({ timeout: 60_000 });
    await desk.page.waitForEvent('framenavigated', { timeout: FOUND_OUT_MS }).catch(() => undefined);
    await desk.page.getByRole('navigation').waitFor({ timeout: 60_000 });
    await alertsRaised(callFrom(() => desk.page));
  } finally {
    await desk.close();
  }
};

export const withWindow = async <T>({ userData }: OpenDesk, work: (window: DeskWindow) => Promise<T>): Promise<T> => {
  await settleCopy(userData);
  const desk = await launchDesk({ userDataDir: userData });
  const { page } = desk;
  try {
    await page.waitForURL('app://desk/');
    await page.getByRole('navigation').waitFor({ timeout: 60_000 });
    const call = callFrom(() => page);
    await call('settings.update', { language: 'en', theme: 'light', requestsPerSecond: 20, chunkSize: 50_000 });
    const trafficClient = async (): Promise<number> => {
      const fields = { messengerId: Date.now(), clientKey: 'bench', name: 'Bench', note: '', tags: [] };
      const { id: clientId } = await call('clients.add', fields);
      const order = { kind: 'traffic', clientId, poolType: 'residential', gb: 100 } as const;
      const { offerId, priceKopecks } = await call('purchases.offer', { order });
      await call('purchases.confirm', { offerId, priceKopecks });
      return clientId;
    };
    const generate = async (clientId: number, quantity: number): Promise<number> => {
      const { listId, runId } = await call('lists.generate', {
        clientId,
        recipe: { ...RECIPE, rotation: { type: 'rotating' }, quantity },
      });
      await page.evaluate(jobEnded, runId);
      const { lineCount } = await call('lists.get', { listId });
      if (lineCount !== quantity) throw new Error(`${lineCount} of ${quantity} lines were generated.`);
      return listId;
    };
    return await work({ ...desk, clients: new ClientsPage(page), call, trafficClient, generate });
  } finally {
    await desk.close();
  }
};

/** Runs in the page. */
const jobEnded = (runId: number): Promise<void> =>
  new Promise((done) => {
    window.desk.on('runs.changed', (payload) => look([payload as { id: number; state: string }]));
    const look = (jobs: readonly { id: number; state: string }[]): void => {
      if (jobs.some((job) => job.id === runId && job.state !== 'running')) done();
    };
    // The run may have ended before anybody listened.
    void window.desk.invoke('runs.list', { offset: 0, limit: 50 }).then((answer) => {
      const { value } = answer as { value: { rows: { id: number; state: string }[] } };
      look(value.rows);
    });
  });
