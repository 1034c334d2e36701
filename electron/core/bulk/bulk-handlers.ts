import type { BulkPlanInput, BulkRun } from '#shared/contract/bulk.ts';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { DeskError } from '#shared/result.ts';
import { copyAsOf, proxyDatesAsOf } from '../account/restored-desk.ts';
import type { Session } from '../account/session.ts';
import { findClientPair } from '../clients/client-pair.ts';
import { textsIn } from '../common/texts.ts';
import { createThrottle } from '../common/throttle.ts';
import type { PartialBook } from '../files/partial-book.ts';
import type { Emit, FeatureHandlers } from '../handlers.ts';
import type { Clock, FileDialogs } from '../ports.ts';
import type { Buying } from '../purchases/buying.ts';
import type { RunEngine } from '../runs/run-engine.ts';
import type { Database } from '../storage/database.ts';
import { readBulkLines } from './bulk-lines.ts';
import { checkParams, paramsOf, subjectOf } from './bulk-params.ts';
import { createBulkRepository, type StoredRun } from './bulk-repository.ts';
import type { LineClient, Plan, PlanContext } from './plan.ts';
import { planProlongations } from './plan-prolong.ts';
import { planRenewals } from './plan-renew.ts';
import { planTraffic } from './plan-traffic.ts';
import { createPriceBook } from './price-book.ts';
import { writeBulkReport } from './report.ts';
import { requoteRun } from './requote.ts';
import { createRests } from './rests.ts';
import { runBulk } from './run-bulk.ts';
import { runView } from './run-view.ts';

export interface BulkDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly session: Session;
  readonly runs: RunEngine;
  readonly dialogs: FileDialogs;
  readonly partials: PartialBook;
  readonly buyPlanned: Buying['buyPlanned'];
  /** Reads the subscriptions of a client of the account from the service and keeps them. */
  readonly readSubscriptions: (clientId: number, accountId: string) => Promise<void>;
  readonly proxies: (accountId: string, ids: readonly number[]) => readonly DedicatedProxy[];
}

const PLANNING_INTERVAL_MS = 100;

