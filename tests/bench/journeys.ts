import { mkdtemp, rm } from 'node:fs/promises';
import inspector from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startTestDesk } from '../support/desk-core.ts';
import { RECIPE } from '../support/recipe.ts';

/**
 * `npx node tests/bench/journeys.ts`: the files of the core and of shared/ of which a function runs between a request and
 * its answer, for the journeys in docs/architecture.md#journeys. Schemas, which run as the library's functions, are not seen.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SETTLED_AFTER_MS = 4_000;
const session = new inspector.Session();
session.connect();

const journey = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  const answer = await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const files = result
    .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
    .map(({ url }) => url.split(ROOT)[1] ?? '')
    .filter((file) => /^(electron\/core|shared)\//.test(file))
    .sort();
  console.log(`\n${name}: ${files.length} files\n  ${files.join('\n  ')}`);
  return answer;
};

const desk = await startTestDesk();
const folder = await mkdtemp(join(tmpdir(), 'desk-journeys-'));
try {
  const client = { messengerId: 1, clientKey: 'journey', name: 'Journey', note: '', tags: [] };
  const { id: clientId } = await desk.call('clients.add', client);
  const order = { kind: 'traffic', clientId, poolType: RECIPE.poolType, gb: 1 } as const;

  await setTimeout(SETTLED_AFTER_MS);
  await journey('A purchase of traffic, from the order to its outcome', async () => {
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    return desk.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
  });

  const sort = { by: 'name', direction: 'asc' } as const;
  await journey('A letter typed into the search of clients', () =>
    desk.call('clients.list', { filter: { search: 'jou' }, sort, offset: 0, limit: 100 }),
  );

  // What the desk does by itself once it is open must not be counted as part of a journey.
  await setTimeout(SETTLED_AFTER_MS);
  const list = await journey('A list, from the recipe to its last line', async () => {
    const { listId, runId } = await desk.call('lists.generate', { clientId, recipe: RECIPE });
    await desk.waitForEvent('runs.changed', (run: { id: number; state: string }) => {
      return run.id === runId && run.state !== 'running';
    });
    return listId;
  });
  desk.dialogs.saveQueue.push(join(folder, 'list.txt'));
  await journey('The list, from the button to the file that was read back', () =>
    desk.call('lists.save', { listId: list, variant: 'domain', formatId: RECIPE.formatId }),
  );
} finally {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
}
