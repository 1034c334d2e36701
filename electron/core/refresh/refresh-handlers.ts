import type { RefreshRun } from '#shared/contract/refresh.ts';
import { freshWithin, nextRefreshAt } from '#shared/domain/refresh-due.ts';
import type { Session } from '../account/session.ts';
import { nextTurn } from '../common/slices.ts';
import type { Emit, FeatureHandlers } from '../handlers.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { Clock, Logger } from '../ports.ts';
import type { PremiumService } from '../premium/premium-handlers.ts';
import type { Database } from '../storage/database.ts';
import type { VpnService } from '../vpn/vpn-handlers.ts';
import { createChangedClients } from './changed-clients.ts';
import { createGate } from './gate.ts';
import { createReadClient } from './read-client.ts';
import { assertOpen, createRefreshEngine } from './refresh-engine.ts';
import { createRefreshRepository, type StoredRun } from './refresh-repository.ts';

export interface RefreshDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly logger: Logger;
  readonly session: Session;
  readonly jobs: JobRunner;
  readonly vpn: VpnService;
  readonly premium: PremiumService;
  readonly isOffline: () => boolean;
  readonly isShown: (accountId: string) => boolean;
  /** The setting; 0: never by itself. */
  readonly everyHours: () => number;
}

export interface Refresh {
  readonly handlers: FeatureHandlers<'refresh'>;
  /** Goes on with what the shown desk had left to read, and leaves the former desk's. Never rejects. */
  showDesk(): Promise<void>;
  /** The service can be reached again. */
  networkIsBack(): void;
  fallAsleep(): void;
  wakeUp(): void;
  /** Begins a run over all clients when it is time for one. Never rejects. */
  startIfDue(): Promise<void>;
}

/** A run that has stopped by itself is tried again by itself after so long. */
const STOPPED_FOR_MS = 3_600_000;

/** The feature "refresh": what is known of clients is read again, in order of need and behind everything else (DESIGN 8). */
export const createRefresh = (deps: RefreshDeps): Refresh => {
  const { db, clock, emit, logger, session } = deps;
  const repository = createRefreshRepository(db);
  const gate = createGate({ clock, isOffline: deps.isOffline });
  const engine = createRefreshEngine({
    ...{ db, repository, clock, emit, gate },
    jobs: deps.jobs,
    isShown: deps.isShown,
    readClient: createReadClient(deps),
    changedClients: createChangedClients(emit, clock),
  });

  const find = (runId: number): StoredRun => repository.find(session.accountId(), runId);
  const shownAccount = (): string | null => {
    try {
      return session.accountId();
    } catch {
      return null;
    }
  };
  const viewOf = (runId: number): RefreshRun => engine.view(find(runId));

  const nextAt = (accountId: string): number | null =>
    nextRefreshAt({ lastStartedAt: repository.lastFullStart(accountId), everyHours: deps.everyHours() }, clock.now());

  const failedIds = async (runId: number): Promise<number[]> => {
    const ids: number[] = [];
    for (;;) {
      const page = repository.failures(runId, ids.length, PAGE);
      ids.push(...page.map(({ clientId }) => clientId));
      if (page.length < PAGE) return ids;
      await nextTurn();
    }
  };

  const startIfDue = async (): Promise<void> => {
    const accountId = shownAccount();
    if (accountId === null || deps.isOffline()) return;
    const now = clock.now();
    const open = repository.open(accountId);
    if (open !== undefined) {
      const rested = Math.abs(now - (open.finishedAt ?? now)) >= STOPPED_FOR_MS;
      if (open.state === 'stopped' && rested && deps.everyHours() > 0) engine.resume(open);
      return;
    }
    const at = nextAt(accountId);
    if (at === null || at > now) return;
    const skipReadAfter = now - freshWithin(deps.everyHours());
    if (!repository.hasOldData(accountId, skipReadAfter)) {
      const runId = repository.insert({ accountId, scope: 'all', origin: 'schedule', startedAt: now });
      repository.setState(runId, 'done', null, now);
      return;
    }
    await session.api(accountId);
    await engine.start(accountId, { clientIds: null, skipReadAfter }, 'schedule');
  };

  return {
    showDesk: async () => {
      await quietly(() => engine.show(shownAccount()), logger);
    },
    networkIsBack: gate.look,
    fallAsleep: gate.fallAsleep,
    wakeUp: gate.wakeUp,
    startIfDue: () => quietly(startIfDue, logger),
    handlers: {
      'refresh.state': () => {
        const accountId = session.accountId();
        const run = repository.newest(accountId);
        return { run: run === undefined ? null : engine.view(run), nextAt: nextAt(accountId) };
      },
      'refresh.get': ({ runId }) => viewOf(runId),
      'refresh.start': async ({ clientIds }) => {
        const accountId = session.accountId();
        // Without a token there is nobody to ask: say so now instead of in a run that stops at once.
        await session.api(accountId);
        const asked = { clientIds: clientIds === undefined ? null : [...new Set(clientIds)], skipReadAfter: null };
        return engine.view(await engine.start(accountId, asked, 'user'));
      },
      'refresh.pause': async ({ runId }) => {
        const run = find(runId);
        assertOpen(run);
        await engine.pause(run);
        return viewOf(runId);
      },
      'refresh.resume': async ({ runId }) => {
        const run = find(runId);
        assertOpen(run);
        await session.api(run.accountId);
        engine.resume(run);
        return viewOf(runId);
      },
      'refresh.cancel': async ({ runId }) => {
        const run = find(runId);
        assertOpen(run);
        await engine.cancel(run);
        return viewOf(runId);
      },
      'refresh.retry': async ({ runId }) => {
        const { accountId } = find(runId);
        await session.api(accountId);
        const ids = await failedIds(runId);
        return engine.view(
          ids.length === 0
            ? find(runId)
            : await engine.start(accountId, { clientIds: ids, skipReadAfter: null }, 'user'),
        );
      },
      'refresh.failures': ({ runId, offset, limit }) => ({
        total: find(runId).failed,
        rows: [...repository.failures(runId, offset, limit)],
      }),
    },
  };
};

const PAGE = 500;

const quietly = async (work: () => Promise<void>, logger: Logger): Promise<void> => {
  try {
    await work();
  } catch (error) {
    logger.warn('a refresh could not begin', { error: error instanceof Error ? error.name : 'unknown' });
  }
};
