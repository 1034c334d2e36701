import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ControlClient, createControlClient } from '#sandbox/control-client.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import type { BulkReport, BulkTask } from '../../support/kills/bulk-protocol.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');
const CLIENTS = 24;
const KILLS = 12;
/** What the service is doing when the process dies: about to book a charge, having booked it, telling a price. */
const MOMENTS = [
  { path: '/premium/traffic/buy', when: 'before-commit', skip: 1 },
  { path: '/premium/traffic/buy', when: 'after-commit', skip: 1 },
  { path: '/premium/traffic/quote', when: 'before-commit', skip: 2 },
] as const;

let sandbox: Sandbox;
let control: ControlClient;
let folder: string;

beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, control: true });
  control = createControlClient(sandbox.controlUrl ?? '');
  folder = await mkdtemp(join(tmpdir(), 'bulk-kills-'));
  await control.setBalance(1_000_000);
});
afterEach(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

const startChild = (round: number): ChildProcess => {
  const { baseUrl, token } = sandbox;
  const task: BulkTask = { folder, baseUrl, token, round, clients: CLIENTS };
  return spawn(
    join(root, 'node_modules', '.bin', 'node'),
    ['--disable-warning=ExperimentalWarning', join(root, 'tests', 'support', 'kills', 'bulk-child.ts')],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(tmpdir(), 'desk-kills-compiled'),
        KILL_TASK: JSON.stringify(task),
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
};

type Finished = Extract<BulkReport, { kind: 'finished' }>;

/** One process; `kill` is called as soon as its run goes on. What it told at its end, if it came to one. */
const live = (round: number, kill: (child: ChildProcess) => Promise<void>): Promise<Finished | null> =>
  new Promise((resolveLife, reject) => {
    const child = startChild(round);
    const complaint: Buffer[] = [];
    let finished: Finished | null = null;
    child.stderr?.on('data', (chunk: Buffer) => complaint.push(chunk));
    child.on('message', (message) => {
      const report = message as BulkReport;
      if (report.kind === 'finished') finished = report;
      else kill(child).catch(reject);
    });
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL' || code === 0) resolveLife(finished);
      else reject(new Error(`the process failed: ${Buffer.concat(complaint).toString('utf8')}`));
    });
  });

it('a run whose process is killed again and again pays once for each client, and its ledger is the service’s books', async () => {
  for (let round = 0; round < KILLS; round += 1) {
    const { path, when, skip } = MOMENTS[round % MOMENTS.length] ?? MOMENTS[0];
    await control.addFaults({ match: { path }, skip, times: 1, fault: { kind: 'hold', when } });
    const finished = await live(round, async (child) => {
      await control.waitForHeld(1);
      child.kill('SIGKILL');
    });
    expect(finished).toBeNull();
    // What the service still holds is carried out now, with nobody left to hear the answer.
    await control.clearFaults();
  }
  const finished = await live(KILLS, async () => {});
  const { entries } = await control.books();
  const perClient = new Map<string, number>();
  for (const { client } of entries) {
    const key = JSON.stringify(client);
    perClient.set(key, (perClient.get(key) ?? 0) + 1);
  }
  expect(Math.max(...perClient.values())).toBe(1);
  expect(entries).toHaveLength(CLIENTS);
  expect(finished?.unknown).toBe(0);
  expect(finished?.states.filter((state) => state === 'done')).toHaveLength(CLIENTS);
  expect(finished?.chargedKopecks).toBe(entries.reduce((sum, { kopecks }) => sum + kopecks, 0));
}, 120_000);