/** The feature "bulk": many purchases of one kind, planned, agreed to as a whole, and done one by one. */
export const createBulk = (deps: BulkDeps): { readonly handlers: FeatureHandlers<'bulk'> } => {
  const { db, clock, emit, session, runs, dialogs } = deps;
  const repository = createBulkRepository(db);
  repository.endLeftovers(clock.now());
  let planning: AbortController | null = null;

  const find = (runId: number): StoredRun => repository.find(session.accountId(), runId);
  const changed = (runId: number): void => emit('bulk.changed', { runId });

  const rests = createRests(clock, changed);

  const viewOf = (run: StoredRun): BulkRun =>
    runView(run, repository.charges(run.id), { lines: repository.lineCount(run.id), waitsUntil: rests.until(run.id) });
  const view = (runId: number): BulkRun => viewOf(find(runId));

  const planOf = (input: BulkPlanInput, context: PlanContext): Promise<Plan> => {
    const { accountId } = context;
    switch (input.kind) {
      case 'vpn-renew': {
        const readSubscriptions = (clientId: number) => deps.readSubscriptions(clientId, accountId);
        return planRenewals(input, { ...context, clock, copyAsOf: copyAsOf(db, accountId), readSubscriptions });
      }
      case 'dedicated-prolong': {
        const clientOf = (clientId: number): LineClient => ({ clientId, ...lineClient(accountId, clientId) });
        const proxies = (ids: readonly number[]) => deps.proxies(accountId, ids);
        const datesAsOf = (serviceIds: readonly number[]) => proxyDatesAsOf(db, accountId, serviceIds);
        return planProlongations(input, { ...context, clientOf, datesAsOf, proxies });
      }
      case 'traffic':
        return planTraffic(input, context);
    }
  };

  const lineClient = (accountId: string, clientId: number): Omit<LineClient, 'clientId'> => {
    try {
      const { name, messengerId, clientKey } = findClientPair(db, accountId, clientId);
      return { name, messengerId, clientKey };
    } catch {
      return { name: '', messengerId: null, clientKey: null };
    }
  };

  const plan = async (input: BulkPlanInput): Promise<BulkRun> => {
    checkParams(input);
    const accountId = session.accountId();
    const api = await session.api(accountId);
    planning?.abort(cancelled());
    const mine = new AbortController();
    planning = mine;
    const throttle = createThrottle(clock, PLANNING_INTERVAL_MS);
    const ledgerMark = repository.ledgerMark();
    const prices = createPriceBook(api);
    try {
      const planned = await planOf(input, {
        ...{ db, accountId, prices, signal: mine.signal },
        progress: (done, total) => throttle.attempt(() => emit('bulk.planning', { done, total })),
      });
      const balance = await api.call('balance', {}).catch(() => null);
      mine.signal.throwIfAborted();
      const runId = await repository.insert({
        ...{ accountId, params: paramsOf(input), plan: planned, ledgerMark },
        balanceKopecks: balance?.value.balanceKopecks ?? null,
        pricesAsOf: prices.asOf() ?? clock.now(),
        createdAt: clock.now(),
      });
      return viewOf(repository.find(accountId, runId));
    } finally {
      if (planning === mine) planning = null;
    }
  };

  /** Throws when the run is not what the user saw, or must not go on. */
  const checkStart = (run: StoredRun, remainingKopecks: number, capKopecks: number): void => {
    const seen = viewOf(run);
    assertStartable(run);
    if (repository.isRunning(run.accountId)) {
      throw new DeskError('conflict', 'Another run is under way.', { code: 'bulk-running' });
    }
    if (seen.counts.unknown + seen.counts.buying > 0) {
      throw new DeskError('conflict', 'The outcome of a purchase is unknown.', { code: 'bulk-open-outcome' });
    }
    if (seen.waitingCharges === 0 || seen.remainingKopecks !== remainingKopecks) {
      throw new DeskError('conflict', 'The plan has changed.', { code: 'bulk-plan-changed' });
    }
    if (capKopecks < seen.totalKopecks) {
      const params = { minKopecks: seen.totalKopecks };
      const problems = [{ field: 'capKopecks', code: 'cap-too-low', params }];
      throw new DeskError('invalid-input', 'The cap does not cover the plan.', { problems });
    }
  };

  const start = (runId: number, remainingKopecks: number, capKopecks: number): BulkRun => {
    const run = find(runId);
    checkStart(run, remainingKopecks, capKopecks);
    db.transaction(() => {
      repository.start(runId, capKopecks, clock.now());
      repository.forgetFormerPrices(runId);
      const total = repository.charges(runId).reduce((sum, { lines }) => sum + lines, 0);
      const name = subjectOf(run.params, total);
      const job = { accountId: run.accountId, kind: 'purchases', name, total, targetId: runId } as const;
      const started = { ...run, capKopecks };
      const runDeps = { ...{ repository, changed, now: clock.now }, buyPlanned: deps.buyPlanned, rest: rests.rest };
      const jobId = runs.start(job, (context) => runBulk(started, context, runDeps));
      repository.setJob(runId, jobId);
    });
    changed(runId);
    return view(runId);
  };

  return {
    handlers: {
      'bulk.plan': plan,
      'bulk.cancelPlan': () => {
        planning?.abort(cancelled());
        return {};
      },
      'bulk.get': ({ runId }) => view(runId),
      'bulk.lines': ({ runId, only, offset, limit }) =>
        readBulkLines(db, find(runId).id, repository.charges(runId), { only, offset, limit }),
      'bulk.requote': async ({ runId }) => {
        const run = find(runId);
        assertStartable(run);
        const write = await requoteRun(run, { db, api: await session.api(run.accountId), repository });
        // Started meanwhile: what was agreed to must not change any more.
        assertStartable(find(runId));
        write();
        changed(runId);
        return view(runId);
      },
      'bulk.start': ({ runId, remainingKopecks, capKopecks }) => start(runId, remainingKopecks, capKopecks),
      'bulk.pause': async ({ runId }) => {
        const { jobId } = find(runId);
        if (jobId !== null) await runs.stop(jobId, 'cancelled');
        return view(runId);
      },
      'bulk.skipUnknown': ({ runId }) => {
        repository.skipUnknown(find(runId).id);
        changed(runId);
        return view(runId);
      },
      'bulk.close': ({ runId }) => {
        const run = find(runId);
        if (run.state !== 'stopped') {
          throw new DeskError('conflict', 'Only a run that has stopped is closed.', { code: 'bulk-not-stopped' });
        }
        repository.end(runId, 'closed', { reason: run.stopReason, error: run.error }, clock.now());
        changed(runId);
        return view(runId);
      },
      'bulk.saveReport': async ({ runId, language }) => {
        const run = view(runId);
        const charges = repository.charges(runId);
        const t = textsIn(language);
        const day = localDate(clock.now());
        const path = await dialogs.saveFile({
          title: t('files:dialogs.saveReport'),
          suggestedName: `${t('files:names.bulkReport')}-${day}-${runId}.csv`,
          filters: [{ name: 'CSV', extensions: ['csv'] }],
        });
        if (path === null) return null;
        const linesFrom = (offset: number, limit: number) =>
          readBulkLines(db, runId, charges, { only: [], offset, limit }).rows;
        return writeBulkReport({ path, partials: deps.partials }, run, linesFrom, language);
      },
    },
  };
};

/** What waits in a restored run may have been bought after its copy was made. */
const assertStartable = ({ state, stopReason }: StoredRun): void => {
  if (state === 'planned' || (state === 'stopped' && stopReason !== 'restored')) return;
  throw new DeskError('conflict', 'The run is under way or over.', { code: 'bulk-not-startable' });
};

const cancelled = (): DeskError => new DeskError('cancelled', 'The planning was stopped.');
