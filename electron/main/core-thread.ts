import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FirstFacts } from '#core/desk/create-core.ts';
import type { CoreEvent } from '#core/desk/emitter.ts';
import { stopped, type ThreadData, type ToMain, type ToThread } from '#core/desk/thread/messages.ts';
import { fromWire } from '#core/desk/thread/wire-error.ts';
import type { Result } from '#shared/result.ts';
import { type HostedPorts, servePorts } from './serve-ports.ts';

/** The part of the core that the shell uses. */
export interface ShellCore {
  /**
   * Sends a request; never rejects, and waits while the core is starting. If the input is JSON text, so is the answer.
   */
  ask(name: string, input: unknown): Promise<Result<unknown> | string>;
  /** Sends a request whose input and answer are plain values. */
  handle(request: { readonly name: string; readonly input: object }): Promise<Result<unknown>>;
  hasChargeInFlight(): boolean;
  /** Resolves when the core has started. Rejects with the reason if it cannot start; its thread has ended then. */
  readonly started: Promise<FirstFacts>;
  /** Ends the background work, closes the database and ends the thread. Waits for a charge in flight. */
  close(): Promise<void>;
}

interface CoreThreadOptions {
  /** The folder of the built main process. */
  readonly folder: string;
  readonly data: Omit<ThreadData, 'charges' | 'updates'>;
  readonly ports: HostedPorts;
  /** Resolves with the system's language once Chromium knows it. */
  readonly systemLocale: Promise<string>;
  readonly onEvent: (event: CoreEvent) => void;
  /** Called when the thread ended unexpectedly. All pending requests have been answered with an error by then. */
  readonly onDeath: (error: unknown) => void;
}

/** A click on "Buy" counts as a charge from this request on, because the busy thread may receive it a moment later. */
const CHARGE = 'purchases.confirm';

/**
 * Many times the memory that the largest desk needs, and half of the limit that V8 has for all threads of a process
 * together. A thread that reaches its own limit ends alone; one that reaches the process's limit ends the app.
 */
const HEAP_MB = 2_048;

/**
 * The heap for new objects, in MB. With V8's default of 48 MB the core held about 8 MB of garbage all day. With this
 * value, work that mainly creates objects takes up to a fifth longer.
 */
const YOUNG_HEAP_MB = 3;

/** Starts the core in its own thread and exchanges messages with it (core/desk/thread/). */
export const startCoreThread = (options: CoreThreadOptions): ShellCore => {
  const charges = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const inFlight = new Int32Array(charges);
  const { updates } = options.ports;
  const workerData: ThreadData = { ...options.data, charges, updates: updates.state() };
  const worker = new Worker(join(options.folder, 'thread.cjs'), {
    name: 'core',
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  });
  const post = (message: ToThread, transfer: readonly ArrayBuffer[] = []): void =>
    worker.postMessage(message, [...transfer]);
  const ports = servePorts(options.ports, post);
  void options.systemLocale.then((systemLocale) => post({ type: 'start', systemLocale }));

  interface Waiting {
    readonly name: string;
    readonly settle: (answer: Result<unknown> | string) => void;
  }
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let isGone = false;
  let isClosing = false;
  const ask = (name: string, input: unknown): Promise<Result<unknown> | string> => {
    if (isGone) return Promise.resolve(stopped());
    lastId += 1;
    const id = lastId;
    post({ type: 'request', id, name, input });
    return new Promise((settle) => waiting.set(id, { name, settle }));
  };

  let settleStart: { readonly done: (facts: FirstFacts) => void; readonly fail: (error: Error) => void };
  const started = new Promise<FirstFacts>((done, failed) => {
    settleStart = { done, fail: failed };
  });
  // Prevents an unhandled rejection if nobody waits for the start.
  started.catch(() => undefined);
  let isStarted = false;
  const onStarted = ({ outcome }: Extract<ToMain, { type: 'started' }>): void => {
    isStarted = outcome.ok;
    if (outcome.ok) settleStart.done(outcome.value);
    else {
      settleStart.fail(fromWire(outcome.error));
      close();
    }
  };

  worker.on('message', (message: ToMain) => {
    switch (message.type) {
      case 'started':
        onStarted(message);
        break;
      case 'answer':
        waiting.get(message.id)?.settle(message.answer);
        waiting.delete(message.id);
        break;
      case 'event':
        options.onEvent(message as CoreEvent);
        break;
      default:
        ports.on(message);
    }
  });
  let death: unknown = null;
  worker.on('error', (error) => {
    death = error;
  });
  const ended = new Promise<void>((done) => worker.once('exit', () => done())).then(() => {
    isGone = true;
    ports.close();
    Atomics.store(inFlight, 0, 0);
    for (const { settle } of waiting.values()) settle(stopped());
    waiting.clear();
    if (isClosing) return;
    settleStart.fail(death instanceof Error ? death : new Error('The core has ended.'));
    if (isStarted) options.onDeath(death);
  });
  const close = (): Promise<void> => {
    if (!isClosing && !isGone) post({ type: 'close' });
    isClosing = true;
    return ended;
  };

  return {
    ask,
    handle: async ({ name, input }) => (await ask(name, input)) as Result<unknown>,
    hasChargeInFlight: () => Atomics.load(inFlight, 0) > 0 || [...waiting.values()].some(({ name }) => name === CHARGE),
    started,
    close,
  };
};
