import { join } from 'node:path';
import { createCore } from '#core/create-core.ts';
import type { Clock, Ports } from '#core/ports.ts';
import type { BulkRun } from '#shared/contract/bulk.ts';
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import { realClock } from '../real-clock.ts';
import type { BulkReport, BulkTask } from './bulk-protocol.ts';
import { createFileSecrets } from './file-secrets.ts';

/**
 * A real core on a real folder in a process of its own, which is there to be killed in the middle of a bulk run. Each
 * process resolves what the one before left open, resumes the run, and tells when it has come to its end.
 */
const task = JSON.parse(process.env.KILL_TASK ?? '') as BulkTask;

/** The clock of this process runs fast, so that nobody waits for the pacer. */
const FAST = 20;
const started = Date.now();
const clock: Clock = {
  now: () => started + Math.round((Date.now() - started) * FAST),
  sleep: (ms, signal) => realClock.sleep(ms / FAST, signal),
  // Every run begins long after the one before: what was sent then has had its time.
  uptime: () => performance.now() + task.round * 100_000,
};

const nothing = async () => null;
const ports: Ports = {
  secrets: createFileSecrets(join(task.folder, 'keychain')),
  clock,
  logger: { info: () => {}, warn: () => {}, error: () => {} },
  fetch: (url, init) => fetch(url, init),
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
const tell = (report: BulkReport): void => {
  process.send?.(report);
};

const clientIds = async (): Promise<number[]> => {
  const state = await call('account.state', {});
  if (state.activeId === null) {
    await call('settings.update', { requestsPerSecond: 20 });
    await call('account.signIn', { baseUrl: task.baseUrl, token: task.token, label: 'Kills' });
  }
  const sort = { by: 'createdAt', direction: 'asc' } as const;
  const { ids } = await call('clients.ids', { filter: {}, sort });
  while (ids.length < task.clients) {
    const client = { messengerId: ids.length + 1, clientKey: 'bulk', name: '', note: '', tags: [] };
    ids.push((await call('clients.add', client)).id);
  }
  return ids;
};

/** The run that was begun, or a new one. */
const currentRun = async (): Promise<BulkRun> => {
  const ids = await clientIds();
  const { rows } = await call('jobs.list', { offset: 0, limit: 1 });
  const runId = rows[0]?.targetId ?? null;
  if (runId === null) return call('bulk.plan', { kind: 'traffic', poolType: 'mobile', gb: 1, clientIds: ids });
  await call('purchases.resolve', {});
  await call('bulk.skipUnknown', { runId });
  return call('bulk.requote', { runId });
};

const tellResult = async (runId: number): Promise<void> => {
  const { rows } = await call('bulk.lines', { runId, offset: 0, limit: 500 });
  const ledger = await call('purchases.list', { filter: {}, offset: 0, limit: 500 });
  tell({
    kind: 'finished',
    states: rows.map(({ state }) => state),
    chargedKopecks: ledger.totalSpentKopecks,
    unknown: ledger.unknown,
  });
};

const run = await currentRun();
if (run.waitingCharges > 0) {
  const over = new Promise<void>((resolve) => {
    core.on(({ name, payload }) => {
      if (name === 'jobs.changed' && (payload as { state: string }).state !== 'running') resolve();
    });
  });
  const { id: runId, remainingKopecks, totalKopecks: capKopecks } = run;
  await call('bulk.start', { runId, remainingKopecks, capKopecks });
  tell({ kind: 'running' });
  await over;
}
await tellResult(run.id);
await core.close();
