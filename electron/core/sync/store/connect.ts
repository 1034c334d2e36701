import type { CommonDeps } from '#core/context.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { retryDelay } from '#core/service/api/retry.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { DeskError } from '#shared/result.ts';
import type { DatabaseAddress } from './connection-string.ts';
import { listens } from './listens.ts';
import { type DatabaseSession, openSession } from './session.ts';
import type { Wakes } from './shared-store.ts';
import type { PostgresSql, Row } from './sql.ts';

interface ConnectDeps extends CommonDeps<'clock' | 'logger'> {
  readonly target: DatabaseAddress;
  /** The channel on which the database announces that something was added. */
  readonly channel: string;
  /** The payload that this computer sends there, so that it does not wake itself. */
  readonly own: string;
  /** A statement whose answer shows whether something was added, for a server that does not announce it. */
  readonly look: PostgresSql;
  /** Called when `wakes` has changed, or when there is a new reason for having no connection. */
  readonly onChange: () => void;
  readonly onWake: () => void;
}

const POLL_MS = 3_000;
/**
 * How often a server that did not announce additions is tested again. It may have had no connection to spare for the
 * last test.
 */
const PROVE_MS = 600_000;
/** A connection that lasted this long was a good one, so the pause after it is a short one again. */
const GOOD_MS = 60_000;

/** Keeps one connection open until it is closed. Whenever it breaks, connects again, with longer and longer pauses. */
export const keepConnected = (deps: ConnectDeps) => {
  const { target, clock, logger } = deps;
  const closing = new AbortController();
  let pause = new AbortController();
  /** Whether a retry was requested during an attempt, which may fail yet. */
  let isAskedAgain = false;
  const askers = new Set<() => void>();
  let wakes: Wakes = 'offline';
  let current: Promise<DatabaseSession> | undefined;
  let reportedCode = '';
  let problem: DeskError | null = null;

  const answerAskers = (): void => {
    for (const answer of askers) answer();
    askers.clear();
  };

  const become = (next: Wakes): void => {
    if (wakes === next || closing.signal.aborted) return;
    wakes = next;
    if (next !== 'offline') logger.info('shared desk: connected', { wakes });
    deps.onChange();
    if (next !== 'offline') answerAskers();
  };

  /**
   * Waits for the announcements of the server, or else asks it again and again. Ends with the session. Never rejects.
   */
  const listen = async (session: DatabaseSession, over: AbortSignal): Promise<void> => {
    let seen: string | undefined;
    let provedAt: number | undefined;
    while (!over.aborted) {
      const now = uptimeOf(clock);
      if (provedAt === undefined || elapsedSince(provedAt, now) >= PROVE_MS) {
        provedAt = now;
        const works = await listens(session, target, deps.channel, clock);
        if (over.aborted) return;
        become(works ? 'notify' : 'poll');
        // Earlier additions were missed. The listener reads everything that is there.
        if (works || seen === undefined) deps.onWake();
        if (works) return;
      }
      const answer = await session.run(deps.look).then(JSON.stringify, String);
      if (seen !== undefined && answer !== seen) deps.onWake();
      seen = answer;
      await clock.sleep(POLL_MS, over).catch(() => undefined);
    }
  };

  const use = async (session: DatabaseSession): Promise<DeskError> => {
    const over = new AbortController();
    session.onNotification((channel, payload) => {
      if (channel === deps.channel && payload !== deps.own) deps.onWake();
    });
    const listening = listen(session, over.signal);
    const reason = await session.ended;
    become('offline');
    over.abort();
    await listening;
    return reason;
  };

  const attempt = async (): Promise<void> => {
    const opening = openSession(target);
    // Requests wait only for the first attempt. After it, a request without a connection fails at once with the reason.
    current ??= opening;
    const reason = await opening.then(
      (session) => {
        current = opening;
        reportedCode = '';
        problem = null;
        if (closing.signal.aborted) session.end();
        return use(session);
      },
      (error: unknown) => error,
    );
    current = Promise.reject(reason);
    current.catch(() => undefined);
    const code = reason instanceof DeskError ? (reason.details?.code ?? reason.kind) : 'internal';
    problem = reason instanceof DeskError ? reason : null;
    if (closing.signal.aborted) return;
    // The same reason again and again would fill the log and the window.
    if (code !== reportedCode) {
      logger.warn('shared desk: no connection', { code });
      deps.onChange();
    }
    reportedCode = code;
  };

  const keep = async (): Promise<void> => {
    for (let failures = 1; !closing.signal.aborted; failures += 1) {
      const begun = uptimeOf(clock);
      isAskedAgain = false;
      await attempt();
      if (isAskedAgain) continue;
      answerAskers();
      if (elapsedSince(begun, uptimeOf(clock)) >= GOOD_MS) failures = 1;
      pause = new AbortController();
      const signal = AbortSignal.any([pause.signal, closing.signal]);
      await clock.sleep(retryDelay(failures, undefined, Math.random) ?? 0, signal).catch(() => undefined);
    }
  };
  keep();

  return {
    /** Runs statements. Waits for the first attempt to connect; without a connection, throws the reason. */
    run: async (...statements: readonly PostgresSql[]): Promise<readonly (readonly Row[])[]> => {
      try {
        if (closing.signal.aborted || current === undefined) throw closing.signal.reason;
        return await (await current).run(...statements);
      } catch (error) {
        throw closing.signal.aborted ? new DeskError('cancelled', 'The shared desk was closed.') : error;
      }
    },
    wakes: (): Wakes => wakes,
    /** Returns why there is no connection; `null` if there is one, or if none was tried yet. */
    problem: (): DeskError | null => problem,
    /** Tries to connect now. Resolves when the attempt has ended, successfully or not. */
    retry: (): Promise<void> =>
      new Promise((resolve) => {
        if (wakes !== 'offline' || closing.signal.aborted) {
          resolve();
          return;
        }
        askers.add(resolve);
        isAskedAgain = true;
        pause.abort();
      }),
    close: (): void => {
      closing.abort();
      answerAskers();
      wakes = 'offline';
      current?.then(
        (session) => session.end(),
        () => undefined,
      );
    },
  };
};
