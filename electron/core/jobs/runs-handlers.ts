import type { DeskContext } from '#core/context.ts';
import type { Runs } from '#core/engine/create-runs.ts';
import type { RunKindOf } from '#core/engine/run-kind.ts';
import { endRun, findRun, pageOfRuns, type StoredRun, setRunDismissed } from '#core/engine/run-repository.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { CheckRuns } from '#core/jobs/check/check-run.ts';
import type { HandoverQueues } from '#core/jobs/handover/handover-queue.ts';
import { checkLists, countKnownProblems } from '#core/jobs/lists/checks.ts';
import type { ListsRuns } from '#core/jobs/lists/lists-run.ts';
import { targetClients, targetLists } from '#core/jobs/lists/targets.ts';
import type { PurchasesRuns } from '#core/jobs/purchases/purchases-run.ts';
import { saveLinks } from '#core/jobs/purchases/save-links.ts';
import type { Refresh } from '#core/jobs/refresh/refresh.ts';
import type { WhitelistRuns } from '#core/jobs/whitelist/whitelist-run.ts';
import { saveCsv } from '#core/platform/files/save-csv.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import type { ParsedInput } from '#shared/contract/index.ts';
import type { Run, RunKind, RunWithDetail } from '#shared/contract/runs.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import { DeskError } from '#shared/result.ts';

type RunKinds = Partial<Record<RunKind, RunKindOf>> & {
  readonly refresh: Refresh;
  readonly lists: ListsRuns;
  readonly purchases: PurchasesRuns;
  readonly check: CheckRuns;
  readonly whitelist: WhitelistRuns;
  readonly handover: HandoverQueues;
};

/** Creates the handlers of the contract's `runs.*`. */
export const runHandlers = (context: DeskContext, { engine }: Runs, kinds: RunKinds): FeatureHandlers<'runs'> => {
  const { db, clock, session } = context;
  const find = (runId: number): StoredRun => findRun(db, session.accountId(), runId);
  const view = (runId: number): Run => engine.view(find(runId));
  const kindOf = ({ kind }: StoredRun): RunKindOf => {
    const known = kinds[kind];
    if (known === undefined) throw new DeskError('conflict', 'A run of this kind has no lines.', { code: 'run-over' });
    return known;
  };
  const listsRun = (runId: number): StoredRun => {
    const run = find(runId);
    if (run.kind !== 'lists')
      throw new DeskError('conflict', 'A run of this kind writes no files.', { code: 'run-no-place' });
    return run;
  };
  const purchasesRun = (runId: number): StoredRun => {
    const run = find(runId);
    if (run.kind !== 'purchases')
      throw new DeskError('conflict', 'A run of this kind buys nothing.', { code: 'run-over' });
    return run;
  };
  const startOf = (input: ParsedInput<'runs.start'>): Promise<StoredRun | null> => {
    switch (input.kind) {
      case 'refresh':
        return kinds.refresh.start(input.clientIds);
      case 'check-list':
      case 'check-proxies':
        return kinds.check.start(input);
      case 'whitelist':
        return kinds.whitelist.start(input);
      case 'handover':
      case 'handover-of-run':
        return kinds.handover.start(input);
      default:
        return kinds.lists.start(input);
    }
  };
  const detailed = (run: StoredRun): RunWithDetail => ({
    ...engine.view(run),
    detail: kinds[run.kind]?.detail?.(run) ?? null,
  });
  return {
    'runs.list': ({ show, sort, ...page }) => {
      const { total, rows } = pageOfRuns(db, session.accountId(), show, clock.now(), sort, page);
      return { total, rows: rows.map(engine.view) };
    },
    'runs.get': ({ runId }) => detailed(find(runId)),
    'runs.lines': ({ runId, ...page }) => {
      const run = find(runId);
      return kindOf(run).lines(run, page);
    },
    'runs.start': async (input) => {
      const run = await startOf(input);
      return run === null ? null : engine.view(run);
    },
    'runs.plan': async (input) => detailed((await kinds.purchases.plan(input)).run),
    'runs.cancelPlan': () => {
      kinds.purchases.cancelPlan();
      return {};
    },
    'runs.requote': async ({ runId }) => {
      await kinds.purchases.requote(purchasesRun(runId));
      return detailed(find(runId));
    },
    'runs.skipUnknown': ({ runId }) => {
      kinds.purchases.skipUnknown(purchasesRun(runId));
      return detailed(find(runId));
    },
    'runs.pause': async ({ runId }) => {
      await engine.stop(find(runId).id, 'paused');
      return view(runId);
    },
    'runs.resume': async ({ runId, ...how }) => {
      const run = find(runId);
      const resumed = await kindOf(run).resume(run, how);
      return resumed === null ? null : engine.view(resumed);
    },
    'runs.skipHandover': (turn) => {
      kinds.handover.skip(turn);
      return detailed(find(turn.runId));
    },
    'runs.cancel': async ({ runId }) => {
      const run = find(runId);
      if (run.state === 'running') await engine.stop(runId, 'cancelled');
      else if (isHalted(run)) endRun(db, runId, { state: 'cancelled', error: run.error }, clock.now());
      else throw new DeskError('conflict', 'This run is over.', { code: 'run-over' });
      engine.tell(runId);
      await kinds[run.kind]?.over?.(find(runId));
      return view(runId);
    },
    'runs.dismiss': ({ runId, dismissed }) => {
      setRunDismissed(db, find(runId).id, dismissed);
      engine.tell(runId);
      return view(runId);
    },
    'runs.report': async ({ runId, language }) => {
      const run = find(runId);
      const t = textsIn(language);
      const report = kindOf(run).report?.(run, t, language);
      if (report === undefined)
        throw new DeskError('conflict', 'A run of this kind has no report.', { code: 'run-over' });
      const { fileName: name, totals, header, pages } = report;
      const asked = { title: t('files:dialogs.saveReport'), name, number: `-${runId}` };
      return saveCsv(context, asked, () => ({ head: [...totals, [''], header], pages }));
    },
    'runs.saveLinks': ({ runId, format, language }) =>
      saveLinks(context, purchasesRun(runId), format, textsIn(language)),
    'runs.changePlace': async ({ runId }) => {
      const run = await kinds.lists.changePlace(listsRun(runId));
      return run === null ? null : engine.view(run);
    },
    'runs.showPlace': async ({ runId }) => {
      await kinds.lists.showPlace(listsRun(runId));
      return {};
    },
    'runs.keepWorking': ({ runId, fastOnly }) => {
      const run = find(runId);
      if (run.kind !== 'check')
        throw new DeskError('conflict', 'A run of this kind checks nothing.', { code: 'run-over' });
      return kinds.check.keepWorking(run, fastOnly);
    },
    'runs.checkClients': async ({ clientIds, poolType }) =>
      countKnownProblems(await targetClients(db, session.accountId(), clientIds, poolType)),
    'runs.checkLists': async ({ listIds, variant }) =>
      checkLists(await targetLists(db, session.accountId(), listIds), variant),
  };
};
