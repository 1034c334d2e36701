import inspector from 'node:inspector/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '#core/ports.ts';
import { startTestDesk } from './desk-core.ts';
import { realClock } from './real-clock.ts';
import { RECIPE } from './recipe.ts';

/** With slashes, as the inspector names files on Windows as well. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replaceAll(sep, '/');

/** The ways through the core that docs/architecture.md#journeys describes. */
export const JOURNEYS = ['traffic purchase', 'search letter', 'list', 'saved file', 'standing order'] as const;
export type Journey = (typeof JOURNEYS)[number];
/** The files of `electron/core` and `shared` in which a function ran, by journey. */
export type JourneyFiles = Readonly<Record<Journey, readonly string[]>>;

/** These run regardless of the journey: by a timer, or when the machine is so busy that a statement is slow. */
const BY_CHANCE = ['/checkpointer.ts', '/slow-statements.ts'];

const BY_NAME = { by: 'name', direction: 'asc' } as const;

/**
 * Work that the core does on its own some time after a request. It would count towards the journey that happens to run then.
 */
const LATER = ['desk-background', 'alerts/work'];
const SCHEDULER = 'scheduler/scheduler';

/** The machine's clock, except that later work waits on it forever and the scheduler waits until it is released. */
const createHoldingClock = () => {
  let isScheduling = false;
  let waiting: (() => void)[] = [];
  const isHeld = (stack: string): boolean =>
    LATER.some((part) => stack.includes(part)) || (!isScheduling && stack.includes(SCHEDULER));
  const clock: Clock = {
    ...realClock,
    sleep: (ms, signal) => {
      const stack = new Error('who sleeps').stack ?? '';
      if (!isHeld(stack)) return realClock.sleep(ms, signal);
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        if (stack.includes(SCHEDULER)) waiting.push(resolve);
      });
    },
  };
  const startScheduling = (): void => {
    isScheduling = true;
    for (const wake of waiting) wake();
    waiting = [];
  };
  return { clock, startScheduling };
};

/**
 * Runs some work and names the files in which a function ran. Schemas run as functions of their library and are not seen.
 */
const filesOf = async (session: inspector.Session, work: () => Promise<unknown>): Promise<readonly string[]> => {
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
    .map(({ url }) => url.replaceAll(sep, '/').split(ROOT)[1] ?? '')
    .filter((file) => /^(?:electron\/core|shared)\//.test(file) && !BY_CHANCE.some((name) => file.endsWith(name)))
    .sort();
};

/** Takes each journey once, on a desk of its own. The list is saved as `path`.txt. */
const measureOnce = async (path: string): Promise<JourneyFiles> => {
  const session = new inspector.Session();
  session.connect();
  const { clock, startScheduling } = createHoldingClock();
  const desk = await startTestDesk({ clock });
  try {
    const client = { messengerId: 1, clientKey: 'journey', name: 'Journey', note: '', tags: [] };
    const { id: clientId } = await desk.call('clients.add', client);
    // The first request of an account reads its token and finds out whether it is shared.
    await desk.call('account.refreshBalance', {});
    await desk.call('premium.refreshBalance', { clientId });
    const buyTraffic = async (): Promise<void> => {
      const order = { kind: 'traffic', clientId, poolType: RECIPE.poolType, gb: 1 } as const;
      const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
      await desk.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    };
    const search = () => desk.call('clients.list', { filter: { search: 'jou' }, sort: BY_NAME, offset: 0, limit: 100 });
    let listId = 0;
    const generate = async (): Promise<void> => {
      const made = await desk.call('lists.generate', { clientId, recipe: RECIPE });
      listId = made.listId;
      await desk.waitForEvent('runs.changed', (run: { readonly id: number; readonly state: string }) => {
        return run.id === made.runId && run.state !== 'running';
      });
    };
    const save = () => desk.call('lists.save', { listId, variant: 'domain', formatId: RECIPE.formatId });
    const topUp = async (): Promise<void> => {
      startScheduling();
      await desk.call('standing.save', {
        name: 'Journey',
        action: { kind: 'traffic', poolType: 'mobile', gb: 10, belowGb: 5 },
        targets: { of: 'clients', clientIds: [clientId] },
        mode: 'do',
        ceilingKopecks: 100_000_00,
        monthCapKopecks: 100_000_00,
        hours: null,
      });
      await desk.waitForEvent('runs.changed', (run: { readonly kind: string; readonly state: string }) => {
        return run.kind === 'purchases' && run.state === 'done';
      });
    };

    const purchase = await filesOf(session, buyTraffic);
    const letter = await filesOf(session, search);
    const list = await filesOf(session, generate);
    desk.dialogs.saveQueue.push(`${path}.txt`);
    const file = await filesOf(session, save);
    const order = await filesOf(session, topUp);
    return { 'traffic purchase': purchase, 'search letter': letter, list, 'saved file': file, 'standing order': order };
  } finally {
    await desk.close();
    session.disconnect();
  }
};

/** Late work of the start that reaches into a journey on a busy machine does not do so in each of several tries. */
const TRIES = 3;

/** Returns for each journey the files that ran in every try. `folder` receives the lists that are saved. */
export const measureJourneys = async (folder: string): Promise<JourneyFiles> => {
  const tries: JourneyFiles[] = [];
  while (tries.length < TRIES) tries.push(await measureOnce(join(folder, String(tries.length))));
  const [first, ...others] = tries;
  const inAll = (name: Journey): readonly string[] =>
    (first?.[name] ?? []).filter((file) => others.every((files) => files[name].includes(file)));
  return Object.fromEntries(JOURNEYS.map((name) => [name, inAll(name)])) as JourneyFiles;
};
