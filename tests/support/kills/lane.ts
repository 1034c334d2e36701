import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '#sandbox/index.ts';
import { type ControlClient, createControlClient } from '../control-client.ts';
import type { BulkTask, CheckTask, ChildReport, ChildTask, KillPlace, LedgerReport, StandingTask } from './protocol.ts';
import { prepareChildren } from './start-child.ts';

interface Tasks {
  readonly child: ChildTask;
  readonly 'bulk-child': BulkTask;
  readonly 'standing-child': StandingTask;
  readonly 'check-child': CheckTask;
}
type TaskOf<S extends keyof Tasks> = Omit<Tasks[S], Exclude<keyof KillPlace, 'round'>>;

/** How a process ended. */
interface Ended {
  /** The signal that killed it; `null` if it ended on its own. */
  readonly signal: string | null;
  readonly code: number | null;
  /** Its error output. */
  readonly complaint: string;
}

interface KillableProcess {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Returns the first report of this kind; rejects if the process ends without it. */
  report<K extends ChildReport['kind']>(kind: K): Promise<Extract<ChildReport, { kind: K }>>;
}

/** One service and one data folder, on which one process after the other works. */
export interface Lane {
  readonly control: ControlClient;
  readonly folder: string;
  start<S extends keyof Tasks>(script: S, task: TaskOf<S>): KillableProcess;
  /**
   * Waits for the end of the process. Then the service carries out the charges that it was still holding, and nobody hears
   * its answers.
   */
  waitForEnd(child: KillableProcess): Promise<Ended>;
  /** Returns the app's ledger at the very end. */
  ledger(round: number): Promise<LedgerReport>;
  close(): Promise<void>;
}

export const openLane = async (): Promise<Lane> => {
  const startChild = await prepareChildren();
  const sandbox = await startSandbox({ stateDir: null, control: true });
  const control = createControlClient(sandbox.controlUrl ?? '');
  const folder = await mkdtemp(join(tmpdir(), 'desk-kills-'));
  await control.setBalance(10_000_000);

  const lane: Lane = {
    control,
    folder,
    start: (script, task) => {
      const { baseUrl, token } = sandbox;
      return watched(startChild(script, { ...task, folder, baseUrl, token }, ['ignore', 'ignore', 'pipe', 'ipc']));
    },
    waitForEnd: async ({ ended }) => {
      const end = await ended;
      await control.clearFaults();
      return end;
    },
    ledger: async (round) => {
      const looking = lane.start('child', { round, orders: null, step: null });
      const told = await looking.report('ledger');
      await looking.ended;
      return told;
    },
    close: async () => {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return lane;
};

const watched = (child: ChildProcess): KillableProcess => {
  const reports: ChildReport[] = [];
  child.on('message', (message) => reports.push(message as ChildReport));
  const ended = new Promise<Ended>((resolveEnd) => {
    const words: Buffer[] = [];
    child.stderr?.on('data', (chunk: Buffer) => words.push(chunk));
    child.once('close', (code, signal) =>
      resolveEnd({ code, signal, complaint: Buffer.concat(words).toString('utf8') }),
    );
  });
  return {
    process: child,
    ended,
    report: <K extends ChildReport['kind']>(kind: K) =>
      new Promise<Extract<ChildReport, { kind: K }>>((resolveReport, reject) => {
        const take = (): void => {
          const report = reports.find((one) => one.kind === kind);
          if (report !== undefined) resolveReport(report as Extract<ChildReport, { kind: K }>);
        };
        child.on('message', take);
        take();
        void ended.then(({ complaint }) => reject(new Error(`the process ended before it was ${kind}: ${complaint}`)));
      }),
  };
};
