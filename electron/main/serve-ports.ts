import {
  BODY_WINDOW,
  type CalledPorts,
  type FetchOrder,
  type PortCall,
  type ToMain,
  type ToThread,
} from '#core/desk/thread/messages.ts';
import { toWire } from '#core/desk/thread/wire-error.ts';
import type { Ports } from '#core/ports.ts';
import type { NetFetch } from './ports/fetch.ts';

/** The ports that this process must provide because only it has Electron. */
export type HostedPorts = Required<
  Pick<Ports, 'secrets' | 'dialogs' | 'desktop' | 'logger' | 'sandbox' | 'updates' | 'power'>
> & { readonly fetch: NetFetch };

type Post = (message: ToThread, transfer?: readonly ArrayBuffer[]) => void;

export interface ServedPorts {
  on(message: ToMain): void;
  /** The thread has ended; cancels its running requests. */
  close(): void;
}

/** Answers the core thread's calls with the ports of this process (core/desk/thread/). */
export const servePorts = (ports: HostedPorts, post: Post): ServedPorts => {
  const fetches = createFetches(ports.fetch, post);
  const stops = [
    ports.power.onChange((state) => post({ type: 'power', state })),
    ports.updates.onChange((state) => post({ type: 'updates', state })),
  ];

  const run = async ({ port, method, args }: PortCall): Promise<unknown> => {
    const called: CalledPorts[keyof CalledPorts] = ports[port];
    return (Reflect.get(called, method) as (...given: readonly unknown[]) => unknown).apply(called, [...args]);
  };
  const onCall = async (id: number | null, call: PortCall): Promise<void> => {
    try {
      const value = await run(call);
      if (id !== null) post({ type: 'called', id, outcome: { ok: true, value } });
    } catch (error) {
      if (id !== null) post({ type: 'called', id, outcome: { ok: false, error: toWire(error) } });
      else ports.logger.warn('a call of the shell failed', { call: `${call.port}.${call.method}` });
    }
  };

  return {
    on: (message) => {
      if (message.type === 'call') void onCall(message.id, message);
      else if (message.type === 'fetch') void fetches.run(message.id, message);
      else if (message.type === 'taken') fetches.taken(message.id, message.bytes);
      else if (message.type === 'abort') fetches.abort(message.id);
    },
    close: () => {
      fetches.abortAll();
      for (const stop of stops) stop();
    },
  };
};

/** A running request, and the number of bytes of its body that the thread has not taken yet. */
interface RunningFetch {
  readonly controller: AbortController;
  unread: number;
  /** Resumes the body. */
  onTaken: () => void;
}

const createFetches = (fetch: NetFetch, post: Post) => {
  const running = new Map<number, RunningFetch>();

  const receive = async (id: number, order: FetchOrder, one: RunningFetch): Promise<void> => {
    const { signal } = one.controller;
    const { status, headers, body } = await fetch(order, signal);
    post({ type: 'head', id, status, headers, hasBody: body !== null });
    const reader = body?.getReader();
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      one.unread += part.value.byteLength;
      // The chunk has a buffer of its own (ports/fetch.ts), so it is transferred instead of copied.
      post({ type: 'chunk', id, bytes: part.value }, [part.value.buffer]);
      while (one.unread >= BODY_WINDOW && !signal.aborted) {
        await new Promise<void>((goOn) => {
          one.onTaken = goOn;
        });
      }
      signal.throwIfAborted();
    }
  };

  const abort = (one: RunningFetch | undefined): void => {
    one?.controller.abort(new DOMException('stopped', 'AbortError'));
    one?.onTaken();
  };

  return {
    run: async (id: number, order: FetchOrder): Promise<void> => {
      const one: RunningFetch = { controller: new AbortController(), unread: 0, onTaken: () => undefined };
      running.set(id, one);
      try {
        await receive(id, order, one);
        post({ type: 'end', id, error: null });
      } catch (error) {
        if (!one.controller.signal.aborted) post({ type: 'end', id, error: toWire(error) });
      } finally {
        running.delete(id);
      }
    },
    taken: (id: number, bytes: number): void => {
      const one = running.get(id);
      if (one === undefined) return;
      one.unread -= bytes;
      one.onTaken();
    },
    abort: (id: number): void => abort(running.get(id)),
    abortAll: (): void => {
      for (const one of running.values()) abort(one);
    },
  };
};
