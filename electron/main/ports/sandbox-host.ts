import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { placeOf } from '#core/desk/thread/error-place.ts';
import type { Logger, SandboxHost } from '#core/ports.ts';
import type { BegunDay, SandboxOrder, SandboxThreadData, StartedSandbox } from '#sandbox/thread.ts';
import type { PracticeDay } from '#shared/domain/practice-day.ts';

export interface SandboxHandle extends SandboxHost {
  /** The address at which tests order faults; `null` unless it was requested and the sandbox is running. */
  controlUrl(): string | null;
  close(): Promise<void>;
}

interface SandboxHostOptions {
  /** The folder of the built main process. */
  readonly folder: string;
  readonly stateDir: string;
  readonly control: boolean;
  /** See `SandboxOptions`. */
  readonly withPast: boolean;
  readonly logger: Logger;
}

interface Thread {
  readonly started: Promise<StartedSandbox>;
  begin(): Promise<PracticeDay>;
  close(): Promise<void>;
}

/**
 * Creates the host of the embedded service, which runs in its own thread and starts when it is first needed; most users
 * never need it. If it dies, it restarts on the same port, because signed-in accounts store its address.
 */
export const createSandboxHost = ({ folder, logger, ...options }: SandboxHostOptions): SandboxHandle => {
  let thread: Thread | null = null;
  let running: StartedSandbox | null = null;

  const start = (port: number): Thread => {
    const workerData: SandboxThreadData = { ...options, port };
    const worker = new Worker(join(folder, 'sandbox.cjs'), { name: 'sandbox', workerData, execArgv: [] });
    let isClosing = false;
    let death: unknown = null;
    worker.once('error', (error) => {
      death = error;
    });
    const ended = new Promise<void>((done) => worker.once('exit', () => done()));
    const started = new Promise<StartedSandbox>((settle, fail) => {
      worker.once('message', settle);
      void ended.then(() => fail(death instanceof Error ? death : new Error('The sandbox has ended.')));
    });
    started.then(
      (sandbox) => {
        running = sandbox;
      },
      () => undefined,
    );
    void ended.then(() => {
      const last = running;
      running = null;
      thread = null;
      if (isClosing || last === null) return;
      logger.error('the sandbox is gone', placeOf(death));
      thread = start(Number(new URL(last.baseUrl).port));
    });
    const order = (what: SandboxOrder): void => worker.postMessage(what);
    return {
      started,
      begin: () =>
        new Promise((settle, fail) => {
          worker.once('message', (begun: BegunDay) => (begun.ok ? settle(begun.day) : fail(new Error(begun.message))));
          void ended.then(() => fail(new Error('The sandbox has ended.')));
          order('begin');
        }),
      close: () => {
        isClosing = true;
        order('close');
        return ended;
      },
    };
  };
  const opened = (): Thread => {
    thread ??= start(0);
    return thread;
  };

  return {
    start: () => opened().started,
    begin: async () => {
      const current = opened();
      await current.started;
      return current.begin();
    },
    controlUrl: () => running?.controlUrl ?? null,
    close: async () => {
      await thread?.close();
    },
  };
};
