import { parentPort, workerData } from 'node:worker_threads';
import type { PracticeDay } from '#shared/domain/practice-day.ts';
import { type Sandbox, startSandbox } from './index.ts';

/** The data with which the thread starts. */
export interface SandboxThreadData {
  /** The folder of the state. */
  readonly stateDir: string;
  /** Opens the control port, which only tests use. */
  readonly control: boolean;
  /** 0 takes any free port. */
  readonly port: number;
  /** See `SandboxOptions`. */
  readonly withPast: boolean;
}

/** The thread's message once it listens. */
export interface StartedSandbox {
  readonly baseUrl: string;
  readonly token: string;
  readonly controlUrl: string | null;
  readonly proxies: Sandbox['proxies'];
}

/** Messages to the listening thread. Only `begin` is answered, with a `PracticeDay` or an error message. */
export type SandboxOrder = 'begin' | 'close';

export type BegunDay =
  | { readonly ok: true; readonly day: PracticeDay }
  | { readonly ok: false; readonly message: string };

/**
 * Runs the sandbox in the thread that the main process starts (main/ports/sandbox-host.ts). A failure during the start
 * ends the thread and is reported as its error.
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
    // Ends this thread only, not the process.
    else void started.then((sandbox) => sandbox.close()).finally(() => process.exit(0));
  });
};

if (parentPort !== null) run(parentPort, workerData);
