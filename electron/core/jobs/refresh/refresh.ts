import type { PremiumService } from '#core/catalogue/premium/premium-handlers.ts';
import type { VpnService } from '#core/catalogue/vpn/vpn-handlers.ts';
import type { CommonDeps } from '#core/context.ts';
import type { Gate } from '#core/engine/gate.ts';
import type { LineEnd, RunContext, RunEngine } from '#core/engine/run-engine.ts';
import type { RunKindOf } from '#core/engine/run-kind.ts';
import {
  endRun,
  findRun,
  getRun,
  insertRun,
  newestOpenRun,
  type StoredRun,
  setRunAbout,
  setRunDismissed,
} from '#core/engine/run-repository.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { repeatInSlices } from '#core/platform/sqlite/write-slices.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import { openAccountId } from '#core/service/account/session.ts';
import type { RunState } from '#shared/contract/runs.ts';
import type { SharedRole } from '#shared/contract/shared-desk.ts';
import { freshWithin, nextRefreshAt } from '#shared/domain/refresh-due.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import { DeskError } from '#shared/result.ts';
import { planTargets } from './plan-targets.ts';
import { readClient } from './read-client.ts';
import {
  clientsNeverRead,
  failRefreshLine,
  forgetRefreshLine,
  forgetRequests,
  fulfilRequest,
  hasOldData,
  lastFullStart,
  newClientsReadUpTo,
  newestClientId,
  nextRefreshLines,
  noteRefreshChecked,
  openRequests,
  type RefreshRequest,
  refreshFailures,
  retryRefreshLines,
  type StoredRefreshRequest,
  settleRefresh,
  storeRequest,
  succeedRefreshLine,
  tidyRefreshLines,
} from './refresh-lines.ts';

interface RefreshDeps extends CommonDeps<'db' | 'clock' | 'bus' | 'logger' | 'session' | 'isOffline' | 'closing'> {
  readonly engine: RunEngine;
  readonly gate: Gate;
  readonly vpn: VpnService;
  readonly premium: PremiumService;
  readonly isPaused: () => boolean;
  /** The setting in hours; 0 means never automatically. */
  readonly everyHours: () => number;
  /** Returns which computer of a shared desk refreshes automatically. A request of the user always runs here. */
  readonly whoReads: (accountId: string) => SharedRole['is'];
}

export interface Refresh extends RunKindOf {
  /** Starts a run over these clients, or over all of them if none are given. If a run is open, they are added to it. */
  start(clientIds: readonly number[] | undefined): Promise<StoredRun>;
  /** Continues the open run of the shown desk, and interrupts that of the previous one. Never rejects. */
  showDesk(): Promise<void>;
  /**
   * Starts a run over all clients when it is due, and reads clients that were never read, unless another computer does
   * so for the whole shared desk. Never rejects.
   */
  startIfDue(): Promise<void>;
  /** Returns whether this computer could refresh the clients of an account now. */
  mayRead(accountId: string): boolean;
}

interface Params {
  readonly scope: 'all' | 'selection';
  /** `new`: an automatic run over clients that were never read. */
  readonly origin: 'user' | 'schedule' | 'new';
  /** Never-read clients up to this id are covered by this run or an earlier one. */
  readonly readsUpTo?: number;
}
type RefreshRun = StoredRun & { readonly params: Params };
/** The clients that a run is asked to read. */
type Asked = Pick<RefreshRequest, 'clientIds' | 'skipReadAfter'>;

/** Enough that the pacer never waits for a slow answer. The pacer decides the rate, not this number. */
const AT_ONCE = 3;
/** After this many equal failures in a row, the cause affects all clients. */
const MAX_FAILURES_IN_A_ROW = 10;
/** Connections break. A client that breaks them every time must not delay all others. */
const TRIES = 3;
/** A run that stopped on its own is tried again after this time. */
const STOPPED_FOR_MS = 3_600_000;
/** Wait a little, because clients are often added one after another, and their cards read them as well. */
const NEW_AFTER_MS = 10_000;
const TIDY_ROWS = 400;
const WHITELIST_OLD_MS = 24 * 3_600_000;
/** After these errors a token may have been added, so the run can be tried again. */
const TOKEN_TROUBLES: ReadonlySet<unknown> = new Set(['unauthorized', 'signed-out', 'keychain']);

