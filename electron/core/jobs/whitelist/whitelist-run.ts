import { type ClientPair, findClientPair, isSamePair } from '#core/catalogue/clients/client-pair.ts';
import { canonicalIp } from '#core/catalogue/premium/ip-ranges.ts';
import type { PremiumService } from '#core/catalogue/premium/premium-handlers.ts';
import type { CommonDeps } from '#core/context.ts';
import type { Gate } from '#core/engine/gate.ts';
import type { LineEnd, RunContext, RunEngine } from '#core/engine/run-engine.ts';
import type { Report, RunKindOf } from '#core/engine/run-kind.ts';
import { findRun, insertRun, type RunEnd, type StoredRun } from '#core/engine/run-repository.ts';
import { type CsvRow, csvPages } from '#core/platform/files/csv-file.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import type { CoreTexts } from '#core/platform/text/texts.ts';
import type { WhitelistInput, WhitelistLine, WhitelistParams } from '#shared/contract/runs.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import { MAX_WHITELIST_LINES, readAddresses, type WhitelistProblemCode } from '#shared/domain/whitelist-run.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import {
  addWhitelistLine,
  endWhitelistLine,
  nextWhitelistLine,
  retryWhitelistLines,
  type StoredWhitelistLine,
  type WhitelistRun,
  whitelistClients,
  whitelistDetailOf,
  whitelistLinesPage,
} from './whitelist-lines.ts';

interface WhitelistRunDeps extends CommonDeps<'db' | 'clock' | 'session'> {
  readonly engine: RunEngine;
  readonly gate: Gate;
  readonly premium: PremiumService;
}

export interface WhitelistRuns extends RunKindOf {
  start(input: WhitelistInput): Promise<StoredRun>;
}

/** After this many failures in a row the cause affects all clients. */
const MAX_FAILURES_IN_A_ROW = 5;
/** An answer may be lost. The next try first reads the list, so it changes nothing twice. */
const TRIES = 3;

const conflict = (code: string): DeskError => new DeskError('conflict', 'The run does not allow this now.', { code });

/** The problems of a single line by the kind of their error. The next line may have the same one. */
const PASSING = ['offline', 'timeout', 'server', 'malformed'] as const satisfies readonly WhitelistProblemCode[];

const codeOf = ({ kind, details }: DeskError): WhitelistProblemCode | null => {
  if (details?.code === 'whitelist-not-added') return 'not-added';
  if (details?.code === 'whitelist-not-removed') return 'not-removed';
  if (details?.code === 'whitelist-unknown') return 'not-told';
  if (details?.code === 'client-changed') return 'client-changed';
  if (kind === 'not-found' && details?.code === 'client') return 'client-removed';
  return kind === 'rejected' ? 'refused' : (PASSING.find((code) => code === kind) ?? null);
};

const isPassing = (code: WhitelistProblemCode): boolean => code === 'not-told' || PASSING.some((one) => one === code);

/**
 * Creates the runs that add addresses to the whitelists of many clients, or remove them there. Each line is one address
 * of one client. The whitelist of a client is read before its first line, so that an address that is there already is
 * not sent again.
 */
