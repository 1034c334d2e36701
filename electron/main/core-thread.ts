import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FirstFacts } from '#core/desk/create-core.ts';
import type { CoreEvent } from '#core/desk/emitter.ts';
import { stopped, type ThreadData, type ToMain, type ToThread } from '#core/desk/thread/messages.ts';
import { fromWire } from '#core/desk/thread/wire-error.ts';
import type { Result } from '#shared/result.ts';
import { type HostedPorts, servePorts } from './serve-ports.ts';

/** What the shell uses of the core. */
export interface ShellCore {
  /** Never rejects; waits while the core is starting. Input that is JSON as text is answered with such a text. */
  ask(name: string, input: unknown): Promise<Result<unknown> | string>;
  /** The same for values. */
  handle(request: { readonly name: string; readonly input: object }): Promise<Result<unknown>>;
  hasChargeInFlight(): boolean;
  /** Rejects with why the core cannot start; then it has ended. */
  readonly started: Promise<FirstFacts>;
  /** Ends the background work, closes the database and ends the thread; a charge that is under way is waited for. */
  close(): Promise<void>;
}

interface CoreThreadOptions {
  /** The folder of the built main process. */
  readonly folder: string;
  readonly data: Omit<ThreadData, 'charges' | 'updates'>;
  readonly ports: HostedPorts;
  /** Resolves with the language of the system, once Chromium knows it. */
  readonly systemLocale: Promise<string>;
  readonly onEvent: (event: CoreEvent) => void;
  /** It ended, and nobody had told it to. What was asked has been answered so by now. */
  readonly onDeath: (error: unknown) => void;
}

/** A click on "buy" counts from here: the thread may be busy for a moment before it hears of it. */
const CHARGE = 'purchases.confirm';

/**
 * Many times what the largest desk takes, and half of what V8 has for all threads of a process together: a thread that
 * comes to its own limit ends, one that comes to that of all ends the app.
 */
const HEAP_MB = 2_048;

/**
 * What is new and soon garbage. With V8's own 48 MB the core kept some 8 MB of it for nothing all day; with this much, work
 * that does little else than make objects takes up to a fifth longer.
 */
const YOUNG_HEAP_MB = 3;

/** Starts the core in a thread of its own, beside Chromium, and speaks with it (core/thread/). */
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
  // Whether anybody waits for it or not.
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
