import { join } from 'node:path';
import { createCore } from '#core/create-core.ts';
import type { Clock, Fetch, Logger, Ports, SecretStore } from '#core/ports.ts';
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import { realClock } from '../real-clock.ts';
import { createFileSecrets } from './file-secrets.ts';
import type { ChildReport, ChildTask, KillStep } from './protocol.ts';

/**
 * A real core on a real folder in a process of its own, which is there to be killed: by itself at a step of the journal,
 * or by the parent. It first settles what the run before left open, tells what its ledger says, and then buys.
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

/** The clock of this process runs fast, so that nobody waits for the pacer. */
const FAST = 20;
const started = Date.now();
const clock: Clock = {
  now: () => started + Math.round((Date.now() - started) * FAST),
  sleep: (ms, signal) => realClock.sleep(ms / FAST, signal),
  uptime: () => {
    uptimeReads += 1;
    // The first is for the evidence; the second comes between the intent and its mark as sent.
    if (uptimeReads === 2) at('prepared');
    // Every run begins long after the one before: what was sent then has had its time.
    return performance.now() + task.round * 100_000;
  },
};

const isCharge = (url: string, init: RequestInit): boolean =>
  init.method === 'POST' && /\/(buy|renew|prolong)$/.test(url);

const kinds: Fetch = async (url, init) => {
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

const nothing = async () => null;
const secrets: SecretStore = createFileSecrets(join(task.folder, 'keychain'));
const ports: Ports = {
  secrets,
  clock,
  logger,
  fetch: kinds,
  dialogs: { saveFile: nothing, openFile: nothing, chooseFolder: nothing },
  desktop: { showInFolder: () => {}, openExternal: async () => {}, writeClipboard: () => {}, notify: () => {} },
  paths: { data: join(task.folder, 'data'), backups: join(task.folder, 'backups') },
  sandbox: { start: () => Promise.reject(new Error('not used')) },
  appVersion: '0.0.0-test',
  systemLocale: 'en-US',
};

const core = await createCore(ports);
const call = async <N extends ProcedureName>(name: N, input: ProcedureInput<N>): Promise<ProcedureOutput<N>> => {
  const result = await core.handle({ name, input });
  if (result.ok) return result.value as ProcedureOutput<N>;
  throw new Error(`${name}: ${result.error.kind} ${result.error.message}`);
};
const tell = (report: ChildReport): void => {
  process.send?.(report);
};

const everyPurchase = async (): Promise<Purchase[]> => {
  const rows: Purchase[] = [];
  for (;;) {
    const page = await call('purchases.list', { filter: {}, offset: rows.length, limit: 500 });
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.total) return rows;
  }
};

const heldServiceIds = async (): Promise<number[]> => {
  const { rows } = await call('dedicated.list', {
    filter: {},
    sort: { by: 'boughtAt', direction: 'asc' },
    offset: 0,
    limit: 500,
  });
  return rows.filter((row) => row.hasPassword && row.serviceId !== null).map((row) => row.serviceId ?? 0);
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

const signIn = async (): Promise<number> => {
  const state = await call('account.state', {});
  if (state.activeId === null) {
    await call('settings.update', { requestsPerSecond: 20 });
    await call('account.signIn', { baseUrl: task.baseUrl, token: task.token, label: 'Kills' });
  }
  const { rows } = await call('clients.list', {
    filter: {},
    sort: { by: 'createdAt', direction: 'asc' },
    offset: 0,
    limit: 1,
  });
  if (rows[0] !== undefined) return rows[0].id;
  return (await call('clients.add', { messengerId: 42, clientKey: 'kill', name: 'Kill', note: '', tags: [] })).id;
};

const clientId = await signIn();
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