export const createWhitelistRuns = (deps: WhitelistRunDeps): WhitelistRuns => {
  const { db, clock, session, engine, premium } = deps;
  const find = ({ accountId, id }: StoredRun): WhitelistRun => findRun(db, accountId, id) as WhitelistRun;

  /** Returns the client of a line. Throws `not-found`, also if its pair is no longer the one that was selected. */
  const clientOf = (accountId: string, line: StoredWhitelistLine): ClientPair | null => {
    const client = findClientPair(db, accountId, line.clientId ?? 0);
    return isSamePair(client, line) ? client : null;
  };

  const work =
    (run: WhitelistRun) =>
    async (context: RunContext): Promise<RunEnd> => {
      const { id: runId, accountId, params } = run;
      const { action } = params;
      /** The whitelist of the client of the last line, with the changes of this run. */
      let known: { readonly clientId: number; readonly ips: Set<string> | null } | null = null;
      const tries = new Map<number, number>();
      const end = (
        line: number,
        state: 'done' | 'skipped' | 'failed',
        code?: WhitelistProblemCode,
        words = '',
      ): LineEnd => {
        endWhitelistLine(db, runId, line, state, code === undefined ? null : { code, words });
        return { ended: 'done' };
      };

      const change = async (line: StoredWhitelistLine, signal: AbortSignal): Promise<LineEnd> => {
        const client = clientOf(accountId, line);
        if (client === null) return end(line.line, 'failed', 'client-changed');
        if (known?.clientId !== client.clientId) {
          known = { clientId: client.clientId, ips: await premium.readWhitelist(client, accountId, { signal }) };
        }
        const { ips } = known;
        const isThere = ips?.has(line.ip) ?? null;
        if (action === 'add' && isThere === true) return end(line.line, 'skipped', 'already-there');
        if (action === 'remove' && isThere === false) return end(line.line, 'skipped', 'not-there');
        // The app may have been told to stop while the list was read.
        signal.throwIfAborted();
        const isChanged = await premium.changeWhitelist(client, accountId, action, line.ip);
        if (action === 'add') ips?.add(line.ip);
        else ips?.delete(line.ip);
        return isChanged ? end(line.line, 'done') : end(line.line, 'skipped', 'already-there');
      };

      const afterError = (line: number, error: unknown): LineEnd => {
        known = null;
        if (!(error instanceof DeskError)) throw error;
        if (error.kind === 'cancelled') return { ended: 'requeue' };
        if (error.kind === 'rate-limited') return { ended: 'rate-limited', error };
        const code = codeOf(error);
        if (code === null) return { ended: 'halt-run', error };
        const attempt = (tries.get(line) ?? 0) + 1;
        tries.set(line, attempt);
        if ((code === 'offline' || code === 'timeout') && attempt < TRIES) return { ended: 'requeue' };
        end(line, 'failed', code, error.details?.serviceMessage ?? '');
        return isPassing(code) ? { ended: 'failed', error } : { ended: 'done' };
      };

      let done = run.total - whitelistDetailOf(db, run).counts.waiting;
      context.progress(done);
      return engine.takeLines<StoredWhitelistLine>(context, {
        atOnce: 1,
        failuresInRow: MAX_FAILURES_IN_A_ROW,
        waitsForNetwork: true,
        next: () => {
          const line = nextWhitelistLine(db, runId);
          return line === undefined ? undefined : { line };
        },
        take: async (line, signal) => {
          const result = await change(line, signal).catch((error: unknown): LineEnd => {
            if (!signal.aborted) return afterError(line.line, error);
            known = null;
            return { ended: 'requeue' };
          });
          if (result.ended === 'done' || result.ended === 'failed') {
            done += 1;
            context.progress(done);
          }
          return result;
        },
        finish: () => ({
          state: whitelistDetailOf(db, run).counts.failed === 0 ? 'done' : 'partial',
          error: null,
        }),
      });
    };

  const launch = async (run: StoredRun): Promise<StoredRun> => {
    // Throws a missing token here, before the run seems to start.
    await session.api(run.accountId);
    const found = find(run);
    if (!engine.proceed(found, work(found))) throw conflict('run-running');
    return find(run);
  };

  return {
    start: async ({ action, ips: typed, clientIds }) => {
      const accountId = session.accountId();
      const read = readAddresses(typed.join('\n'));
      if (!read.ok) throw invalidInput('These are not single addresses.', { field: 'ips', ...read });
      const ips = [...new Set(read.ips.map(canonicalIp))];
      const clients = await whitelistClients(db, accountId, clientIds);
      const total = clients.length * ips.length;
      if (total > MAX_WHITELIST_LINES) throw conflict('whitelist-too-many-lines');
      await session.api(accountId);
      const params: WhitelistParams = { kind: 'whitelist', action, ips };
      const name = { what: 'whitelist', action, ips: ips.length, clients: clients.length } as const;
      // If the app crashes in between, the next start deletes the planned run.
      const runId = insertRun(db, { accountId, kind: 'whitelist', name, total, params }, 'planned', clock.now());
      function* lines() {
        for (const client of clients) for (const ip of ips) yield { client, ip };
      }
      await writeInSlices(db, lines(), ({ client, ip }, index) => addWhitelistLine(db, runId, index, client, ip));
      return launch(findRun(db, accountId, runId));
    },
    resume: async (run, { retry }) => {
      if (engine.isRunning(run.id)) throw conflict('run-running');
      const { retryable } = whitelistDetailOf(db, find(run));
      const again = retry && retryable > 0 && run.state !== 'cancelled';
      if (!isHalted(run) && !again) throw conflict('run-nothing-left');
      if (retry) retryWhitelistLines(db, run.id);
      return launch(run);
    },
    detail: (run) => whitelistDetailOf(db, run as WhitelistRun),
    lines: ({ id }, page) => whitelistLinesPage(db, id, page),
    report: (run, t) => reportOf(deps, run as WhitelistRun, t),
  };
};

const COLUMNS = ['line', 'client', 'messengerId', 'clientKey', 'address', 'state', 'reason'] as const;

/** Creates the saved report of a run. */
const reportOf = (
  { db }: Pick<WhitelistRunDeps, 'db'>,
  { id: runId, params, total }: WhitelistRun,
  t: CoreTexts,
): Report => {
  const cells = (line: WhitelistLine): CsvRow => [
    line.line + 1,
    line.clientName,
    line.messengerId ?? '',
    line.clientKey,
    line.ip,
    t(`runWhitelist:states.${line.state}`),
    line.problem === null
      ? ''
      : [t(`runWhitelist:problems.${line.problem.code}`), line.problem.words].filter((text) => text !== '').join(': '),
  ];
  return {
    fileName: t('files:names.whitelistReport'),
    totals: [
      [t('files:totals.what'), t(`runWhitelist:title.${params.action}`)],
      [t('files:columns.lines'), total],
    ],
    header: COLUMNS.map((column) => t(`files:columns.${column}`)),
    pages: csvPages((offset, limit) => whitelistLinesPage(db, runId, { only: [], offset, limit }).rows, cells),
  };
};