/** Creates the runs that read clients again, in the order of need and with the lowest priority. */
export const createRefresh = (deps: RefreshDeps): Refresh => {
  const { db, clock, logger, session, engine, gate } = deps;
  /** The run of the shown desk, the only one that may be active. */
  let shown: Pick<StoredRun, 'id' | 'accountId'> | null = null;
  let growing = 0;
  /** When a token was last missing; ms since the epoch, UTC. */
  let lackedTokenAt: number | null = null;

  const shownAccount = (): string | null => openAccountId(session);
  const open = (accountId: string): RefreshRun | undefined =>
    newestOpenRun(db, accountId, 'refresh') as RefreshRun | undefined;
  const isActive = (): boolean => shown !== null && engine.isRunning(shown.id);

  /** Deletes the remaining lines of finished runs. */
  const tidy = (accountId: string): Promise<number> =>
    repeatInSlices(db, () => tidyRefreshLines(db, accountId, TIDY_ROWS));

  /** Stores the clients of a request as lines. The request is kept until then, and may be planned again. */
  const plan = async (
    { id, accountId }: Pick<StoredRun, 'id' | 'accountId'>,
    request: StoredRefreshRequest,
    signal: AbortSignal,
  ) => {
    await planTargets(db, { ...request, runId: id, accountId }, { now: clock.now(), signal });
    fulfilRequest(db, request.requestId);
  };

  /** Returns how a failed reading ends its line, and perhaps its run. */
  const afterTrouble = (runId: number, clientId: number, error: unknown, tries: Map<number, number>): LineEnd => {
    if (!(error instanceof DeskError)) {
      // The computer fell asleep meanwhile.
      if (gate.awake().aborted) return { ended: 'requeue' };
      throw error;
    }
    const fail = (isGeneral: boolean): LineEnd => {
      failRefreshLine(db, runId, clientId, toStoredError(error), clock.now());
      return isGeneral ? { ended: 'failed', error } : { ended: 'done' };
    };
    const { kind, details } = error;
    switch (kind) {
      case 'unauthorized':
      case 'signed-out':
      case 'keychain':
      case 'storage':
        return { ended: 'halt-run', error };
      case 'cancelled':
        return { ended: 'requeue' };
      case 'rate-limited':
        return { ended: 'rate-limited', error };
      case 'offline':
      case 'timeout': {
        const attempt = (tries.get(clientId) ?? 0) + 1;
        tries.set(clientId, attempt);
        return attempt < TRIES ? { ended: 'requeue' } : fail(true);
      }
      case 'conflict':
        // The row is another client now, which is read in its turn.
        return details?.code === 'client-changed' ? { ended: 'requeue' } : fail(false);
      case 'not-found':
        if (details?.code !== 'client') return fail(false);
        forgetRefreshLine(db, runId, clientId);
        return { ended: 'requeue' };
      default:
        return fail(kind === 'server' || kind === 'forbidden' || kind === 'malformed');
    }
  };

  /**
   * Returns whether to skip a client: in a run over all clients because it was archived meanwhile, and in an automatic
   * run because another computer has read it.
   */
  const shouldSkip = (clientId: number, { startedAt }: RefreshRun, { scope, origin }: Params): boolean =>
    db.has(sql`SELECT 1 FROM clients WHERE id = ${clientId}
      AND (${scope === 'all'} AND archived = 1 OR ${origin === 'user' ? 0 : 1}
      AND min(coalesce(traffic_as_of, 0), coalesce(vpn_as_of, 0)) > ${startedAt})`);

  const readAll = async (run: RefreshRun, context: RunContext): ReturnType<RunEngine['takeLines']> => {
    const { id: runId, accountId } = run;
    await tidy(accountId);
    for (const request of openRequests(db, runId)) await plan(run, request, context.signal);
    const params = (): Params => (getRun(db, runId)?.params ?? run.params) as Params;
    const whitelistBefore = params().scope === 'all' ? clock.now() - WHITELIST_OLD_MS : clock.now();
    const tries = new Map<number, number>();
    context.changed();
    return engine.takeLines(context, {
      atOnce: AT_ONCE,
      failuresInRow: MAX_FAILURES_IN_A_ROW,
      waitsForNetwork: true,
      isGrowing: () => growing > 0,
      next: (taken) => {
        const line = nextRefreshLines(db, runId, AT_ONCE + 1).find((id) => !taken.has(id));
        return line === undefined ? undefined : { line: { line } };
      },
      take: async ({ line: clientId }, signal) => {
        if (shouldSkip(clientId, run, params())) {
          forgetRefreshLine(db, runId, clientId);
          return { ended: 'requeue' };
        }
        try {
          await readClient(deps, { clientId, accountId, whitelistBefore }, signal);
        } catch (error) {
          return afterTrouble(runId, clientId, error, tries);
        }
        succeedRefreshLine(db, runId, clientId);
        return { ended: 'done' };
      },
      finish: () => {
        settleRefresh(db, runId);
        forgetRequests(db, runId);
        const failed = getRun(db, runId)?.failed ?? 0;
        return { state: failed === 0 ? 'done' : 'partial', error: null };
      },
    });
  };

  /** Continues a stopped run, or starts a new one. */
  const proceed = (run: RefreshRun): void => {
    if (isActive()) return;
    shown = run;
    engine.proceed(run, (context) => readAll(run, context));
  };

  const over = async ({ id, accountId }: StoredRun): Promise<void> => {
    forgetRequests(db, id);
    await tidy(accountId);
  };

  /** Returns the range of never-read clients that the run covers, if it reads all clients or those never read. */
  const coveredUpTo = (clientIds: Asked['clientIds'], origin: Params['origin']): Pick<Params, 'readsUpTo'> =>
    clientIds === null || origin === 'new' ? { readsUpTo: newestClientId(db) } : {};

  const begin = (accountId: string, asked: Asked, origin: Params['origin']): number => {
    const { clientIds } = asked;
    const params: Params = {
      scope: clientIds === null ? 'all' : 'selection',
      origin,
      ...coveredUpTo(clientIds, origin),
    };
    const subject = { what: 'refresh', clients: clientIds?.length ?? null } as const;
    return db.transaction(() => {
      const runId = insertRun(
        db,
        { accountId, kind: 'refresh', name: subject, total: 0, params },
        'running',
        clock.now(),
      );
      storeRequest(db, runId, { ...asked, goFirst: false });
      return runId;
    });
  };

  /** Adds more clients to a run. The active run waits for them. */
  const addTargets = async (run: RefreshRun, request: RefreshRequest, origin: Params['origin']): Promise<void> => {
    const requestId = db.transaction(() => {
      // A request of the user turns the whole run into one that must be read on this computer.
      const isAsked = origin === 'user' && run.params.origin !== 'user';
      const params: Params = {
        ...run.params,
        ...coveredUpTo(request.clientIds, origin),
        ...(isAsked ? { origin } : {}),
      };
      if (request.clientIds === null) {
        setRunAbout(db, run.id, { what: 'refresh', clients: null }, { ...params, scope: 'all' });
      } else if (isAsked || params.readsUpTo !== run.params.readsUpTo) {
        setRunAbout(db, run.id, run.subject ?? { what: 'refresh', clients: null }, params);
      }
      return storeRequest(db, run.id, request);
    });
    growing += 1;
    try {
      await plan(run, { ...request, requestId }, new AbortController().signal);
    } finally {
      growing -= 1;
      gate.look();
    }
  };

  const start = async (accountId: string, asked: Asked, origin: Params['origin']): Promise<StoredRun> => {
    const former = open(accountId);
    if (former !== undefined) {
      const goFirst = origin === 'user' && asked.clientIds !== null && former.params.scope === 'all';
      await addTargets(former, { ...asked, goFirst }, origin);
      const now = findRun(db, accountId, former.id) as RefreshRun;
      // It may have been stopped meanwhile, and only the user may start it again.
      if (origin === 'user' && isHalted(now)) proceed(now);
      engine.tell(former.id);
      return findRun(db, accountId, former.id);
    }
    const runId = begin(accountId, asked, origin);
    proceed(findRun(db, accountId, runId) as RefreshRun);
    return findRun(db, accountId, runId);
  };

  const goesOnByItself = ({ state, error }: StoredRun): boolean =>
    state === 'interrupted' || (state === 'stopped' && TOKEN_TROUBLES.has(error?.kind));

  const show = async (): Promise<void> => {
    const accountId = shownAccount();
    // The run of the previous desk waits until that desk is shown again.
    if (shown !== null && shown.accountId !== accountId) await engine.stop(shown.id, 'interrupted');
    lackedTokenAt = null;
    if (accountId === null || isActive()) return;
    const run = open(accountId);
    if (run !== undefined && goesOnByItself(run) && isHere(accountId, run)) proceed(run);
  };

  /** Returns whether a run belongs on this computer. Automatic runs belong to the computer that refreshes for all. */
  const isHere = (accountId: string, run?: RefreshRun): boolean => {
    const who = deps.whoReads(accountId);
    return run?.params.origin === 'user' || who === 'this' || who === 'unguarded';
  };
  const handOver = async (run: RefreshRun): Promise<void> => {
    if (engine.isRunning(run.id)) await engine.stop(run.id, 'cancelled');
    else endRun(db, run.id, { state: 'cancelled', error: null }, clock.now());
    setRunDismissed(db, run.id, true);
    engine.tell(run.id);
    await over(run);
  };

  /** Returns the shown desk if an automatic refresh may start there. */
  const readyAccount = (): string | null => (deps.isOffline() || deps.isPaused() ? null : shownAccount());

  /** Reads new clients, each once. One that cannot be read waits for the next run over all clients, or for the user. */
  const readNew = async (): Promise<void> => {
    const accountId = readyAccount();
    // A stopped run was stopped by the user or for a reason.
    if (accountId === null || (open(accountId) !== undefined && !isActive())) return;
    // If no computer refreshes automatically, each one reads the clients of its shown desk.
    if (!isHere(accountId) && deps.whoReads(accountId) !== 'nobody') return;
    const clientIds = clientsNeverRead(db, accountId, newClientsReadUpTo(db, accountId));
    if (clientIds.length === 0) return;
    await session.api(accountId);
    await start(accountId, { clientIds, skipReadAfter: 0 }, 'new');
  };

  let isLooking = false;
  const noteClients = (): void => {
    if (isLooking) return;
    isLooking = true;
    void clock
      .sleep(NEW_AFTER_MS, deps.closing)
      .then(() => {
        isLooking = false;
        return quietly(readNew());
      })
      .catch(() => {});
  };

  const startIfDue = async (): Promise<void> => {
    const accountId = readyAccount();
    if (accountId === null) return;
    const now = clock.now();
    const run = open(accountId);
    if (deps.whoReads(accountId) === 'other' && run?.params.origin !== 'user') {
      if (run !== undefined) await handOver(run);
      return;
    }
    if (run !== undefined) {
      if (!isHere(accountId, run)) return;
      const rested = Math.abs(now - (run.finishedAt ?? now)) >= STOPPED_FOR_MS;
      if (run.state === 'interrupted' || (run.state === 'stopped' && rested && deps.everyHours() > 0)) proceed(run);
      return readNew();
    }
    const everyHours = deps.everyHours();
    const at = nextRefreshAt({ lastStartedAt: lastFullStart(db, accountId), everyHours }, now);
    if (at === null || at > now || !isHere(accountId)) return readNew();
    const skipReadAfter = now - freshWithin(everyHours);
    if (!hasOldData(db, accountId, skipReadAfter)) {
      noteRefreshChecked(db, accountId, now);
      return;
    }
    await session.api(accountId);
    await start(accountId, { clientIds: null, skipReadAfter }, 'schedule');
  };

  const hasNoToken = (): boolean => lackedTokenAt !== null && Math.abs(clock.now() - lackedTokenAt) < STOPPED_FOR_MS;

  const quietly = async (begun: Promise<void>): Promise<void> => {
    try {
      await begun;
    } catch (error) {
      lackedTokenAt = error instanceof DeskError && TOKEN_TROUBLES.has(error.kind) ? clock.now() : null;
      logger.warn('a refresh could not begin', { error: error instanceof Error ? error.name : 'unknown' });
    }
  };

  const showDesk = (): Promise<void> => quietly(show());

  deps.bus.onSignal('account.opened', () => void showDesk());
  // Clients may have been added. Soon after, those that were never read are read automatically, once.
  deps.bus.on('clients.changed', noteClients);

  return {
    showDesk,
    mayRead: (accountId) => {
      if (readyAccount() !== accountId || deps.everyHours() === 0 || hasNoToken()) return false;
      const run = open(accountId);
      return run === undefined || run.state === 'running' || run.state === 'interrupted';
    },
    startIfDue: () => quietly(startIfDue()),
    start: async (clientIds) => {
      const accountId = session.accountId();
      // Throw a missing token here, instead of starting a run that stops immediately.
      await session.api(accountId);
      const asked = { clientIds: clientIds === undefined ? null : [...new Set(clientIds)], skipReadAfter: null };
      return start(accountId, asked, 'user');
    },
    resume: async (run, { retry }) => {
      if (!isHalted(run) && !(retry && run.failed > 0 && isOver(run.state))) throw runOver();
      await session.api(run.accountId);
      const other = open(run.accountId);
      if (retry && other !== undefined && other.id !== run.id) {
        const clientIds = refreshFailures(db, run.id, 0, run.failed).map(({ clientId }) => clientId);
        return start(run.accountId, { clientIds, skipReadAfter: null }, 'user');
      }
      if (retry) retryRefreshLines(db, run.id);
      proceed(run as RefreshRun);
      return findRun(db, run.accountId, run.id);
    },
    lines: (run, { offset, limit }) => ({ total: run.failed, rows: refreshFailures(db, run.id, offset, limit) }),
    over,
  };
};

const isOver = (state: RunState): boolean => state === 'done' || state === 'partial';
const runOver = (): DeskError => new DeskError('conflict', 'This run is over.', { code: 'run-over' });
