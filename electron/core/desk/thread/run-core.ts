import type { MessagePort } from 'node:worker_threads';
import { type Core, createCore } from '#core/desk/create-core.ts';
import { unknownRequest } from '#core/desk/unknown-request.ts';
import { abortable } from '#core/platform/async/abortable.ts';
import { parseJson } from '#core/platform/text/parse-json.ts';
import type { Clock, Logger, Ports } from '#core/ports.ts';
import type { UpdateState } from '#shared/contract/updates.ts';
import { DeskError, fail, type Result } from '#shared/result.ts';
import { type Caller, calledPorts } from './called-ports.ts';
import { placeOf } from './error-place.ts';
import type { CompiledCode } from './load-core.ts';
import type { ThreadData, ThreadOutcome, ToMain, ToThread } from './messages.ts';
import { createRemoteFetch } from './remote-fetch.ts';
import { fromWire, toWire, type WireError } from './wire-error.ts';

/**
 * Runs the core in a thread of its own. Requests arrive as messages, and what the core needs from Electron it requests
 * from the main process by messages. The thread ends itself after it was told to close: if it were terminated while it
 * is inside SQLite, it would take the whole process down.
 */
export const runCore = (port: MessagePort, data: ThreadData, compiled: CompiledCode | null = null): void => {
  const post = (message: ToMain): void => port.postMessage(message);
  const calls = createCalls(post);
  const remote = createRemoteFetch({
    order: (id, order) => post({ type: 'fetch', id, ...order }),
    taken: (id, bytes) => post({ type: 'taken', id, bytes }),
    abort: (id) => post({ type: 'abort', id }),
  });
  const power = createListeners<'asleep' | 'awake'>();
  const updates = createListeners<UpdateState>();
  let updateState = data.updates;
  updates.on((state) => {
    updateState = state;
  });
  const charges = new Int32Array(data.charges);

  const called = calledPorts(calls);
  if (compiled !== null) noteCompiled(called.logger, compiled);
  const open = (systemLocale: string): Promise<Core> =>
    createCore({
      ...called,
      clock: systemClock,
      fetch: remote.fetch,
      paths: data.paths,
      power: { onChange: power.on },
      updates: { ...called.updates, state: () => updateState, onChange: updates.on },
      onCharges: (inFlight) => Atomics.store(charges, 0, inFlight),
      appVersion: data.appVersion,
      isStrict: data.isStrict,
      ...(data.botApi === null ? {} : { botApi: data.botApi }),
      systemLocale,
    } satisfies Ports);

  /** Requests that arrive earlier wait for the core to start. */
  let begin: (core: Promise<Core>) => void = () => undefined;
  const core = new Promise<Core>((resolve) => {
    begin = resolve;
  });
  core
    .then((opened) => {
      opened.on(({ name, payload }) => post({ type: 'event', name, payload }));
      return opened.firstFacts();
    })
    .then(
      (value) => post({ type: 'started', outcome: { ok: true, value } }),
      (error: unknown) => post({ type: 'started', outcome: { ok: false, error: startError(error) } }),
    );
  const close = async (): Promise<void> => {
    // A core that is still starting has the database open or will have it soon. One that failed to start has nothing to
    // close.
    await core.then((opened) => opened.close()).catch(() => undefined);
    // This ends the thread alone. Anything it still waits for, such as the end of a pause, is of no use now.
    process.exit(0);
  };

  process.on('unhandledRejection', (reason) => called.logger.error('unhandled rejection', placeOf(reason)));
  port.on('message', (message: ToThread) => {
    switch (message.type) {
      case 'start':
        begin(open(message.systemLocale));
        break;
      case 'request':
        void core
          .then((opened) => answerOf(opened, message))
          .catch(() => fail({ kind: 'internal', message: 'The app did not start completely.' }))
          .then((answer) => post({ type: 'answer', id: message.id, answer }));
        break;
      case 'called':
        calls.onEnd(message.id, message.outcome);
        break;
      case 'head':
      case 'chunk':
      case 'end':
        remote.onPart(message);
        break;
      case 'power':
        power.tell(message.state);
        break;
      case 'updates':
        updates.tell(message.state);
        break;
      case 'close':
        void close();
    }
  });
};

/** Logs whether V8 used the compiled code, so that a start that became slower can be explained. */
const noteCompiled = (logger: Logger, { used, refused }: CompiledCode): void => {
  if (refused > 0) logger.warn('V8 refused compiled code', { used, refused });
  else logger.info('compiled code', { used });
};

/** Returns the error of a start for the shell, which has words for some of its codes. */
const startError = (error: unknown): WireError => {
  const code = error instanceof DeskError ? error.details?.code : undefined;
  return code === undefined ? toWire(error) : { ...toWire(error), code };
};

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    abortable(signal, (wake) => {
      const timer = setTimeout(wake, ms);
      return () => clearTimeout(timer);
    }),
};

/**
 * Answers JSON text with JSON text, because copying one text to a thread or a page is cheaper than copying an object.
 */
const answerOf = async (
  core: Core,
  { name, input }: { name: string; input: unknown },
): Promise<Result<unknown> | string> => {
  if (typeof input !== 'string') return core.handle({ name, input });
  const parsed = parseJson(input);
  if (parsed === undefined) return unknownRequest();
  return JSON.stringify(await core.handle({ name, input: parsed }));
};

const createCalls = (post: (message: ToMain) => void): Caller & { onEnd(id: number, outcome: ThreadOutcome): void } => {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  return {
    ask: (call) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        post({ type: 'call', id: lastId, ...call });
      }),
    tell: (call) => post({ type: 'call', id: null, ...call }),
    onEnd: (id, outcome) => {
      const one = waiting.get(id);
      waiting.delete(id);
      if (outcome.ok) one?.resolve(outcome.value);
      else one?.reject(fromWire(outcome.error));
    },
  };
};

const createListeners = <T>() => {
  const listeners = new Set<(value: T) => void>();
  return {
    on: (listener: (value: T) => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell: (value: T) => {
      for (const listener of [...listeners]) listener(value);
    },
  };
};
