import type { Bus } from '#core/bus.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { Clock } from '#core/ports.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { CallOutcome } from '#core/service/api/call.ts';
import type { ClockState, ConnectionState } from '#shared/contract/connection.ts';
import { DeskError } from '#shared/result.ts';

interface ConnectionDeps {
  readonly clock: Clock;
  readonly bus: Bus;
  /** Returns the API client of the open desk. */
  readonly api: () => Promise<ApiClient>;
}

/** Far more than a wrong zone or daylight saving time cause. Due dates are a matter of days. */
const CLOCK_WRONG_MS = 18 * 3_600_000;

/** More than the delay of an answer, and enough to mistake tomorrow's end for today's. */
const CLOCK_OFF_MS = 20 * 60_000;
/** The difference is rounded to this many ms, so that it is published when it changes and not with every answer. */
const CLOCK_STEP_MS = 60_000;

export type ConnectionFeature = ReturnType<typeof createConnection>;

/** Creates the handlers of the contract's `connection.*` and the monitor behind them. */
export const createConnection = (deps: ConnectionDeps) => {
  const { clock, bus, api } = deps;
  const { emit } = bus;

  const start = (): ConnectionMonitor => {
    let wasOffline = false;
    return createConnectionMonitor({
      clock,
      probe: (signal) => probe(api, signal),
      emit: (state) => {
        emit('connection.changed', state);
        if (state.status === 'online' && wasOffline) bus.signal('connection.returned', {});
        wasOffline = state.status === 'offline';
      },
    });
  };

  let monitor = start();
  let clockAheadMs: number | null = null;
  /** Returns whether this computer's clock differs from the service's, by the last answer that contained a time. */
  const isClockWrong = (): boolean => Math.abs(clockAheadMs ?? 0) > CLOCK_WRONG_MS;
  const clockState = (): ClockState => {
    const isMisleading = clockAheadMs !== null && Math.abs(clockAheadMs) > CLOCK_OFF_MS;
    return { aheadMs: isMisleading ? Math.round((clockAheadMs ?? 0) / CLOCK_STEP_MS) * CLOCK_STEP_MS : null };
  };
  /** Updates the known difference with that of an answer. */
  const learnTime = (aheadMs: number | null): void => {
    const before = clockState().aheadMs;
    clockAheadMs = aheadMs;
    const { aheadMs: after } = clockState();
    if (after !== before) emit('connection.clockChanged', { aheadMs: after });
  };
  // Another desk was opened, and its service may be another one.
  bus.onSignal('account.opened', () => {
    monitor.close();
    monitor = start();
    learnTime(null);
    emit('connection.changed', monitor.state());
  });

  const handlers: FeatureHandlers<'connection'> = {
    'connection.clock': clockState,
    'connection.state': () => monitor.state(),
    'connection.check': () => monitor.check(),
  };

  return {
    handlers,
    isOffline: (): boolean => monitor.state().status === 'offline',
    /** Checks now whether the service can be reached. Never rejects. */
    check: (): Promise<unknown> => monitor.check(),
    status: (): ConnectionState['status'] => monitor.state().status,
    report: (outcome: CallOutcome): void => {
      learnTime(outcome.clockAheadMs ?? clockAheadMs);
      monitor.report(outcome);
    },
    /** Returns the difference by the last answer that contained a time, in ms; `null` if none has. */
    clockAheadMs: (): number | null => clockAheadMs,
    isClockWrong,
    /**
     * Returns the same after asking the service again, because the clock may have been corrected meanwhile. Never
     * rejects.
     */
    isClockStillWrong: async (): Promise<boolean> => {
      if (isClockWrong()) await monitor.check();
      return isClockWrong();
    },
    close: (): void => monitor.close(),
  };
};

/** Makes a request. Without a token nothing is sent, so nothing is learned about the connection. */
const probe = async (api: () => Promise<ApiClient>, signal: AbortSignal): Promise<void> => {
  try {
    const client = await api();
    await client.call('balance', {}, { attempts: 1, priority: 'background', signal });
  } catch (error) {
    const isSilent = error instanceof DeskError && (error.kind === 'signed-out' || error.kind === 'keychain');
    throw isSilent ? new DeskError('cancelled', 'There is no token for a request to the service.') : error;
  }
};

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

type ConnectionMonitor = ReturnType<typeof createConnectionMonitor>;

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
