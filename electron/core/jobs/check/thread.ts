import { parentPort, workerData } from 'node:worker_threads';
import { createProbe, type ProbeOrder } from './probe.ts';
import type { AskedProxy } from './tunnel.ts';
import type { Probed } from './verdict.ts';

/** Messages to the thread: check a proxy, or cancel a check. */
export type ToChecker =
  | { readonly type: 'check'; readonly id: number; readonly proxy: AskedProxy }
  | { readonly type: 'drop'; readonly id: number };

/** The thread's answer; `null` says nothing about the proxy. */
export interface Checked {
  readonly id: number;
  readonly probed: Probed | null;
}

/** Runs in the thread that the core starts for a check (checker.ts). The core ends it. */
const run = (port: NonNullable<typeof parentPort>, order: ProbeOrder): void => {
  const probe = createProbe(order);
  const underWay = new Map<number, AbortController>();
  // Data from a proxy may break a library at a place that nobody awaits. That is the proxy's fault and must not end the
  // thread.
  process.on('uncaughtException', () => {});
  process.on('unhandledRejection', () => {});
  port.on('message', (message: ToChecker) => {
    const { id } = message;
    if (message.type === 'drop') {
      underWay.get(id)?.abort(new Error('dropped'));
      return;
    }
    const abort = new AbortController();
    underWay.set(id, abort);
    probe(message.proxy, abort.signal)
      .then(
        (probed) => port.postMessage({ id, probed } satisfies Checked),
        () => port.postMessage({ id, probed: null } satisfies Checked),
      )
      .finally(() => underWay.delete(id));
  });
};

if (parentPort !== null) run(parentPort, workerData as ProbeOrder);
