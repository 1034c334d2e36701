import { readProtocols } from '#core/catalogue/dedicated/proxy-repository.ts';
import { countLinesOfVariant } from '#core/catalogue/lists/list-formats.ts';
import { createListReader } from '#core/catalogue/lists/list-reader.ts';
import { findAnyList, findList, forgetCheck, setLastCheck } from '#core/catalogue/lists/list-repository.ts';
import { assertOutput } from '#core/catalogue/lists/save-list.ts';
import type { CommonDeps } from '#core/context.ts';
import type { LineEnd, RunContext, RunEngine } from '#core/engine/run-engine.ts';
import type { RunKindOf } from '#core/engine/run-kind.ts';
import { findRun, insertRun, type RunEnd, type StoredRun } from '#core/engine/run-repository.ts';
import { repeatInSlices, writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import type { PracticeProxies } from '#core/ports.ts';
import type { CheckCounts } from '#shared/contract/last-check.ts';
import type { CheckInput, CheckParams } from '#shared/contract/runs.ts';
import { type CheckState, checkProblems, linesWithoutProxy, MAX_CHECKED } from '#shared/domain/check.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import {
  addCheckLine,
  checkLinesPage,
  checkLinesWaitingAfter,
  checksOfGoneLists,
  countCheckLines,
  endCheckLine,
  isCheckRunningOn,
  outdatedChecks,
  proxyOfCheckLine,
  purgeCheckLines,
  recheckLines,
  retryCheckLines,
} from './check-lines.ts';
import { type CheckRun, checkedProxyAt, maskedLineAt, protocolOfCheck } from './checked-proxies.ts';
import { type Checker, openChecker } from './checker.ts';
import { markCheckedList } from './mark-checked-list.ts';
import { createNetworkDoubt } from './network-doubt.ts';
import { ownParts } from './own-part.ts';
import { checkReportOf } from './report.ts';
import type { Probed } from './verdict.ts';
import { storeWorkingList } from './working-list.ts';

interface CheckDeps extends CommonDeps<'db' | 'clock' | 'emit' | 'session' | 'language' | 'isOffline'> {
  readonly engine: RunEngine;
  /** Checks now whether there is a network. */
  readonly lookAtConnection: () => Promise<unknown>;
  /** Returns the proxies of a sandbox account; `null` for all others. */
  readonly practiceProxies: (accountId: string) => Promise<PracticeProxies | null>;
}

export interface CheckRuns extends RunKindOf {
  start(input: CheckInput): Promise<StoredRun>;
  /**
   * Starts a check of dedicated proxies, or of a list, of an account. `onStart` is called with its run before the first
   * proxy is checked.
   */
  startFor(accountId: string, input: CheckInput, onStart: (runId: number) => void): Promise<StoredRun>;
  keepWorking(run: StoredRun, fastOnly: boolean): Promise<{ readonly listId: number; readonly lines: number }>;
  /** Deletes the results of permanently deleted lists. */
  purgeOfGoneLists(): Promise<void>;
}

/** The number of line numbers read ahead. */
const READ_AHEAD = 1_000;
/** Results are stored together, because one transaction each would cost more than the check. */
const FLUSH_LINES = 250;
const FLUSH_MS = 250;
/** The run stops after this many lines in a row for which this computer had no free connection. */
const OWN_TROUBLES_IN_ROW = 50;

const UNREADABLE: Probed = {
  state: 'unreadable',
  reason: 'line',
  connectMs: null,
  firstByteMs: null,
  exitIp: null,
  exitCountry: null,
};

const conflict = (code: string, params: Record<string, number> = {}): DeskError =>
  new DeskError('conflict', 'These proxies cannot be checked now.', { code, params });

/**
 * Creates the runs that check whether the proxies of a list, or dedicated ones, work
 * (docs/decisions/035-checking-proxies.md).
 */
