import type { Clock } from '#core/ports.ts';
import type { CallOutcome } from '#core/service/api/call.ts';
import type { ConnectionState } from '#shared/contract/connection.ts';
import { DeskError } from '#shared/result.ts';

interface ConnectionMonitorOptions {
  readonly clock: Clock;
  /** Any cheap call of the service; resolves when it answered, rejects with its error when not. */
  readonly probe: (signal: AbortSignal) => Promise<unknown>;
  /**
   * Called when the status changes, and for the first success of each minute: the age of the data is shown to the
   * minute.
   */
  readonly emit: (state: ConnectionState) => void;
  /** The service answered 401 to the token. */
  readonly onTokenRejected?: () => void;
}

const FIRST_PROBE_MS = 3_000;
const LAST_PROBE_MS = 30_000;

export type ConnectionMonitor = ReturnType<typeof createConnectionMonitor>;

/**
 * Whether the service can be reached, told by the calls that are made anyway. Only while it cannot is it probed, at
 * growing intervals, so that the app notices by itself when the network is back. A single call without an
 * answer proves nothing (the service may be slow), so it is followed by a probe before anything is said.
 */
export const createConnectionMonitor = (options: ConnectionMonitorOptions) => {
  const { clock, emit } = options;
  const probing = new AbortController();
  let closed = false;
  let state: ConnectionState = { status: 'unknown', since: clock.now(), lastSuccessAt: null };
  let running: Promise<ConnectionState> | null = null;
  /** How many calls were answered: a probe that failed says nothing if one was while it waited. */
  let answers = 0;
  let watch: AbortController | null = null;

  const become = (status: 'online' | 'offline'): void => {
    if (closed) return;
    const now = clock.now();
    const changed = state.status !== status;
    const shownLate = status === 'online' && minuteOf(now) !== minuteOf(state.lastSuccessAt ?? 0);
    state = {
      status,
      since: changed ? now : state.since,
      lastSuccessAt: status === 'online' ? now : state.lastSuccessAt,
    };
    if (changed || shownLate) emit(state);
    if (status === 'online') stopWatching();
    else if (watch === null) void watchForReturn();
  };

  const stopWatching = (): void => {
    watch?.abort();
    watch = null;
  };

  const watchForReturn = async (): Promise<void> => {
    const own = new AbortController();
    watch = own;
    for (let delay = FIRST_PROBE_MS; ; delay = Math.min(LAST_PROBE_MS, delay * 2)) {
      try {
        await clock.sleep(delay, own.signal);
      } catch {
        return;
      }
      await check();
      if (own.signal.aborted) return;
    }
  };

  const probe = async (): Promise<ConnectionState> => {
    const answersBefore = answers;
    try {
      await options.probe(probing.signal);
      become('online');
    } catch (error) {
      if (isCancelled(error)) return state;
      if (!isUnreachable(error)) become('online');
      else if (answers === answersBefore) become('offline');
    }
    return state;
  };

  /** Asks the service now. Calls at the same time share one probe. Never rejects. */
  const check = (): Promise<ConnectionState> => {
    running ??= probe().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    state: (): ConnectionState => state,
    /** For every attempt of the API client (`onOutcome`). */
    report: ({ reached, status, kind }: CallOutcome): void => {
      if (closed) return;
      if (status === 401) options.onTokenRejected?.();
      if (reached) {
        answers += 1;
        become('online');
      } else if (kind === 'offline') become('offline');
      else if (state.status !== 'offline') void check();
    },
    check,
    close: (): void => {
      closed = true;
      stopWatching();
      probing.abort();
    },
  };
};

const minuteOf = (at: number): number => Math.floor(at / 60_000);

const isCancelled = (error: unknown): boolean => error instanceof DeskError && error.kind === 'cancelled';

/** Whatever else is wrong, an error of another kind was an answer. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof DeskError) || error.kind === 'offline' || error.kind === 'timeout';
