import { parentPort, workerData } from 'node:worker_threads';
import type { PracticeDay } from '#shared/domain/practice-day.ts';
import { type Sandbox, startSandbox } from './index.ts';

/** What the thread is started with. */
export interface SandboxThreadData {
  /** Where the state lives. */
  readonly stateDir: string;
  /** Opens the control port, for tests only. */
  readonly control: boolean;
  /** 0 is any free port. */
  readonly port: number;
  /** See `SandboxOptions`. */
  readonly withPast: boolean;
}

/** What it tells once it listens. */
export interface StartedSandbox {
  readonly baseUrl: string;
  readonly token: string;
  readonly controlUrl: string | null;
  readonly proxies: Sandbox['proxies'];
}

/** What it is asked while it listens. Only `begin` is answered, with a `PracticeDay` or why there is none. */
export type SandboxOrder = 'begin' | 'close';

export type BegunDay =
  | { readonly ok: true; readonly day: PracticeDay }
  | { readonly ok: false; readonly message: string };

/**
 * The file that the main process starts as the sandbox's thread (main/ports/sandbox-host.ts). What
 * fails at the start ends it as well, and is told as the thread's error.
 */
const run = (port: NonNullable<typeof parentPort>, data: SandboxThreadData): void => {
  const started = startSandbox(data);
  started.then(
    ({ baseUrl, token, controlUrl, proxies }) =>
      port.postMessage({ baseUrl, token, controlUrl, proxies } satisfies StartedSandbox),
    (error: unknown) => {
      setImmediate(() => {
        throw error;
      });
    },
  );
  const begin = async (): Promise<BegunDay> => {
    try {
      return { ok: true, day: await (await started).begin() };
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : 'unknown' };
    }
  };
  port.on('message', (order: SandboxOrder) => {
    if (order === 'begin') void begin().then((begun) => port.postMessage(begun));
    // Of this thread alone.
    else void started.then((sandbox) => sandbox.close()).finally(() => process.exit(0));
  });
};

if (parentPort !== null) run(parentPort, workerData);
