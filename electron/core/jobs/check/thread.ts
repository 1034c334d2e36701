import { parentPort, workerData } from 'node:worker_threads';
import { createProbe, type ProbeOrder } from './probe.ts';
import type { AskedProxy } from './tunnel.ts';
import type { Probed } from './verdict.ts';

/** To the thread: check a proxy, or let go of one. */
export type ToChecker =
  | { readonly type: 'check'; readonly id: number; readonly proxy: AskedProxy }
  | { readonly type: 'drop'; readonly id: number };

/** From the thread: `null` says nothing of the proxy. */
export interface Checked {
  readonly id: number;
  readonly probed: Probed | null;
}

/** The file that the core starts as the thread of a check (checker.ts). It is ended from outside. */
const run = (port: NonNullable<typeof parentPort>, order: ProbeOrder): void => {
  const probe = createProbe(order);
  const underWay = new Map<number, AbortController>();
  // Data of a proxy may break a library where nobody awaits it. That is the proxy's fault and must not end the thread.
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
