import type { Fetch, Logger } from '#core/ports.ts';
import { die } from './death.ts';
import { ledgerReport, lookForADay, orderOf } from './orders.ts';
import { type ChildReport, type ChildTask, childTask, type KillStep } from './protocol.ts';
import { openQuietCore } from './quiet-core.ts';

/**
 * A core in a process of its own, to be killed: it kills itself at a step of the journal, or the parent kills it. It first
 * resolves the purchases that the previous process left open, reports its ledger, and then makes one purchase after the
 * other.
 */
const task = childTask<ChildTask>();

let armed: KillStep | null = null;
let uptimeReads = 0;
const at = (step: KillStep): void => {
  if (armed === step) die();
};

const isCharge = (url: string, init: RequestInit): boolean =>
  init.method === 'POST' && /\/(buy|renew|prolong)$/.test(url);

const killableFetch: Fetch = async (url, init) => {
  if (!isCharge(url, init)) return fetch(url, init);
  at('sent');
  const response = await fetch(url, init);
  at('answered');
  return response;
};

const logger: Logger = {
  info: (message, fields) => {
    if (message === 'api call' && fields?.method === 'POST') at('kept');
  },
  warn: () => {},
  error: () => {},
};

const { core, call, signIn, clientIds, passDay } = await openQuietCore(task, {
  onUptime: () => {
    uptimeReads += 1;
    // The first two reads serve the balance and the evidence; the third comes while the intent is being written.
    if (uptimeReads === 3) at('writing');
  },
  fetch: killableFetch,
  logger,
});
const tell = (report: ChildReport): void => {
  process.send?.(report);
};

await signIn();
const [clientId = 0] = await clientIds(1);
await lookForADay(call, passDay);
tell(await ledgerReport(call));

for (let turn = 0; task.orders !== null; turn += 1) {
  const kind = task.orders[turn % task.orders.length] ?? 'traffic';
  const order = await orderOf(call, kind, clientId);
  const { offerId, priceKopecks, open } = await call('purchases.offer', { order });
  const despite = open.map(({ purchaseId }) => purchaseId);
  uptimeReads = 0;
  armed = task.step;
  let changes = 0;
  core.on(({ name }) => {
    if (name !== 'purchases.changed') return;
    changes += 1;
    // The first event announces the intent, the second the outcome.
    if (changes === 2) at('ended');
  });
  tell({ kind: 'buying' });
  await call('purchases.confirm', { offerId, priceKopecks, despite });
  if (task.step !== null) throw new Error(`nothing happened at ${task.step}`);
}
await core.close();
