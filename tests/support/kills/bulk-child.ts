import type { PurchasesDetail, PurchasesInput, RunWithDetail } from '#shared/contract/runs.ts';
import { buy, lookForADay } from './orders.ts';
import { type BulkTask, type ChildReport, childTask } from './protocol.ts';
import { openQuietCore } from './quiet-core.ts';

/**
 * A core in a process of its own, to be killed in the middle of a bulk run. Each process resolves the purchases that the
 * previous one left open and resumes the run. It then reports that the run has ended, or goes on with the next one.
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

/** Creates goods that can be renewed and prolonged: a subscription and a proxy for each client. */
const stockUp = async (ids: readonly number[]): Promise<void> => {
  const proxies = await proxyIds();
  for (const clientId of ids.slice(proxies.length)) {
    await buy(call, { kind: 'vpn-buy', clientId, periodMonths: 1 });
    await buy(call, { kind: 'dedicated', clientId, ipv: 6, countryCode: 'de', period: 3, count: 1 });
  }
};

const nextPlan = async (runs: number, ids: number[]): Promise<PurchasesInput> => {
  switch (KINDS[runs % KINDS.length]) {
    case 'vpn-renew':
      return { kind: 'vpn-renew', periodMonths: 1, endingWithinDays: null, clientIds: ids };
    case 'dedicated-prolong':
      return { kind: 'dedicated-prolong', period: 3, proxyIds: await proxyIds() };
    default:
      return { kind: 'traffic', poolType: 'mobile', gb: 1, clientIds: ids };
  }
};

type PurchasesRun = Pick<RunWithDetail, 'id'> & PurchasesDetail;
const purchasesOf = ({ id, detail }: RunWithDetail): PurchasesRun => {
  if (detail?.of !== 'purchases') throw new Error(`run ${id} buys nothing`);
  return { id, ...detail };
};

/** Returns the run that was started and can be resumed, or a new one. */
const currentRun = async (ids: number[]): Promise<PurchasesRun> => {
  const { rows } = await call('runs.list', page);
  const runs = rows.filter(({ kind }) => kind === 'purchases');
  const last = runs[0] === undefined ? null : purchasesOf(await call('runs.get', { runId: runs[0].id }));
  if (last === null || (task.runs === 'ever' && last.waitingCharges === 0)) {
    return purchasesOf(await call('runs.plan', await nextPlan(runs.length, ids)));
  }
  if (last.waitingCharges === 0) return last;
  await call('runs.skipUnknown', { runId: last.id });
  return purchasesOf(await call('runs.requote', { runId: last.id }));
};

const goOn = async ({ id: runId, remainingKopecks, totalKopecks: capKopecks }: PurchasesRun): Promise<void> => {
  let stopListening = () => {};
  const over = new Promise<void>((resolve) => {
    stopListening = core.on(({ name, payload }) => {
      if (name !== 'runs.changed') return;
      const { state } = payload as { state: string };
      if (state !== 'running' && state !== 'planned') resolve();
    });
  });
  await call('runs.resume', { runId, agreed: { remainingKopecks, capKopecks } });
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
  const { rows } = await call('runs.lines', { runId: run.id, ...page });
  const ledger = await call('purchases.list', { filter: {}, ...page });
  tell({
    kind: 'finished',
    states: rows.flatMap((line) => (line.of === 'purchases' ? [line.state] : [])),
    chargedKopecks: ledger.totalSpentKopecks,
    unknown: ledger.unknown,
  });
  break;
}
await core.close();
