import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Run } from '#shared/contract/runs.ts';
import { startTestDesk } from '../support/desk-core.ts';
import { type Bench, timed } from './measure.ts';

const PROXIES = 10_000;
const AT_ONCE = 200;
const ROUNDS = 3;
const MB = 1024 * 1024;
const NS_PER_MS = 1e6;

/** The addresses of the proxies and of the site behind them. */
export interface Reached {
  readonly url: string;
  /** PEM */
  readonly ca: string;
  readonly ports: readonly number[];
}

export interface Asked extends Reached {
  readonly count: number;
  readonly atOnce: number;
}

export interface Looped {
  readonly ms: number;
  readonly lost: number;
}

const start = (file: string) => fork(join(import.meta.dirname, file));

const bareLoop = async (reached: Reached): Promise<Looped> => {
  const child = start('checks-bare.ts');
  child.send({ ...reached, count: PROXIES, atOnce: AT_ONCE } satisfies Asked);
  const [looped] = (await once(child, 'message')) as [Looped];
  return looped;
};

/** Checks 10,000 proxies of this computer with the whole core and, in turn with it, with a bare loop. */
export const measureChecks: Bench = async () => {
  const child = start('checks-child.ts');
  const [reached] = (await once(child, 'message')) as [Reached];
  const desk = await startTestDesk({ signIn: false, proxies: { ca: reached.ca, gateway: null } });
  const folder = await mkdtemp(join(tmpdir(), 'bench-checks-'));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const values: number[] = [];
  const baseline: number[] = [];
  const stalls: number[] = [];
  const growth: number[] = [];
  const lost: number[] = [];
  try {
    await desk.call('account.signInSandbox', {});
    const file = join(folder, 'proxies.txt');
    const { ports } = reached;
    const lines = Array.from(
      { length: PROXIES },
      (_, at) => `127.0.0.1:${ports[at % ports.length]}:user${at}:password`,
    );
    await writeFile(file, lines.join('\n'));
    desk.dialogs.openQueue.push(file);
    const loaded = await desk.call('lists.load', { answer: null });
    const how = { address: reached.url, protocol: 'http', atOnce: AT_ONCE, timeoutS: 60, slowS: 60 } as const;

    const check = async (): Promise<void> => {
      desk.clearEvents();
      const asked = { kind: 'check-list', listId: loaded?.listId ?? 0, variant: 'domain', ...how } as const;
      const run = await desk.call('runs.start', asked);
      const isThis = ({ id }: Run): boolean => id === run?.id;
      await desk.waitForEvent('runs.changed', (told: Run) => isThis(told) && told.done > PROXIES / 5);
      const before = process.memoryUsage.rss();
      await desk.waitForEvent('runs.changed', (told: Run) => isThis(told) && told.state !== 'running');
      growth.push((process.memoryUsage.rss() - before) / MB);
      const { detail } = await desk.call('runs.get', { runId: run?.id ?? 0 });
      if (detail?.of !== 'check') throw new Error(JSON.stringify(detail));
      lost.push(PROXIES - detail.counts.alive);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      delay.reset();
      delay.enable();
      values.push(await timed(check));
      delay.disable();
      stalls.push(delay.max / NS_PER_MS);
      const bare = await bareLoop(reached);
      baseline.push(bare.ms);
      lost.push(bare.lost);
    }
  } finally {
    child.kill();
    await desk.close();
    await rm(folder, { recursive: true, force: true });
  }
  return [
    {
      what: 'check of 10,000 proxies, 200 at once ÷ a bare undici loop',
      unit: 'ms',
      values,
      baseline,
      target: 1.5,
    },
    { what: '  longest wait of the core for its own thread meanwhile', unit: 'ms', values: stalls },
    { what: '  memory, from a fifth of them to the last', unit: 'MB', values: growth },
    { what: '  proxies that seemed not to work, in the worst round', unit: '', values: lost, by: 'worst', target: 0 },
  ];
};
