import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { DeskError } from '#shared/result.ts';
import type { ProbeOrder } from './probe.ts';
import type { Checked, ToChecker } from './thread.ts';
import type { AskedProxy } from './tunnel.ts';
import type { Probed } from './verdict.ts';

export interface Checker {
  /**
   * Checks a proxy. Resolves with `null` if the result says nothing about it, or if the signal is aborted. Rejects if
   * the thread has ended.
   */
  check(proxy: AskedProxy, signal: AbortSignal): Promise<Probed | null>;
  /** Cancels all running checks and closes their sockets. */
  close(): Promise<void>;
}

const HEAP_MB = 512;

/** The thread's file: beside this one in the source, beside the core's in a build. */
const entry = (): string => {
  const here = fileURLToPath(import.meta.url);
  if (here.endsWith('.ts')) return join(dirname(here), 'thread.ts');
  const folder = dirname(here);
  return join(basename(folder) === 'chunks' ? dirname(folder) : folder, 'checker.cjs');
};

/**
 * Opens a thread that checks proxies (docs/decisions/035-checking-proxies.md). The thread reads the data of
 * the proxies, so that harmful data cannot break the core.
 */
export const openChecker = (order: ProbeOrder): Checker => {
  const worker = new Worker(entry(), {
    name: 'checker',
    workerData: order,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const waiting = new Map<number, { resolve(probed: Probed | null): void; reject(error: Error): void }>();
  let lastId = 0;
  let isGone = false;
  const post = (message: ToChecker): void => worker.postMessage(message);
  const gone = (): DeskError => new DeskError('internal', 'The thread that checks proxies has ended.');

  worker.on('message', ({ id, probed }: Checked) => {
    waiting.get(id)?.resolve(probed);
    waiting.delete(id);
  });
  worker.on('error', () => {});
  worker.once('exit', () => {
    isGone = true;
    for (const one of waiting.values()) one.reject(gone());
    waiting.clear();
  });

  return {
    check: (proxy, signal) => {
      if (isGone) return Promise.reject(gone());
      if (signal.aborted) return Promise.resolve(null);
      lastId += 1;
      const id = lastId;
      const onAbort = (): void => post({ type: 'drop', id });
      signal.addEventListener('abort', onAbort, { once: true });
      post({ type: 'check', id, proxy });
      return new Promise<Probed | null>((resolve, reject) => waiting.set(id, { resolve, reject })).finally(() =>
        signal.removeEventListener('abort', onAbort),
      );
    },
    close: async () => {
      await worker.terminate();
    },
  };
};