export const createCheckRuns = (deps: CheckDeps): CheckRuns => {
  const { db, clock, emit, session, engine } = deps;
  const sources = { db, reader: createListReader(db) };
  /** The counts of running checks. Counting 100,000 lines ten times a second would keep the thread busy. */
  const live = new Map<number, Record<CheckState, number>>();
  const find = ({ accountId, id }: StoredRun): CheckRun => findRun(db, accountId, id) as CheckRun;
  const countsOf = (runId: number): CheckCounts => live.get(runId) ?? countCheckLines(db, runId);

  const tellEnd = ({ params, targetId }: CheckRun): void => {
    if (params.kind === 'check-list') emit('lists.changed', { listId: targetId });
    else emit('dedicated.changed', {});
  };

  const noteFound = (run: CheckRun, counts: CheckCounts): void => {
    const { id: runId, targetId } = run;
    if (targetId === null) return;
    const at = clock.now();
    db.transaction(() => {
      setLastCheck(db, targetId, { runId, at, counts });
      markCheckedList(db, run, at);
    });
  };

  const work =
    (run: CheckRun) =>
    async (context: RunContext): Promise<RunEnd> => {
      const { id: runId, accountId, params, targetId } = run;
      const protocol = protocolOfCheck(db, run);
      // Opened at the first line only: while the run waits for its turn, no thread is needed and the earlier results
      // may still be read.
      let opened: Promise<Checker> | undefined;
      const open = async (): Promise<Checker> => {
        await purge(accountId, runId, targetId);
        const practice = await deps.practiceProxies(accountId);
        return openChecker({
          address: params.address,
          timeoutMs: params.timeoutS * 1_000,
          slowMs: params.slowS * 1_000,
          ca: practice?.ca ?? null,
          gateway: practice?.gateway ?? null,
        });
      };
      const counts = { ...countCheckLines(db, runId) };
      live.set(runId, counts);
      const done = (): number => run.total - counts.waiting;
      let results: { readonly line: number; readonly probed: Probed }[] = [];
      let flushedAt = performance.now();
      let lastRead = -1;
      let queue: number[] = [];
      const doubt = createNetworkDoubt(deps);

      const flush = (): void => {
        flushedAt = performance.now();
        if (results.length === 0) return;
        const stored = results;
        results = [];
        db.transaction(() => {
          for (const { line, probed } of stored) endCheckLine(db, runId, line, probed, clock.now());
          context.progress(done());
        });
      };
      const note = (line: number, probed: Probed): void => {
        counts.waiting -= 1;
        counts[probed.state] += 1;
        results.push({ line, probed });
        if (results.length >= FLUSH_LINES || performance.now() - flushedAt >= FLUSH_MS) flush();
      };
      /** Makes lines wait again that only seemed dead because this computer could not reach anything. */
      const takeBack = (untrue: readonly number[]): void => {
        flush();
        recheckLines(db, runId, untrue);
        queue.push(...untrue);
        counts.waiting += untrue.length;
        counts.dead -= untrue.length;
        context.progress(done());
      };

      const take = async (line: number, signal: AbortSignal): Promise<LineEnd> => {
        const again = (): LineEnd => {
          queue.push(line);
          return { ended: 'requeue' };
        };
        opened ??= open();
        const checker = await opened;
        const proxyId = params.kind === 'check-list' ? null : proxyOfCheckLine(db, runId, line);
        const proxy = await checkedProxyAt(sources, run, { line, proxyId }, protocol);
        if (proxy === null) {
          note(line, UNREADABLE);
          return { ended: 'done' };
        }
        const probed = await checker.check(proxy, signal);
        if (probed === null) {
          again();
          if (signal.aborted) return { ended: 'requeue' };
          return {
            ended: 'failed',
            error: new DeskError('internal', 'No network connection could be opened.', { code: 'check-no-sockets' }),
          };
        }
        const untrue = await doubt(line, probed);
        if (untrue === null) return again();
        note(line, probed);
        if (untrue.length > 0) takeBack(untrue);
        return { ended: 'done' };
      };

      try {
        context.progress(done());
        return await engine.takeLines<{ readonly line: number }>(context, {
          atOnce: params.atOnce,
          failuresInRow: OWN_TROUBLES_IN_ROW,
          waitsForNetwork: true,
          takesTurns: true,
          next: () => {
            if (queue.length === 0) {
              queue = checkLinesWaitingAfter(db, runId, lastRead, READ_AHEAD);
              lastRead = queue.at(-1) ?? lastRead;
            }
            const line = queue.shift();
            return line === undefined ? undefined : { line: { line } };
          },
          take: ({ line }, signal) => take(line, signal),
          finish: () => {
            flush();
            noteFound(run, counts);
            return { state: 'done', error: null };
          },
        });
      } finally {
        try {
          flush();
        } finally {
          live.delete(runId);
          await (await opened?.catch(() => undefined))?.close();
          tellEnd(run);
        }
      }
    };

  const launch = (run: StoredRun): StoredRun => {
    const found = find(run);
    if (!engine.proceed(found, work(found))) throw conflict('run-running');
    return find(run);
  };

  const purge = async (accountId: string, runId: number, listId: number | null): Promise<void> => {
    for (const old of outdatedChecks(db, accountId, runId, listId)) {
      forgetCheck(db, accountId, old);
      await repeatInSlices(db, () => purgeCheckLines(db, old));
    }
  };

  /** Returns the lines to check, by number or by the id of the proxy. */
  const plan = (accountId: string, input: CheckInput) => {
    const { address, protocol, atOnce, timeoutS, slowS } = input;
    const how = { address: address.trim(), protocol, atOnce, timeoutS, slowS };
    const problems = checkProblems(how);
    if (problems.length > 0) throw invalidInput('The input of the check is not valid.', ...problems);
    if (input.kind === 'check-proxies') {
      const ids = readProtocols(db, accountId, input.proxyIds).map(({ id }) => id);
      if (ids.length === 0)
        throw new DeskError('not-found', 'None of these proxies exists.', { code: 'dedicated-proxy' });
      const params: CheckParams = { kind: input.kind, ...how };
      return { params, total: ids.length, proxies: ids.length, ids, targetId: null, list: null };
    }
    const list = findList(db, accountId, input.listId);
    const { formatId } = list.recipe;
    assertOutput(list, { variant: input.variant, formatId });
    if (isCheckRunningOn(db, list.id)) throw conflict('check-running');
    const total = countLinesOfVariant(list, input.variant);
    if (total > MAX_CHECKED) throw conflict('check-too-many', { max: MAX_CHECKED, count: total });
    const params: CheckParams = { kind: input.kind, variant: input.variant, formatId, ...how };
    const readable = total - linesWithoutProxy(list.issues);
    return { params, total, proxies: readable, ids: null, targetId: list.id, list: list.title };
  };

  const start = async (
    accountId: string,
    input: CheckInput,
    onStart: (runId: number) => void = () => undefined,
  ): Promise<StoredRun> => {
    const { params, total, proxies, ids, targetId, list } = plan(accountId, input);
    const name = { what: 'check', list, proxies } as const;
    // If the app crashes in between, the next start deletes the planned run.
    const runId = insertRun(db, { accountId, kind: 'check', name, total, targetId, params }, 'planned', clock.now());
    await writeInSlices(db, Array(total).keys(), (line) => addCheckLine(db, runId, line, ids?.[line] ?? null));
    onStart(runId);
    return launch(findRun(db, accountId, runId));
  };

  return {
    start: (input) => start(session.accountId(), input),
    startFor: start,
    resume: async (run, { retry }) => {
      if (engine.isRunning(run.id)) throw conflict('run-running');
      const { dead, refused } = countCheckLines(db, run.id);
      const again = retry && dead + refused > 0 && run.state !== 'cancelled';
      if (!isHalted(run) && !again) throw conflict('run-nothing-left');
      // Throws `not-found` if the list was deleted, because its lines cannot be checked any more.
      if (run.targetId !== null) findList(db, run.accountId, run.targetId);
      if (retry) retryCheckLines(db, run.id);
      return launch(run);
    },
    lines: async (run, page) => {
      const found = find(run);
      const counts = countsOf(run.id);
      const total =
        page.only.length === 0 ? run.total : page.only.reduce((sum, one) => sum + (counts[one as CheckState] ?? 0), 0);
      const places = checkLinesPage(db, run.id, page);
      const texts = await Promise.all(places.map((place) => maskedLineAt(sources, found, place)));
      const ends = ownParts(texts);
      const rows = places.map((place, at) => {
        return { of: 'check', ...place, text: texts[at] ?? '', ownUntil: ends[at] ?? 0 } as const;
      });
      return { total, rows };
    },
    detail: (run) => {
      const { params, accountId, targetId } = find(run);
      const listId = targetId === null ? null : (findAnyList(db, accountId, targetId)?.id ?? null);
      return { of: 'check', params, counts: countsOf(run.id), listId };
    },
    report: (run, t, language) => checkReportOf(find(run), { ...sources, t, language }),
    keepWorking: (run, fastOnly) => storeWorkingList({ ...deps, ...sources }, find(run), fastOnly),
    purgeOfGoneLists: async () => {
      for (const runId of checksOfGoneLists(db)) await repeatInSlices(db, () => purgeCheckLines(db, runId));
    },
  };
};
