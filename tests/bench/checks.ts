import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ProxyAgent, request } from 'undici';
import type { Run } from '#shared/contract/runs.ts';
import { startTestDesk } from '../support/desk-core.ts';
import { type Bench, type Measurement, timed } from './measure.ts';

const PROXIES = 10_000;
const AT_ONCE = 200;
const ROUNDS = 2;
/** A connection may be lost on a machine that is as busy as that. */
const FEW = PROXIES / 100;
const MB = 1024 * 1024;
const NS_PER_MS = 1e6;

interface Ready {
  readonly url: string;
  readonly ca: string;
  readonly ports: readonly number[];
}

/** What a script of ten lines does: a proxy after the other, so many at once. */
const bareLoop = async ({ url, ca, ports }: Ready): Promise<void> => {
  let [next, failed] = [0, 0];
  const one = async (): Promise<void> => {
    while (next < PROXIES) {
      const at = next;
      next += 1;
      const token = `Basic ${Buffer.from(`user${at}:password`).toString('base64')}`;
      const dispatcher = new ProxyAgent({
        uri: `http://127.0.0.1:${ports[at % ports.length]}`,
        token,
        requestTls: { ca },
      });
      const answered = await request(url, { dispatcher }).then(
        ({ body }) => body.text(),
        () => null,
      );
      if (answered === null) failed += 1;
      await dispatcher.destroy();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  if (failed > FEW) throw new Error(`${failed} proxies did not answer`);
};

/** 10,000 proxies of this computer, checked by the whole core, and by a bare loop in the same process. */
export const measureChecks: Bench = async () => {
  const child = fork(join(import.meta.dirname, 'checks-child.ts'));
  const [ready] = (await once(child, 'message')) as [Ready];
  const desk = await startTestDesk({ signIn: false, proxies: { ca: ready.ca, gateway: null } });
  const folder = await mkdtemp(join(tmpdir(), 'bench-checks-'));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const [values, baseline, stalls, growth]: number[][] = [[], [], [], []];
  try {
    await desk.call('account.signInSandbox', {});
    const file = join(folder, 'proxies.txt');
    const { ports } = ready;
    const lines = Array.from(
      { length: PROXIES },
      (_, at) => `127.0.0.1:${ports[at % ports.length]}:user${at}:password`,
    );
    await writeFile(file, lines.join('\n'));
    desk.dialogs.openQueue.push(file);
    const loaded = await desk.call('lists.load', {});
    const how = { address: ready.url, protocol: 'http', atOnce: AT_ONCE, timeoutS: 60, slowS: 60 } as const;

    const check = async (): Promise<void> => {
      desk.clearEvents();
      const asked = { kind: 'check-list', listId: loaded?.listId ?? 0, variant: 'domain', ...how } as const;
      const run = await desk.call('runs.start', asked);
      const isThis = ({ id }: Run): boolean => id === run?.id;
      await desk.waitForEvent('runs.changed', (told: Run) => isThis(told) && told.done > PROXIES / 5);
      const before = process.memoryUsage.rss();
      await desk.waitForEvent('runs.changed', (told: Run) => isThis(told) && told.state !== 'running');
      growth?.push((process.memoryUsage.rss() - before) / MB);
      const { detail } = await desk.call('runs.get', { runId: run?.id ?? 0 });
      if (detail?.of !== 'check' || detail.counts.alive < PROXIES - FEW) throw new Error(JSON.stringify(detail));
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      delay.reset();
      delay.enable();
      values?.push(await timed(check));
      delay.disable();
      stalls?.push(delay.max / NS_PER_MS);
      baseline?.push(await timed(() => bareLoop(ready)));
    }
  } finally {
    child.kill();
    await desk.close();
    await rm(folder, { recursive: true, force: true });
  }
  const of = (what: string, unit: Measurement['unit'], found: readonly number[] = []) => ({
    what,
    unit,
    values: found,
  });
  return [
    {
      ...of('check of 10,000 proxies, 200 at once ÷ a bare undici loop', 'ms', values),
      baseline: baseline ?? [],
      target: 1.5,
    },
    of('  longest wait of the core for its own thread meanwhile', 'ms', stalls),
    of('  memory, from a fifth of them to the last', 'MB', growth),
  ];
};
