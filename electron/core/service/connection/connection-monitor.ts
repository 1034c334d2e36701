import type { Clock } from '#core/ports.ts';
import type { CallOutcome } from '#core/service/api/call.ts';
import type { ConnectionState } from '#shared/contract/connection.ts';
import { DeskError } from '#shared/result.ts';

interface ConnectionMonitorOptions {
  readonly clock: Clock;
  /** Makes any cheap call of the service. Resolves if it answered, and rejects with the error otherwise. */
  readonly probe: (signal: AbortSignal) => Promise<unknown>;
  /**
   * Called when the status changes, and for the first success of each minute, because the age of the data is shown in
   * minutes.
   */
  readonly emit: (state: ConnectionState) => void;
  /** The service answered 401 to the token. */
  readonly onTokenRejected?: () => void;
}

const FIRST_PROBE_MS = 3_000;
const LAST_PROBE_MS = 30_000;

export type ConnectionMonitor = ReturnType<typeof createConnectionMonitor>;

/**
 * Creates the monitor of the connection. It learns from the calls that are made anyway. Only while the service cannot
 * be reached does it probe, at growing intervals, so that the app notices when the network returns. One call without an
 * answer proves nothing, because the service may be slow, so a probe follows before the status changes.
 */
export const createConnectionMonitor = (options: ConnectionMonitorOptions) => {
  const { clock, emit } = options;
  const probing = new AbortController();
  let closed = false;
  let state: ConnectionState = { status: 'unknown', since: clock.now(), lastSuccessAt: null };
  let running: Promise<ConnectionState> | null = null;
  /** The number of answered calls. A failed probe says nothing if another call was answered meanwhile. */
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

  /** Checks the service now. Simultaneous calls share one probe. Never rejects. */
  const check = (): Promise<ConnectionState> => {
    running ??= probe().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    state: (): ConnectionState => state,
    /** Takes the result of every attempt of the API client (`onOutcome`). */
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

/** Returns whether an error means that there was no answer. Errors of all other kinds are answers. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof DeskError) || error.kind === 'offline' || error.kind === 'timeout';
