import type { BulkPlanInput, BulkRun } from '#shared/contract/bulk.ts';
import { buy, lookForADay } from './orders.ts';
import { type BulkTask, type ChildReport, childTask } from './protocol.ts';
import { openQuietCore } from './quiet-core.ts';

/**
 * A core in a process of its own, which is there to be killed in the middle of a bulk run. Each process resolves what
 * the one before left open, resumes the run, and tells when it has come to its end, or goes on with the next one.
 */
const task = childTask<BulkTask>();

const { core, call, signIn, clientIds, passDay } = await openQuietCore(task);
const tell = (report: ChildReport): void => {
  process.send?.(report);
};

const page = { offset: 0, limit: 500 } as const;
const KINDS = ['traffic', 'vpn-renew', 'dedicated-prolong'] as const;

const proxyIds = async (): Promise<number[]> => {
  const { rows } = await call('dedicated.list', { filter: {}, sort: { by: 'boughtAt', direction: 'asc' }, ...page });
  return rows.map(({ id }) => id);
};

/** What can be renewed and prolonged: a subscription and a proxy for each client. */
const stockUp = async (ids: readonly number[]): Promise<void> => {
  const proxies = await proxyIds();
  for (const clientId of ids.slice(proxies.length)) {
    await buy(call, { kind: 'vpn-buy', clientId, periodMonths: 1 });
    await buy(call, { kind: 'dedicated', clientId, ipv: 6, countryCode: 'de', period: 3, count: 1 });
  }
};

const nextPlan = async (runs: number, ids: number[]): Promise<BulkPlanInput> => {
  switch (KINDS[runs % KINDS.length]) {
    case 'vpn-renew':
      return { kind: 'vpn-renew', periodMonths: 1, endingWithinDays: null, clientIds: ids };
    case 'dedicated-prolong':
      return { kind: 'dedicated-prolong', period: 3, proxyIds: await proxyIds() };
    default:
      return { kind: 'traffic', poolType: 'mobile', gb: 1, clientIds: ids };
  }
};

/** The run that was begun and can go on, or a new one. */
const currentRun = async (ids: number[]): Promise<BulkRun> => {
  const { rows } = await call('runs.list', page);
  const runIds = rows.flatMap(({ kind, targetId }) => (kind === 'purchases' && targetId !== null ? [targetId] : []));
  const last = runIds[0] === undefined ? null : await call('bulk.get', { runId: runIds[0] });
  if (last === null || (task.runs === 'ever' && last.waitingCharges === 0)) {
    return call('bulk.plan', await nextPlan(new Set(runIds).size, ids));
  }
  await call('bulk.skipUnknown', { runId: last.id });
  return call('bulk.requote', { runId: last.id });
};

const goOn = async ({ id: runId, remainingKopecks, totalKopecks: capKopecks }: BulkRun): Promise<void> => {
  let stopListening = () => {};
  const over = new Promise<void>((resolve) => {
    stopListening = core.on(({ name, payload }) => {
      if (name === 'runs.changed' && (payload as { state: string }).state !== 'running') resolve();
    });
  });
  await call('bulk.start', { runId, remainingKopecks, capKopecks });
  tell({ kind: 'buying' });
  await over;
  stopListening();
};

await signIn();
const ids = await clientIds(task.clients);
await lookForADay(call, passDay);
if (task.runs === 'ever') await stockUp(ids);
for (;;) {
  const run = await currentRun(ids);
  if (run.waitingCharges > 0) await goOn(run);
  if (task.runs === 'ever') continue;
  const { rows } = await call('bulk.lines', { runId: run.id, ...page });
  const ledger = await call('purchases.list', { filter: {}, ...page });
  tell({
    kind: 'finished',
    states: rows.map(({ state }) => state),
    chargedKopecks: ledger.totalSpentKopecks,
    unknown: ledger.unknown,
  });
  break;
}
await core.close();
