import { parentPort, workerData } from 'node:worker_threads';
import { SEED_CLIENTS, startSandbox } from './index.ts';

/** What the thread is started with. */
export interface SandboxThreadData {
  /** Where the state lives. */
  readonly stateDir: string;
  /** Opens the control port, for tests only. */
  readonly control: boolean;
  /** 0 is any free port. */
  readonly port: number;
}

/** What it tells once it listens. */
export interface StartedSandbox {
  readonly baseUrl: string;
  readonly token: string;
  readonly controlUrl: string | null;
  /** Those it knows from its first start, for the client list that no endpoint gives. */
  readonly clients: readonly { readonly messengerId: number; readonly clientKey: string; readonly name: string }[];
}

const clients: StartedSandbox['clients'] = SEED_CLIENTS.map(({ messengerId, clientKey, displayName }) => {
  return { messengerId, clientKey, name: displayName };
});

/**
 * The file that the main process starts as the sandbox's thread (main/ports/sandbox-host.ts). Any message ends it. What
 * fails at the start ends it as well, and is told as the thread's error.
 */
const run = (port: NonNullable<typeof parentPort>, data: SandboxThreadData): void => {
  const started = startSandbox(data);
  started.then(
    ({ baseUrl, token, controlUrl }) =>
      port.postMessage({ baseUrl, token, controlUrl, clients } satisfies StartedSandbox),
    (error: unknown) => {
      setImmediate(() => {
        throw error;
      });
    },
  );
  port.once('message', () => {
    // Of this thread alone.
    void started.then((sandbox) => sandbox.close()).finally(() => process.exit(0));
  });
};

if (parentPort !== null) run(parentPort, workerData);
