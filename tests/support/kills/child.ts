import type { Fetch, Logger } from '#core/ports.ts';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import type { ChildReport, ChildTask, KillStep } from './protocol.ts';
import { openQuietCore } from './quiet-core.ts';

/**
 * A core in a process of its own, which is there to be killed: by itself at a step of the journal, or by the parent. It
 * first settles what the run before left open, tells what its ledger says, and then buys, one purchase after the other.
 */
const task = JSON.parse(process.env.KILL_TASK ?? '') as ChildTask;

const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  // The signal is delivered at once; nothing after it may run.
  for (;;);
};

let armed: KillStep | null = null;
let uptimeReads = 0;
const at = (step: KillStep): void => {
  if (armed === step) die();
};

const isCharge = (url: string, init: RequestInit): boolean =>
  init.method === 'POST' && /\/(buy|renew|prolong)$/.test(url);

const mortalFetch: Fetch = async (url, init) => {
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

const { core, call, signIn, clientIds } = await openQuietCore(task, {
  onUptime: () => {
    uptimeReads += 1;
    // The first is for the evidence; the second comes between the intent and its mark as sent.
    if (uptimeReads === 2) at('prepared');
  },
  fetch: mortalFetch,
  logger,
});
const tell = (report: ChildReport): void => {
  process.send?.(report);
};

/** All rows of something that is read in pages. */
const everyRow = async <R>(
  read: (page: { offset: number; limit: number }) => Promise<{ readonly total: number; readonly rows: readonly R[] }>,
): Promise<R[]> => {
  const rows: R[] = [];
  for (;;) {
    const page = await read({ offset: rows.length, limit: 500 });
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.total) return rows;
  }
};

const everyPurchase = (): Promise<Purchase[]> => everyRow((page) => call('purchases.list', { filter: {}, ...page }));

const heldServiceIds = async (): Promise<number[]> => {
  const sort = { by: 'boughtAt', direction: 'asc' } as const;
  const rows = await everyRow((page) => call('dedicated.list', { filter: {}, sort, ...page }));
  return rows.filter((row) => row.hasPassword && row.serviceId !== null).map((row) => row.serviceId ?? 0);
};

const ofBulkRuns = async (): Promise<number[]> => {
  const ids = new Set<number>();
  for (const { kind, targetId: runId } of await everyRow((page) => call('jobs.list', page))) {
    if (kind !== 'bulk' || runId === null) continue;
    for (const { purchaseId } of await everyRow((page) => call('bulk.lines', { runId, ...page }))) {
      if (purchaseId !== null) ids.add(purchaseId);
    }
  }
  return [...ids];
};

const orderOf = async (kind: Order['kind'], clientId: number): Promise<Order> => {
  switch (kind) {
    case 'traffic':
      return { kind, clientId, poolType: 'mobile', gb: 1 };
    case 'dedicated':
      return { kind, clientId, ipv: 6, countryCode: 'de', period: 3, count: 1 };
    case 'dedicated-prolong': {
      const [serviceId] = await heldServiceIds();
      return serviceId === undefined
        ? orderOf('dedicated', clientId)
        : { kind, clientId, serviceIds: [serviceId], period: 3 };
    }
    case 'vpn-buy':
      return { kind, clientId, periodMonths: 1 };
    case 'vpn-renew': {
      const { subscriptions } = await call('vpn.refresh', { clientId });
      const uuid = subscriptions[0]?.uuid;
      return uuid === undefined ? orderOf('vpn-buy', clientId) : { kind, clientId, uuid, periodMonths: 1 };
    }
  }
};

await signIn();
const [clientId = 0] = await clientIds(1);
await call('purchases.resolve', {});
const purchases = await everyPurchase();
const { sum } = await call('purchases.reconciliation', { offset: 0, limit: 1 });
tell({
  kind: 'ledger',
  purchases: purchases.map(({ id, state, order, chargedKopecks, sentAt }) => ({
    id,
    state,
    kind: order.kind,
    chargedKopecks,
    sentAt,
  })),
  heldServiceIds: await heldServiceIds(),
  ofBulkRuns: await ofBulkRuns(),
  differenceKopecks: sum?.differenceKopecks ?? 0,
});

for (let turn = 0; task.orders !== null; turn += 1) {
  const kind = task.orders[turn % task.orders.length] ?? 'traffic';
  const offer = await call('purchases.offer', { order: await orderOf(kind, clientId) });
  uptimeReads = 0;
  armed = task.step;
  let changes = 0;
  core.on(({ name }) => {
    if (name !== 'purchases.changed') return;
    changes += 1;
    // The first tells of the intent, the second of the end.
    if (changes === 2) at('settled');
  });
  tell({ kind: 'buying' });
  await call('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks });
  if (task.step !== null) throw new Error(`nothing happened at ${task.step}`);
}
await core.close();
